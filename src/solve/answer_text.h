// Answers on their way between two processes with the same pool.
#pragma once

#include <string>

#include "solve/solver.h"

namespace forall::solve {

std::string to_text(const Answer& answer);
Answer answer_from(const std::string& text);  // Unknown for what is no answer

}  // namespace forall::solve
