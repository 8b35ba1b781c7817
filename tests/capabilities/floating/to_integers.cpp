// capability: conversion of floating point to integers
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace to_integers {

void Reached(std::uint64_t a) {
  const auto x = std::bit_cast<double>(a);
  if (!(x > -1e6 && x < 1e6)) return;
  if (static_cast<int>(x) == -54321 && x != -54321.0 && static_cast<int>(x * 8) == -434573) TARGET();
}
FORALL(ToIntegers, Reached);

void Holds(std::uint16_t a) {
  const auto x = std::bit_cast<_Float16>(a);
  if (!(x >= static_cast<_Float16>(0.0f) && x < static_cast<_Float16>(60.0f))) return;
  const int i = static_cast<int>(x);
  REQUIRE(static_cast<_Float16>(i) <= x && x < static_cast<_Float16>(i + 1));
}
HOLDS(ToIntegers);

}  // namespace to_integers
