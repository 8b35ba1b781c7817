// The text of a closed test file. It includes the test's own source, so that static functions and local types are in
// reach, with FORALL reduced to nothing; then each case is a test that declares its inputs and calls the PUT. What the
// test looks like around that is the framework's (framework.h):
//
//   // a == b
//   // b < c
//   TEST(TriangleTest_Classify, passes_when_a_eq_b_and_b_lt_c) {
//     int a = 1;
//     int b = 1;
//     int c = 2;
//     Classify(a, b, c);
//   }
//
// Every parameter is a named variable, because a PUT may take it by reference (rebuild.cpp). Nothing in the text
// depends on anything but the cases, not even on the order in which they were found: equal cases yield equal bytes, and
// new tests of another exploration stand among those that were there before.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iterator>
#include <numeric>
#include <set>
#include <string_view>

#include "base/process.h"
#include "base/words.h"
#include "emit/case_comment.h"
#include "emit/case_order.h"
#include "emit/emit.h"
#include "emit/framework.h"
#include "emit/keep.h"
#include "emit/literal.h"
#include "emit/mocks.h"
#include "emit/rebuild.h"
#include "emit/suites.h"
#include "expr/print.h"
#include "testcase/purity.h"
#include "testcase/value.h"

namespace forall::emit {

using testcase::Case;
using testcase::OutcomeKind;
using testcase::Put;

std::string identifier(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (base::is_letter_or_digit(c)) {
      result += c;
    } else if (!result.empty() && result.back() != '_') {
      result += '_';
    }
  }
  while (!result.empty() && result.back() == '_') result.pop_back();
  if (result.empty() || std::isdigit(static_cast<unsigned char>(result.front())) != 0)
    result = std::string("n").append(result);
  return result;
}

std::string suite_name(const Put& put, bool failing) {
  return identifier(put.suite) + "_" + identifier(put.name) + (failing ? "_Fails" : "");
}
std::string suite_name(const Put& put, const Case& c) { return suite_name(put, testcase::refutes(c.outcome.kind)); }

std::string test_name(const Case& c, std::size_t position) {
  return c.name.empty() ? "case_" + std::to_string(position + 1) : identifier(c.name);
}

namespace {

// In front of the name of the test's source.
constexpr const char* kIncludesSource = "#define FORALL_CLOSED_TESTS 1\n#include ";

constexpr std::size_t kColumns = 100;

// Appends `text` as // lines broken at spaces. A line never ends in a backslash, which would continue the comment.
void append_comment(std::string& out, const std::string& text, const std::string& indent, std::size_t most_lines) {
  std::string line;
  std::size_t lines = 0;
  const auto flush = [&] {
    if (line.empty()) return;
    if (line.back() == '\\') line += " .";
    if (lines++ < most_lines) out += indent + "// " + line + "\n";
    line.clear();
  };
  for (std::size_t at = 0; at < text.size();) {
    while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])) != 0) ++at;
    const std::size_t begin = at;
    while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])) == 0) ++at;
    if (begin == at) break;
    std::string word = text.substr(begin, at - begin);
    for (char& c : word) {
      if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
    }
    if (!line.empty() && indent.size() + 3 + line.size() + 1 + word.size() > kColumns) flush();
    line += (line.empty() ? "" : " ") + word;
  }
  flush();
  if (lines > most_lines) out += indent + "// ... and " + std::to_string(lines - most_lines) + " more lines\n";
}

// "signed overflow at triangle.h:12", without folders: the text must not depend on where the project lies.
std::string failure_text(const Case& c) {
  std::string text;
  switch (c.outcome.kind) {
    case OutcomeKind::Failed: text = "assertion"; break;
    case OutcomeKind::Threw:
      text = "throws " + (c.outcome.exception_type.empty() ? "an exception" : c.outcome.exception_type);
      break;
    default: text = testcase::to_string(c.outcome.fault);
  }
  if (!c.outcome.file.empty()) {
    text += " at " + std::filesystem::path(c.outcome.file).filename().string();
    if (c.outcome.line != 0) text += ":" + std::to_string(c.outcome.line);
  }
  return text;
}

// The names a variable of the test must not hide: those in types, the PUT, the expected exception.
void collect_identifiers(const std::string& text, std::set<std::string>& names) {
  std::string word;
  for (const char c : text + " ") {
    if (base::is_word_character(c)) {
      word += c;
    } else if (!word.empty()) {
      names.insert(word);
      word.clear();
    }
  }
}

