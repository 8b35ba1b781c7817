// What the tokens of a test's body say: its assertions, the names in it, the sections of Catch2.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "frontend/clang/places.h"
#include "frontend/read_flows.h"

namespace forall::frontend {

bool is_assertion_name(const std::string& name, Framework framework);

std::vector<Assertion> find_assertions(const std::vector<Places::Token>& tokens, Framework framework,
                                       const std::function<unsigned(std::size_t)>& line_of);

// Without names after . -> and ::, which are those of members.
std::vector<std::string> find_names(const std::vector<Places::Token>& tokens);

// A test case of Catch2 runs once for each of its innermost sections. These are such a run.
struct SectionPath {
  std::vector<std::string> titles;  // from the outside in
  std::vector<SourceRange> cuts;  // what of the body is not of this run: other sections, and the SECTION(...) of these
};
// One without titles if there are no sections. `problem`, if there is one, says why the runs cannot be told from each other.
std::vector<SectionPath> find_sections(const std::vector<Places::Token>& body, std::string& problem);

// The text of a literal, without quotes and escapes; of several in a row, all of them.
std::string text_of_literals(const std::vector<Places::Token>& tokens, std::size_t begin, std::size_t end);

// "vectors can be sized" -> "VectorsCanBeSized"
std::string camel_case(const std::string& words);

}  // namespace forall::frontend
