// Answers as text, for passing between two processes with the same pool.
#pragma once

#include <string>

#include "solve/solver.h"

namespace forall::solve {

std::string to_text(const Answer& answer);
Answer answer_from(const std::string& text);  // Unknown for anything that is not an answer

}  // namespace forall::solve
