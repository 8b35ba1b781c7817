#include "class_tests/tests.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

namespace forall::class_tests {
namespace {

using frontend::FlowMethod;

const FlowMethod& method_of(const Subject& subject, const Call& call) {
  return subject.flow.methods[subject.operations[call.operation].method];
}

std::string arguments(const Call& call) {
  std::string text;
  for (const std::string& each : call.arguments) text += (text.empty() ? "" : ", ") + each;
  return text;
}

bool has_text(const std::string& result) {
  static const std::set<std::string> kNot = {"", "void", "auto", "decltype(auto)"};
  return !kNot.contains(result) && result.find('*') == std::string::npos;
}

std::string state_function(const Subject& subject) {
  std::string text = "std::string state_of([[maybe_unused]] const Subject& self) {\n  std::string text;\n";
  for (const auto& planned : subject.plan.members) {
    if (planned.listing == frontend::Listing::Member)
      text += fmt::format("  text += \", {0} = \" + forall::class_marks::text_of(FORALL_MEMBER(self, {0}));\n",
                          planned.member.name);
  }
  return text + "  return text.empty() ? text : text.substr(2);\n}\n";
}

// Do the FORALL_INVARIANT of the class, if it has one, and the oracles hold?
std::string oracle_function(const Oracles& oracles) {
  std::string text =
      "template <class T>\nbool is_right(const T& self) {\n"
      "  if constexpr (forall::internal::InvariantOf<T>::kExists) {\n"
      "    if (!forall::internal::InvariantOf<T>::holds(self)) return false;\n  }\n  return true";
  for (const std::string& oracle : oracles.conditions)
    text += fmt::format(" &&\n         {}", question_call(oracle, "self"));
  return text + ";\n}\n";
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char each : text) {
    const auto code = static_cast<unsigned char>(each);
    if (each == '"' || each == '\\') {
      result += fmt::format("\\{}", each);
    } else if (code < 0x20 || code >= 0x7f) {
      result += fmt::format("\\{:03o}", code);
    } else {
      result += each;
    }
  }
  return result + "\"";
}

std::string includes() {
  return "#include <forall/class_marks.h>\n#include <forall/internal/state.h>\n\n#include <cstdio>\n#include "
         "<new>\n#include <string>\n\n";
}

bool is_shared(const Subject& subject) { return !subject.flow.shared.empty(); }

// Sequences do not see what others have left in variables that outlive the object.
constexpr const char* kApart =
    "\nvoid apart(void (*sequence)()) {\n  std::fflush(stdout);\n  const pid_t child = fork();\n"
    "  if (child == 0) {\n    sequence();\n    std::fflush(stdout);\n    std::_Exit(0);\n  }\n"
    "  int status = 0;\n  if (child > 0) waitpid(child, &status, 0);\n}\n";
constexpr const char* kEnd =
    "\n[[noreturn]] void end() {\n  std::fflush(stdout);\n"
    "  std::_Exit(testing::Test::HasFailure() ? 1 : 0);\n}\n";

std::string marks_of_made(const Subject& subject, const Call& call) {
  const FlowMethod& method = method_of(subject, call);
  std::string text;
  if (method.is_written) return text;
  for (const std::size_t node : method.initialised)
    text += fmt::format("  forall::class_marks::mark({}, nullptr);\n", subject.flow.accesses.size() + node);
  return text;
}

// The lines after "C ": state, result, whether it threw, marks.
Observed read_line(const std::string& line) {
  Observed seen;
  std::vector<std::string> parts;
  std::istringstream stream(line);
  for (std::string part; std::getline(stream, part, '\t');) parts.push_back(part);
  parts.resize(5);
  seen.state = parts[0];
  seen.result = parts[1];
  seen.throws = parts[2] == "throws";
  seen.is_right = parts[4] != "wrong";
  std::istringstream marks(parts[3]);
  for (std::size_t mark = 0; marks >> mark;) seen.marks.push_back(mark);
  return seen;
}

std::string identifier(std::string text) {
  for (char& each : text) {
    if (std::isalnum(static_cast<unsigned char>(each)) == 0) each = '_';
  }
  return text;
}

}  // namespace

