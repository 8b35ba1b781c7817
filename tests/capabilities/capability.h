// What the programs of this folder share. A program has up to two parameterized tests:
//
//   Reached   goes to TARGET() for inputs that no guess and no concrete run finds: only a run that keeps the feature's
//             values symbolic gets there
//   Holds     a law of the feature, true for all inputs: a behaviour that is missed or misunderstood shows as a wrong
//             refutation; where it is proved, native runs over samples must agree
#pragma once

#include <forall/forall.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <random>
#include <tuple>

#define TARGET() std::abort()
#define REQUIRE(...)                  \
  do {                                \
    if (!(__VA_ARGS__)) std::abort(); \
  } while (false)

namespace capability {

template <class... Ps>
constexpr unsigned kBits = 8 * (0 + ... + sizeof(Ps));

// The parameters whose bytes are those of `bits`; a bool takes the lowest bit of its byte.
template <class... Ps, std::size_t... kIndices>
void call(void (*put)(Ps...), std::array<std::uint64_t, sizeof...(Ps)> bits, std::mt19937_64& random,
          std::index_sequence<kIndices...>) {
  const auto make = [&]<class P>(P& value, std::uint64_t word) {
    if constexpr (std::is_same_v<P, bool>) {
      value = (word & 1) != 0;
    } else if constexpr (sizeof(P) <= sizeof word) {
      std::memcpy(&value, &word, sizeof(P));
    } else {
      unsigned char bytes[sizeof(P)];
      for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(word & 1 ? random() : random() & 7);
      std::memcpy(&value, bytes, sizeof(P));
    }
  };
  std::tuple<Ps...> values;
  (make(std::get<kIndices>(values), bits[kIndices]), ...);
  put(std::get<kIndices>(values)...);
}

// Calls a law for every argument if there are at most 2^16, else for a sample in which small and extreme ones abound.
template <class... Ps>
void sample(void (*put)(Ps...)) {
  std::mt19937_64 random(1);
  std::array<std::uint64_t, sizeof...(Ps)> bits{};
  const auto indices = std::index_sequence_for<Ps...>();
  if constexpr (kBits<Ps...> <= 16) {
    for (std::uint64_t all = 0; all < 1ULL << kBits<Ps...>; ++all) {
      std::uint64_t rest = all;
      std::size_t i = 0;
      ((bits[i++] = rest & ((1ULL << (8 * sizeof(Ps))) - 1), rest >>= 8 * sizeof(Ps)), ...);
      call(put, bits, random, indices);
    }
  } else {
    for (int round = 0; round < 5000; ++round) {
      for (std::uint64_t& word : bits) {
        const std::uint64_t one = random(), two = random();
        const std::uint64_t choices[] = {one, two & 15, ~(two & 15), (1ULL << (two & 63)) - (one & 1),
                                         one >> (two & 63)};
        word = choices[random() % 5];
      }
      call(put, bits, random, indices);
    }
  }
}

}  // namespace capability

// Registers the law of a program. In a closed test it is also a test that samples it.
#ifdef FORALL_CLOSED_TESTS
#define HOLDS(Suite)    \
  FORALL(Suite, Holds); \
  TEST(Suite##_Holds, agrees_with_native_samples) { capability::sample(&Holds); }
#else
#define HOLDS(Suite) FORALL(Suite, Holds)
#endif
