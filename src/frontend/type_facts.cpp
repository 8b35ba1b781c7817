#include "frontend/type_facts.h"

#include <fmt/format.h>

namespace forall::frontend {
namespace {

struct Question {
  Fact fact;
  const char* source;
};

constexpr Question kOfAll[] = {
    {Fact::Integer, "__is_integral(T)"},
    {Fact::Character,
     "__is_same(T, bool) || __is_same(T, char) || __is_same(T, wchar_t) || __is_same(T, decltype(u8' ')) || "
     "__is_same(T, char16_t) || __is_same(T, char32_t)"},
    {Fact::Enumeration, "__is_enum(T)"},
    {Fact::Floating, "__is_floating_point(T) || __is_same(T, _Float16)"},
    {Fact::Class, "__is_class(T)"},
    {Fact::Union, "__is_union(T)"},
    {Fact::Pointer, "__is_pointer(T)"},
    {Fact::MemberPointer, "__is_member_pointer(T)"},
    {Fact::Function, "__is_function(T)"},
    {Fact::Void, "__is_void(T)"},
    {Fact::Const, "__is_const(__remove_all_extents(T))"},
    {Fact::Reference, "__is_reference(T)"},
    {Fact::Array, "__is_array(T)"},
};
constexpr Question kOfComplete[] = {
    {Fact::Complete, "true"},
    {Fact::Aggregate, "__is_aggregate(T)"},
    {Fact::Abstract, "__is_abstract(T)"},
    {Fact::Polymorphic, "__is_polymorphic(T)"},
    {Fact::DefaultConstructible, "__is_constructible(T)"},
};

std::string line(const Question& question) {
  return fmt::format("  if ({}) facts |= 1u << {};\n", question.source, static_cast<unsigned>(question.fact));
}

}  // namespace

std::string facts_source() {
  std::string text =
      "template <class T, class = void> struct forall_reflect_complete { enum { value = 0 }; };\n"
      "template <class T> struct forall_reflect_complete<T, decltype(void(sizeof(T)))> { enum { value = 1 }; };\n"
      "template <class T> constexpr unsigned forall_reflect_facts() {\n"
      "  unsigned facts = 0;\n";
  for (const Question& question : kOfAll) text += line(question);
  text += "  if constexpr (forall_reflect_complete<T>::value != 0) {\n";
  for (const Question& question : kOfComplete) text += line(question);
  return text + "  }\n  return facts;\n}\n";
}

TypeFacts describe(Facts type, Facts pointee, const std::string& spelling) {
  TypeFacts result{.spelling = spelling, .is_aggregate = type[Fact::Aggregate], .is_complete = type[Fact::Complete]};
  if (type[Fact::Character] || type[Fact::Enumeration] || type[Fact::Floating]) {
    result.kind = TypeKind::Scalar;
  } else if (type[Fact::Integer]) {
    result.kind = TypeKind::Number;
  } else if (type[Fact::Class]) {
    result.kind = TypeKind::Class;
  } else if (type[Fact::Union]) {
    result.kind = TypeKind::Union;
  } else if (type[Fact::MemberPointer] || type[Fact::Function] || (type[Fact::Pointer] && pointee[Fact::Function])) {
    result.kind = TypeKind::Function;
  } else if (type[Fact::Pointer]) {
    result.kind = TypeKind::Pointer;
  } else if (type[Fact::Void]) {
    result.kind = TypeKind::Void;
  }
  return result;
}

}  // namespace forall::frontend
