// The functions that are linked with Clang. Loading Clang takes longer than most commands, so they are in a separate
// library, libforall_frontend.so, which only commands that read sources load.
#pragma once

#include <filesystem>

#include "frontend/class_flow.h"
#include "frontend/edits.h"
#include "frontend/format.h"
#include "frontend/parse.h"
#include "frontend/read_class.h"
#include "frontend/read_concept.h"
#include "frontend/read_flows.h"
#include "frontend/read_function.h"
#include "frontend/read_tests.h"

namespace forall::frontend {

// Each is the function of that name; its header says what it does.
struct Functions {
  decltype(&frontend::parse) parse;
  decltype(&frontend::parse_file) parse_file;
  decltype(&frontend::read_index) read_index;
  decltype(&frontend::read_class) read_class;
  decltype(&frontend::read_flow) read_flow;
  decltype(&frontend::read_classes) read_classes;
  decltype(&frontend::read_concept) read_concept;
  decltype(&frontend::read_tests) read_tests;
  decltype(&frontend::read_flows) read_flows;
  decltype(&frontend::read_function) read_function;
  decltype(&frontend::patch_of) patch_of;
  decltype(&frontend::apply_edits) apply_edits;
  decltype(&frontend::formatted) formatted;
};

// Throws base::UserError if the library cannot be loaded. It stays loaded.
const Functions& load_functions(const std::filesystem::path& library);

// The symbol that the library exports.
inline constexpr const char* kFunctionsSymbol = "forall_frontend_functions";

}  // namespace forall::frontend
