// Terms of the syntax tree as terms with sorts.
#pragma once

#include <map>
#include <string>

#include "spec/specification.h"
#include "spec/syntax.h"

namespace forall::spec {

// Where names are looked up.
struct Scope {
  const Source& source;
  const Signature& signature;
  Terms& terms;
  Sort self;  // operations that create are those of this class
  const std::map<std::string, Sort>& variables;
  const std::map<std::string, Sort>& class_names;  // as the source may write them in front of an operation
};

// Throws base::UserError: an unknown name, a wrong number of arguments, a wrong sort. `error` gets the wanted sort.
Term resolve(const Scope& scope, const SyntaxTerm& syntax, const Sort* wanted);

}  // namespace forall::spec
