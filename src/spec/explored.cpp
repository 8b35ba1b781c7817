#include "spec/explored.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "spec/generate.h"
#include "spec/model_source.h"
#include "spec/operations_source.h"
#include "spec/rewrite.h"
#include "spec/source.h"
#include "spec/support_source.h"
#include "spec/use.h"

namespace forall::spec {
namespace {

constexpr const char* kAgreement = R"(
int from_model(const model::Number& value) {
  if (value.sign < 0) return std::numeric_limits<int>::min();
  return value.sign > 0 ? std::numeric_limits<int>::max() : value.value;
}
bool from_model(bool value) { return value; }
char from_model(unsigned char value) { return static_cast<char>(value); }
std::string from_model(const std::string& value) { return value; }
model::Number to_model(int value) { return model::Number(value); }
bool to_model(bool value) { return value; }
unsigned char to_model(char value) { return static_cast<unsigned char>(value); }
std::string to_model(const std::string& value) { return value; }

// What the axioms say: a value, or an error.
template <class Term>
auto run_model(Term term) {
  Result<decltype(term())> result;
  try {
    result.value.emplace(term());
  } catch (const model::Error&) {
  }
  return result;
}
template <class Expected, class Actual>
void check_value(const Result<Expected>& expected, const Result<Actual>& actual, const char* observer) {
  ASSERT_EQ(expected.value.has_value(), actual.value.has_value()) << observer << ": only one of them is an error";
  if (expected.value) EXPECT_EQ(from_model(*expected.value), *actual.value) << observer;
}
)";

bool is_plain_observer(const Specification& spec, const Operation& operation) {
  return operation.owner == spec.sort && operation.role == Role::Observer && operation.arguments.size() == 1 &&
         is_built_in(operation.result) && is_callable(spec, operation);
}

// The parameter of a PUT that has the values of a sort.
const char* parameter_of(Sort sort) {
  if (sort == kBoolean) return "booleans";
  if (sort == kCharacter) return "characters";
  return sort == kText ? "texts" : "integers";
}

// A shape as a program for a machine with a stack: operations after their objects.
struct Program {
  std::vector<Op> operations;
  std::vector<Slot> slots;
};

void encode(const Terms& terms, Term t, std::map<std::string, std::size_t>& used, Program& program) {
  const TermNode& node = terms[t];
  for (const Term argument : node.arguments) {
    if (terms[argument].kind == Kind::Apply) encode(terms, argument, used, program);
  }
  for (const Term argument : node.arguments) {
    if (terms[argument].kind != Kind::Variable) continue;
    const char* parameter = parameter_of(terms[argument].sort);
    program.slots.push_back({argument, parameter, used[parameter]++});
  }
  program.operations.push_back(node.op);
}

Program program_of(const Specification& spec, const Shape& shape) {
  Program program;
  std::map<std::string, std::size_t> used;
  encode(*spec.terms, shape.term, used, program);
  return program;
}

// The stack of the objects of a sort.
std::string stack_of(const Specification& spec, Sort sort) {
  return sort == spec.sort ? "stacks.of_Self" : "stacks.of_" + cpp_type(spec, sort);
}

std::string type_of(const Specification& spec, Sort sort, bool is_model) {
  return is_model ? "model::Object" : cpp_type(spec, sort);
}

// `const auto p1 = *in.integers++;` for values; objects are taken from their stacks, the last one first.
std::string arguments_from_stack(const Specification& spec, const Operation& operation, bool is_model,
                                 std::string& list) {
  std::string text;
  for (std::size_t i = operation.arguments.size(); i-- > 0;) {
    const Sort sort = operation.arguments[i];
    if (!is_built_in(sort))
      text += fmt::format("        {0} p{1} = std::move({2}.back());\n        {2}.pop_back();\n",
                          type_of(spec, sort, is_model), i, stack_of(spec, sort));
  }
  for (std::size_t i = 0; i < operation.arguments.size(); ++i) {
    if (is_built_in(operation.arguments[i]))
      text += fmt::format("        const auto p{} = *in.{}++;\n", i, parameter_of(operation.arguments[i]));
  }
  for (std::size_t i = 0; i < operation.arguments.size(); ++i)
    list += fmt::format(
        "{}{}", list.empty() ? "" : ", ",
        is_model && is_built_in(operation.arguments[i]) ? fmt::format("to_model(p{})", i) : fmt::format("p{}", i));
  return text;
}

bool is_of_users(const Specification& spec, const Operation& operation) {
  return operation.name != "eqn" && has_class(spec, operation.owner) && is_exported(spec, operation);
}

constexpr const char* kMachine = R"(
struct Inputs {
  const int* integers;
  const bool* booleans;
  const char* characters;
  const std::string* texts;
};
)";

