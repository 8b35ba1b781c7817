#include "class_tests/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "base/error.h"
#include "class_tests/pairs.h"

namespace forall::class_tests {
namespace {

using frontend::FlowMethod;
using frontend::Listing;
using frontend::TypeFacts;
using frontend::TypeKind;

bool is_scalar(const TypeFacts& type) { return type.kind == TypeKind::Number || type.kind == TypeKind::Scalar; }

bool is_of_library(const TypeFacts& type) {
  return type.spelling.starts_with("std::basic_string<char") || type.spelling.starts_with("std::vector<int") ||
         type.spelling.starts_with("std::basic_string_view<char");
}

// Can a sequence make values of it, and can a test write them down?
bool can_be_argument(const frontend::ClassModel& model, const TypeFacts& type, const std::string& written) {
  if (is_scalar(type)) return true;
  if (type.kind != TypeKind::Class) return false;
  if (is_of_library(type)) return true;
  const bool binds_to_new = !written.ends_with("&") || written.ends_with("&&") || written.starts_with("const ");
  return type.spelling == model.spelling && model.is_default_constructible && binds_to_new;
}

bool can_be_called(const frontend::ClassModel& model, const FlowMethod& method) {
  for (std::size_t i = 0; i < method.types.size(); ++i) {
    if (!can_be_argument(model, method.types[i], method.parameters[i].type)) return false;
  }
  return true;
}

// A destructor that accesses members is the end of each sequence, and no summary has it.
bool has_destructor(const frontend::ClassFlow& flow) {
  const auto is_access = [](const frontend::FlowEvent& event) {
    return event.kind == frontend::FlowEvent::Kind::Access;
  };
  return std::any_of(flow.methods.begin(), flow.methods.end(), [&](const FlowMethod& method) {
    return method.is_destructor && std::any_of(method.blocks.begin(), method.blocks.end(), [&](const auto& block) {
             return std::any_of(block.events.begin(), block.events.end(), is_access);
           });
  });
}

bool has_flat_state(const frontend::StatePlan& plan) {
  if (plan.remedy != frontend::Remedy::State || !plan.model.library_bases.empty()) return false;
  return std::all_of(plan.members.begin(), plan.members.end(), [](const frontend::PlannedMember& planned) {
    return planned.listing == Listing::Member && is_scalar(planned.member.facts) && !planned.member.is_reference;
  });
}

std::string type_of(const TypeFacts& type) {
  if (type.spelling.starts_with("std::basic_string_view<char")) return "std::string";
  if (type.spelling.starts_with("std::basic_string<char")) return "std::string";
  return type.spelling;
}

std::string parameter_list(const FlowMethod& method, const std::string& prefix) {
  std::string text;
  for (std::size_t i = 0; i < method.types.size(); ++i) {
    if (is_new_object(method.types[i])) continue;
    text += fmt::format("{}{} {}_p{}", text.empty() ? "" : ", ", type_of(method.types[i]), prefix, i);
  }
  return text;
}

std::string argument_list(const FlowMethod& method, const std::string& prefix) {
  std::string text;
  for (std::size_t i = 0; i < method.types.size(); ++i) {
    if (is_new_object(method.types[i])) {
      text += (text.empty() ? "" : ", ") + method.types[i].spelling + "()";
      continue;
    }
    const bool moves = method.parameters[i].type.ends_with("&&");
    text +=
        fmt::format("{}{}{}_p{}{}", text.empty() ? "" : ", ", moves ? "std::move(" : "", prefix, i, moves ? ")" : "");
  }
  return text;
}

std::string preamble(const Subject& subject, const std::string& header) {
  std::string text = fmt::format(
      "#include <forall/forall.h>\n#include <forall/class_marks.h>\n#include <new>\n#include <string>\n#include "
      "<type_traits>\n#include <vector>\n\n#include \"{}\"\n\n",
      header);
  text += state_line(subject);
  text += fmt::format(
      "\nnamespace {{\n\nusing Subject = ::{};\n\n"
      "template <class T>\nvoid observe_result(const T& value) {{\n"
      "  using Plain = std::remove_cv_t<T>;\n"
      "  if constexpr (std::is_arithmetic_v<Plain> || std::is_enum_v<Plain>) forall::observe(\"return\", "
      "value);\n}}\n\n"
      "[[maybe_unused]] void observe_state([[maybe_unused]] const Subject& self) {{\n",
      subject.flow.model.name);
  for (const auto& planned : subject.plan.members) {
    if (subject.is_flat)
      text += fmt::format("  forall::observe(\"self.{0}\", FORALL_MEMBER(self, {0}));\n", planned.member.name);
  }
  return text + "}\n";
}

// The call, with what follows it. `object` is "self." or "self->".
std::string call_text(const FlowMethod& method, const std::string& object, const std::string& prefix) {
  const std::string call = fmt::format("{}{}({})", object, method.name, argument_list(method, prefix));
  if (method.result == "void") return call + ";";
  return fmt::format("observe_result({});", call);
}

std::string marks_of_made(const Subject& subject, const FlowMethod& constructor) {
  // A constructor that the compiler makes has no body for marks.
  std::string text;
  if (constructor.is_written) return text;
  for (const std::size_t node : constructor.initialised)
    text += fmt::format("  forall::class_marks::mark({}, nullptr);\n", subject.flow.accesses.size() + node);
  return text;
}

}  // namespace

bool is_new_object(const TypeFacts& type) { return type.kind == TypeKind::Class && !is_of_library(type); }

bool are_cut(const std::vector<std::size_t>& marks) {
  return std::find(marks.begin(), marks.end(), kMarksWereCut) != marks.end();
}

std::string question_call(const std::string& question, const std::string& object) {
  const std::size_t dot = question.find('.');
  std::size_t begin = dot == std::string::npos ? 0 : dot;
  while (begin > 0 &&
         (std::isalnum(static_cast<unsigned char>(question[begin - 1])) != 0 || question[begin - 1] == '_'))
    --begin;
  const std::string name = dot == std::string::npos || begin == dot ? "object" : question.substr(begin, dot - begin);
  return fmt::format("[]([[maybe_unused]] const Subject& {}) {{ return static_cast<bool>({}); }}({})", name, question,
                     object);
}

Subject make_subject(frontend::ClassFlow flow, std::string header) {
  Subject subject;
  subject.plan = frontend::plan_state(flow.model);
  subject.header = std::move(header);
  subject.flow = std::move(flow);
  subject.is_flat = has_flat_state(subject.plan) && !has_destructor(subject.flow);
  for (const bool constructors : {true, false}) {
    for (std::size_t i = 0; i < subject.flow.methods.size(); ++i) {
      const FlowMethod& method = subject.flow.methods[i];
      const bool starts = method.is_constructor && method.is_own && method.access == frontend::Access::Public;
      if (constructors ? !starts : !is_callable(method)) continue;
      if (!can_be_called(subject.flow.model, method)) {
        subject.left_out.push_back(method.name + ": no arguments can be made for it");
        continue;
      }
      if (!method.has_body) {
        subject.left_out.push_back(method.name + ": its code is not in this file");
        continue;
      }
      if (std::any_of(method.types.begin(), method.types.end(), is_of_library)) subject.is_flat = false;
      if (std::any_of(method.types.begin(), method.types.end(), is_new_object))
        subject.limited.push_back(method.name + ": other objects are new ones");
      subject.operations.push_back({i, fmt::format("{}{}", constructors ? "make" : "call", subject.operations.size())});
    }
  }
  return subject;
}

std::string signature(const Subject& subject, const Operation& operation) {
  if (operation.is_question) return operation.put;
  const FlowMethod& method = subject.flow.methods[operation.method];
  std::string text = method.name + "(";
  for (std::size_t i = 0; i < method.parameters.size(); ++i) text += (i == 0 ? "" : ", ") + method.parameters[i].type;
  return text + ")";
}

std::vector<MarkedFile> marked_files(const frontend::ClassFlow& flow, base::Files& files) {
  std::map<std::filesystem::path, std::vector<const frontend::Edit*>> edits;
  for (const frontend::Edit& edit : flow.marks) edits[edit.file].push_back(&edit);
  std::vector<MarkedFile> result;
  for (auto& [file, all] : edits) {
    const auto text = files.read(file);
    if (!text) throw base::UserError(fmt::format("cannot read {}", file.string()));
    std::stable_sort(all.begin(), all.end(), [](const auto* a, const auto* b) { return a->offset < b->offset; });
    std::string marked = "#include <forall/class_marks.h>\n#line 1\n";
    std::size_t at = 0;
    for (const frontend::Edit* edit : all) {
      marked += text->substr(at, edit->offset - at) + edit->text;
      at = edit->offset;
    }
    result.push_back({file, marked + text->substr(at)});
  }
  return result;
}

std::string state_line(const Subject& subject) {
  std::string names;
  for (const auto& planned : subject.plan.members) {
    if (planned.listing == Listing::Member) names += ", " + planned.member.name;
    if (planned.listing == Listing::Array)
      names += fmt::format(", array_of({}, {})", planned.member.name, planned.count);
  }
  return names.empty() ? "" : fmt::format("FORALL_STATE(::{}{});\n", subject.flow.model.name, names);
}

std::string summary_source(const Subject& subject, const std::string& header) {
  std::string text = preamble(subject, header);
  std::string registrations;
  for (const Operation& operation : subject.operations) {
    registrations += fmt::format("FORALL(ClassSummary, {});\n", operation.put);
    if (operation.is_question) {
      text += fmt::format("\nvoid {}(Subject& self) {{ forall::observe(\"return\", {}); }}\n", operation.put,
                          question_call(operation.question, "self"));
      continue;
    }
    const FlowMethod& method = subject.flow.methods[operation.method];
    const std::string parameters = parameter_list(method, operation.put);
    if (method.is_constructor) {
      text += fmt::format(
          "\nvoid {0}({1}) {{\n  alignas(Subject) unsigned char memory[sizeof(Subject)];\n"
          "  forall::class_marks::watch(memory, sizeof memory);\n  Subject* self = nullptr;\n"
          "  try {{\n    self = new (memory) Subject({2});\n  }} catch (...) {{\n    forall::observe(\"thrown\", "
          "true);\n  }}\n{3}  if (self != nullptr) observe_state(*self);\n"
          "  forall::observe(\"marks\", forall::class_marks::taken());\n}}\n",
          operation.put, parameters, argument_list(method, operation.put), marks_of_made(subject, method));
    } else {
      text += fmt::format(
          "\nvoid {0}(Subject& self{1}{2}) {{\n  forall::class_marks::watch(&self, sizeof self);\n  try {{\n    {3}\n  "
          "}} "
          "catch (...) {{\n    forall::observe(\"thrown\", true);\n  }}\n  observe_state(self);\n"
          "  forall::observe(\"marks\", forall::class_marks::taken());\n}}\n",
          operation.put, parameters.empty() ? "" : ", ", parameters, call_text(method, "self.", operation.put));
    }
  }
  return text + "\n}  // namespace\n\n" + registrations;
}

std::string sequence_source(const Subject& subject, const std::string& header, unsigned length) {
  std::string text = preamble(subject, header);
  text += "\nalignas(Subject) unsigned char memory[sizeof(Subject)];\n\n";
  const auto choose = [&](const FlowMethod& method, const std::string& put) {
    std::string chosen;
    for (std::size_t i = 0; i < method.types.size(); ++i) {
      if (is_new_object(method.types[i])) continue;
      chosen += fmt::format("      const auto {0}_p{1} = forall::choose<{2}>(\"{0}_p{1}\");\n", put, i,
                            type_of(method.types[i]));
    }
    return chosen;
  };
  text += "Subject* make() {\n  switch (forall::choose<unsigned char>(\"operation\")) {\n";
  std::string calls = "void call(Subject* self) {\n  switch (forall::choose<unsigned char>(\"operation\")) {\n";
  for (std::size_t i = 0; i < subject.operations.size(); ++i) {
    const Operation& operation = subject.operations[i];
    const FlowMethod& method = subject.flow.methods[operation.method];
    if (method.is_constructor) {
      text += fmt::format(
          "    case {}: {{\n{}      Subject* self = new (memory) Subject({});\n{}      return self;\n    }}\n", i,
          choose(method, operation.put), argument_list(method, operation.put), marks_of_made(subject, method));
    } else {
      calls += fmt::format("    case {}: {{\n{}      {}\n      break;\n    }}\n", i, choose(method, operation.put),
                           call_text(method, "self->", operation.put));
    }
  }
  const std::string otherwise = "    default: FORALL_ASSUME(false);\n  }\n";
  text += otherwise + "  return nullptr;\n}\n\n" + calls + otherwise + "}\n\n";
  text +=
      "void run(int length) {\n  forall::class_marks::watch(memory, sizeof memory);\n  Subject* self = make();\n"
      "  forall::class_marks::end_call();\n  for (int step = 1; step <= length; ++step) {\n    try {\n      "
      "call(self);\n"
      "    } catch (...) {\n    }\n    forall::class_marks::end_call();\n  }\n  self->~Subject();\n"
      "  forall::observe(\"marks\", forall::class_marks::taken());\n}\n\n";
  std::string registrations;
  for (unsigned i = 0; i <= length; ++i) {
    text += fmt::format("void sequence{0}() {{ run({0}); }}\n", i);
    registrations += fmt::format("FORALL(ClassSequences, sequence{});\n", i);
  }
  return text + "\n}  // namespace\n\n" + registrations;
}

}  // namespace forall::class_tests
