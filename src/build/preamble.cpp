#include "build/preamble.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

namespace forall::build {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostHeaders = 100;  // to look through

bool is_letter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalpha(byte) != 0 || c == '_' || c == '$' || byte >= 0x80;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

// Without the line breaks after a backslash. Compilers allow white space in between.
std::string spliced(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      std::size_t end = i + 1;
      while (end < text.size() && is_blank(text[end])) ++end;
      if (end < text.size() && text[end] == '\n') {
        i = end;
        continue;
      }
    }
    result += text[i];
  }
  return result;
}

// The tokens of a C++ file before it is preprocessed.
class Lexer {
 public:
  enum class Kind { End, Identifier, Directive, Other };
  struct Token {
    Kind kind;
    std::string_view text;
  };

  explicit Lexer(std::string_view spliced_text) : text_(spliced_text) {}

  // A directive is the '#' that begins it; the rest of its line follows.
  Token next() {
    for (;;) {
      if (at_ >= text_.size()) return {Kind::End, {}};
      const char c = text_[at_];
      if (c == '\n') {
        is_line_empty_ = true;
        ++at_;
      } else if (is_blank(c)) {
        ++at_;
      } else if (!skip_comment()) {
        break;
      }
    }
    const bool begins_line = std::exchange(is_line_empty_, false);
    const std::size_t begin = at_;
    const char c = text_[at_];
    if (begins_line && (c == '#' || text_.substr(at_).starts_with("%:"))) {
      at_ += c == '#' ? 1 : 2;
      return {Kind::Directive, text_.substr(begin, at_ - begin)};
    }
    if (is_letter(c)) {
      while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
      const std::string_view name = text_.substr(begin, at_ - begin);
      if (at_ < text_.size() && text_[at_] == '"' && name.ends_with('R')) {
        skip_raw_string();
        return {Kind::Other, name};
      }
      return {Kind::Identifier, name};
    }
    if (is_digit(c)) {
      while (at_ < text_.size() &&
             (is_letter(text_[at_]) || is_digit(text_[at_]) || text_[at_] == '\'' || text_[at_] == '.'))
        ++at_;
    } else if (c == '"' || c == '\'') {
      skip_literal(c);
    } else {
      ++at_;
    }
    return {Kind::Other, text_.substr(begin, at_ - begin)};
  }

  // Without a comment at its end, if that ends in the line.
  std::optional<std::string_view> rest_of_line() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    std::string_view rest = text_.substr(at_, end - at_);
    at_ = end;
    rest = rest.substr(0, rest.find("//"));
    if (rest.find("/*") != std::string_view::npos) return std::nullopt;
    while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
    while (!rest.empty() && is_blank(rest.back())) rest.remove_suffix(1);
    return rest;
  }

 private:
  bool skip_comment() {
    std::string_view end;
    if (text_.substr(at_).starts_with("//")) end = "\n";
    if (text_.substr(at_).starts_with("/*")) end = "*/";
    if (end.empty()) return false;
    const std::size_t found = text_.find(end, at_ + 2);
    at_ = found == std::string_view::npos ? text_.size() : found + (end == "\n" ? 0 : end.size());
    return true;
  }
  void skip_literal(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_) {
      if (text_[at_] == '\\') ++at_;
    }
    if (at_ < text_.size() && text_[at_] == quote) ++at_;
  }
  void skip_raw_string() {
    const std::size_t open = text_.find('(', at_);
    if (open == std::string_view::npos) return void(at_ = text_.size());
    const std::string close = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
    const std::size_t end = text_.find(close, open);
    at_ = end == std::string_view::npos ? text_.size() : end + close.size();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool is_line_empty_ = true;
};

// Headers whose order does not matter: those of the standard library, and GoogleTest's.
bool is_independent(std::string_view header) {
  constexpr std::string_view kHeaders[] = {
      "gtest/gtest.h", "gmock/gmock.h",
      // C++
      "algorithm", "any", "array", "atomic", "barrier", "bit", "bitset", "charconv", "chrono", "compare", "complex",
      "concepts", "condition_variable", "coroutine", "deque", "exception", "execution", "filesystem", "forward_list",
      "fstream", "functional", "future", "initializer_list", "iomanip", "ios", "iosfwd", "iostream", "istream",
      "iterator", "latch", "limits", "list", "locale", "map", "memory", "memory_resource", "mutex", "new", "numbers",
      "numeric", "optional", "ostream", "queue", "random", "ranges", "ratio", "regex", "scoped_allocator", "semaphore",
      "set", "shared_mutex", "source_location", "span", "sstream", "stack", "stdexcept", "stop_token", "streambuf",
      "string", "string_view", "system_error", "thread", "tuple", "type_traits", "typeindex", "typeinfo",
      "unordered_map", "unordered_set", "utility", "valarray", "variant", "vector", "version",
      // C
      "cassert", "cctype", "cerrno", "cfenv", "cfloat", "cinttypes", "climits", "clocale", "cmath", "csetjmp",
      "csignal", "cstdarg", "cstddef", "cstdint", "cstdio", "cstdlib", "cstring", "ctime", "cuchar", "cwchar",
      "cwctype", "assert.h", "ctype.h", "errno.h", "fenv.h", "float.h", "inttypes.h", "limits.h", "locale.h", "math.h",
      "setjmp.h", "signal.h", "stdarg.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h", "time.h",
      "uchar.h", "wchar.h", "wctype.h"};
  return std::find(std::begin(kHeaders), std::end(kHeaders), header) != std::end(kHeaders);
}

