// The definition of a PUT as one JSON text: what the rows of an exploration do not say already.
#pragma once

#include <string>

#include "testcase/records.h"

namespace forall::store {

std::string to_text(const testcase::Put& put);
// Throws std::invalid_argument where the text does not fit.
testcase::Put put_from_text(const std::string& text);

}  // namespace forall::store
