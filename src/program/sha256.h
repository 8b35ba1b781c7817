// SHA-256 (FIPS 180-4): says that bytes from elsewhere are those that were meant, also where somebody wants to deceive.
#pragma once

#include <string>
#include <string_view>

namespace forall::program {

std::string sha256(std::string_view bytes);  // 64 hexadecimal digits

}  // namespace forall::program
