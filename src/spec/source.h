// The text of a specification, places in it, and errors that name a place.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace forall::spec {

struct Position {
  int line = 1;
  int column = 1;  // in characters, from 1
};

struct Source {
  std::string name;  // as messages show it
  std::string text;
};

// Throws base::UserError: "name:line:column: error: message".
[[noreturn]] void fail(const Source& source, Position where, std::string_view message);

// "; did you mean 'add'?" if a candidate is near enough to be a slip of the finger, else empty.
std::string did_you_mean(std::string_view name, std::span<const std::string> candidates);

// A text or a character as a literal, here, in C++ and in Maude.
std::string literal_text(const std::string& text, char quote = '"');

}  // namespace forall::spec
