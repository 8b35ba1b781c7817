// Generated C++ for the class under test: a GoogleTest program that runs cases.
#pragma once

#include <string>
#include <vector>

#include "spec/load.h"
#include "spec/specification.h"

namespace forall::spec {

struct ClassMethod {
  std::string name;
  std::size_t parameters = 0;
  std::string result;
  bool is_const = false;
};

// The public interface of the class, as far as its header shows it.
struct ClassInterface {
  std::string name;  // qualified, with template arguments
  std::vector<ClassMethod> methods;
  bool has_bases = false;  // there may be more methods than these
};

enum class Equality {
  Automatic,      // the first of the others that there is
  Class,          // eqn of the class or its operator==
  Derived,        // the axiom A.eqn(B) -> ..., executed
  Observational,  // equal answers of all observers, also after transformers, to a depth
};

struct DriverOptions {
  std::string header;  // as the #include names it
  Equality equality = Equality::Automatic;
  int depth = 2;  // of Observational
};

// Throws base::UserError: an operation has no method, or one with other parameters; a way to compare that there is not.
std::string driver_source(const Specification& specification, const ClassInterface& interface,
                          const std::vector<Case>& cases, const DriverOptions& options);

}  // namespace forall::spec