void collect_type_names(const testcase::Type& root, std::set<std::string>& names) {
  std::vector<const testcase::Type*> stack = {&root};
  while (!stack.empty()) {
    const testcase::Type& type = *stack.back();
    stack.pop_back();
    collect_identifiers(type.spelling, names);
    collect_identifiers(type.callee, names);
    for (const auto& element : type.element) stack.push_back(&element);
    for (const auto& member : type.members) stack.push_back(&member.type);
  }
}

class Writer {
 public:
  Writer(const Put& put, const std::vector<Case>& cases, const SourceOptions& options)
      : put_(put), options_(options), framework_(framework(options.format)), comments_(cases) {
    if (put.is_fixture) indent_ = framework_.fixture_indent;
    taken_ = {put.name,   put.suite,    "std",     "forall", "choices", "observed",
              "failures", "ClosedTest", "testing", "char",   "int",     "in_sequence"};
    collect_identifiers(put.throws, taken_);
    for (const auto& parameter : put.parameters) collect_type_names(parameter.type, taken_);
    for (const auto& [spelling, type] : put.classes) collect_type_names(type, taken_);
    for (std::size_t i = 0; i < put.parameters.size(); ++i) {
      taken_.insert(compared_name(i));
      taken_.insert(compared_name(i) + "_before");
    }
    for (const auto& parameter : put.parameters) {
      std::string name = identifier(parameter.name);
      if (name != parameter.name) name = parameter.name.empty() || name == "n" ? "value" : name;
      if (taken_.count(name) != 0) name += "_value";
      const std::string base = name;
      for (unsigned number = 2; taken_.count(name) != 0; ++number) name = base + std::to_string(number);
      taken_.insert(name);
      variables_.push_back(name);
    }
  }

  std::string write(const std::vector<Case>& cases) {
    const std::string& around = put_.enclosing_namespace;
    if (!around.empty()) out_ += "\nnamespace " + around + " {\n";
    out_ += mock_classes(put_, cases, mock_form());
    write_group(cases, false);
    write_group(cases, true);
    if (options_.left_out > 0) {
      out_ += "\n// " + std::to_string(options_.left_out) + (options_.left_out == 1 ? " more case" : " more cases") +
              ": forall emit --put " + put_.full_name() + " --max-lines 0\n";
    }
    if (!around.empty()) out_ += "\n}  // namespace " + around + "\n";
    return head(cases) + out_ + "\n" + kept_part(KeptPart::Tests, options_.kept.tests) + framework_.end_file;
  }

