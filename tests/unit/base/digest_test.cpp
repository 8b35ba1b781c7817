#include "base/digest.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace forall::base {
namespace {

TEST(Digest, IsTheSameInEveryBuild) {
  EXPECT_EQ(to_string(digest("")), to_string(digest(std::string())));
  EXPECT_EQ(to_string(digest("forall")).size(), 32u);
  EXPECT_EQ(digest("forall"), digest(std::string("forall")));
}

TEST(Digest, TellsEveryChangedByteApart) {
  std::set<Digest> seen;
  std::string text(100, '\0');
  seen.insert(digest(text));
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char c : {'\1', '\x80', '\xff'}) {
      text[i] = c;
      EXPECT_TRUE(seen.insert(digest(text)).second) << i;
    }
    text[i] = 0;
  }
}

TEST(Digest, TellsLengthsApart) {
  std::set<Digest> seen;
  for (std::size_t size = 0; size < 200; ++size) EXPECT_TRUE(seen.insert(digest(std::string(size, '\0'))).second);
}

TEST(Digest, TellsBlocksInAnotherOrderApart) {
  const std::string a(16, 'a'), b(16, 'b'), c(16, 'c');
  EXPECT_NE(digest(a + b + c), digest(b + a + c));
  EXPECT_NE(digest(a + b + c), digest(a + c + b));
}

TEST(Digest, OfASequenceKnowsWhereEachTextEnds) {
  EXPECT_NE(Digester().add("ab").add("c").text(), Digester().add("a").add("bc").text());
  EXPECT_NE(Digester().add("ab").text(), Digester().add("ab").add("").text());
  EXPECT_NE(Digester().add("ab").add("c").text(), Digester().add("c").add("ab").text());
  EXPECT_EQ(Digester().add("ab").add(7).text(), Digester().add("ab").add(7).text());
}

}  // namespace
}  // namespace forall::base
