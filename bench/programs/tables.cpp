// Writes at symbolic offsets of arrays, none of which splits by value.
// HISTOGRAM: 4 bytes counted in a table of 256. BAD_CHARACTER: the search of Horspool with a table of 256, 2 bytes in 4, against a
// plain one. SORT4: counting sort of 6 keys below 4. UNION_FIND: 5 elements, 3 symbolic links.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>

namespace {

void HISTOGRAM(std::array<unsigned char, 4> bytes, unsigned char any) {
  int count[256] = {};
  for (const unsigned char byte : bytes) ++count[byte];
  EXPECT_GE(count[bytes[0]], 1);
  EXPECT_LE(count[any], 4);
}

int find(const std::array<char, 4>& text, const std::array<char, 2>& word) {
  int last[256];
  for (int& l : last) l = -1;
  for (int i = 0; i < 2; ++i) last[static_cast<unsigned char>(word[static_cast<std::size_t>(i)])] = i;
  for (int start = 0; start + 2 <= 4;) {
    int j = 1;
    while (j >= 0 && word[static_cast<std::size_t>(j)] == text[static_cast<std::size_t>(start + j)]) --j;
    if (j < 0) return start;
    const int shift = j - last[static_cast<unsigned char>(text[static_cast<std::size_t>(start + j)])];
    start += shift > 1 ? shift : 1;
  }
  return -1;
}

void BAD_CHARACTER(std::array<char, 4> text, std::array<char, 2> word) {
  int first = -1;
  for (std::size_t i = 0; i < 3 && first < 0; ++i) {
    if (text[i] == word[0] && text[i + 1] == word[1]) first = static_cast<int>(i);
  }
  EXPECT_EQ(find(text, word), first);
}

void SORT4(std::array<unsigned char, 6> keys) {
  int count[4] = {};
  for (unsigned char& key : keys) key &= 3;
  for (const unsigned char key : keys) ++count[key];
  for (int i = 1; i < 4; ++i) count[i] += count[i - 1];
  std::array<unsigned char, 6> sorted{};
  for (std::size_t i = 6; i-- > 0;) sorted[static_cast<std::size_t>(--count[keys[i]])] = keys[i];
  for (std::size_t i = 1; i < 6; ++i) EXPECT_LE(sorted[i - 1], sorted[i]);
}

struct UnionFind {
  int parent[5] = {0, 1, 2, 3, 4};
  int root(int x) const {
    while (parent[x] != x) x = parent[x];
    return x;
  }
  void join(int a, int b) { parent[root(a)] = root(b); }
};

void UNION_FIND(std::array<int, 6> links) {
  for (const int x : links) ASSUME(x >= 0 && x < 5);
  UnionFind sets;
  for (std::size_t i = 0; i < 6; i += 2) sets.join(links[i], links[i + 1]);
  for (std::size_t i = 0; i < 6; i += 2) EXPECT_EQ(sets.root(links[i]), sets.root(links[i + 1]));
}

}  // namespace

FORALL(tables, HISTOGRAM);
FORALL(tables, BAD_CHARACTER);
FORALL(tables, SORT4);
FORALL(tables, UNION_FIND);