// The functions that run a program, on terms or on objects of the class.
std::string machine(const Specification& spec, bool is_model) {
  const std::string kind = is_model ? "model" : "class", type = type_of(spec, spec.sort, is_model);
  std::string stacks, changes, observations;
  for (const auto& [sort, use] : spec.uses) {
    if (has_class(spec, sort))
      stacks += fmt::format("  std::vector<{}> of_{};\n", type_of(spec, sort, is_model), cpp_type(spec, sort));
  }
  for (const Op op : spec.signature->operations()) {
    const Operation& operation = (*spec.signature)[op];
    if (!is_of_users(spec, operation)) continue;
    std::string list;
    const std::string arguments = arguments_from_stack(spec, operation, is_model, list);
    const std::string stack = stack_of(spec, operation.owner);
    if (operation.role != Role::Observer) {
      changes += fmt::format("      case {}: {{  // {}\n{}", op.index, operation.name, arguments);
      if (is_model) {
        changes += fmt::format("        {}.push_back(model::{}{}({}));\n", stack, operation.name, op.index, list);
      } else if (operation.creates) {
        changes += fmt::format("        {}.push_back({}({}));\n", stack, function_name(spec, "make", operation), list);
      } else {
        changes += fmt::format("        {}({});\n        {}.push_back(std::move(p0));\n",
                               function_name(spec, "do", operation), list, stack);
      }
      changes += "        break;\n      }\n";
    } else if (operation.owner == spec.sort && operation.arguments.size() > 1 && is_built_in(operation.result)) {
      observations += fmt::format(
          "[[maybe_unused]] auto {0}_{1}{2}(const int* program, Inputs in) {{\n  {0}_stacks stacks = "
          "{0}_run(program, in);\n{3}"
          "  return {4}({5});\n}}\n",
          kind, operation.name, op.index, arguments,
          is_model ? fmt::format("model::{}{}", operation.name, op.index) : fmt::format("see_{}", operation.name),
          list);
    }
  }
  return fmt::format(
             "struct {1}_stacks {{\n{3}}};\n"
             "{1}_stacks {1}_run(const int* program, [[maybe_unused]] Inputs& in) {{\n  {1}_stacks stacks;\n  for (; "
             "*program >= 0; ++program) {{\n    switch (*program) {{\n{2}    }}\n  }}\n  return stacks;\n}}\n"
             "[[maybe_unused]] {0} {1}_object(const int* program, Inputs in) {{ return std::move({1}_run(program, "
             "in).of_Self.back()); }}\n",
             type, kind, changes, stacks) +
         observations;
}

// Runs a program and checks what it leads to. `observer` is the operation at its end, or -1.
std::string check_program(const Specification& spec) {
  std::string text =
      "void check(const int* program, int observer, const Inputs& in) {\n  switch (observer) {\n    default:\n"
      "      check_object(run_model([&] { return model_object(program, in); }), run([&] { return class_object(program, "
      "in); }));\n"
      "      break;\n";
  for (const Op op : spec.signature->operations()) {
    const Operation& operation = (*spec.signature)[op];
    if (operation.owner != spec.sort || !is_of_users(spec, operation) || operation.role != Role::Observer ||
        operation.arguments.size() == 1 || !is_built_in(operation.result))
      continue;
    text += fmt::format(
        "    case {1}:\n      check_value(run_model([&] {{ return model_{0}{1}(program, in); }}), run([&] {{ return "
        "class_{0}{1}(program, in); }}), \"{0}\");\n      break;\n",
        operation.name, op.index);
  }
  return text + "  }\n}\n";
}

// The function for the object that a normal form writes.
std::string object_of(const Specification& spec, Sort sort) { return "object_of_" + cpp_type(spec, sort); }