  // Of each case's test, with the empty line before it.
  std::vector<std::size_t> lines_of(const std::vector<Case>& cases) {
    std::vector<std::size_t> lines;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      out_ = "\n";
      write_case(cases[i], i, group_of(testcase::refutes(cases[i].outcome.kind)));
      lines.push_back(static_cast<std::size_t>(std::count(out_.begin(), out_.end(), '\n')));
    }
    out_.clear();
    return lines;
  }

 private:
  MockForm mock_form() const { return options_.format == Format::Gtest ? options_.mocks : MockForm::Plain; }

  // Choices that stand for an answer of the environment are named after a call.
  bool asks_environment(const Case& c) const {
    const testcase::Values values = testcase::values_of(put_, c);
    return std::any_of(c.inputs.begin(), c.inputs.end(), [&](const testcase::InputValue& input) {
      return input.is_choice && input.name.find('(') != std::string::npos && !testcase::is_other_unset_value(input) &&
             !testcase::is_of_mock(values, input);
    });
  }

  bool uses(std::string_view name) const { return out_.find(name) != std::string::npos; }

  // Includes what the tests turned out to need.
  std::string head(const std::vector<Case>& cases) const {
    std::string text =
        std::string(kTestsOf) + put_.full_name() + ", generated by forall; only the parts to keep are yours to edit.\n";
    text += "// To write them again:  " + command();
    text += std::string("\n") + framework_.note + kIncludesSource + quoted_include() + "\n\n";
    text += kept_part(KeptPart::Includes, options_.kept.includes) + "\n";
    std::set<std::string> headers = {framework_.include};
    if (uses("forall::fresh") || uses("forall::share")) headers.insert("forall/rebuild.h");
    if (uses("forall::replay::expect_same")) headers.insert("forall/replay_purity.h");
    if (std::any_of(cases.begin(), cases.end(), [this](const Case& c) { return asks_environment(c); }))
      headers.insert("forall/replay_environment.h");
    if (uses("forall::replay::Calls") || uses("forall::replay::elements") || uses("forall::replay::throw_from_mock") ||
        uses("forall::replay::out_of_order") || uses("forall::replay::Unfinished"))
      headers.insert("forall/replay_mocks.h");
    if (uses("MOCK_METHOD")) headers.insert("gmock/gmock.h");
    for (const std::string& header : headers) text += "#include <" + header + ">\n";
    std::string standard;
    if (uses("std::numeric_limits<")) standard += "#include <limits>\n";
    if (uses("std::move(") || uses("std::forward<")) standard += "#include <utility>\n";
    if (!standard.empty()) text += "\n" + standard;
    return text;
  }

  std::string command() const {
    if (!options_.written_by.empty()) return options_.written_by;
    std::vector<std::string> words = {"forall", "explore"};
    words.insert(words.end(), options_.sources.begin(), options_.sources.end());
    if (options_.sources.empty()) words.push_back(std::filesystem::path(put_.file).filename().string());
    words.insert(words.end(), {"--put", put_.full_name()});
    if (!options_.out.empty()) words.insert(words.end(), {"--out", options_.out});
    if (options_.mocks != MockForm::Gmock) words.insert(words.end(), {"--mocks", "plain"});
    if (options_.format != Format::Gtest) words.insert(words.end(), {"--emit", framework_.name});
    if (!options_.flags.empty()) words.push_back("--");
    words.insert(words.end(), options_.flags.begin(), options_.flags.end());
    const std::string command = base::quote_command(words);
    return options_.folder.empty() ? command : "cd " + base::quote_command({options_.folder}) + " && " + command;
  }

  std::string quoted_include() const { return "\"" + options_.include + "\""; }

  Group group_of(bool failing) const {
    return {suite_name(put_, failing), suite_name(put_, false), put_.is_fixture ? put_.suite : "", failing};
  }

  void write_group(const std::vector<Case>& cases, bool failing) {
    std::vector<std::size_t> chosen;
    for (const std::size_t i : order_of_paths(cases)) {
      if (is_emitted(cases[i]) && testcase::refutes(cases[i].outcome.kind) == failing) chosen.push_back(i);
    }
    if (chosen.empty()) return;
    const Group group = group_of(failing);
    if (failing) out_ += "\n// The cases that refute " + put_.full_name() + ".\n";
    out_ += framework_.begin_group(group);
    for (const std::size_t i : chosen) {
      out_ += "\n";
      write_case(cases[i], i, group);
    }
    out_ += framework_.end_group(group);
  }

  void write_case(const Case& c, std::size_t position, const Group& group) {
    if (group.is_failing) append_comment(out_, "fails: " + failure_text(c), "", 2);
    append_comment(out_, comments_.of(c, kColumns - 3), "", 1);
    out_ += framework_.begin_test(group, test_name(c, position));
    const testcase::Values values = testcase::values_of(put_, c);
    const std::vector<testcase::ObservedValue> observations = testcase::own_observations(values, c);
    write_choices(c, values);
    if (!observations.empty() && ends_normally(c)) write_line("const forall::replay::Observations observed;");
    const Rebuilt inputs = rebuild(put_, c, variables_, taken_, mock_form());
    for (const std::string& statement : inputs.statements) write_declaration(statement);
    const std::vector<testcase::PurityCall> calls = testcase::purity_calls(put_, c.outcome);
    write_copies(calls, inputs.arguments);
    write_call(c, inputs);
    write_comparisons(c, calls, inputs.arguments);
    if (ends_normally(c)) write_observations(observations);
    out_ += framework_.end_test(group);
  }

  void write_line(const std::string& text) { out_ += indent_ + text + "\n"; }

  // The assertion with the expressions it is about. A comma in angle brackets would end the argument of a macro.
  void write_assertion(std::string_view form, std::string first, std::string second = {}) {
    for (std::string* expression : {&first, &second}) {
      if (has_open_comma(*expression)) *expression = "(" + *expression + ")";
    }
    std::string text;
    for (std::size_t at = 0; at < form.size(); ++at) {
      if (form[at] == '$') {
        text += form[++at] == '1' ? first : second;
      } else {
        text += form[at];
      }
    }
    write_line(text + ";");
  }

  // A comma outside of parentheses and literals.
  static bool has_open_comma(const std::string& text) {
    int depth = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
      const char c = text[at];
      if (c == '"' || c == '\'') {
        while (++at < text.size() && text[at] != c) at += text[at] == '\\';
      } else if (c == '(' || c == ')') {
        depth += c == '(' ? 1 : -1;
      } else if (c == ',' && depth == 0) {
        return true;
      }
    }
    return false;
  }

  static bool ends_normally(const Case& c) {
    return c.outcome.kind == OutcomeKind::Passed || c.outcome.kind == OutcomeKind::Failed;
  }

  // The place after the next comma that is not part of a literal.
  static std::size_t next_break(const std::string& text, std::size_t at) {
    char quote = '\0';
    for (; at < text.size(); ++at) {
      const char c = text[at];
      if (quote != '\0') {
        if (c == '\\') ++at;
        if (c == quote) quote = '\0';
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == ',' && at + 1 < text.size() && text[at + 1] == ' ') {
        return at + 2;
      }
    }
    return text.size();
  }

  // Long initialisers are broken after a comma.
  void write_declaration(const std::string& text) {
    std::string line = indent_;
    std::size_t at = 0;
    while (at < text.size()) {
      const std::size_t end = next_break(text, at);
      const std::string piece = text.substr(at, end - at);
      if (line.size() > indent_.size() + 4 && line.size() + piece.size() > kColumns) {
        while (line.back() == ' ') line.pop_back();
        out_ += line + "\n";
        line = indent_ + "    ";
      }
      line += piece;
      at = end;
    }
    out_ += line + "\n";
  }

  // The objects that are called after the test, and copies of them from before it.
  void write_copies(const std::vector<testcase::PurityCall>& calls, const std::vector<std::string>& arguments) {
    std::set<std::size_t> compared;
    for (const auto& call : calls) compared.insert(call.parameter);
    for (const std::size_t i : compared) {
      write_line("auto& " + compared_name(i) + " = forall::replay::writable(" + arguments[i] + ");");
      write_line("auto " + compared_name(i) + "_before = " + compared_name(i) + ";");
    }
  }

  void write_comparisons(const Case& c, const std::vector<testcase::PurityCall>& calls,
                         const std::vector<std::string>& arguments) {
    const std::string place =
        quoted(std::filesystem::path(c.outcome.file).filename().string()) + ", " + std::to_string(c.outcome.line);
    for (const auto& call : calls) {
      const std::string name = compared_name(call.parameter), text = with_pointers(call.call, arguments);
      write_line("forall::replay::expect_same(" + name + ", " + name + "_before, " + quoted(text) + ", " + place + ",");
      write_line("                            [&](auto& object) -> decltype(auto) { return object." + text + "; });");
    }
  }

  static std::string compared_name(std::size_t parameter) { return "compared" + std::to_string(parameter + 1); }

  // "knows(@*key@)" -> "knows(key)"
  std::string with_pointers(std::string call, const std::vector<std::string>& arguments) const {
    for (std::size_t at = call.find('@'); at != std::string::npos; at = call.find('@', at)) {
      const std::size_t end = call.find('@', at + 1);
      const std::string name = call.substr(at + 1, end - at - 1);
      const std::size_t i = testcase::parameter_of_object(put_, name);
      const std::string expression = name.starts_with('*') ? arguments[i] : "&" + arguments[i];
      call.replace(at, end + 1 - at, expression);
      at += expression.size();
    }
    return call;
  }

  void write_choices(const Case& c, const testcase::Values& rebuilt) {
    std::string values;
    for (const auto& input : c.inputs) {
      if (!input.is_choice || testcase::is_other_unset_value(input) || testcase::is_of_mock(rebuilt, input)) continue;
      if (!values.empty()) values += ", ";
      values.append("{").append(quoted(input.name)).append(", ");
      values.append(named_literal(put_.enums, input.type, input.kind, input.width, input.value, input.type))
          .append("}");
    }
    if (!values.empty()) write_declaration("const forall::replay::Choices choices{" + values + "};");
  }

  // Mocks of gMock are in namespace testing, whose functions would be found for an unqualified name as well.
  std::string callee(const Rebuilt& inputs) const {
    const bool has_mocks = std::any_of(inputs.statements.begin(), inputs.statements.end(), [](const std::string& text) {
      return text.starts_with("testing::StrictMock<");
    });
    if (put_.is_fixture || !has_mocks) return put_.name;
    return "::" + (put_.enclosing_namespace.empty() ? "" : put_.enclosing_namespace + "::") + put_.name;
  }

  void write_call(const Case& c, const Rebuilt& inputs) {
    const std::vector<std::string>& arguments = inputs.arguments;
    std::string call = callee(inputs) + "(";
    for (std::size_t i = 0; i < arguments.size(); ++i) call += (i == 0 ? "" : ", ") + arguments[i];
    call += ")";
    if (!put_.throws.empty()) {
      std::string expected = source_spelling(put_.throws);
      if (expected.find(',') != std::string::npos) {  // a comma would end the macro's argument
        write_line("using Expected = " + expected + ";");
        expected = "Expected";
      }
      write_assertion(framework_.throws, call, expected);
    } else if (c.outcome.kind == OutcomeKind::Threw) {
      write_assertion(framework_.no_throw, call);  // says which exception it was
    } else {
      write_line(call + ";");
    }
  }

  void write_observations(const std::vector<testcase::ObservedValue>& observations) {
    for (const auto& value : observations) {
      const std::string type = source_spelling(value.type.empty() ? testcase::to_string(value.kind) : value.type);
      const std::string observed = "observed.get<" + type + ">(" + quoted(value.name) + ")";
      const bool is_float = expr::is_float_kind(value.kind);
      // Which NaN it is, is up to the machine.
      if (is_float && expr::print_float(value.width, value.value).find("nan") != std::string::npos) {
        write_assertion(framework_.holds, "std::isnan(" + observed + ")");
      } else {
        write_assertion(framework_.equal, observed,
                        named_literal(put_.enums, value.type, value.kind, value.width, value.value, value.type));
      }
    }
  }

  const Put& put_;
  const SourceOptions& options_;
  const Framework& framework_;
  const CaseComments comments_;
  std::string indent_ = "  ";
  std::vector<std::string> variables_;
  std::set<std::string> taken_;  // names that variables must not have
  std::string out_;
};

}  // namespace

