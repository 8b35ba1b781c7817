// The body of the closed test is kept byte for byte, except for its constants and the assertions that do not hold.
#include "generalize/put_source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace forall::generalize {
namespace {

using frontend::Assertion;
using frontend::SourceRange;
using frontend::TestFlow;

bool contains(SourceRange outer, SourceRange inner) { return outer.begin <= inner.begin && inner.end <= outer.end; }

// Replacements in a part of the source, and where places of the source are afterwards.
class Rewriter {
 public:
  Rewriter(const std::string& source, SourceRange part) : source_(source), part_(part) {}
  void replace(SourceRange range, std::string text) {
    if (contains(part_, range)) edits_[range.begin] = {range, std::move(text)};
  }
  std::string result() const {
    std::string text;
    std::size_t at = part_.begin;
    for (const auto& [begin, edit] : edits_) {
      if (begin < at) continue;  // inside of what was replaced
      text += source_.substr(at, begin - at) + edit.second;
      at = edit.first.end;
    }
    return text + source_.substr(at, part_.end - at);
  }
  // For each line of the result but the first: where the source goes on.
  std::vector<std::size_t> line_starts() const {
    std::vector<std::size_t> starts;
    const auto add = [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        if (source_[i] == '\n') starts.push_back(i + 1);
      }
    };
    std::size_t at = part_.begin;
    for (const auto& [begin, edit] : edits_) {
      if (begin < at) continue;
      add(at, begin);
      starts.insert(starts.end(), static_cast<std::size_t>(std::count(edit.second.begin(), edit.second.end(), '\n')),
                    begin);
      at = edit.first.end;
    }
    add(at, part_.end);
    return starts;
  }
  std::size_t position(std::size_t offset) const {
    std::size_t shifted = offset - part_.begin;
    std::size_t at = part_.begin;
    for (const auto& [begin, edit] : edits_) {
      if (begin >= offset) break;
      if (begin < at) continue;
      at = edit.first.end;
      shifted += edit.second.size();
      shifted -= edit.first.end - edit.first.begin;
    }
    return shifted;
  }

 private:
  const std::string& source_;
  SourceRange part_;
  std::map<std::size_t, std::pair<SourceRange, std::string>> edits_;
};

bool has_effects(const std::string& argument) {
  return argument.find('(') != std::string::npos || argument.find("++") != std::string::npos ||
         argument.find("--") != std::string::npos || argument.find('=') != std::string::npos;
}

// "THROW" of "EXPECT_THROW", "THROWS_AS" of "CHECK_THROWS_AS"; empty for "CHECK" and "assert".
std::string kind_of(const Assertion& assertion) {
  const std::size_t prefix = assertion.macro.find('_');
  return prefix == std::string::npos ? "" : assertion.macro.substr(prefix + 1);
}

// An expression may have commas of its own: CHECK(pairs<int, int>() == 2).
std::vector<SourceRange> arguments_of(const Assertion& assertion, const TestFlow& flow) {
  const std::string kind = kind_of(assertion);
  const bool is_one =
      flow.framework != frontend::Framework::GoogleTest && kind != "THAT" && !kind.starts_with("THROWS_");
  if (!is_one || assertion.arguments.empty()) return assertion.arguments;
  return {{assertion.arguments.front().begin, assertion.arguments.back().end}};
}

// What the test does besides asserting: the calls in the arguments.
std::string without_assertion(const Assertion& assertion, const std::vector<std::string>& arguments) {
  const std::string kind = kind_of(assertion);
  if (arguments.empty()) return ";";
  if (kind == "THROW" || kind == "ANY_THROW" || kind.starts_with("THROWS"))
    return fmt::format("try {{ {}; }} catch (...) {{}}", arguments[0]);
  if (kind == "NO_THROW" || kind == "NO_FATAL_FAILURE" || kind == "NOTHROW") return arguments[0] + ";";
  std::string text;
  const std::size_t count = kind == "THAT" ? 1 : arguments.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (has_effects(arguments[i]))
      text += fmt::format("{}static_cast<void>({});", text.empty() ? "" : " ", arguments[i]);
  }
  return text.empty() ? ";" : text;
}

std::string indentation_of(const std::string& source, const TestFlow& flow) {
  std::size_t at = source.find_first_not_of(" \t\r\n", flow.test.body.begin + 1);
  if (at == std::string::npos || source[at] == '}') return "  ";
  const std::size_t line = source.find_last_of('\n', at);
  if (line == std::string::npos || line < flow.test.body.begin) return "  ";
  return source.substr(line + 1, at - line - 1);
}