bool were_cut(const Recorded& recorded) {
  return std::any_of(recorded.seen.begin(), recorded.seen.end(),
                     [](const Observed& seen) { return are_cut(seen.marks); });
}

std::string call_text(const Subject& subject, const Call& call) {
  return fmt::format("{}({})", method_of(subject, call).name, arguments(call));
}

std::string recorder_source(const Subject& subject, const std::string& header,
                            const std::vector<std::vector<Call>>& sequences, const std::vector<std::string>& questions,
                            const Oracles& oracles) {
  std::string text = is_shared(subject) ? "#include <sys/wait.h>\n#include <unistd.h>\n\n#include <cstdlib>\n" : "";
  text += includes() + fmt::format("#include \"{}\"\n\n", header) + state_line(subject);
  text += fmt::format("\nnamespace {{\n\nusing Subject = ::{};\n\n", subject.flow.model.name);
  text += state_function(subject) + "\n" + oracle_function(oracles);
  text +=
      "\nvoid show(const Subject& self, const std::string& result, bool throws) {\n"
      "  const std::string path = forall::class_marks::path();\n"
      "  std::printf(\"C %s\\t%s\\t%s\\t%s\\t%s\\n\", state_of(self).c_str(), result.c_str(), throws ? \"throws\" : "
      "\"\",\n"
      "              path.c_str(), is_right(self) ? \"\" : \"wrong\");\n"
      "  forall::class_marks::path();\n  std::fflush(stdout);\n}\n";
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    text += fmt::format(
        "\nvoid sequence{0}() {{\n  alignas(Subject) static unsigned char memory[sizeof(Subject)];\n"
        "  forall::class_marks::watch(memory, sizeof memory);\n  std::printf(\"S {0}\\n\");\n",
        i);
    for (std::size_t k = 0; k < sequences[i].size(); ++k) {
      const Call& call = sequences[i][k];
      if (k == 0) {
        text += fmt::format("  auto* self = new (memory) Subject({});\n{}  show(*self, \"\", false);\n",
                            arguments(call), marks_of_made(subject, call));
        continue;
      }
      const std::string made = fmt::format("self->{}", call_text(subject, call));
      text +=
          fmt::format("  try {{\n    {}\n  }} catch (...) {{\n    show(*self, \"\", true);\n  }}\n",
                      has_text(method_of(subject, call).result)
                          ? fmt::format("const std::string result = forall::class_marks::text_of({});\n    show(*self, "
                                        "result, false);",
                                        made)
                          : fmt::format("static_cast<void>({});\n    show(*self, \"\", false);", made));
    }
    if (const std::size_t asked = i + questions.size(); asked >= sequences.size()) {
      text += fmt::format("  std::printf(\"Q %d\\n\", {} ? 1 : 0);\n  forall::class_marks::path();\n",
                          question_call(questions[asked - sequences.size()], "*self"));
    }
    text += "  self->~Subject();\n  std::printf(\"D %s\\n\", forall::class_marks::path().c_str());\n}\n";
  }
  if (is_shared(subject)) text += kApart;
  text += "\n}  // namespace\n\nint main() {\n";
  text += "  if (forall::internal::InvariantOf<Subject>::kExists) std::puts(\"I\");\n";
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    text += is_shared(subject) ? fmt::format("  apart(sequence{});\n", i) : fmt::format("  sequence{}();\n", i);
  }
  return text + "}\n";
}

