// Builds the values of a case as a C++ programmer would:
//
//   int a = 3;                std::array<int, 2> b{{1, 2}};        Point p{1, 2};
//   std::string s = "abc";    std::vector<int> v = {1, 2};         std::optional<int> o = std::nullopt;
//
// Values that cannot be written as one expression get a variable of their own before it: the elements that a span
// refers to, a vector whose elements can only be moved, an object whose private members are set one by one.
//
// Objects that pointers point to are made by forall::fresh (include/forall/rebuild.h), what an object points to before
// the object:
//
//   Node& head_next = forall::fresh(Node{2, nullptr});
//   Node& head_object = forall::fresh(Node{1, &head_next});
//   Node* head = &head_object;
//
// Where that is impossible, since there is a cycle, one of its objects is declared first and gets its value later. An
// object that only one smart pointer points to needs no name.
#include "emit/rebuild.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "emit/literal.h"
#include "emit/mocks.h"
#include "emit/suites.h"
#include "emit/type_names.h"
#include "expr/print.h"
#include "testcase/names.h"
#include "testcase/value.h"

namespace forall::emit {

using testcase::Case;
using testcase::Put;
using testcase::Type;
using testcase::Value;
using Kind = Type::Kind;
using Ownership = Type::Ownership;

namespace {

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}
bool begins_with(const std::string& text, const char* begin) { return text.rfind(begin, 0) == 0; }

bool is_map(const Type& type) { return testcase::is_std_template(type, "map"); }
bool is_associative(const Type& type) { return is_map(type) || testcase::is_std_template(type, "set"); }

// Is something of this kind part of the type, by value?
template <typename Predicate>
bool contains(const Type& type, Predicate is_wanted) {
  std::vector<const Type*> stack = {&type};
  while (!stack.empty()) {
    const Type& next = *stack.back();
    stack.pop_back();
    if (is_wanted(next)) return true;
    for (const Type& element : next.element) stack.push_back(&element);
    for (const Type::Member& member : next.members) stack.push_back(&member.type);
  }
  return false;
}
bool contains_object(const Type& type) {
  return contains(type, [](const Type& part) { return part.kind == Kind::Object; });
}
// A copy is impossible, or another value: of an owner, of an object in a raw state.
bool must_be_moved(const Type& type) {
  return contains(type, [](const Type& part) {
    return part.ownership != Ownership::None || !part.is_copyable || part.kind == Kind::Object;
  });
}
bool is_array(const Type& type) { return type.kind == Kind::Array && !type.is_std_array; }
// A C string or an array that a class owns, in contrast to a container.
bool is_pointer(const Type& type) { return ends_with(type.spelling, "*"); }

// An object with a variable of its own.
struct Variable {
  std::string name;
  std::string type;
  const Value* value = nullptr;  // null: any value will do
  bool is_declared = false;
};

class Builder {
 public:
  Builder(const Put& put, const Case& c, const std::vector<std::string>& variables, std::set<std::string> taken,
          MockForm mocks)
      : put_(put),
        mocks_(mocks),
        values_(testcase::values_of(put, c)),
        names_(variables),
        taken_(std::move(taken)),
        is_crash_(c.outcome.kind == testcase::OutcomeKind::Crashed) {
    taken_.insert(variables.begin(), variables.end());
  }

  Rebuilt build() {
    collect_variables();
    for (const std::size_t i : order_of_writing()) write_object(objects_[i]);
    for (std::size_t i = 0; i < names_.size(); ++i) write_argument(values_.arguments[i], names_[i]);
    write_calls();
    result_.statements.insert(result_.statements.begin(), types_.declarations().begin(), types_.declarations().end());
    return std::move(result_);
  }

 private:
  void add(std::string statement) { result_.statements.push_back(std::move(statement)); }

  std::string spelling(const Type& type) { return types_(type.spelling); }

  std::string unique(const std::string& wanted) {
    std::string name = wanted;
    for (unsigned number = 2; !taken_.insert(name).second; ++number) name = wanted + std::to_string(number);
    return name;
  }
  // "*head->next" -> head_next; what a parameter points to is told from the parameter: "*head" -> head_object.
  std::string variable_for(const std::string& input, const char* role) {
    const std::string name = identifier(input);
    return unique(*role == '\0' ? name : name + "_" + role);
  }

