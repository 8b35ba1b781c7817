// What forall class, infer and spec found, for the page.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "report/page.h"

namespace forall::report {

// {"classes":[...],"laws":[...],"specifications":[...]}, those of them that there are. Only fields that the page shows,
// each of the type that it expects. Throws std::invalid_argument, which begins with the name of the file.
nlohmann::ordered_json others_json(const std::vector<OtherResult>& others);

}  // namespace forall::report
