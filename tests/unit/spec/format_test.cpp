#include "spec/format.h"

#include <gtest/gtest.h>

#include "spec/lexer.h"
#include "support.h"

namespace forall::spec {
namespace {

TEST(Format, TheExamplesAreFormatted) {
  for (const std::string& name : testing::example_names()) {
    const std::string text = *base::system_files().read(testing::examples() / (name + ".spec"));
    EXPECT_EQ(format({name, text}), text) << name;
  }
}

TEST(Format, TokensAndCommentsStay) {
  const std::string messy =
      "class C[T] -- head\nimport Stack[ T ] from \"s.spec\" export create,f constructor create ;create "
      "other(x,y:T;z:Integer);\n"
      "observer f:Integer; -- f\nvar A,B:C;x:T; axiom\n-- first\ncreate.f->IF (not(true) or 'a'='b') and 1+2*(3-4)<5 "
      "THEN -(1) ELSE "
      "2; a: A.f->\"\\\"\".g;\nmap f->\"self.f()\"; class -> \"C<int>\";-- last";
  const std::string once = format({"c", messy});
  EXPECT_EQ(format({"c", once}), once);
  const Tokens before = tokenize({"c", messy}), after = tokenize({"c", once});
  EXPECT_EQ(before.comments.size(), after.comments.size());
  const auto text = [](const Tokens& tokens) {
    std::string all;
    for (const Token& token : tokens.tokens) {
      if (token.text != "(" && token.text != ")" && token.text != "end") all += token.text + " ";
    }
    return all;
  };
  EXPECT_EQ(text(before), text(after));
}

}  // namespace
}  // namespace forall::spec
