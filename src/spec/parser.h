// Reads a specification, a term or a file of test cases by recursive descent.
#pragma once

#include "spec/syntax.h"

namespace forall::spec {

// A test case of the paper: two sequences, and whether they lead to equivalent objects.
struct SyntaxCase {
  SyntaxTerm first, second;
  bool equivalent = true;
  Position where;
};

// All throw base::UserError that says what was expected, and what is there.
SyntaxSpecification parse_specification(const Source& source);
SyntaxTerm parse_term(const Source& source);
// "(create.add(5).delete, create, equivalent)", "(..., ..., not equivalent)", one after the other, with comments.
std::vector<SyntaxCase> parse_cases(const Source& source);

}  // namespace forall::spec
