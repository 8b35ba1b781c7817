// Shipping costs by distance and weight. Rates are slow to compute, so they are cached.
#pragma once

#include "cache.h"

class Shipping {
 public:
  int cost(int distance, int weight) { return rate_for(distance) * weight; }

  // An express parcel costs twice as much.
  int express_cost(int distance, int weight) {
    const int doubled = 2 * rate_for(distance);
    rates_.put(distance, doubled);  // the bug: the next ordinary parcel pays for it
    return doubled * weight;
  }

 private:
  int rate_for(int distance) {
    if (rates_.has(distance)) return rates_.get(distance);
    const int rate = distance < 100 ? 3 : distance < 1000 ? 5 : 8;
    rates_.put(distance, rate);
    return rate;
  }

  Cache rates_;
};