// Macros of the standard: who writes such a name means the macro.
bool is_standard_macro(std::string_view name) {
  constexpr std::string_view kNames[] = {
      "NULL",     "EOF",          "assert",    "errno",        "offsetof",       "va_arg",
      "va_copy",  "va_end",       "va_start",  "setjmp",       "stdin",          "stdout",
      "stderr",   "EXIT_SUCCESS", "NAN",       "EXIT_FAILURE", "MB_CUR_MAX",     "BUFSIZ",
      "INFINITY", "HUGE_VAL",     "HUGE_VALF", "HUGE_VALL",    "CLOCKS_PER_SEC", "static_assert",
      "SIGABRT",  "SIGFPE",       "SIGILL",    "SIGINT",       "SIGSEGV",        "SIGTERM",
      "SIG_DFL",  "SIG_IGN",      "EDOM",      "ERANGE",       "EILSEQ",         "EINVAL",
      "ENOMEM",   "ENOENT",       "EEXIST",    "EINTR",        "EAGAIN",         "FILENAME_MAX"};
  constexpr std::string_view kEnds[] = {"_MAX", "_MIN", "_BIT", "_C", "_DIG", "_EPSILON", "_RADIX"};
  constexpr std::string_view kBeginnings[] = {"PRI", "SCN", "SEEK_", "FE_", "FP_", "LC_", "ATOMIC_"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames) ||
         std::any_of(std::begin(kEnds), std::end(kEnds), [&](auto end) { return name.ends_with(end); }) ||
         std::any_of(std::begin(kBeginnings), std::end(kBeginnings), [&](auto b) { return name.starts_with(b); });
}

// The names that follow `#define` at the beginning of lines.
void add_macros(std::string_view lines, std::set<std::string_view>& macros) {
  constexpr std::string_view kDefine = "#define ";
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', at), lines.size());
    std::string_view line = lines.substr(at, end - at);
    at = end + 1;
    if (!line.starts_with(kDefine)) continue;
    line.remove_prefix(kDefine.size());
    macros.insert(line.substr(0, line.find_first_of("( ")));
  }
}

// Looks through one header for what depends on the headers that are read before it.
class Dependence {
 public:
  explicit Dependence(const HeaderNames& names) : names_(names) {}

  bool is_free(std::string_view text) {
    Lexer lexer(text);
    for (;;) {
      const Lexer::Token token = lexer.next();
      if (token.kind == Lexer::Kind::End) return true;
      if (token.kind == Lexer::Kind::Directive) {
        if (!is_free_directive(lexer)) return false;
      } else if (token.kind == Lexer::Kind::Identifier && is_by_chance(token.text)) {
        return false;
      }
    }
  }

 private:
  bool is_by_chance(std::string_view identifier) const {
    return names_.defines(identifier) && !is_standard_macro(identifier);
  }

  bool is_free_directive(Lexer& lexer) {
    const Lexer::Token name = lexer.next();
    const std::optional<std::string_view> rest = lexer.rest_of_line();
    if (!rest) return false;
    const auto is = [&](auto... names) { return ((name.text == names) || ...); };
    if (is("include", "else", "endif", "error", "warning")) return true;
    if (is("define", "undef")) return !names_.has(rest->substr(0, rest->find_first_of("( \t")));
    if (is("pragma")) return *rest == "once" || is_about_diagnostics(*rest);
    if (is("if", "ifdef", "ifndef", "elif", "elifdef", "elifndef")) return is_free_condition(*rest);
    return false;
  }
  static bool is_about_diagnostics(std::string_view pragma) {
    return pragma.starts_with("GCC diagnostic ") || pragma.starts_with("clang diagnostic ");
  }
  // The guard of a header is a macro of its own.
  bool is_free_condition(std::string_view condition) const {
    Lexer lexer(condition);
    for (;;) {
      const Lexer::Token token = lexer.next();
      if (token.kind == Lexer::Kind::End) return true;
      if (token.kind == Lexer::Kind::Identifier && names_.defines(token.text)) return false;
    }
  }

