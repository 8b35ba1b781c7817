// A pair of PUTs for each type of the standard library: one holds, the other fails for one value that only the right
// length and element give.
#include <forall/forall.h>

#include <bitset>
#include <chrono>
#include <complex>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

namespace {

// --- texts

void StringHasItsLength(std::string s) {
  ASSUME(s.size() <= 15);
  EXPECT_LE(s.size(), s.max_size());
}
// Only short strings lie in the object itself.
void StringHasRoomFor15(const std::string& s) { EXPECT_EQ(s.capacity(), 15U); }
void StringFails(std::string s) { EXPECT_FALSE(s.size() == 4 && s[2] == 'q'); }
void StringIsWalked(const std::string& s) {
  int found = 0;
  for (const char c : s) found += c == 'x' ? 1 : 0;  // line: walk
  EXPECT_LE(found, 6);
}
void ShortStringIsWalked(const std::string& s) {
  int found = 0;
  for (const char c : s) found += c == 'x' ? 1 : 0;
  EXPECT_LE(found, 3);
}
void StringEndsWithZero(const std::string& s) {
  ASSUME(s.size() <= 5);
  EXPECT_EQ(s.c_str()[s.size()], '\0');
}
void WideStringFails(const std::wstring& s) { EXPECT_FALSE(s.size() == 5 && s[4] == L'\x263a'); }
void Utf8StringFails(std::u8string s) { EXPECT_FALSE(s.size() == 2 && s[1] == u8'\xff'); }
void Utf16StringFails(const std::u16string& s) { EXPECT_FALSE(s.size() == 3 && s[0] == u'\xd800'); }
void Utf32StringFails(const std::u32string& s) { EXPECT_FALSE(s.size() == 3 && s[2] == U'\x10ffff'); }
void ViewHolds(std::string_view s, std::size_t i) {
  ASSUME(s.size() <= 6 && i < s.size());
  EXPECT_EQ(s.at(i), s[i]);
}
void ViewFails(std::string_view s) { EXPECT_FALSE(s.size() == 3 && s[1] == '\0'); }
void CStringFails(const char* s) {
  if (s == nullptr) return;
  EXPECT_FALSE(s[0] == 'o' && s[1] == 'k' && s[2] == '\0');
}
void WritableCStringFails(char* s) {
  if (s == nullptr || s[0] == '\0') return;
  s[0] = 'x';
  EXPECT_NE(s[1], 'y');
}

// --- sequences

void VectorHasItsLength(const std::vector<long>& v) { EXPECT_LE(v.size(), v.max_size()); }
void VectorFails(std::vector<int> v) { EXPECT_FALSE(v.size() == 3 && v[1] == 77); }
void VectorOfTextsFails(const std::vector<std::string>& v) {
  EXPECT_FALSE(v.size() == 2 && v[1].size() == 1 && v[1][0] == '!');
}
void FlagsFail(std::vector<bool> v) { EXPECT_FALSE(v.size() == 3 && v[2] && !v[0]); }
void DequeHolds(std::deque<short> d) {
  const std::size_t before = d.size();
  d.push_front(1);
  EXPECT_EQ(d.size(), before + 1);
}
void DequeFails(std::deque<short> d) { EXPECT_FALSE(d.size() == 2 && d.back() == -3); }
void ListFails(const std::list<int>& l) { EXPECT_FALSE(l.size() == 2 && l.back() == 5); }
void ForwardListFails(std::forward_list<int> l) { EXPECT_TRUE(l.empty() || l.front() != 9); }
void ArrayFails(std::array<std::string, 2> a) { EXPECT_FALSE(a[1].size() == 2 && a[1][0] == 'z'); }
void SpanHolds(std::span<int> s, std::size_t i) {
  ASSUME(s.size() <= 6 && i < s.size());
  s[i] = 3;
  EXPECT_EQ(s[i], 3);
}
void SpanFails(std::span<const int> s) { EXPECT_FALSE(s.size() == 2 && s[1] == s[0] + 1); }

// --- sets and maps

void MapIsSorted(std::map<int, int> m) { EXPECT_TRUE(m.size() < 2 || m.begin()->first < m.rbegin()->first); }
void MapFails(const std::map<int, int>& m) { EXPECT_FALSE(m.size() == 2 && m.begin()->second == 7); }
void SetFails(const std::set<char>& s) { EXPECT_FALSE(s.size() == 2 && *s.begin() == 'a'); }
void MultimapFails(const std::multimap<int, char>& m) {
  EXPECT_FALSE(m.size() == 2 && m.begin()->first == m.rbegin()->first);
}
void MultisetFails(const std::multiset<int>& s) { EXPECT_FALSE(s.size() == 2 && *s.begin() == *s.rbegin()); }
void UnorderedMapFails(const std::unordered_map<unsigned char, int>& m) {
  EXPECT_FALSE(m.size() == 1 && m.begin()->second == 4);
}
void UnorderedSetHolds(const std::unordered_set<bool>& s) { EXPECT_LE(s.size(), 2U); }

// --- products and sums

void PairFails(std::pair<int, std::string> p) { EXPECT_FALSE(p.first == 3 && p.second.size() == 1); }
void TupleFails(const std::tuple<bool, char, std::vector<int>>& t) {
  EXPECT_FALSE(std::get<0>(t) && std::get<1>(t) == 'k' && std::get<2>(t).size() == 2);
}
void OptionalHolds(std::optional<int> o) { EXPECT_EQ(o.value_or(4), o ? *o : 4); }
void OptionalFails(std::optional<int> o) { EXPECT_NE(o, 12); }
void OptionalTextFails(const std::optional<std::string>& o) { EXPECT_FALSE(o && o->size() == 3); }
void VariantFails(std::variant<int, std::string, std::monostate> v) {
  EXPECT_FALSE(v.index() == 1 && std::get<1>(v).size() == 2);
}
void ComplexFails(std::complex<double> c) { EXPECT_FALSE(c.real() == 1.5 && c.imag() == -2.0); }

// --- numbers

void BitsHold(std::bitset<9> b) { EXPECT_LE(b.count(), 9U); }
void BitsFail(std::bitset<100> b) { EXPECT_FALSE(b[99] && b[3] && !b[64]); }
void DurationFails(std::chrono::milliseconds d) { EXPECT_NE(d, std::chrono::minutes(2)); }
void TimePointFails(std::chrono::system_clock::time_point t) { EXPECT_NE(t.time_since_epoch().count(), 12345); }

// --- owners

struct Node {
  int value;
  std::unique_ptr<Node> next;
};
void UniqueFails(const std::unique_ptr<Node>& head) {
  EXPECT_FALSE(head && head->value == 1 && head->next && head->next->value == 2);
}
void SharedHolds(std::shared_ptr<int> a, std::shared_ptr<int> b) {
  EXPECT_EQ(a != nullptr && a == b, a.use_count() == 2);
}
void SharedFails(std::shared_ptr<int> a, std::shared_ptr<int> b) {
  if (a == nullptr || b == nullptr) return;
  *a = 1;
  *b = 2;
  EXPECT_EQ(*a, 1);
}

// --- observations

void Observes(const std::string& s, const std::vector<int>& v, std::optional<int> o) {
  ASSUME(s.size() <= 15);
  forall::observe("s", s);
  forall::observe("v", v);
  forall::observe("o", o);
}

}  // namespace