// A part that has its lines for itself goes with them.
SourceRange whole_lines(const std::string& source, SourceRange part) {
  const std::size_t before = source.find_last_not_of(" \t", part.begin - 1);
  const std::size_t after = source.find_first_not_of(" \t\r", part.end);
  if (before == std::string::npos || source[before] != '\n' || after == std::string::npos || source[after] != '\n')
    return part;
  return {before + 1, after + 1};
}

std::string fixture_of(const TestFlow& flow) {
  if (!flow.fixture.empty()) return flow.fixture;
  return flow.type.empty() ? flow.test.suite : fmt::format("{}<{}>", flow.test.suite, flow.type);
}

// TEST_P: the parameter of the fixture is set before the fixture is made.
std::string bases_of(const TestFlow& flow) {
  const std::string fixture = fixture_of(flow);
  if (flow.framework == frontend::Framework::Catch2) return fixture + ", testing::Test";
  return flow.instances.empty() ? fixture : fmt::format("forall::Instance<{0}>, {0}", fixture);
}
std::string constructor_of(const TestFlow& flow, const std::string& name, const std::string& indent) {
  if (flow.instances.empty()) return "";
  return fmt::format("{}{}() : forall::Instance<{}>({}, {}) {{}}\n", indent, name, fixture_of(flow), flow.instances,
                     flow.instance);
}

// The names that the body of a TYPED_TEST may use.
std::string types_of(const TestFlow& flow, const std::string& indent) {
  if (flow.type.empty()) return "";
  return fmt::format("{0}using TypeParam = {1};\n{0}using TestFixture = {2};\n", indent, flow.type, fixture_of(flow));
}

}  // namespace

unsigned line_at(const std::string& text, std::size_t offset) {
  return 1 + static_cast<unsigned>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
}

std::string seed_text(const TestPlan& plan, const Draft& draft) {
  std::vector<std::string> values = draft.seed;
  if (values.empty()) {
    for (const std::size_t p : draft.parameters) values.push_back(plan.parameters[p].text);
  }
  return fmt::format("{{{}}}", fmt::join(values, ", "));
}

