#pragma once

namespace forall::base {

inline constexpr const char* kVersion = "0.1.0";

}  // namespace forall::base