std::optional<std::string> without_source(const std::string& text) {
  const auto begin = text.find(kIncludesSource);
  const auto end =
      begin == std::string::npos ? begin : text.find('\n', begin + std::string_view(kIncludesSource).size());
  if (end == std::string::npos) return std::nullopt;
  // The lines keep their numbers.
  return text.substr(0, begin) + "\n" + text.substr(end);
}

std::vector<std::size_t> cases_within(std::size_t most_lines, const Put& put, const std::vector<Case>& cases,
                                      const SourceOptions& options) {
  std::vector<std::size_t> all(cases.size()), order = order_of_paths(cases);
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t i) { return !is_emitted(cases[i]); });
  const std::vector<std::size_t> lines = Writer(put, cases, options).lines_of(cases);
  std::size_t total = 0;
  for (const std::size_t i : order) total += lines[i];
  if (most_lines == 0 || total <= most_lines) return all;
  total = 0;
  std::set<std::size_t> chosen;
  std::set<testcase::BranchDirection> covered;
  const auto is_new = [&](const testcase::BranchDirection& direction) { return !covered.contains(direction); };
  for (const bool failing : {true, false}) {
    std::vector<std::size_t> rest;
    std::copy_if(order.begin(), order.end(), std::back_inserter(rest),
                 [&](std::size_t i) { return testcase::refutes(cases[i].outcome.kind) == failing; });
    for (bool is_first = true; !rest.empty();) {
      std::vector<std::size_t> gains;
      for (const std::size_t i : rest) {
        const auto& directions = cases[i].covered;
        gains.push_back(static_cast<std::size_t>(std::count_if(directions.begin(), directions.end(), is_new)));
      }
      const auto best = std::max_element(gains.begin(), gains.end()) - gains.begin();
      const std::size_t i = rest[static_cast<std::size_t>(best)];
      rest.erase(rest.begin() + best);
      if (!is_first && total + lines[i] > most_lines) continue;
      is_first = false;
      total += lines[i];
      covered.insert(cases[i].covered.begin(), cases[i].covered.end());
      chosen.insert(i);
    }
  }
  return {chosen.begin(), chosen.end()};
}

std::string test_source(const Put& put, const std::vector<Case>& cases, const SourceOptions& options) {
  return Writer(put, cases, options).write(cases);
}

}  // namespace forall::emit
