// The names of the inputs that a value is made of. The header makes them while it builds a value
// (include/forall/internal/instrumented.h); code that rebuilds the value from a case makes them again.
#pragma once

#include <string>
#include <string_view>

namespace forall::testcase {

// "p" -> "p.x"; for an object that a pointer points to: "*head" -> "head->x".
inline std::string member_name(std::string_view of, std::string_view member) {
  std::string name(of);
  if (!name.empty() && name.front() == '*') return name.erase(0, 1).append("->").append(member);
  return name.append(".").append(member);
}

// "a" -> "a[3]"; for an object that a pointer points to: "*p" -> "(*p)[3]".
inline std::string element_name(std::string_view of, std::size_t index) {
  std::string name(of);
  if (!name.empty() && name.front() == '*') name.insert(0, "(").append(")");
  return name.append("[").append(std::to_string(index)).append("]");
}

// The pointer's own object: "head" -> "*head"; of a reference: "&list" -> "list".
inline std::string object_name(std::string_view pointer) {
  if (!pointer.empty() && pointer.front() == '&') return std::string(pointer.substr(1));
  return std::string("*").append(pointer);
}

}  // namespace forall::testcase
