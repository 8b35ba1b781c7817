// Questions about types that the compiler answers: a probe asks them all of one type with one constant.
#pragma once

#include <cstdint>
#include <string>

#include "frontend/class_model.h"

namespace forall::frontend {

// One bit each, in the order of the table in type_facts.cpp.
enum class Fact {
  Integer,
  Character,
  Enumeration,
  Floating,
  Class,
  Union,
  Pointer,
  MemberPointer,
  Function,
  Void,
  Const,
  Reference,
  Array,
  // Only of complete types.
  Complete,
  Aggregate,
  Abstract,
  Polymorphic,
  DefaultConstructible,
};

struct Facts {
  std::uint64_t bits = 0;
  bool operator[](Fact fact) const { return (bits >> static_cast<unsigned>(fact) & 1) != 0; }
};

// C++ that defines the function template forall_reflect_facts<T>(), whose value is a Facts::bits.
std::string facts_source();

// `type` with the facts of what it points to.
TypeFacts describe(Facts type, Facts pointee, const std::string& spelling);

}  // namespace forall::frontend