  // --- objects

  // The object of a parameter's reference or value: with a class that is built by its members, pointers
  // that it may own, other pointers to it, or a type of its own.
  bool is_object(const testcase::Argument& argument) const {
    if (!argument.alias.empty()) return false;
    const testcase::Object* object = values_.find(argument.parameter->name);
    const Type& type = *argument.value.type;
    if (object != nullptr && (object->pointers > 0 || type.spelling != argument.parameter->type.spelling)) return true;
    return type.kind == Kind::Object || (type.kind == Kind::Aggregate && testcase::holds_pointers(type));
  }

  const testcase::Argument* argument_of(const std::string& object) const {
    for (const testcase::Argument& argument : values_.arguments) {
      if (argument.parameter->name == object && argument.alias.empty()) return &argument;
    }
    return nullptr;
  }

  bool is_inline(const testcase::Object& object) const {
    if (object.ownership == Ownership::None || object.pointers != 1 || argument_of(object.name) != nullptr)
      return false;
    if (object.value.type != nullptr && object.value.type->kind == Kind::Mock) return false;
    return !object.is_built || !contains_object(*object.value.type);
  }

  void add_object(const std::string& name, Variable variable) {
    index_.emplace(name, objects_.size());
    objects_.push_back(std::move(variable));
  }

  void collect_variables() {
    for (std::size_t i = 0; i < values_.arguments.size(); ++i) {
      const testcase::Argument& argument = values_.arguments[i];
      if (!is_object(argument)) continue;
      add_object(argument.parameter->name, {names_[i], spelling(*argument.value.type), &argument.value});
    }
    for (const testcase::Object& object : values_.objects) {
      if (index_.count(object.name) != 0 || is_inline(object) || argument_of(object.name) != nullptr) continue;
      const bool is_of_parameter =
          std::any_of(put_.parameters.begin(), put_.parameters.end(),
                      [&](const testcase::Parameter& parameter) { return "*" + parameter.name == object.name; });
      add_object(object.name, {variable_for(object.name, is_of_parameter ? "object" : ""), types_(object.type),
                               object.is_built ? &object.value : nullptr});
    }
  }

  // The objects with variables that a value points to, itself or through objects without one.
  std::vector<std::size_t> targets(const Value& root) const {
    std::vector<std::size_t> found;
    std::vector<const Value*> stack = {&root};
    while (!stack.empty()) {
      const Value& value = *stack.back();
      stack.pop_back();
      for (const Value& part : value.parts) stack.push_back(&part);
      if (value.target.empty()) continue;
      if (const auto known = index_.find(value.target); known != index_.end()) {
        found.push_back(known->second);
      } else if (const testcase::Object* object = values_.find(value.target); object != nullptr && object->is_built) {
        stack.push_back(&object->value);
      }
    }
    return found;
  }

  // Depth first: after the objects it points to. An object met again while it still waits closes a cycle and is
  // declared at once.
  std::vector<std::size_t> order_of_writing() {
    enum class State { New, Waiting, Done };
    std::vector<State> states(objects_.size(), State::New);
    std::set<std::size_t> early;
    std::vector<std::size_t> order, stack;
    for (std::size_t root = 0; root < objects_.size(); ++root) {
      stack.push_back(root);
      while (!stack.empty()) {
        const std::size_t i = stack.back();
        if (states[i] != State::New) {
          stack.pop_back();
          if (states[i] == State::Waiting) order.push_back(i);
          states[i] = State::Done;
          continue;
        }
        states[i] = State::Waiting;
        if (objects_[i].value == nullptr) continue;
        for (const std::size_t target : targets(*objects_[i].value)) {
          if (states[target] == State::Waiting) early.insert(target);
          if (states[target] == State::New) stack.push_back(target);
        }
      }
    }
    for (const std::size_t i : early) declare_object(objects_[i]);
    return order;
  }

  // A type in front of an &: the brackets of an array would stand after the name.
  static std::string referred(const std::string& type) { return type.back() == ']' ? "auto" : type; }

  void declare_object(Variable& object) {
    add(fmt::format("{}& {} = forall::fresh<{}>();", referred(object.type), object.name, object.type));
    object.is_declared = true;
  }

