// Constrained Horn clauses: rules about unknown relations, such as which states a program reaches.
#pragma once

#include <string>

namespace forall::solve {

// Are there relations that satisfy all of the clauses, which are the declarations and assertions of an SMT-LIB script?
// True is proved: relations were found, and each clause was checked with them. False says nothing.
bool has_solution(const std::string& clauses, double seconds);

}  // namespace forall::solve
