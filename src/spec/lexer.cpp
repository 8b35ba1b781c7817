#include "spec/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/words.h"

namespace forall::spec {
namespace {

constexpr std::array kKeywords = {"class", "import", "from", "export", "constructor", "transformer", "observer",
                                  "var",   "axiom",  "map",  "end",    "IF",          "THEN",        "ELSE",
                                  "and",   "or",     "not",  "true",   "false",       "error"};
constexpr std::array kSymbols = {"->", "/=", "<=", ">=", ".", ",", ";", ":", "(", ")",
                                 "[",  "]",  "=",  "<",  ">", "+", "-", "*", "/", "%"};  // the longer ones first

class Lexer {
 public:
  explicit Lexer(const Source& source) : source_(source), text_(source.text) {}

  Tokens run() {
    while (skip_blanks()) {
      const Position start = where_;
      const char c = text_[at_];
      if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
        result_.tokens.push_back({TokenKind::Number, number(), start});
      } else if (base::is_word_character(c)) {
        std::string word = take_while(base::is_word_character);
        const TokenKind kind = is_keyword(word) ? TokenKind::Keyword : TokenKind::Name;
        result_.tokens.push_back({kind, std::move(word), start});
      } else if (c == '"') {
        result_.tokens.push_back({TokenKind::Text, quoted('"', start), start});
      } else if (c == '\'') {
        std::string value = quoted('\'', start);
        if (value.size() != 1) fail(source_, start, "a Character is one character between apostrophes, such as 'a'");
        result_.tokens.push_back({TokenKind::Character, std::move(value), start});
      } else {
        result_.tokens.push_back({TokenKind::Symbol, symbol(), start});
      }
      last_line_ = where_.line;
    }
    result_.tokens.push_back({TokenKind::End, "", where_});
    return std::move(result_);
  }

 private:
  void advance() {
    const auto byte = static_cast<unsigned char>(text_[at_++]);
    if (byte == '\n') {
      where_ = {where_.line + 1, 1};
    } else if ((byte & 0xC0) != 0x80) {  // bytes inside a character of UTF-8 are no columns
      ++where_.column;
    }
  }

  // False at the end of the text.
  bool skip_blanks() {
    while (at_ < text_.size()) {
      if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
        advance();
      } else if (text_.substr(at_, 2) == "--") {
        const Position start = where_;
        std::string words = take_while([](char c) { return c != '\n'; });
        while (!words.empty() && std::isspace(static_cast<unsigned char>(words.back())) != 0) words.pop_back();
        result_.comments.push_back({std::move(words), start, last_line_ != start.line});
      } else {
        return true;
      }
    }
    return false;
  }

  template <typename Predicate>
  std::string take_while(Predicate belongs) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && belongs(text_[at_])) advance();
    return std::string(text_.substr(begin, at_ - begin));
  }

  std::string number() {
    const Position start = where_;
    std::string digits = take_while(base::is_word_character);
    if (!std::all_of(digits.begin(), digits.end(), [](unsigned char c) { return std::isdigit(c) != 0; }))
      fail(source_, start, fmt::format("'{}' is neither a number nor a name", digits));
    return digits;
  }

  std::string quoted(char quote, Position start) {
    std::string value;
    advance();
    while (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != quote) {
      char c = text_[at_];
      if (c == '\\') {
        advance();
        if (at_ == text_.size()) break;
        c = text_[at_];
        if (c == 'n') {
          c = '\n';
        } else if (c == 't') {
          c = '\t';
        } else if (c != '\\' && c != '"' && c != '\'') {
          fail(source_, where_, fmt::format("there is no escape \\{}; there are \\n, \\t, \\\\, \\\" and \\'", c));
        }
      }
      value += c;
      advance();
    }
    if (at_ == text_.size() || text_[at_] != quote) fail(source_, start, "this literal does not end on its line");
    advance();
    return value;
  }

  std::string symbol() {
    for (const std::string_view s : kSymbols) {
      if (text_.substr(at_, s.size()) != s) continue;
      for (std::size_t i = 0; i < s.size(); ++i) advance();
      return std::string(s);
    }
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("!=")) fail(source_, where_, "'!=' is written '/='");
    if (rest.starts_with("&&")) fail(source_, where_, "'&&' is written 'and'");
    if (rest.starts_with("||")) fail(source_, where_, "'||' is written 'or'");
    if (rest.starts_with("!")) fail(source_, where_, "'!' is written 'not'");
    fail(source_, where_, fmt::format("'{}' has no meaning here", rest.substr(0, 1)));
  }

  const Source& source_;
  std::string_view text_;
  std::size_t at_ = 0;
  Position where_;
  int last_line_ = 0;  // of the last token
  Tokens result_;
};

}  // namespace

bool is_keyword(std::string_view word) {
  return std::find(kKeywords.begin(), kKeywords.end(), word) != kKeywords.end();
}

Tokens tokenize(const Source& source) { return Lexer(source).run(); }

}  // namespace forall::spec