FORALL(Values, StringHasItsLength);
FORALL(Values, StringHasRoomFor15);
FORALL(Values, StringFails);
FORALL(Values, StringIsWalked);
FORALL(Values, ShortStringIsWalked).WithDomains(String().WithMaxSize(3));
FORALL(Values, StringEndsWithZero);
FORALL(Values, WideStringFails);
FORALL(Values, Utf8StringFails);
FORALL(Values, Utf16StringFails);
FORALL(Values, Utf32StringFails);
FORALL(Values, ViewHolds);
FORALL(Values, ViewFails);
FORALL(Values, CStringFails);
FORALL(Values, WritableCStringFails);
FORALL(Values, VectorHasItsLength);
FORALL(Values, VectorFails);
FORALL(Values, VectorOfTextsFails);
FORALL(Values, FlagsFail);
FORALL(Values, DequeHolds).WithDomains(Arbitrary<std::deque<short>>().WithMaxSize(2));
FORALL(Values, DequeFails);
FORALL(Values, ListFails);
FORALL(Values, ForwardListFails);
FORALL(Values, ArrayFails);
FORALL(Values, SpanHolds);
FORALL(Values, SpanFails);
FORALL(Values, MapIsSorted).WithDomains(Arbitrary<std::map<int, int>>().WithMaxSize(2));
FORALL(Values, MapFails);
FORALL(Values, SetFails);
FORALL(Values, MultimapFails);
FORALL(Values, MultisetFails);
FORALL(Values, UnorderedMapFails).WithDomains(Arbitrary<std::unordered_map<unsigned char, int>>().WithMaxSize(1));
FORALL(Values, UnorderedSetHolds);
FORALL(Values, PairFails);
FORALL(Values, TupleFails);
FORALL(Values, OptionalHolds);
FORALL(Values, OptionalFails);
FORALL(Values, OptionalTextFails);
FORALL(Values, VariantFails);
FORALL(Values, ComplexFails);
FORALL(Values, BitsHold);
FORALL(Values, BitsFail);
FORALL(Values, DurationFails);
FORALL(Values, TimePointFails);
FORALL(Values, UniqueFails);
FORALL(Values, SharedHolds);
FORALL(Values, SharedFails);
FORALL(Values, Observes);
