// Two lanes of 64 bits take 8 bytes each in turn, multiply to 128 bits and fold (the step of wyhash). The length is
// part of the digest, so that padding the last block with zeros loses nothing.
#include "base/digest.h"

#include <fmt/format.h>

#include <cstring>

#include "base/hash.h"

namespace forall::base {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::uint64_t kFirst = 0xa0761d6478bd642fULL;
constexpr std::uint64_t kSecond = 0xe7037ed1a0b428dbULL;

std::uint64_t fold(std::uint64_t x, std::uint64_t y) {
  const Wide product = Wide{x} * y;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// The same bytes are the same number on every machine.
std::uint64_t number_at(const char* bytes) {
  std::uint64_t number;
  std::memcpy(&number, bytes, sizeof number);
  if constexpr (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) number = __builtin_bswap64(number);
  return number;
}

void take(Digest& state, const char* block) {
  const std::uint64_t first = number_at(block), second = number_at(block + 8);
  // Each lane keeps its own state by addition: a product of zero does not forget what was before.
  state.high = (state.high ^ second) + fold(first ^ kFirst, second ^ state.low);
  state.low = (state.low ^ first) + fold(second ^ kSecond, first ^ state.high);
}

}  // namespace

Digest digest(std::string_view bytes, Digest seed) {
  Digest state = seed;
  std::size_t at = 0;
  for (; at + 16 <= bytes.size(); at += 16) take(state, bytes.data() + at);
  char last[16] = {};
  if (at < bytes.size()) std::memcpy(last, bytes.data() + at, bytes.size() - at);
  take(state, last);
  const std::uint64_t size = bytes.size();
  return {mix(state.high ^ fold(size ^ kFirst, state.low ^ kSecond)), mix(state.low + mix(state.high + size))};
}

std::string to_string(const Digest& digest) { return fmt::format("{:016x}{:016x}", digest.high, digest.low); }

Digester& Digester::add(std::string_view text) {
  state_ = digest(text, state_);
  return *this;
}

Digester& Digester::add(std::uint64_t number) {
  char bytes[8];
  for (unsigned i = 0; i < 8; ++i) bytes[i] = static_cast<char>(number >> (8 * i));
  return add(std::string_view(bytes, sizeof bytes));
}

}  // namespace forall::base
