// What to do about a source that does not compile, where clang's messages do not say it.
#pragma once

#include <string>

#include "base/files.h"

namespace forall::build {

// Lines behind the messages, each with a line break in front; empty if nothing is known.
std::string advice(const std::string& messages, const std::string& source, base::Files& files);

}  // namespace forall::build