  void write_object(Variable& object) {
    if (object.value != nullptr && object.value->type->kind == Kind::Mock) {
      if (!object.is_declared) declare_mock(object);
    } else if (object.value == nullptr || contains_object(*object.value->type) || is_array(*object.value->type)) {
      if (!object.is_declared) declare_object(object);
      if (object.value != nullptr) assign(object.name, *object.value);
    } else if (object.is_declared) {
      assign(object.name, *object.value);
    } else {
      add(fmt::format("{}& {} = {};", object.type, object.name, fresh(*object.value)));
    }
  }

  // --- mocks

  void declare_mock(Variable& object) {
    const bool is_variable = std::find(names_.begin(), names_.end(), object.name) != names_.end();
    add(mock_declaration(put_, *object.value->type, object.name, is_variable, mocks_));
    object.is_declared = true;
  }

  std::string callable_expression(const Value& value) {
    if (value.is_null) return "nullptr";
    const bool is_pointer = begins_with(value.type->spelling, "std::add_pointer_t<");
    const std::string& function = value.target.empty() ? value.name : value.target;
    std::string& calls = callables_[function];
    if (calls.empty()) {
      calls = variable_for(function, "calls");
      add(fmt::format("forall::replay::Calls<{}> {}{{{}}};", spelling(value.type->members.front().type), calls,
                      quoted(function + "()")));
    }
    return calls + (is_pointer ? fmt::format(".pointer<struct {}_tag>()", calls) : ".function()");
  }

  void write_calls() {
    const bool has_mocks = std::any_of(values_.calls.begin(), values_.calls.end(),
                                       [](const testcase::MockCall& call) { return call.mock->kind == Kind::Mock; });
    if (has_mocks && mocks_ == MockForm::Gmock) add("const testing::InSequence in_sequence;");
    const CallContext context{mocks_, [this](const Value& value) { return initialiser(value); },
                              [this](const std::string& object) { return object_expression(object); },
                              [this](const std::string& wanted) { return unique(wanted); },
                              [this](const std::string& type) { return types_(type); }};
    for (const testcase::MockCall& call : values_.calls) add(mock_call(call, context));
    for (const auto& mock : values_.unfinished) add(unfinished_mock(mock, unique("unfinished")));
  }

  // A new object with this value.
  std::string fresh(const Value& value) {
    const std::string text = initialiser(value);
    const bool says_type = begins_with(text, (spelling(*value.type) + "{").c_str());
    return says_type ? fmt::format("forall::fresh({})", text)
                     : fmt::format("forall::fresh<{}>({})", spelling(*value.type), text);
  }

  // Gives an existing place its value, member by member where they are private or arrays.
  void assign(const std::string& place, const Value& value) {
    const Type& type = *value.type;
    if (type.kind == Kind::Object || (type.kind == Kind::Aggregate && contains_object(type))) {
      for (std::size_t i = 0; i < value.parts.size(); ++i) {
        const std::string& member = type.members[i].name;
        assign(type.kind == Kind::Object ? "FORALL_MEMBER(" + place + ", " + member + ")" : place + "." + member,
               value.parts[i]);
      }
    } else if (is_array(type)) {
      for (std::size_t i = 0; i < value.parts.size(); ++i) {
        assign(place + "[" + std::to_string(i) + "]", value.parts[i]);
      }
    } else if (is_filled(type)) {
      fill(place, value);
    } else {
      add(place + " = " + initialiser(value) + ";");
    }
  }

  // --- arguments

  void write_argument(const testcase::Argument& argument, const std::string& name) {
    const std::string& parameter = argument.parameter->name;
    if (!argument.alias.empty()) {
      add(fmt::format("{}& {} = {};", referred(spelling(argument.parameter->type)), name,
                      object_expression(argument.alias)));
    } else if (index_.count(parameter) == 0) {
      declare(argument.value, name);
    }
    const bool is_moved = !argument.parameter->is_reference && must_be_moved(argument.parameter->type);
    result_.arguments.push_back(is_moved ? "std::move(" + name + ")" : name);
  }

