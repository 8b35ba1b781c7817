// Reads values by walking their types, which nest by value and so at most as deep as the catalog allows. Pointers are
// not followed: objects are separate values, found by a work list that starts with the arguments.
#include "testcase/value.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "testcase/names.h"

namespace forall::testcase {

namespace {

constexpr const char* kThrows = "throws()";
constexpr const char* kUnfinished = "unfinished()";

class Reader {
 public:
  Reader(const Put& put, const Case& c) : put_(put), case_(c) {
    for (const ObjectValue& object : c.objects) {
      const Type* type = class_of(object.type);
      if (type != nullptr && type->kind == Type::Kind::Mock) callees_.push_back({object.name, type});
    }
    // What calls of mocks return are choices.
    for (const InputValue& input : c.inputs) inputs_.emplace(input.name, &input);
    for (std::size_t i = 0; i < c.objects.size(); ++i) created_.emplace(c.objects[i].name, i);
    // What is known of the arguments of calls reads like inputs.
    for (const ObservedValue& observed : c.observations) {
      recorded_.push_back(
          {observed.name, observed.type, observed.kind, observed.width, false, observed.value, "", false});
    }
    for (const InputValue& recorded : recorded_) inputs_.emplace(recorded.name, &recorded);
  }

  Values read() {
    Values values;
    for (const Parameter& parameter : put_.parameters) values.arguments.push_back(read_argument(parameter));
    for (const Argument& argument : values.arguments) collect_targets(argument.value);
    for (const ObservedValue& observed : case_.observations) read_call(observed, values.calls);
    for (const Callee& callee : callees_) {
      if (bits(member_name(callee.name, kUnfinished)).lo != 0) values.unfinished.push_back({callee.name, callee.type});
    }
    for (const MockCall& call : values.calls) {
      if (call.result.type != nullptr) collect_targets(call.result);
      for (const WrittenArgument& written : call.written) {
        for (const Value& value : written.values) collect_targets(value);
      }
    }
    for (std::size_t i = 0; i < wanted_.size(); ++i) {  // grows
      values.objects.push_back(read_object(wanted_[i]));
      collect_targets(values.objects.back().value);
    }
    for (Object& object : values.objects) {
      object.pointers = pointers_[object.name];
      object.ownership = ownership_[object.name];
    }
    std::stable_sort(values.objects.begin(), values.objects.end(),
                     [this](const Object& x, const Object& y) { return creation(x.name) < creation(y.name); });
    return values;
  }

 private:
  // A mock, or a function about which nothing is known.
  struct Callee {
    std::string name;
    const Type* type;
  };
  struct Wanted {
    std::string name;
    std::string type;  // unless the case has a more exact one
  };

  const InputValue* input(const std::string& name) const {
    const auto found = inputs_.find(name);
    return found == inputs_.end() ? nullptr : found->second;
  }
  Bits bits(const std::string& name) const {
    const InputValue* found = input(name);
    return found == nullptr ? Bits{} : found->value;
  }
  const ObjectValue* created(const std::string& name) const {
    const auto found = created_.find(name);
    return found == created_.end() ? nullptr : &case_.objects[found->second];
  }
  // Objects that the case does not list were only pointed to: they come last.
  std::size_t creation(const std::string& name) const {
    const auto found = created_.find(name);
    return found == created_.end() ? case_.objects.size() : found->second;
  }
  const Type* class_of(const std::string& spelling) const {
    const auto found = put_.classes.find(spelling);
    return found == put_.classes.end() ? nullptr : &found->second;
  }

  Argument read_argument(const Parameter& parameter) {
    Argument argument;
    argument.parameter = &parameter;
    const Type* type = &parameter.type;
    if (const InputValue* reference = input("&" + parameter.name);
        reference != nullptr && !reference->target.empty() && reference->target != parameter.name) {
      argument.alias = reference->target;
      want(reference->target, parameter.type.spelling);
      ++pointers_[reference->target];
    } else if (const ObjectValue* object = created(parameter.name)) {
      if (const Type* dynamic = class_of(object->type)) type = dynamic;
      want(object->name, object->type);
    }
    argument.value = argument.alias.empty() ? read_value(*type, parameter.name) : Value{type, parameter.name};
    return argument;
  }

