// Stable hashes: the same in every process, build and machine, so they may be stored.
#pragma once

#include <cstdint>
#include <string_view>

namespace forall::base {

// FNV-1a. Input keys and site ids are this.
constexpr std::uint64_t fnv1a(std::string_view text, std::uint64_t hash = 0xcbf29ce484222325ULL) {
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3ULL;
  }
  return hash;
}

// Spreads the bits of x (the finalizer of SplitMix64); for hash tables.
constexpr std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

}  // namespace forall::base