std::string object_source(const Specification& spec, Sort of) {
  const std::string type = cpp_type(spec, of);
  std::string text =
      fmt::format("{} {}(const model::Object& term) {{\n  switch (term->op) {{\n", type, object_of(spec, of));
  for (const Op op : spec.signature->constructors(of)) {
    const Operation& operation = (*spec.signature)[op];
    std::vector<std::string> values;
    for (std::size_t i = 0; i < operation.arguments.size(); ++i)
      values.push_back(
          fmt::format("{}(term->{}{}_{})",
                      is_built_in(operation.arguments[i]) ? "from_model" : object_of(spec, operation.arguments[i]),
                      operation.name, op.index, i));
    std::string list;
    for (std::size_t i = operation.creates ? 0 : 1; i < values.size(); ++i)
      list += (list.empty() ? "" : ", ") + values[i];
    text += fmt::format("    case {}: {{\n", op.index);
    if (operation.creates) {
      text += fmt::format("      return {}({});\n", function_name(spec, "make", operation), list);
    } else {
      text += fmt::format("      {} self = {};\n      {}(self{});\n      return self;\n", type, values[0],
                          function_name(spec, "do", operation), list.empty() ? "" : ", " + list);
    }
    text += "    }\n";
  }
  return text + "  }\n  throw SpecificationError();\n}\n";
}

std::string check_object(const Specification& spec) {
  std::string text =
      "void check_object(const Result<model::Object>& expected, const Result<Self>& actual) {\n"
      "  ASSERT_EQ(expected.value.has_value(), actual.value.has_value()) << \"only one of them is an error\";\n"
      "  if (!expected.value) return;\n";
  for (const Op op : spec.signature->operations()) {
    const Operation& operation = (*spec.signature)[op];
    if (!is_plain_observer(spec, operation)) continue;
    text += fmt::format(
        "  check_value(run_model([&] {{ return model::{0}{1}(*expected.value); }}), run([&] {{ return "
        "see_{0}(Self(*actual.value)); }}), \"{0}\");\n",
        operation.name, op.index);
  }
  if (!are_normal_forms_comparable(spec)) return text + "}\n";
  for (const Op op : spec.signature->operations()) {
    const Operation& operation = (*spec.signature)[op];
    const bool sees_object = operation.owner == spec.sort && operation.role == Role::Observer &&
                             operation.arguments.size() == 1 && is_callable(spec, operation) &&
                             !is_built_in(operation.result) && has_class(spec, operation.result);
    if (!sees_object) continue;
    text += fmt::format(
        "  {{\n    const auto said = run_model([&] {{ return model::{0}{1}(*expected.value); }});\n"
        "    const auto seen = run([&] {{ return see_{0}(Self(*actual.value)); }});\n"
        "    ASSERT_EQ(said.value.has_value(), seen.value.has_value()) << \"{0}: only one of them is an error\";\n"
        "    if (said.value) EXPECT_TRUE(same_objects(*seen.value, {2}(*said.value))) << \"{0}\";\n  }}\n",
        operation.name, op.index, object_of(spec, operation.result));
  }
  return text +
         "  const auto equal = run([&] { return same_objects(*actual.value, object_of_Self(*expected.value)); });\n"
         "  EXPECT_TRUE(equal.value && *equal.value) << \"eqn with the normal form\";\n}\n";
}