std::vector<Recorded> read_recorded(const Subject& subject, const std::vector<Pair>& pairs,
                                    const std::vector<std::vector<Call>>& sequences, const std::string& output) {
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> numbers;
  for (std::size_t i = 0; i < pairs.size(); ++i) numbers[{pairs[i].definition, pairs[i].use}] = i;
  std::vector<Recorded> result;
  std::istringstream stream(output);
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("S ") && result.size() < sequences.size())
      result.push_back({sequences[result.size()], {}, {}, false});
    if (result.empty()) continue;
    if (line.starts_with("C ")) result.back().seen.push_back(read_line(line.substr(2)));
    if (line == "Q 1") result.back().holds = true;
    if (!line.starts_with("D ")) continue;
    std::vector<std::size_t> marks;
    for (const Observed& seen : result.back().seen) marks.insert(marks.end(), seen.marks.begin(), seen.marks.end());
    std::istringstream last(line.substr(2));
    for (std::size_t mark = 0; last >> mark;) marks.push_back(mark);
    std::set<std::size_t> executed;
    for (const auto& [pair, call] : executed_pairs(subject, accesses_of(subject, marks))) {
      if (const auto known = numbers.find(pair); known != numbers.end()) executed.insert(known->second);
    }
    result.back().pairs.assign(executed.begin(), executed.end());
  }
  return result;
}

std::vector<Call> varied(const Subject& subject, const std::vector<Call>& calls, Variant variant) {
  std::vector<Call> result = calls;
  unsigned next = 2;
  for (Call& call : result) {
    const auto& types = method_of(subject, call).types;
    for (std::size_t i = 0; i < types.size(); ++i) {
      if (types[i].kind != frontend::TypeKind::Number || call.arguments[i] != "0") continue;
      const bool is_one = variant == Variant::LastDifferent && i + 1 < types.size();
      call.arguments[i] = is_one ? "1" : std::to_string(variant == Variant::AllEqual ? next : next++);
    }
  }
  return result;
}

bool is_same_path(const Recorded& original, const Recorded& varied) {
  if (original.pairs != varied.pairs || original.seen.size() != varied.seen.size()) return false;
  for (std::size_t i = 0; i < original.seen.size(); ++i) {
    if (original.seen[i].marks != varied.seen[i].marks || original.seen[i].throws != varied.seen[i].throws)
      return false;
  }
  return true;
}

void add_transitions(std::vector<Recorded>& recorded, std::size_t pairs) {
  using Step = std::pair<std::size_t, std::vector<std::size_t>>;
  std::map<std::pair<Step, Step>, std::size_t> numbers;
  for (Recorded& each : recorded) {
    for (std::size_t i = 1; i < each.seen.size(); ++i) {
      const auto step = [&](std::size_t at) { return Step(each.calls[at].operation, each.seen[at].marks); };
      const std::size_t number = numbers.try_emplace({step(i - 1), step(i)}, pairs + numbers.size()).first->second;
      each.pairs.push_back(number);
    }
  }
}

