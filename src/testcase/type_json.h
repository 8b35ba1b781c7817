// The one JSON form of a type, and of how objects are made: the header writes it into the catalog, the store keeps it.
//
//   Type = {"kind": "scalar", "spelling", "scalar": "Int", "width"}
//        | {"kind": "array", "spelling", "is_std_array", "count", "element": Type}
//        | {"kind": "aggregate" | "variant" | "call" | "object", "spelling", "members": [{"name", "type": Type}],
//           "callee", "has_default"}
//        | {"kind": "text" | "sequence" | "optional", "spelling", "element": Type, "is_view", "is_copyable", "callee"}
//        | {"kind": "pointer", "spelling", "pointee", "ownership": "none" | "unique" | "shared"}
//        | {"kind": "candidate" | "made", "spelling", "callee"}
//
//   Origin = {"type": "ArrayList", "way": "by its state"}
//
// Fields whose value is the default of testcase::Type are left out.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "testcase/records.h"

namespace forall::testcase {

nlohmann::json type_to_json(const Type& type);

// Throws std::invalid_argument if the JSON is malformed: "p.x: 'width' is missing", with `where` before the members.
// Also reads the form of older databases: scalars, arrays and aggregates without a kind, and scalars by C++ names.
Type type_from_json(const nlohmann::json& json, const std::string& where);

nlohmann::json origin_to_json(const Origin& origin);

// Throws std::invalid_argument where it does not fit. Reads also the text that older databases and programs hold,
// "ArrayList: by its state".
Origin origin_from_json(const nlohmann::json& json, const std::string& where);

}  // namespace forall::testcase
