// refuted, assuming what cache_tests.cpp says about Cache: express parcels make the others dearer.
#include <gtest/gtest.h>

#include "cache_axioms.h"
#include "service.h"

namespace {

bool IsParcel(int distance, int weight) { return 0 < distance && distance < 20000 && 0 < weight && weight < 1000; }

int Expected(int distance, int weight) { return (distance < 100 ? 3 : distance < 1000 ? 5 : 8) * weight; }

void CostsAreAsPublished(int first, int first_weight, int second, int second_weight) {
  ASSUME(IsParcel(first, first_weight) && IsParcel(second, second_weight));
  Shipping shipping;
  EXPECT_EQ(shipping.cost(first, first_weight), Expected(first, first_weight));
  EXPECT_EQ(shipping.cost(second, second_weight), Expected(second, second_weight));
  EXPECT_EQ(shipping.cost(first, first_weight), Expected(first, first_weight));
}
FORALL(ShippingTest, CostsAreAsPublished);

void ExpressChangesNothing(int express, int distance, int weight, int first, int second) {
  ASSUME(IsParcel(express, weight) && IsParcel(distance, weight) && IsParcel(first, weight) &&
         IsParcel(second, weight));
  Shipping shipping;
  shipping.cost(first, weight);
  shipping.express_cost(express, weight);
  shipping.cost(second, weight);
  EXPECT_EQ(shipping.cost(distance, weight), Expected(distance, weight));
}
FORALL(ShippingTest, ExpressChangesNothing);

}  // namespace

FORALL_USING(ShippingTest, CacheTests);