  // A variable of the value's type.
  void declare(const Value& value, const std::string& name) {
    const Type& type = *value.type;
    const std::string spelled = spelling(type);
    switch (type.kind) {
      case Kind::Array:
        if (is_array(type)) return declare_array(value, name);
        [[fallthrough]];
      case Kind::Aggregate: add(spelled + " " + name + braces(value) + ";"); return;
      case Kind::Text: return declare_text(value, name);
      case Kind::Sequence: return declare_sequence(value, name);
      case Kind::Variant: add(spelled + " " + name + "(" + variant_arguments(value) + ");"); return;
      case Kind::Optional:
        add(spelled + " " + name + " = " + (value.parts.empty() ? "std::nullopt" : initialiser(value.parts.front())) +
            ";");
        return;
      case Kind::Pointer:
        if (type.ownership == Ownership::Unique && !value.target.empty()) {
          add(spelled + " " + name + "(" + pointer_to(value) + ");");
          return;
        }
        break;
      default: break;
    }
    add(spelled + " " + name + " = " + expression(value) + ";");
  }

  void declare_array(const Value& value, const std::string& name) {
    std::string extents;
    const Type* type = value.type;
    while (is_array(*type) && !type->element.empty()) {
      extents += fmt::format("[{}]", type->count);
      type = &type->element.front();
    }
    add(spelling(*type) + " " + name + extents + " = " + braces(value) + ";");
  }

  void declare_text(const Value& value, const std::string& name) {
    const Type& type = *value.type;
    if (has_literal(type) && !is_pointer(type) && holds_zero(value) && !is_exact_view(type)) {
      add(fmt::format("{} {}({}, {});", spelling(type), name, text_of(value), value.parts.size()));
    } else if (is_exact_view(type)) {
      add(spelling(type) + " " + name + "(" + view_arguments(value) + ");");
    } else {
      add(spelling(type) + " " + name + " = " + initialiser(value) + ";");
    }
  }

  void declare_sequence(const Value& value, const std::string& name) {
    const Type& type = *value.type;
    if (is_pointer(type) || value.is_null) {
      add(spelling(type) + " " + name + " = " + expression(value) + ";");
    } else if (type.is_view || is_owned_array(type)) {
      add(spelling(type) + " " + name + "(" + (type.is_view ? view_arguments(value) : array_expression(value)) + ");");
    } else if (is_filled(type) || value.parts.empty()) {
      add(spelling(type) + " " + name + ";");
      fill(name, value);
    } else {
      add(spelling(type) + " " + name + " = " + braces(value) + ";");
    }
  }

  // --- expressions; what they need is declared before

  // The initialiser of a place of the value's type: a text without its type.
  std::string initialiser(const Value& value) {
    const Type& type = *value.type;
    const bool is_bare =
        type.kind == Kind::Text && has_literal(type) && !is_pointer(type) && !holds_zero(value) && !is_exact_view(type);
    return is_bare ? text_of(value) : expression(value);
  }

  // An expression of the value's type; of pointers and arrays one that initialises it.
  std::string expression(const Value& value) {
    const Type& type = *value.type;
    switch (type.kind) {
      case Kind::Scalar: return named_literal(put_.enums, type, value.bits, types_(type.spelling));
      case Kind::Array: return is_array(type) ? braces(value) : spelling(type) + braces(value);
      case Kind::Aggregate: return spelling(type) + braces(value);
      case Kind::Text: return text_expression(value);
      case Kind::Sequence: return sequence_expression(value);
      case Kind::Optional:
        return spelling(type) + "(" + (value.parts.empty() ? "std::nullopt" : initialiser(value.parts.front())) + ")";
      case Kind::Variant: return spelling(type) + "(" + variant_arguments(value) + ")";
      case Kind::Call:
        return types_(type.callee.empty() ? type.spelling : type.callee) + "(" + listed(value.parts, &type) + ")";
      case Kind::Object: {
        Variable object{variable_for(value.name, ""), spelling(type), &value};
        write_object(object);
        return "std::move(" + object.name + ")";
      }
      case Kind::Pointer: return pointer_expression(value);
      case Kind::Candidate: return filled_in(type.callee, expr::print_number(64, value.bits, false));
      case Kind::Made: return filled_in(type.callee, named_values(value));
      case Kind::Callable: return callable_expression(value);
      case Kind::Mock:
      case Kind::Method: break;
    }
    return "{}";
  }

  std::string listed(const std::vector<Value>& all, const Type* call = nullptr) {
    std::string text;
    for (std::size_t i = 0; i < all.size(); ++i) text += (i ? ", " : "") + label_of(call, i) + initialiser(all[i]);
    return text;
  }