  Object read_object(const Wanted& wanted) {
    Object object;
    object.name = wanted.name;
    const ObjectValue* known = created(wanted.name);
    object.type = known != nullptr && !known->type.empty() ? known->type : wanted.type;
    const Type* type = class_of(object.type);
    for (const Parameter& parameter : put_.parameters) {
      if (type == nullptr && parameter.name == object.name) type = &parameter.type;
    }
    object.is_built = type != nullptr && has_inputs(*type, object.name);
    if (object.is_built) object.value = read_value(*type, object.name);
    return object;
  }

  // An object of a type without any scalar has no inputs, and always counts as built.
  bool has_inputs(const Type& type, const std::string& name) const {
    const std::string member = member_name(name, ""), element = element_name(name, 0);
    const std::string_view bracket = std::string_view(element).substr(0, element.size() - 2);
    if ((type.kind == Type::Kind::Aggregate || type.kind == Type::Kind::Object) && type.members.empty()) return true;
    if (type.kind == Type::Kind::Mock) return true;
    for (const InputValue& input : case_.inputs) {
      if (!input.is_choice && (input.name == name || input.name.compare(0, member.size(), member) == 0 ||
                               input.name.compare(0, bracket.size(), bracket) == 0)) {
        return true;
      }
    }
    return false;
  }

  void read_elements(Value& value, std::size_t count) {
    const Type& type = *value.type;
    if (type.element.empty()) return;
    for (std::size_t i = 0; i < count; ++i) {
      value.parts.push_back(read_value(type.element.front(), element_name(value.name, i)));
    }
  }

  Value read_value(const Type& type, const std::string& name) {
    Value value{&type, name};
    switch (type.kind) {
      case Type::Kind::Scalar: value.bits = bits(name); break;
      case Type::Kind::Array: read_elements(value, type.count); break;
      case Type::Kind::Text:
      case Type::Kind::Sequence:
        value.is_null = bits(member_name(name, "is_null")).lo != 0;
        if (!value.is_null) read_elements(value, size_of(member_name(name, "size")));
        break;
      case Type::Kind::Optional:
        if (bits(member_name(name, "has_value")).lo != 0 && !type.element.empty()) {
          value.parts.push_back(read_value(type.element.front(), member_name(name, "value")));
        }
        break;
      case Type::Kind::Variant:
        value.bits = bits(member_name(name, "index"));
        if (value.bits.lo < type.members.size()) {
          value.parts.push_back(read_member(type.members[value.bits.lo], name));
        }
        break;
      case Type::Kind::Aggregate:
      case Type::Kind::Call:
      case Type::Kind::Object:
        for (const Type::Member& member : type.members) value.parts.push_back(read_member(member, name));
        break;
      case Type::Kind::Pointer: value.target = target_of(name); break;
      case Type::Kind::Candidate: value.bits = bits(member_name(name, "candidate")); break;
      case Type::Kind::Made: read_made(value); break;
      case Type::Kind::Callable: read_callable(value); break;
      case Type::Kind::Mock:
      case Type::Kind::Method: break;
    }
    return value;
  }

  // A pointer to a function has the number of one of the functions of its type.
  void read_callable(Value& value) {
    const InputValue* number = input(member_name(value.name, "function"));
    value.is_null = number != nullptr ? number->value.lo == 0 : bits(member_name(value.name, "is_null")).lo != 0;
    if (value.is_null) return;
    std::vector<std::string>& functions = functions_[number != nullptr ? value.type->spelling : ""];
    if (number != nullptr && number->value.lo <= functions.size()) {
      value.target = functions[number->value.lo - 1];
    } else {
      functions.push_back(value.name);
      callees_.push_back({value.name, value.type});
    }
  }

  // The record of a call has its name, "x.read()#2", and the number of the method as its value.
  const Callee* callee_of(const ObservedValue& observed) const {
    for (const Callee& callee : callees_) {
      const Type& type = *callee.type;
      if (observed.value.lo >= type.members.size()) continue;
      const std::string& label = type.members[observed.value.lo].name;
      const std::string first =
          type.kind == Type::Kind::Callable ? callee.name + label : member_name(callee.name, label);
      const bool is_call = observed.name.compare(0, first.size(), first) == 0;
      const std::string number = is_call ? observed.name.substr(first.size()) : "";
      if (is_call &&
          (number.empty() || (number[0] == '#' && number.find_first_not_of("0123456789", 1) == std::string::npos))) {
        return &callee;
      }
    }
    return nullptr;
  }

