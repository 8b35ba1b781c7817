// The classes of the mocks are written by
//   forall mock INumberProvider IKey --in mock.h --out mock_mocks.h
#include <forall/forall.h>

#include "mock.h"
#include "mock_laws.h"
#include "mock_mocks.h"

void IsNotNegative(INumberProvider& x) { EXPECT_GE(Compute(x), 0); }
FORALL(NumberProviderTest, IsNotNegative);

void IsNotNegativeForSmallNumbers(INumberProvider& x) { EXPECT_GE(Compute(x), 0); }
FORALL(NumberProviderTest, IsNotNegativeForSmallNumbers).Returns<&INumberProvider::GetNumber>(InRange(-1000, 1000));

void IsNotNegativeWithAFriend(INumberProvider& x) { EXPECT_GE(Compute(x), 0); }
FORALL(NumberProviderTest, IsNotNegativeWithAFriend)
    .Returns<&INumberProvider::GetNumber>(InRange(-1000, 1000))
    .Friendly<INumberProvider>();

void EqualKeysHaveEqualHashes(const IKey& a, const IKey& b) {
  if (a.Equals(b)) {
    EXPECT_EQ(a.GetHashCode(), b.GetHashCode());
  }
}
FORALL(KeyLawsTest, EqualKeysHaveEqualHashes);

void FindsEqualKeys(const IKey& a, const IKey& b, int value) {
  KeyMap map;
  map.put(a, value);
  if (b.Equals(a)) {
    const int* const found = map.find(b);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(*found, value);
  }
}
FORALL(FreeKeysTest, FindsEqualKeys);
FORALL(LawfulKeysTest, FindsEqualKeys).Using<KeyLawsTest>().Deterministic<IKey>();

void EqualKeysAreOneEntry(const IKey& a, const IKey& b, int x, int y) {
  KeyMap map;
  map.put(a, x);
  map.put(b, y);
  if (b.Equals(a)) {
    EXPECT_EQ(map.size(), 1);
  }
}
FORALL(FreeKeysTest, EqualKeysAreOneEntry);
FORALL(LawfulKeysTest, EqualKeysAreOneEntry).Using<KeyLawsTest>().Deterministic<IKey>();
