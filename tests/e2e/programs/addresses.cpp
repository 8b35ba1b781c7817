// Where objects lie, and how much room a container has, is not for a test to know.
#include <forall/forall.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

namespace {

std::uintptr_t number(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

int first_global, second_global;

}  // namespace

// Claims that hold in some runs of the program, and not in others.
void OrderOfInputs(int* a, int* b) {
  ASSUME(a && b && a != b);
  EXPECT_TRUE(std::less<int*>{}(a, b));
}
FORALL(Unspecified, OrderOfInputs);
void OrderOnTheHeap(int x) {
  const auto a = std::make_unique<int>(x), b = std::make_unique<int>(x);
  EXPECT_LT(number(a.get()), number(b.get()));
}
FORALL(Unspecified, OrderOnTheHeap);
void OrderOfVariables(int x) {
  int a[1] = {x}, b[1] = {x};
  std::set<int*> both{a, b};
  EXPECT_EQ(*both.begin(), +a);
}
FORALL(Unspecified, OrderOfVariables);
void OrderOfGlobals(int) { EXPECT_LT(number(&first_global), number(&second_global)); }
FORALL(Unspecified, OrderOfGlobals);
void OrderInAMap(int x) {
  const auto a = std::make_unique<int>(x), b = std::make_unique<int>(x);
  const std::map<int*, int> numbers{{a.get(), 1}, {b.get(), 2}};
  EXPECT_EQ(numbers.begin()->second, 1);
}
FORALL(Unspecified, OrderInAMap);
void OrderInAHashTable(int x) {
  const auto a = std::make_unique<int>(x), b = std::make_unique<int>(x);
  const std::unordered_set<int*> both{a.get(), b.get()};
  EXPECT_EQ(*both.begin(), b.get());
}
FORALL(Unspecified, OrderInAHashTable);
void FreedAddressIsNotUsedAgain(int x) {
  int* a = new int(x);
  const std::uintptr_t freed = number(a);
  delete a;
  const auto b = std::make_unique<int>(x);
  EXPECT_NE(number(b.get()), freed);
}
FORALL(Unspecified, FreedAddressIsNotUsedAgain);
void MoreThanAligned(int) {
  const auto block = std::make_unique<int>(1);
  EXPECT_EQ(number(block.get()) % 32, 0U);
}
FORALL(Unspecified, MoreThanAligned);
void InputIsMoreThanAligned(int* p) {
  ASSUME(p);
  EXPECT_EQ(number(p) % 8, 0U);
}
FORALL(Unspecified, InputIsMoreThanAligned);
void PartOfAnAddress(int x) {
  const auto block = std::make_unique<int>(x);
  EXPECT_NE(static_cast<std::uint8_t>(number(block.get()) >> 8), 7);
}
FORALL(Unspecified, PartOfAnAddress);
void ExactCapacity(std::vector<int> v) { EXPECT_EQ(v.capacity(), v.size()); }
FORALL(Unspecified, ExactCapacity);
void GrownCapacity(std::vector<int> v) {
  ASSUME(v.size() == 2);
  v.push_back(1);
  EXPECT_EQ(v.capacity(), 4U);
}
FORALL(Unspecified, GrownCapacity);
void CapacityOfText(std::string s) {
  ASSUME(s.size() < 3);
  EXPECT_LT(s.capacity(), 16U);
}
FORALL(Unspecified, CapacityOfText);

// An empty container may have its elements nowhere.
void EmptyVectorHasData(std::vector<int> v) { EXPECT_NE(v.data(), nullptr); }
FORALL(Empty, EmptyVectorHasData);
void EmptySpanHasData(std::span<int> s) { EXPECT_NE(s.data(), nullptr); }
FORALL(Empty, EmptySpanHasData);
void CopyOfNothing(std::vector<char> v) {
  char buffer[8] = {};
  ASSUME(v.size() <= sizeof buffer);
  std::memcpy(buffer, v.data(), v.size());
}
FORALL(Empty, CopyOfNothing);

// What is specified is proved.
void DifferentObjects(int x) {
  const auto a = std::make_unique<int>(x), b = std::make_unique<int>(x);
  EXPECT_NE(number(a.get()), number(b.get()));
  EXPECT_NE(number(&first_global), number(&second_global));
  EXPECT_NE(number(a.get()), 0U);
}
FORALL(Specified, DifferentObjects);
void Alignment(int x) {
  int local = x;
  const auto block = std::make_unique<char>();
  EXPECT_EQ(number(&local) % alignof(int), 0U);
  EXPECT_EQ(number(block.get()) % 16, 0U);
}
FORALL(Specified, Alignment);
void InOneObject(unsigned i) {
  int cells[4] = {};
  ASSUME(i < 4);
  EXPECT_EQ(number(&cells[3]) - number(&cells[0]), 3 * sizeof(int));
  EXPECT_LT(number(&cells[1]), number(&cells[2]));
  EXPECT_TRUE(std::less<int*>{}(cells, cells + 1));
}
FORALL(Specified, InOneObject);
void FlagInAPointer(int x) {
  const auto value = std::make_unique<int>(x);
  const std::uintptr_t tagged = number(value.get()) | 1;
  EXPECT_EQ(tagged & 1, 1U);
  EXPECT_EQ(*reinterpret_cast<int*>(tagged & ~std::uintptr_t{1}), x);
}
FORALL(Specified, FlagInAPointer);
void ThereAndBack(int x) {
  const auto value = std::make_unique<int>(x);
  std::uintptr_t kept[2] = {0, number(value.get())};
  unsigned char bytes[sizeof kept];
  std::memcpy(bytes, kept, sizeof kept);
  std::memcpy(kept, bytes, sizeof kept);
  EXPECT_EQ(*reinterpret_cast<int*>(kept[1]), x);
}
FORALL(Specified, ThereAndBack);
void RoomOfItsOwn(std::vector<int> v) {
  ASSUME(v.size() < 4);
  std::vector<int> copy = v;
  copy.push_back(1);
  EXPECT_EQ(copy.size(), v.size() + 1);
}
FORALL(Specified, RoomOfItsOwn);
void PartOfAText(char c) {
  std::string text(20, c);
  text.insert(3, text.data(), 2);
  text.append("and more").replace(0, 2, "other");
  EXPECT_EQ(text.size(), 33U);
}
FORALL(Specified, PartOfAText);
void SetOfOne(int x) {
  const auto a = std::make_unique<int>(x);
  const std::set<int*> one{a.get()};
  EXPECT_EQ(*one.begin(), a.get());
}
FORALL(Specified, SetOfOne);