  void read_call(const ObservedValue& observed, std::vector<MockCall>& calls) {
    const Callee* callee = callee_of(observed);
    if (callee == nullptr) return;
    MockCall call;
    call.object = callee->name;
    call.mock = callee->type;
    call.method = &callee->type->members[observed.value.lo];
    call.name = observed.name;
    std::vector<std::string> exceptions;
    for (const Type::Member& part : call.method->type.members) {
      if (&part == &call.method->type.members.front()) {
        call.result = read_result(part.type, answered_by(call));
      } else if (part.name == kThrows) {
        exceptions.push_back(part.type.spelling);
      } else {
        read_parameter(part, call);
      }
    }
    call.is_out_of_order = bits(member_name(call.name, "out_of_order()")).lo != 0;
    const std::uint64_t thrown = bits(member_name(call.name, kThrows)).lo;
    if (thrown > 0 && thrown <= exceptions.size()) {
      call.thrown = exceptions[thrown - 1];
      call.result = {};
    }
    calls.push_back(std::move(call));
  }
  // A deterministic mock answers as it did in an earlier call.
  std::string answered_by(const MockCall& call) const {
    const InputValue* same = input(member_name(call.name, "same()"));
    if (same == nullptr) return call.name;
    const std::string first = member_name(call.object, call.method->name);
    return same->value.lo == 1 ? first : first + "#" + std::to_string(same->value.lo);
  }
  Value read_result(const Type& type, const std::string& call) {
    if (type.kind == Type::Kind::Made) return {};
    const bool is_reference = type.kind == Type::Kind::Pointer && type.spelling.back() == '&';
    return read_value(type, is_reference ? "&" + call : call);
  }
  void read_parameter(const Type::Member& part, MockCall& call) {
    const std::string name = member_name(call.name, part.name);
    const std::size_t parameter = call.arguments.size();
    call.arguments.emplace_back();
    if (part.type.kind == Type::Kind::Made) return;
    if (part.type.kind == Type::Kind::Callable) return read_call_backs(part.type, name, parameter, call);
    if (is_recorded(name)) {
      call.arguments.back() = read_value(part.type, name);
    } else if (const std::size_t count = elements_of(part.type, name); count > 0) {
      WrittenArgument& written = call.written.emplace_back(WrittenArgument{parameter, true, {}});
      for (std::size_t i = 0; i < count; ++i) written.values.push_back(read_value(part.type, element_name(name, i)));
    } else if (has_parts(name)) {
      call.written.push_back({parameter, false, {read_value(part.type, name)}});
    }
  }
  void read_call_backs(const Type& type, const std::string& name, std::size_t parameter, MockCall& call) {
    const std::vector<Type::Member>& parts = type.members.front().type.members;
    for (std::size_t i = 0; i < size_of(member_name(name, "calls")); ++i) {
      CallBack& back = call.call_backs.emplace_back(CallBack{parameter, {}});
      for (std::size_t k = 1; k < parts.size(); ++k) {
        back.arguments.push_back(read_result(parts[k].type, member_name(element_name(name, i), parts[k].name)));
      }
    }
  }
  static bool is_part_of(const std::string& input, const std::string& name) {
    return input.compare(0, name.size(), name) == 0 &&
           (input.size() == name.size() || input[name.size()] == '.' || input[name.size()] == '[');
  }
  bool is_recorded(const std::string& name) const {
    return std::any_of(recorded_.begin(), recorded_.end(),
                       [&](const InputValue& recorded) { return is_part_of(recorded.name, name); });
  }
  bool has_parts(const std::string& name) const {
    return std::any_of(case_.inputs.begin(), case_.inputs.end(),
                       [&](const InputValue& input) { return is_part_of(input.name, name); });
  }
  // Of an array that a call wrote; a value that has elements itself is one value.
  std::size_t elements_of(const Type& type, const std::string& name) const {
    if (type.kind == Type::Kind::Array || type.kind == Type::Kind::Text || type.kind == Type::Kind::Sequence) return 0;
    std::size_t count = 0;
    while (has_parts(element_name(name, count))) ++count;
    return count;
  }

  // An array that a pointer points to has as many elements as another member of its class says.
  Value read_member(const Type::Member& member, const std::string& of) {
    const std::string name = member_name(of, member.name);
    if (member.type.kind != Type::Kind::Sequence || member.type.callee.empty()) return read_value(member.type, name);
    Value value{&member.type, name};
    read_elements(value, size_of(member_name(of, member.type.callee)));
    return value;
  }

