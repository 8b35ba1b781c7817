// Gives names their meaning: a syntax tree and what it imports become a Specification.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/files.h"
#include "spec/parser.h"
#include "spec/specification.h"

namespace forall::spec {

struct LoadOptions {
  std::vector<std::string> arguments;  // of a parameterized class: built-in sorts; Integer where there is none
};

// Throws base::UserError: no such file, an error of syntax, an unknown name, a wrong sort, a circular import.
Specification load(base::Files& files, const std::filesystem::path& file, const LoadOptions& options = {});

// A term in the words of the specification; its variables are those of the axioms.
Term read_term(const Specification& specification, const Source& source);

struct Case {
  Term first, second;
  bool equivalent = true;
};
std::vector<Case> read_cases(const Specification& specification, const Source& source);
std::string cases_text(const Specification& specification, const std::vector<Case>& cases);

}  // namespace forall::spec
