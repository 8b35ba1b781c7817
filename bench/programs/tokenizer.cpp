// 4 symbolic bytes cut into tokens by a switch over each byte; the tokens cover the text, one after the other.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>

namespace {

enum class Kind { End, Space, Open, Close, Separator, Number, Name, Operator, Other };

Kind kind_of(char c) {
  switch (c) {
    case '\0': return Kind::End;
    case ' ':
    case '\t':
    case '\n': return Kind::Space;
    case '(':
    case '[':
    case '{': return Kind::Open;
    case ')':
    case ']':
    case '}': return Kind::Close;
    case ',':
    case ';': return Kind::Separator;
    case '0' ... '9': return Kind::Number;
    case 'a' ... 'z':
    case 'A' ... 'Z':
    case '_': return Kind::Name;
    case '+':
    case '-':
    case '*':
    case '/':
    case '=': return Kind::Operator;
    default: return Kind::Other;
  }
}

bool goes_on(Kind token, Kind next) {
  switch (token) {
    case Kind::Space: return next == Kind::Space;
    case Kind::Number: return next == Kind::Number;
    case Kind::Name: return next == Kind::Name || next == Kind::Number;
    default: return false;
  }
}

void N4(std::array<char, 4> text) {
  std::size_t covered = 0, tokens = 0;
  while (covered < text.size()) {
    const Kind kind = kind_of(text[covered]);
    if (kind == Kind::End) break;
    std::size_t end = covered + 1;
    while (end < text.size() && goes_on(kind, kind_of(text[end]))) ++end;
    covered = end;
    ++tokens;
  }
  EXPECT_LE(tokens, covered);
  EXPECT_TRUE(covered == text.size() || text[covered] == '\0');
}

}  // namespace

FORALL(tokenizer, N4);
