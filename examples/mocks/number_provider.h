#pragma once

#include <cstdlib>

struct INumberProvider {
  virtual ~INumberProvider() = default;
  virtual int GetNumber() = 0;
};

inline int Compute(INumberProvider& x) { return std::abs(10 / (x.GetNumber() + x.GetNumber())); }
