// The output of clang is a sequence of diagnostics:
//
//   In file included from list_test.cpp:1:
//   .../forall/internal/put.h:352:7: error: static assertion failed due to requirement 'is_supported<P>()': forall: ...
//     352 |   is_supported<T>(),
//         |   ^~~~~~~~~~~~~~~~~
//   .../forall/internal/put.h:361:22: note: in instantiation of template class 'RequireSupported<P>' requested here
//   list_test.cpp:7:1: note: in instantiation of function template specialization '...' requested here
//       7 | FORALL(S, T);
//         | ^
//
// A line that has a place begins a message; the lines up to the next one are its picture of the source.
#include "build/compiler_messages.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <vector>

namespace forall::build {

namespace {

namespace fs = std::filesystem;

struct Message {
  std::string file, place, kind, text;  // list_test.cpp, list_test.cpp:7:1, error, ...
  std::string lines;                    // as it was printed, with its picture
  std::string picture;
  bool is_ours = false;
};

struct Diagnostic {
  std::string included_from;
  std::vector<Message> messages;  // the first is the error or the warning, the others are its notes

  const Message& head() const { return messages.front(); }
  bool is_error() const { return head().kind.ends_with("error"); }
};

class Reader {
 public:
  explicit Reader(const fs::path& our_headers) : ours_((our_headers / "forall" / "").lexically_normal().string()) {}

  std::vector<Diagnostic> operator()(std::string_view output) {
    std::istringstream lines{std::string(output)};
    for (std::string line; std::getline(lines, line);) read(line + "\n");
    return std::move(found_);
  }

 private:
  void read(const std::string& line) {
    static const std::regex kPlaced(R"(^((\S[^:\n]*):\d+:\d+): (fatal error|error|warning|note): (.*)\n$)");
    std::smatch match;
    if (std::regex_match(line, match, kPlaced)) {
      if (match[3] != "note") found_.push_back({std::move(included_from_), {}});
      included_from_.clear();
      if (found_.empty()) return;
      const std::string file = match[2];
      const bool is_ours = fs::path(file).lexically_normal().string().starts_with(ours_);
      found_.back().messages.push_back({file, match[1], match[3], match[4], line, "", is_ours});
    } else if (line.starts_with("In file included from ")) {
      included_from_ += line;
    } else if (!found_.empty() && !is_count(line)) {
      found_.back().messages.back().lines += line;
      found_.back().messages.back().picture += line;
    }
  }

  static bool is_count(const std::string& line) {
    static const std::regex kCount(R"(^\d+ (warning|error).* generated\.\n$)");
    return std::regex_match(line, kCount);
  }

  const std::string ours_;
  std::string included_from_;
  std::vector<Diagnostic> found_;
};

// "kIsScalar<std::vector<int>> || ..." -> "std::vector<int>"
std::string first_argument(const std::string& requirement) {
  const std::size_t begin = requirement.find('<');
  if (begin == std::string::npos) return {};
  int depth = 0;
  for (std::size_t at = begin; at < requirement.size(); ++at) {
    if (requirement[at] == '<') ++depth;
    if (requirement[at] == '>' && --depth == 0) return requirement.substr(begin + 1, at - begin - 1);
  }
  return {};
}

// What a static assertion of ours says, and about which type.
std::optional<std::string> said_by_us(const Message& message) {
  static const std::regex kAssertion(R"(^static assertion failed(?: due to requirement '(.*)')?: forall: (.*)$)");
  std::smatch match;
  if (!message.is_ours || !std::regex_match(message.text, match, kAssertion)) return std::nullopt;
  std::string type = first_argument(match[1]);
  constexpr std::string_view kDefault = ", void";  // an argument of ours
  if (type.ends_with(kDefault)) type.resize(type.size() - kDefault.size());
  return type.empty() ? match[2].str() : fmt::format("{} [{}]", match[2].str(), type);
}

const Message* first_of_user(const Diagnostic& diagnostic) {
  const auto found = std::find_if(diagnostic.messages.begin(), diagnostic.messages.end(),
                                  [](const Message& message) { return !message.is_ours; });
  return found == diagnostic.messages.end() ? nullptr : &*found;
}

// "In file included from list_test.cpp:1:" -> "list_test.cpp"
std::string includer_of(const Diagnostic& diagnostic) {
  static const std::regex kFirst(R"(^In file included from ([^\n]*):\d+:\n)");
  std::smatch match;
  return std::regex_search(diagnostic.included_from, match, kFirst) ? match[1].str() : diagnostic.head().place;
}

}  // namespace

std::string shortened_messages(std::string_view output, const fs::path& our_headers) {
  const std::vector<Diagnostic> diagnostics = Reader(our_headers)(output);
  const bool is_understood = std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& each) {
    return each.is_error() && (!each.head().is_ours || said_by_us(each.head()));
  });
  if (!is_understood) return std::string(output);

  std::string text;
  std::set<std::string> said_at;  // places: what a second error at one says follows from the first
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!diagnostic.head().is_ours) {
      text += diagnostic.included_from;
      for (const Message& message : diagnostic.messages) {
        if (!message.is_ours) text += message.lines;
      }
      continue;
    }
    const auto said = said_by_us(diagnostic.head());
    if (!said) continue;
    const Message* user = first_of_user(diagnostic);  // none: instantiated at the end of the file
    const std::string message =
        fmt::format("{}: error: {}\n", user == nullptr ? includer_of(diagnostic) : user->place, *said);
    if (!said_at.insert(user == nullptr ? message : user->place).second) continue;
    text += message + (user == nullptr ? "" : user->picture);
  }
  return text;
}

}  // namespace forall::build
