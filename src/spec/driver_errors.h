// Why a generated driver does not compile, in the words of the specification.
#pragma once

#include <string>

#include "spec/driver.h"

namespace forall::spec {

// The first error that the compiler reports in a line of `source`, which it calls `file`, said of the operation or the
// comparison that this line is for. Empty if no error is in such a line.
std::string explained_error(const Specification& specification, const ClassInterface& interface,
                            const std::string& source, const std::string& file, const std::string& messages);

}  // namespace forall::spec