  // {1, 2}; of a std::array, which has an array inside, {{1, 2}}.
  std::string braces(const Value& value) {
    const Type& type = *value.type;
    if (type.kind == Kind::Sequence && is_map(type)) {
      std::string entries;
      for (const Value& entry : value.parts) entries += (entries.empty() ? "" : ", ") + braces(entry);
      return "{" + entries + "}";
    }
    const bool is_double = type.is_std_array && !value.parts.empty();
    return (is_double ? "{{" : "{") + listed(value.parts) + (is_double ? "}}" : "}");
  }

  std::string variant_arguments(const Value& value) {
    const std::string index = fmt::format("std::in_place_index<{}>", value.bits.lo);
    return value.parts.empty() ? index : index + ", " + initialiser(value.parts.front());
  }

  static bool has_literal(const Type& text) { return literal_prefix(text.element.front().scalar) != nullptr; }
  static bool holds_zero(const Value& text) {
    return std::any_of(text.parts.begin(), text.parts.end(), [](const Value& c) { return c.bits == abi::Bits{}; });
  }
  static std::string text_of(const Value& value) {
    std::vector<std::uint64_t> characters;
    const Type& element = value.type->element.front();
    const std::uint64_t mask = element.width >= 64 ? ~0ULL : (1ULL << element.width) - 1;
    for (const Value& part : value.parts) characters.push_back(part.bits.lo & mask);
    return text_literal(element.scalar, characters);
  }

  std::string text_expression(const Value& value) {
    const Type& type = *value.type;
    const Type& element = type.element.front();
    if (value.is_null) return "nullptr";
    if (is_pointer(type)) {
      if (has_literal(type) && begins_with(type.spelling, "const ")) return text_of(value);
      const std::string array = variable_for(value.name, "characters");
      if (has_literal(type)) {
        add(fmt::format("{} {}[] = {};", spelling(element), array, text_of(value)));
      } else {
        add(fmt::format("{} {}[] = {{{}}};", spelling(element), array,
                        value.parts.empty() ? "0" : listed(value.parts) + ", 0"));
      }
      return array;
    }
    if (!has_literal(type) && !type.is_view) return spelling(type) + "{" + listed(value.parts) + "}";
    if (!has_literal(type) || is_exact_view(type)) return spelling(type) + "(" + view_arguments(value) + ")";
    return holds_zero(value) ? fmt::format("{}({}, {})", spelling(type), text_of(value), value.parts.size())
                             : fmt::format("{}({})", spelling(type), text_of(value));
  }

  // A container that takes its elements one by one, because they can only be moved.
  static bool is_filled(const Type& type) {
    return type.kind == Kind::Sequence && !type.is_view && !type.is_copyable && !is_pointer(type) &&
           !is_owned_array(type);
  }
  static bool is_owned_array(const Type& type) { return begins_with(type.spelling, "std::unique_ptr<"); }

  void fill(const std::string& place, const Value& value) {
    if (testcase::is_std_template(*value.type, "forward_list")) {
      for (std::size_t i = value.parts.size(); i-- > 0;) {
        add(place + ".push_front(" + expression(value.parts[i]) + ");");
      }
      return;
    }
    for (const Value& part : value.parts) {
      add(place + (is_associative(*value.type) ? ".insert(" : ".push_back(") + expression(part) + ");");
    }
  }

  // A case that crashed may have read past the end of a text: then no zero must stand there.
  bool is_exact_view(const Type& text) const { return is_crash_ && text.is_view && !is_pointer(text); }

  // The array that a view is constructed from: one of its own, on the heap where there are no elements or checks must
  // see its end.
  std::string view_arguments(const Value& value) {
    const Type& element = value.type->element.front();
    const bool is_text = value.type->kind == Kind::Text;
    if (is_crash_ || value.parts.empty()) return fmt::format("{}, {}", array_expression(value), value.parts.size());
    const std::string array = variable_for(value.name, "elements");
    add(fmt::format("{} {}[] = {{{}}};", spelling(element), array, listed(value.parts)));
    return is_text ? fmt::format("{}, {}", array, value.parts.size()) : array;
  }