std::vector<std::size_t> minimised(const std::vector<Recorded>& recorded) {
  std::set<std::size_t> open;
  for (const Recorded& each : recorded) open.insert(each.pairs.begin(), each.pairs.end());
  std::vector<std::size_t> chosen;
  while (!open.empty()) {
    std::size_t best = 0;
    std::size_t most = 0;
    for (std::size_t i = 0; i < recorded.size(); ++i) {
      const auto gain = static_cast<std::size_t>(std::count_if(recorded[i].pairs.begin(), recorded[i].pairs.end(),
                                                               [&](std::size_t pair) { return open.contains(pair); }));
      if (gain > most) best = i, most = gain;
    }
    chosen.push_back(best);
    for (const std::size_t pair : recorded[best].pairs) open.erase(pair);
  }
  // What the later ones cover together makes an earlier one superfluous.
  for (std::size_t i = 0; i < chosen.size();) {
    std::set<std::size_t> others;
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      if (k != i) others.insert(recorded[chosen[k]].pairs.begin(), recorded[chosen[k]].pairs.end());
    }
    const auto& own = recorded[chosen[i]].pairs;
    if (std::all_of(own.begin(), own.end(), [&](std::size_t pair) { return others.contains(pair); })) {
      chosen.erase(chosen.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

std::string tests_source(const Subject& subject, const std::vector<Pair>& pairs, const std::vector<Recorded>& recorded,
                         const std::vector<std::size_t>& chosen, const std::string& marked, const Oracles& oracles) {
  const bool has_oracles = !oracles.empty();
  const std::string& name = subject.flow.model.name;
  std::string text = fmt::format(
      "// Tests of {}: sequences of calls that execute its def-use pairs, generated by `forall class`. Each compares "
      "the\n"
      "// state after every call; with FORALL_CLASS_MARKED also which accesses to members the call made.\n{}"
      "#include <gtest/gtest.h>\n\n{}"
      "#ifdef FORALL_CLASS_MARKED\n#include \"{}\"\n#define EXPECT_PATH(text) EXPECT_EQ(forall::class_marks::path(), "
      "text)\n#else\n#include \"{}\"\n#define EXPECT_PATH(text) static_cast<void>(0)\n#endif\n\n{}\nnamespace {{\n\n"
      "using Subject = ::{};\n\n{}",
      name,
      is_shared(subject)
          ? fmt::format("// Each runs in a process of its own, because of what outlives the object: {}.\n",
                        fmt::join(subject.flow.shared, ", "))
          : std::string(),
      (is_shared(subject) ? "#include <cstdlib>\n" : "") + includes(), marked, subject.header, state_line(subject),
      name,
      state_function(subject) + (has_oracles ? "\n" + oracle_function(oracles) : std::string()) +
          (is_shared(subject) ? kEnd : ""));
  for (const std::size_t number : chosen) {
    const Recorded& sequence = recorded[number];
    text += "\n// Pairs:";
    for (const std::size_t pair : sequence.pairs) {
      if (pair >= pairs.size()) continue;
      text += fmt::format(" {} {} -> {};", subject.flow.nodes[pairs[pair].use].variable,
                          subject.flow.nodes[pairs[pair].definition].line, subject.flow.nodes[pairs[pair].use].line);
    }
    text.back() = '\n';
    const std::string test = fmt::format("TEST({}Pairs, Sequence{})", identifier(name), number + 1);
    text += fmt::format(
        "{} {{\n  alignas(Subject) unsigned char memory[sizeof(Subject)] = {{}};\n"
        "  forall::class_marks::watch(memory, sizeof memory);\n",
        is_shared(subject) ? fmt::format("void sequence{}()", number + 1) : test);
    for (std::size_t k = 0; k < sequence.calls.size(); ++k) {
      const Call& call = sequence.calls[k];
      const Observed& seen = sequence.seen[k];
      const std::string made = "self->" + call_text(subject, call);
      if (k == 0) {
        text +=
            fmt::format("  auto* self = new (memory) Subject({});\n{}", arguments(call), marks_of_made(subject, call));
      } else if (seen.throws) {
        text += fmt::format("  EXPECT_ANY_THROW(static_cast<void>({}));\n", made);
      } else if (!seen.result.empty()) {
        text += fmt::format("  EXPECT_EQ(forall::class_marks::text_of({}), {});\n", made, quoted(seen.result));
      } else {
        text += fmt::format("  {};\n", made);
      }
      std::string marks;
      for (const std::size_t mark : seen.marks) marks += (marks.empty() ? "" : " ") + std::to_string(mark);
      text += fmt::format("  EXPECT_EQ(state_of(*self), {});\n  EXPECT_PATH(\"{}\");\n", quoted(seen.state), marks);
      if (has_oracles) text += "  EXPECT_TRUE(is_right(*self));\n  forall::class_marks::path();\n";
    }
    text += "  self->~Subject();\n}\n";
    if (is_shared(subject))
      text += fmt::format("{} {{ EXPECT_EXIT((sequence{}(), end()), testing::ExitedWithCode(0), \"\"); }}\n", test,
                          number + 1);
  }
  return text + "\n}  // namespace\n";
}

}  // namespace forall::class_tests
