// Digests of contents: 128 bits, stable in every process, build and machine, made at the speed of memory. They tell
// contents apart that differ by accident; they do not protect against an adversary.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace forall::base {

struct Digest {
  std::uint64_t high = 0, low = 0;
  friend auto operator<=>(const Digest&, const Digest&) = default;
};

Digest digest(std::string_view bytes, Digest seed = {});
// 32 hexadecimal digits.
std::string to_string(const Digest& digest);

// The digest of a sequence of texts: where one ends and the next begins matters.
class Digester {
 public:
  Digester& add(std::string_view text);
  Digester& add(std::uint64_t number);
  std::string text() const { return to_string(state_); }

 private:
  Digest state_;
};

}  // namespace forall::base
