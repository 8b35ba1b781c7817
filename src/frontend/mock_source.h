// The class of a mock (include/forall/mock.h) as C++ source.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "frontend/class_model.h"

namespace forall::frontend {

// Throws base::UserError, which says what to do, if no class can derive from it and override its functions.
void require_mockable(const ClassModel& model);

// A header with the mocks of these interfaces. `header` is how it includes theirs.
std::string mock_source(const std::vector<ClassModel>& interfaces, const std::filesystem::path& header);

}  // namespace forall::frontend
