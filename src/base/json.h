// JSON as every command prints and reads it. Compiled once: a file that parses or prints by itself costs the compiler seconds.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace forall::base {

// On one line. Invalid UTF-8 is replaced, never a reason to fail.
std::string json_text(const nlohmann::json& json);
std::string json_text(const nlohmann::ordered_json& json);

// These throw nlohmann::json::parse_error.
nlohmann::json parse_json(std::string_view text);
nlohmann::ordered_json parse_ordered_json(std::string_view text);
// A discarded value if the text is not JSON.
nlohmann::json parse_json_if_valid(std::string_view text);

bool is_utf8(const std::string& text);

}  // namespace forall::base
