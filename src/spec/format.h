// A specification as the formatter lays it out.
#pragma once

#include <string>

#include "spec/source.h"

namespace forall::spec {

// The same tokens and comments, in one layout. Throws base::UserError if the text is not a specification.
std::string format(const Source& source);

}  // namespace forall::spec
