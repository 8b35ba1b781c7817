// capability: conversion of integers to floating point
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace from_integers {

void Reached(std::int64_t x, std::uint32_t y) {
  if (static_cast<double>(x) == 18014398509481988.0 && static_cast<float>(y) == 16777220.0f && x % 2 != 0 && y % 2 != 0)
    TARGET();
}
FORALL(FromIntegers, Reached);

void Holds(std::int32_t x) { REQUIRE(static_cast<std::int32_t>(static_cast<double>(x)) == x); }
HOLDS(FromIntegers);

}  // namespace from_integers
