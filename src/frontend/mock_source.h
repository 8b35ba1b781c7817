// The class of a mock (include/forall/mock.h) as C++ source.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "frontend/class_model.h"

namespace forall::frontend {

// Throws base::UserError, which says what to do, if no class can derive from it and override its functions.
void require_mockable(const ClassModel& model);

// The interface that a concept requires (read_concept.h).
std::string concept_interface(const ClassModel& model);

// A header with the mocks of these interfaces. `header` is how it includes theirs; `definitions` are those that it has not.
std::string mock_source(const std::vector<ClassModel>& interfaces, const std::filesystem::path& header,
                        const std::string& definitions = "");

}  // namespace forall::frontend