  // No run has more elements than inputs, unless elements have none; a file that says otherwise is damaged.
  std::size_t size_of(const std::string& count) const {
    constexpr std::size_t kMostEmpty = 4096;
    return std::min<std::size_t>(bits(count).lo, case_.inputs.size() + kMostEmpty);
  }

  // A pointer that could only point to its own object is not an input.
  std::string target_of(const std::string& name) const {
    if (const InputValue* found = input(name)) return found->target;
    const ObjectValue* own = created(object_name(name));
    return own == nullptr ? std::string() : own->name;
  }

  void read_made(Value& value) const {
    const std::string member = member_name(value.name, "");
    const std::string bracket = element_name(value.name, 0);
    for (const InputValue& input : case_.inputs) {
      const bool is_part = input.name.compare(0, member.size(), member) == 0 ||
                           input.name.compare(0, bracket.size() - 2, bracket, 0, bracket.size() - 2) == 0;
      if (!input.is_choice && is_part) value.inputs.push_back(&input);
    }
  }

  void want(const std::string& name, const std::string& type) {
    if (is_wanted_.insert(name).second) wanted_.push_back({name, type});
  }

  void collect_targets(const Value& root) {
    std::vector<const Value*> stack = {&root};
    while (!stack.empty()) {
      const Value& value = *stack.back();
      stack.pop_back();
      if (!value.target.empty()) {
        want(value.target, value.type->pointee);
        ++pointers_[value.target];
        if (value.type->ownership != Type::Ownership::None) ownership_[value.target] = value.type->ownership;
      }
      for (const Value& part : value.parts) stack.push_back(&part);
    }
  }

  const Put& put_;
  const Case& case_;
  std::vector<Callee> callees_;                                // in the order of their creation
  std::map<std::string, std::vector<std::string>> functions_;  // that pointers point to, by the type of the pointer
  std::vector<InputValue> recorded_;                           // the arguments of calls of mocks
  std::unordered_map<std::string, const InputValue*> inputs_;
  std::unordered_map<std::string, std::size_t> created_, pointers_;
  std::unordered_map<std::string, Type::Ownership> ownership_;
  std::unordered_set<std::string> is_wanted_;
  std::vector<Wanted> wanted_;
};

}  // namespace

const Object* Values::find(const std::string& object) const {
  for (const Object& candidate : objects) {
    if (candidate.name == object) return &candidate;
  }
  return nullptr;
}

bool is_of_mock(const Values& values, const InputValue& input) {
  const std::string_view name = input.name.front() == '&' ? std::string_view(input.name).substr(1) : input.name;
  return std::any_of(values.calls.begin(), values.calls.end(), [&](const MockCall& call) {
    return name.starts_with(call.name) && (name.size() == call.name.size() || name[call.name.size()] == '.' ||
                                           name[call.name.size()] == '[' || name[call.name.size()] == '-');
  });
}

std::vector<ObservedValue> own_observations(const Values& values, const Case& c) {
  std::vector<ObservedValue> own;
  std::size_t next = 0;  // of the calls, whose records come before those of their arguments
  for (const ObservedValue& observed : c.observations) {
    if (next < values.calls.size() && observed.name == values.calls[next].name) {
      ++next;
    } else if (next == 0 || (observed.name.rfind(values.calls[next - 1].name + ".", 0) != 0 &&
                             !observed.name.ends_with(kUnfinished))) {
      own.push_back(observed);
    }
  }
  return own;
}

Values values_of(const Put& put, const Case& c) { return Reader(put, c).read(); }

bool holds_pointers(const Type& type) {
  std::vector<const Type*> stack = {&type};
  while (!stack.empty()) {
    const Type& next = *stack.back();
    stack.pop_back();
    if (next.kind == Type::Kind::Pointer && next.ownership == Type::Ownership::None) return true;
    for (const Type& element : next.element) stack.push_back(&element);
    for (const Type::Member& member : next.members) stack.push_back(&member.type);
  }
  return false;
}

std::string plain_spelling(std::string spelling) {
  for (auto at = spelling.find(" *"); at != std::string::npos; at = spelling.find(" *")) spelling.erase(at, 1);
  return spelling;
}

bool is_std_template(const Type& type, std::string_view end) {
  const std::string_view name = std::string_view(type.spelling).substr(0, type.spelling.find('<'));
  return name.size() > end.size() && name.substr(0, 5) == "std::" && name.substr(name.size() - end.size()) == end;
}

}  // namespace forall::testcase