  std::string sequence_expression(const Value& value) {
    const Type& type = *value.type;
    if (value.is_null) return "nullptr";
    if (is_pointer(type)) return array_expression(value);
    if (is_owned_array(type)) return spelling(type) + "(" + array_expression(value) + ")";
    if (type.is_view) return spelling(type) + "(" + view_arguments(value) + ")";
    if (!is_filled(type)) return spelling(type) + braces(value);
    const std::string name = variable_for(value.name, "");
    add(spelling(type) + " " + name + ";");
    fill(name, value);
    return "std::move(" + name + ")";
  }

  // An array made by new.
  std::string array_expression(const Value& value) {
    const Type& element = value.type->element.front();
    if (value.parts.empty()) return fmt::format("forall::fresh_array<{}>(0)", spelling(element));
    if (!must_be_moved(element)) {
      return fmt::format("forall::fresh_array<{}>({{{}}})", spelling(element), listed(value.parts));
    }
    const std::string name = variable_for(value.name, "");
    add(fmt::format("{0}* {1} = forall::fresh_array<{0}>({2});", spelling(element), name, value.parts.size()));
    for (std::size_t i = 0; i < value.parts.size(); ++i) assign(name + "[" + std::to_string(i) + "]", value.parts[i]);
    return name;
  }

  // Of a function, the variable with its calls.
  std::string object_expression(const std::string& object) const {
    if (const auto calls = callables_.find(object); calls != callables_.end()) return calls->second;
    if (const auto known = index_.find(object); known != index_.end()) return objects_[known->second].name;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (put_.parameters[i].name == object) return names_[i];
    }
    return identifier(object);
  }

  // The address of what a pointer points to, made here if nothing else has a name for it.
  std::string pointer_to(const Value& value) {
    const testcase::Object* object = values_.find(value.target);
    if (object == nullptr || !is_inline(*object)) return "&" + object_expression(value.target);
    if (!object->is_built) return "&forall::fresh<" + types_(object->type) + ">()";
    return "&" + fresh(object->value);
  }

  std::string pointer_expression(const Value& value) {
    const Type& type = *value.type;
    if (value.target.empty()) return "nullptr";
    if (type.ownership == Ownership::Shared) return "forall::share(" + pointer_to(value).substr(1) + ")";
    const std::string target = pointer_to(value);
    return type.ownership == Ownership::Unique ? spelling(type) + "(" + target + ")" : target;
  }

  // For values that only their domain can make.
  // The inputs by their names below the value's: {{".0", 3}, {".1[2]", 'a'}}.
  std::string named_values(const Value& value) const {
    const std::string member = testcase::member_name(value.name, "");
    std::string text;
    for (const testcase::InputValue* input : value.inputs) {
      if (input->kind == testcase::ScalarKind::Pointer) continue;
      const std::string name = begins_with(input->name, member.c_str())
                                   ? "." + input->name.substr(member.size())
                                   : input->name.substr(testcase::element_name(value.name, 0).size() - 3);
      text += (text.empty() ? "{" : ", {") + quoted(name) + ", " +
              named_literal(put_.enums, input->type, input->kind, input->width, input->value, input->type) + "}";
    }
    return "{" + text + "}";
  }

  // "{}" in the expression stands for the value.
  static std::string filled_in(const std::string& pattern, const std::string& value) {
    const auto at = pattern.rfind("{}");
    std::string text = source_spelling(pattern);
    if (at == std::string::npos) return text;
    return text.replace(text.rfind("{}"), 2, value);
  }

  const Put& put_;
  const MockForm mocks_;
  const testcase::Values values_;
  const std::vector<std::string>& names_;
  std::set<std::string> taken_;
  const bool is_crash_;
  std::vector<Variable> objects_;                 // in the order of their creation
  std::map<std::string, std::size_t> index_;      // of objects with variables, by their names
  std::map<std::string, std::string> callables_;  // the variables with the calls of functions, by the names of these
  TypeNames types_{put_, [this](const std::string& wanted) { return unique(wanted); }};
  Rebuilt result_;
};

}  // namespace

Rebuilt rebuild(const Put& put, const Case& c, const std::vector<std::string>& variables, std::set<std::string> taken,
                MockForm mocks) {
  return Builder(put, c, variables, std::move(taken), mocks).build();
}

}  // namespace forall::emit
