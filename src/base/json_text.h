// JSON as every command prints it: on one line. Invalid UTF-8 is replaced, never a reason to fail.
#pragma once

#include <string>

namespace forall::base {

template <typename Json>
std::string json_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace forall::base
