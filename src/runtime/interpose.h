// Functions of libc that are ours in the whole process, also for uninstrumented code.
#pragma once

namespace forall::runtime {

const void* interpose_anchor();

}  // namespace forall::runtime
