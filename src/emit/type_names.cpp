// Follows the members of each class that is set member by member: through pointers, elements and aggregates to the
// types that are nested directly in the class.
#include "emit/type_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/words.h"
#include "emit/literal.h"
#include "emit/suites.h"

namespace forall::emit {

using testcase::Type;
using Kind = Type::Kind;

TypeNames::TypeNames(const testcase::Put& put, std::function<std::string(const std::string&)> unique)
    : unique_(std::move(unique)) {
  std::vector<const Type*> stack;
  for (const testcase::Parameter& parameter : put.parameters) stack.push_back(&parameter.type);
  for (const auto& [name, type] : put.classes) stack.push_back(&type);
  while (!stack.empty()) {
    const Type& type = *stack.back();
    stack.pop_back();
    if (type.kind == Kind::Object) find_nested(type);
    for (const Type& element : type.element) stack.push_back(&element);
    for (const Type::Member& member : type.members) stack.push_back(&member.type);
  }
}

std::string TypeNames::operator()(const std::string& type) {
  std::string text = source_spelling(type);
  for (const Nested& nested : nested_) {
    for (std::size_t at = text.find(nested.spelling); at != std::string::npos; at = text.find(nested.spelling, at)) {
      const std::size_t end = at + nested.spelling.size();
      const bool begins = at == 0 || (!base::is_word_character(text[at - 1]) && text[at - 1] != ':');
      const bool ends = end == text.size() || !base::is_word_character(text[end]);
      if (begins && ends) {
        text.replace(at, nested.spelling.size(), alias_of(nested));
        ++at;
      } else {
        at = end;
      }
    }
  }
  return text;
}

const std::string& TypeNames::alias_of(const Nested& nested) {
  std::string& alias = aliases_[nested.spelling];
  if (alias.empty()) {
    // app::List::Node -> ListNode
    const std::size_t at = nested.spelling.rfind("::");
    const std::string outer = identifier(nested.spelling.substr(0, at));
    alias = unique_(outer.substr(outer.rfind('_') + 1) + nested.spelling.substr(at + 2));
    declarations_.push_back(fmt::format("using {} = std::decay_t<decltype({})>;", alias, nested.expression));
  }
  return alias;
}

void TypeNames::find_nested(const Type& object) {
  const std::string outer = source_spelling(object.spelling);
  const std::string prefix = outer + "::";
  struct Step {
    const Type* type;
    std::string expression;
  };
  std::vector<Step> steps;
  for (const Type::Member& member : object.members) {
    steps.push_back({&member.type, fmt::format("FORALL_MEMBER(std::declval<{}&>(), {})", outer, member.name)});
  }
  while (!steps.empty()) {
    const Step step = steps.back();
    steps.pop_back();
    const bool is_pointer = step.type->kind == Kind::Pointer;
    const std::string type = source_spelling(is_pointer ? step.type->pointee : step.type->spelling);
    const bool is_nested =
        type.rfind(prefix, 0) == 0 && type.find_first_of(":<*& ", prefix.size()) == std::string::npos;
    const bool is_known =
        std::any_of(nested_.begin(), nested_.end(), [&](const Nested& known) { return known.spelling == type; });
    if (is_nested && !is_known) nested_.push_back({type, is_pointer ? "*" + step.expression : step.expression});
    for (const Type& element : step.type->element) {
      steps.push_back({&element, step.type->kind == Kind::Optional ? "*" + step.expression : step.expression + "[0]"});
    }
    if (step.type->kind != Kind::Aggregate) continue;
    for (const Type::Member& member : step.type->members) {
      steps.push_back({&member.type, step.expression + "." + member.name});
    }
  }
}

std::string label_of(const testcase::Type* call, std::size_t index) {
  if (call == nullptr || call->callee.empty() || index >= call->members.size()) return {};
  if (call->callee.starts_with("std::") || call->callee.starts_with("forall::")) return {};
  const std::string& name = call->members[index].name;
  const bool is_named = !name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0;
  return is_named ? "/*" + name + "=*/" : std::string();
}

}  // namespace forall::emit
