// Types that forall.h only declares in an ordinary build are parameters, whether their headers come after it or before.
#ifdef FORALL_HEADER_IS_FIRST
#include <forall/forall.h>
#endif

#include <bitset>
#include <chrono>
#include <complex>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#if __cplusplus >= 202002L
#include <span>
#endif

#ifndef FORALL_HEADER_IS_FIRST
#include <forall/forall.h>
#endif

void Sequences(std::list<int> list, std::deque<char> deque, const std::forward_list<long>& forward) {
  EXPECT_EQ(list.size() + deque.size(), forward.empty() ? 1 : 2);
}
FORALL(LibraryTypes, Sequences);
FORALL(LibraryTypesInDomains, Sequences)
    .WithDomains(ListOf(InRange(0, 9)), NonEmpty(DequeOf(AsciiChar())), Arbitrary<std::forward_list<long>>());

void HashTables(std::unordered_set<int> set, std::unordered_multiset<int> bag, std::unordered_map<int, int> map) {
  EXPECT_EQ(set.size(), bag.size() + map.size());
}
FORALL(LibraryTypes, HashTables);
FORALL(LibraryTypesInDomains, HashTables)
    .WithDomains(UnorderedSetOf(InRange(0, 9)), Arbitrary<std::unordered_multiset<int>>(),
                 UnorderedMapOf(InRange(0, 9), Arbitrary<int>()));

void Trees(std::set<int> set, std::map<int, int> map, std::optional<int> value, std::variant<int, char> either) {
  EXPECT_EQ(set.size() + map.size(), value.has_value() ? 1 : either.index());
}
FORALL(LibraryTypes, Trees);

void Numbers(std::complex<double> number, std::bitset<70> bits, std::chrono::seconds time,
             std::chrono::system_clock::time_point point) {
  EXPECT_TRUE(bits.any() || number.real() > 0 || point.time_since_epoch() > time);
}
FORALL(LibraryTypes, Numbers);

#if __cplusplus >= 202002L
void Views(std::span<const int> view) { EXPECT_TRUE(view.empty()); }
FORALL(LibraryTypes, Views);
#endif