Written write_put(const std::string& source, const TestFlow& flow, const TestPlan& plan, const Draft& draft) {
  const SourceRange inside{flow.test.body.begin + 1, flow.test.body.end - 1};
  std::map<std::size_t, std::string> texts(draft.relation.begin(), draft.relation.end());
  for (const std::size_t p : draft.parameters) {
    for (const std::size_t c : plan.parameters[p].constants) texts[c] = plan.parameters[p].name;
  }
  Rewriter body(source, inside);
  for (const SourceRange cut : flow.cuts) body.replace(whole_lines(source, cut), "");
  for (const auto& [c, text] : texts) body.replace(flow.constants[c].range, text);
  for (std::size_t a = 0; a < flow.assertions.size(); ++a) {
    if (draft.keeps[a]) continue;
    std::vector<std::string> arguments;
    for (const SourceRange range : arguments_of(flow.assertions[a], flow)) {
      Rewriter argument(source, range);
      for (const auto& [c, text] : texts) argument.replace(flow.constants[c].range, text);
      arguments.push_back(argument.result());
    }
    body.replace(flow.assertions[a].whole, without_assertion(flow.assertions[a], arguments));
  }
  const std::string indent = indentation_of(source, flow);
  std::vector<std::string> parameters;
  std::string head;
  for (const std::size_t p : draft.parameters) {
    const Parameter& parameter = plan.parameters[p];
    parameters.push_back(fmt::format("{} {}", parameter.type, parameter.name));
    if (parameter.type == "const char*") head += fmt::format("\n{}ASSUME({} != nullptr);", indent, parameter.name);
  }
  for (const std::string& condition : draft.assumptions) head += fmt::format("\n{}ASSUME({});", indent, condition);
  std::string before, after;
  if (!draft.caught.empty()) {
    before = fmt::format("\n{}try {{", indent);
    using Otherwise = Draft::Otherwise;
    const std::string ending = draft.otherwise == Otherwise::ThrowingIsDiscarded
                                   ? fmt::format("{}  ASSUME(false);  // another test is about the exception\n", indent)
                                   : fmt::format("{}  return;\n", indent);
    after = fmt::format("{0}}} catch (const {1}&) {{\n{2}{0}}}\n", indent, draft.caught, ending);
    if (draft.otherwise == Otherwise::Fails)
      after += fmt::format(
          "{}{};\n", indent,
          flow.framework == frontend::Framework::Catch2 ? "FAIL(\"no exception\")" : "FAIL() << \"no exception\"");
    if (draft.otherwise == Otherwise::Discarded)
      after += fmt::format("{}ASSUME(false);  // another test is about runs without an exception\n", indent);
  }
  Written written;
  const bool is_fixture = flow.test.is_fixture;
  const std::string declared = fmt::format("{}({})", draft.name, fmt::join(parameters, ", "));
  if (is_fixture)
    written.text += fmt::format("struct {} : {} {{\n{}{}{}void {};\n}};\n", draft.suite, bases_of(flow),
                                types_of(flow, indent), constructor_of(flow, draft.suite, indent), indent, declared);
  written.text += fmt::format("void {}{} {{{}{}", is_fixture ? draft.suite + "::" : "", declared, head, before);
  const std::size_t shift = written.text.size();
  std::string rewritten = body.result();
  // A body on the line of its brace goes to a line of its own if something stands in front of it.
  const bool is_one_line = rewritten.find('\n') == std::string::npos;
  if (is_one_line && !head.empty()) written.text += "\n" + indent;
  const std::size_t moved = written.text.size() - shift;
  if (is_one_line && !head.empty()) rewritten.erase(0, rewritten.find_first_not_of(' '));
  const std::size_t trimmed = body.result().size() - rewritten.size();
  written.lines.assign(line_at(written.text, written.text.size()) - 1, line_at(source, flow.test.whole.begin));
  written.lines.push_back(line_at(source, inside.begin));
  for (const std::size_t start : body.line_starts()) written.lines.push_back(line_at(source, start));
  written.text += rewritten;
  if (!after.empty() || (is_one_line && !head.empty())) {
    while (!written.text.empty() && (written.text.back() == ' ' || written.text.back() == '\t'))
      written.text.pop_back();
    if (written.text.back() != '\n') written.text += '\n';
  }
  written.text += after + "}\n";
  written.text += fmt::format("{}({}, {}).WithSeeds({{{}}});\n", is_fixture ? "FORALL_F" : "FORALL", draft.suite,
                              draft.name, seed_text(plan, draft));
  written.lines.resize(line_at(written.text, written.text.size() - 1), line_at(source, inside.end));
  for (std::size_t a = 0; a < flow.assertions.size(); ++a) {
    const SourceRange whole = flow.assertions[a].whole;
    if (!draft.keeps[a] || !contains(inside, whole)) {
      written.assertions.push_back({});
    } else {
      const std::size_t begin = shift + moved + body.position(whole.begin) - trimmed;
      written.assertions.push_back({begin, begin + 1 + body.position(whole.end) - body.position(whole.begin)});
    }
  }
  return written;
}

Include include_for(const std::string& source, std::size_t first_test, bool has_instances,
                    frontend::Framework framework) {
  const bool is_catch2 = framework == frontend::Framework::Catch2;
  const std::string header = is_catch2 ? "forall/catch2.h" : "forall/forall.h";
  Include include;
  int depth = 0;
  bool has_forall = false, has_parameter = false;
  for (std::size_t at = 0; at < first_test;) {
    const std::size_t end = std::min(source.find('\n', at), source.size() - 1) + 1;
    std::string line = source.substr(at, end - at);
    line.erase(0, line.find_first_not_of(" \t"));
    has_forall = has_forall || line.find(header) != std::string::npos;
    has_parameter = has_parameter || line.find("forall/test_parameter.h") != std::string::npos;
    if (line.starts_with("#if")) ++depth;
    if (line.starts_with("#endif")) --depth;
    const bool is_guard = depth > 0;
    if (line.starts_with("#include") && !is_guard) include.place = end;
    at = end;
  }
  if (!has_forall) include.text += fmt::format("#include <{}>\n", header);
  if (has_instances && !has_parameter) include.text += "#include <forall/test_parameter.h>\n";
  return include;
}

std::string with_line_ends(const std::string& text, const std::string& source) {
  if (source.find("\r\n") == std::string::npos) return text;
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n' && (i == 0 || text[i - 1] != '\r')) result += '\r';
    result += text[i];
  }
  return result;
}

}  // namespace forall::generalize