std::string put_source(const Specification& spec, const std::vector<Shape>& shapes, std::size_t length) {
  const Terms& terms = *spec.terms;
  std::string names, programs, observers;
  std::size_t longest = 0;
  std::map<std::string, std::size_t> elements;  // of the parameters
  std::vector<Program> encoded;
  for (const Shape& shape : shapes) {
    encoded.push_back(program_of(spec, shape));
    longest = std::max(longest, encoded.back().operations.size());
    for (const Slot& slot : encoded.back().slots)
      elements[slot.parameter] = std::max(elements[slot.parameter], slot.element + 1);
  }
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    names += fmt::format("  {},\n", shapes[i].name);
    std::vector<Op> operations = encoded[i].operations;
    int observer = -1;
    if (terms[shapes[i].term].sort != spec.sort) {
      observer = operations.back().index;
      operations.pop_back();
    }
    observers += fmt::format("{}{}", i == 0 ? "" : ", ", observer);
    programs += "    {";
    for (const Op op : operations) programs += fmt::format("{}, ", op.index);
    programs += fmt::format("-1}},  // {}\n", to_text(terms, shapes[i].term));
  }
  std::string parameters, inputs;
  for (const auto& [name, type] : {std::pair("integers", "int"), std::pair("booleans", "bool"),
                                   std::pair("characters", "char"), std::pair("texts", "std::string")}) {
    const auto count = elements.find(name);
    inputs += (inputs.empty() ? "" : ", ") +
              (count == elements.end() ? std::string("nullptr") : fmt::format("{}.data()", name));
    if (count != elements.end()) parameters += fmt::format(", std::array<{}, {}> {}", type, count->second, name);
  }
  return fmt::format(
      "enum class Sequence{0} : int {{\n{1}}};\nconstexpr int kPrograms{0}[][{2}] = {{\n{3}}};\nconstexpr int "
      "kObservers{0}[] = "
      "{{{4}}};\n\nvoid {5}(Sequence{0} sequence{6}) {{\n  const int index = chosen(static_cast<int>(sequence), {7});\n"
      "  check(kPrograms{0}[index], kObservers{0}[index], {{{8}}});\n}}\nFORALL({9}, {5});\n\n",
      length, names, longest + 1, programs, observers, put_of_length(length), parameters, shapes.size(), inputs,
      suite_of_sequences(spec));
}

constexpr const char* kChosen = R"(
// The number as one that does not depend on inputs: a path for each.
int chosen(int number, int count) {
  FORALL_ASSUME(number >= 0 && number < count);
  int low = 0, high = count - 1;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (number <= middle) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}
)";

}  // namespace

std::string suite_of_sequences(const Specification& specification) {
  return identifier(specification.name) + "Sequences";
}

std::string put_of_length(std::size_t length) { return fmt::format("Length{}", length); }

std::vector<Slot> slots_of(const Specification& specification, const Shape& shape) {
  return program_of(specification, shape).slots;
}

bool are_normal_forms_comparable(const Specification& specification) {
  return std::all_of(specification.uses.begin(), specification.uses.end(), [&](const auto& use) {
    const auto constructors = specification.signature->constructors(use.first);
    return !has_class(specification, use.first) || std::all_of(constructors.begin(), constructors.end(), [&](Op op) {
      return is_callable(specification, (*specification.signature)[op]);
    });
  });
}

std::string explored_source(const Specification& specification, const ClassInterface& interface,
                            const std::vector<std::vector<Shape>>& shapes, const DriverOptions& options) {
  std::string text = head_source(specification, interface, options, "Sequences of", true);
  text += support_source() + "\n" + objects_source(specification, interface) + same_source() + "\n";
  text += operations_source(specification, interface) + "\n" + equality_source(specification, interface, options) +
          kSameObjects + model_source(specification) + kAgreement;
  if (are_normal_forms_comparable(specification)) {
    for (const auto& [sort, use] : specification.uses) {
      if (has_class(specification, sort))
        text += fmt::format("{} {}(const model::Object& term);\n", cpp_type(specification, sort),
                            object_of(specification, sort));
    }
    for (const auto& [sort, use] : specification.uses) {
      if (has_class(specification, sort)) text += object_source(specification, sort);
    }
  }
  text += check_object(specification) + kMachine + machine(specification, true) + machine(specification, false) +
          check_program(specification) + kChosen + "\n}  // namespace\n\n";
  for (std::size_t length = 0; length < shapes.size(); ++length) {
    if (!shapes[length].empty()) text += put_source(specification, shapes[length], length);
  }
  return text;
}

std::vector<Case> cases_of_values(const Specification& specification, const Shape& shape, const Substitution& values) {
  Terms& terms = *specification.terms;
  const Term sequence = substitute(terms, shape.term, values);
  std::vector<Term> firsts = {sequence};
  if (terms[sequence].sort == specification.sort) {
    for (const Op op : specification.signature->operations()) {
      if (is_plain_observer(specification, (*specification.signature)[op]))
        firsts.push_back(terms.apply(op, {sequence}));
    }
  }
  std::vector<Case> cases;
  Rewriter rewriter(specification);
  for (const Term first : firsts) {
    const Reduction normal = rewriter.normalize(first);
    if (normal.end == Reduction::End::Normal && normal.problem.empty() && first != normal.result &&
        is_executable(specification, normal.result))
      cases.push_back({first, normal.result, true});
  }
  return cases;
}

}  // namespace forall::spec
