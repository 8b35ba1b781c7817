// The parameters and objects of a case as a graph: boxes with rows, and arrows from the rows that hold pointers.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "testcase/records.h"

namespace forall::report {

// [{"name":"list","type":"List","object":true,"built":true,"rows":[["size_","3"],["head_",null,"*list.head_"],
// ["tail_",null,null]]}, ...]: a row with a third field is a pointer, to the object of that name or null.
nlohmann::ordered_json graph_json(const testcase::Put& put, const testcase::Case& c);

}  // namespace forall::report
