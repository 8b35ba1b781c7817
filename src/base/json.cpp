#include "base/json.h"

#include <nlohmann/json.hpp>

namespace forall::base {
namespace {

template <typename Json>
std::string printed(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string json_text(const nlohmann::json& json) { return printed(json); }
std::string json_text(const nlohmann::ordered_json& json) { return printed(json); }

nlohmann::json parse_json(std::string_view text) { return nlohmann::json::parse(text); }
nlohmann::ordered_json parse_ordered_json(std::string_view text) { return nlohmann::ordered_json::parse(text); }
nlohmann::json parse_json_if_valid(std::string_view text) { return nlohmann::json::parse(text, nullptr, false); }

bool is_utf8(const std::string& text) {
  try {
    return !nlohmann::json(text).dump().empty();
  } catch (const nlohmann::json::type_error&) {
    return false;
  }
}

}  // namespace forall::base
