// `forall spec --interactive`: commands from standard input rewrite a term step by step.
#pragma once

#include "cli/options.h"
#include "spec/specification.h"

namespace forall::cli {

int interactive_main(const SpecOptions& options, const spec::Specification& specification);

}  // namespace forall::cli