  const HeaderNames& names_;
};

}  // namespace

// One name a line, in order. Those of macros begin with '#'.
std::string HeaderNames::list_of(const std::vector<std::string>& headers, std::string_view macros,
                                 std::string_view predefined) {
  std::set<std::string, std::less<>> names;
  for (const std::string& header : headers) {
    const std::string text = spliced(header);
    Lexer lexer(text);
    for (Lexer::Token token = lexer.next(); token.kind != Lexer::Kind::End; token = lexer.next()) {
      if (token.kind == Lexer::Kind::Identifier && names.find(token.text) == names.end()) names.emplace(token.text);
    }
  }
  std::set<std::string_view> defined, without;
  add_macros(macros, defined);
  add_macros(predefined, without);
  for (const std::string_view macro : defined) {
    if (without.count(macro) == 0) names.insert("#" + std::string(macro));
  }
  std::string list;
  for (const std::string& name : names) list += name + "\n";
  return list;
}

HeaderNames::HeaderNames(std::string list) : list_(std::move(list)) {
  const std::string_view all = list_;
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = std::min(all.find('\n', at), all.size());
    names_.push_back(all.substr(at, end - at));
    at = end + 1;
  }
}
bool HeaderNames::has(std::string_view identifier) const {
  return std::binary_search(names_.begin(), names_.end(), identifier);
}
bool HeaderNames::defines(std::string_view macro) const { return has("#" + std::string(macro)); }

Preamble::Preamble(const fs::path& source, std::vector<fs::path> folders, base::Files& files, std::string_view header)
    : folders_(std::move(folders)), files_(files), header_(header) {
  const std::optional<std::string> text = files_.read(source);
  if (text) reaches_header_ = read(source, spliced(*text));
}

bool Preamble::read(const fs::path& source, std::string_view text) {
  Lexer lexer(text);
  while (lexer.next().kind == Lexer::Kind::Directive) {
    if (lexer.next().text != "include") return false;
    const std::optional<std::string_view> name = lexer.rest_of_line();
    if (!name || name->size() < 3) return false;
    const bool is_quoted = name->front() == '"';
    const std::string_view header = name->substr(1, name->size() - 2);
    const bool is_shadowed = is_quoted && files_.exists(source.parent_path() / header);
    if (header == header_ && !is_shadowed) return true;
    if (!include(*name, source)) return false;
  }
  return false;
}

// `directive` is the name with its quotes or angle brackets.
bool Preamble::include(std::string_view directive, const fs::path& includer) {
  if (directive.size() < 3) return false;
  const bool is_quoted = directive.front() == '"' && directive.back() == '"';
  if (!is_quoted && (directive.front() != '<' || directive.back() != '>')) return false;
  const std::string_view name = directive.substr(1, directive.size() - 2);
  if (name.find_first_of("\"<>") != std::string_view::npos) return false;
  const std::optional<fs::path> path = find(name, is_quoted, includer);
  if (path) return read_header(*path);
  return !is_quoted && (is_independent(name) || name == kForallHeader);
}

// Nothing if it is not there, or if there are several.
std::optional<fs::path> Preamble::find(std::string_view name, bool is_quoted, const fs::path& includer) const {
  std::optional<fs::path> found;
  std::vector<fs::path> folders = folders_;
  if (is_quoted) folders.push_back(includer.parent_path());
  for (const fs::path& folder : folders) {
    const fs::path path = (folder / name).lexically_normal();
    std::error_code ignored;
    if (!files_.exists(path) || (found && (path == *found || fs::equivalent(path, *found, ignored)))) continue;
    if (found) return std::nullopt;
    found = path;
  }
  return found;
}

bool Preamble::read_header(const fs::path& path) {
  const auto is_same = [&](const Header& header) { return header.path == path; };
  if (std::any_of(headers_.begin(), headers_.end(), is_same)) return true;
  const std::optional<std::string> text = files_.read(path);
  if (!text || headers_.size() >= kMostHeaders) return false;
  headers_.push_back({path, spliced(*text)});
  const std::string own = headers_.back().text;
  Lexer lexer(own);
  for (Lexer::Token token = lexer.next(); token.kind != Lexer::Kind::End; token = lexer.next()) {
    if (token.kind != Lexer::Kind::Directive || lexer.next().text != "include") continue;
    const std::optional<std::string_view> name = lexer.rest_of_line();
    if (!name || !include(*name, path)) return false;
  }
  return true;
}

bool Preamble::is_independent_of(const HeaderNames& names) const {
  Dependence dependence(names);
  return std::all_of(headers_.begin(), headers_.end(), [&](const Header& h) { return dependence.is_free(h.text); });
}

}  // namespace forall::build
