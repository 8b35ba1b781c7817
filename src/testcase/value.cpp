// Reads values by walking their types, which nest by value and so at most as deep as the catalog allows. Pointers are
// not followed: objects are separate values, found by a work list that starts with the arguments.
#include "testcase/value.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "testcase/names.h"

namespace forall::testcase {

namespace {

class Reader {
 public:
  Reader(const Put& put, const Case& c) : put_(put), case_(c) {
    for (const InputValue& input : c.inputs) {
      if (!input.is_choice) inputs_.emplace(input.name, &input);
    }
    for (std::size_t i = 0; i < c.objects.size(); ++i) created_.emplace(c.objects[i].name, i);
  }

  Values read() {
    Values values;
    for (const Parameter& parameter : put_.parameters) values.arguments.push_back(read_argument(parameter));
    for (const Argument& argument : values.arguments) collect_targets(argument.value);
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

  Object read_object(const Wanted& wanted) const {
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
    for (const InputValue& input : case_.inputs) {
      if (!input.is_choice && (input.name == name || input.name.compare(0, member.size(), member) == 0 ||
                               input.name.compare(0, bracket.size(), bracket) == 0)) {
        return true;
      }
    }
    return false;
  }

  void read_elements(Value& value, std::size_t count) const {
    const Type& type = *value.type;
    if (type.element.empty()) return;
    for (std::size_t i = 0; i < count; ++i) {
      value.parts.push_back(read_value(type.element.front(), element_name(value.name, i)));
    }
  }

  Value read_value(const Type& type, const std::string& name) const {
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
    }
    return value;
  }

  // An array that a pointer points to has as many elements as another member of its class says.
  Value read_member(const Type::Member& member, const std::string& of) const {
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
