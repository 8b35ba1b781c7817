// Tokens of a specification.
#pragma once

#include <string>
#include <vector>

#include "spec/source.h"

namespace forall::spec {

enum class TokenKind { Name, Keyword, Number, Text, Character, Symbol, End };

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text;  // of Text and Character: what it means, without quotes and escapes
  Position where;
};

// From `--` to the end of the line. The formatter puts comments back.
struct Comment {
  std::string text;
  Position where;
  bool own_line = false;  // nothing else stands on its line
};

struct Tokens {
  std::vector<Token> tokens;  // the last one is End
  std::vector<Comment> comments;
};

// Throws base::UserError at a character that begins no token, a literal that does not end, a number that is too large.
Tokens tokenize(const Source& source);

bool is_keyword(std::string_view word);

}  // namespace forall::spec
