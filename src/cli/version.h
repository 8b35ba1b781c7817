#pragma once

namespace forall::cli {

inline constexpr const char* kVersion = "0.1.0";

}  // namespace forall::cli
