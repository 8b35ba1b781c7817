// 8 symbolic bytes hashed. FNV1A: the hash of std::string's size in bytes is inverted for one value (refuted: a
// preimage is found). MURMUR: std::hash, which libstdc++ has in its library, finds the string in an unordered_map
// again.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>

namespace {

void FNV1A(std::array<unsigned char, 8> bytes) {
  std::uint32_t hash = 2166136261u;
  for (const unsigned char byte : bytes) hash = (hash ^ byte) * 16777619u;
  EXPECT_NE(hash, 0xdeadbeefu);
}

void MURMUR(std::array<char, 8> bytes) {
  const std::string key(bytes.begin(), bytes.end());
  std::unordered_map<std::string, int> map{{"sentinel", 1}};
  map[key] = 2;
  EXPECT_EQ(map.at(key), 2);
  EXPECT_EQ(map.count("sentinel"), 1u);
}

}  // namespace

FORALL(hash_bytes, FNV1A);
FORALL(hash_bytes, MURMUR);
