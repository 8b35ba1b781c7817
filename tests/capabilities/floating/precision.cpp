// capability: conversion between precisions
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace precision {

void Reached(std::uint64_t a) {
  const auto x = std::bit_cast<double>(a);
  if (static_cast<float>(x) == 0.1f && x < 0.1 && static_cast<double>(static_cast<_Float16>(x)) < x) TARGET();
}
FORALL(Precision, Reached);

void Holds(std::uint16_t a) {
  const auto x = std::bit_cast<_Float16>(a);
  REQUIRE(x != x || static_cast<_Float16>(static_cast<float>(x)) == x);
}
HOLDS(Precision);

}  // namespace precision
