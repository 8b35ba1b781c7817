// Specifications of tests: from a text, or one of examples/spec.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "spec/load.h"
#include "spec/rewrite.h"

namespace forall::spec::testing {

inline std::filesystem::path examples() { return std::filesystem::path(FORALL_SOURCE_FOLDER) / "examples/spec"; }

inline Specification example(const std::string& name) {
  return load(base::system_files(), examples() / (name + ".spec"));
}

inline const std::vector<std::string>& example_names() {
  static const std::vector<std::string> names = {
      "priority_queue", "sorted_list", "inventory",      "stack",  "queue",       "deque",   "set",
      "multiset",       "map",         "bounded_buffer", "string", "binary_tree", "rational"};
  return names;
}

inline Specification from_text(const std::string& text) {
  base::MemoryFiles files;
  files.contents["test.spec"] = text;
  return load(files, "test.spec");
}

inline std::string error_of(const std::string& text) {
  try {
    from_text(text);
  } catch (const base::UserError& error) {
    return error.what();
  }
  return "no error";
}

inline Term term(const Specification& spec, const std::string& text) { return read_term(spec, {"term", text}); }

inline std::string reduce(const Specification& spec, const std::string& text) {
  const Reduction reduction = Rewriter(spec).normalize(term(spec, text));
  if (reduction.end != Reduction::End::Normal) return "no normal form";
  return to_text(*spec.terms, reduction.result);
}

}  // namespace forall::spec::testing
