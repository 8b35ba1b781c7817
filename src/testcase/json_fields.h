// Fields of JSON objects that another program wrote, so nothing about them is assumed: a std::invalid_argument says
// what is wrong and where.
#pragma once

#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace forall::testcase {

[[noreturn]] inline void misfit(const std::string& where, const std::string& what) {
  throw std::invalid_argument(where + ": " + what);
}

inline const nlohmann::json& field(const nlohmann::json& object, const char* key, const std::string& where) {
  if (!object.is_object()) misfit(where, "an object is expected");
  const auto found = object.find(key);
  if (found == object.end()) misfit(where, std::string("'") + key + "' is missing");
  return *found;
}

// The value of an optional field, `missing` if it is absent.
template <typename T>
T optional_field(const nlohmann::json& object, const char* key, T missing, const std::string& where) {
  if (!object.is_object()) misfit(where, "an object is expected");
  const auto found = object.find(key);
  if (found == object.end() || found->is_null()) return missing;
  bool fits;
  if constexpr (std::is_same_v<T, std::string>) {
    fits = found->is_string();
  } else if constexpr (std::is_same_v<T, bool>) {
    fits = found->is_boolean();
  } else if constexpr (std::is_floating_point_v<T>) {
    fits = found->is_number();
  } else {
    fits = found->is_number_integer() && *found >= 0 && *found <= std::numeric_limits<T>::max();
  }
  if (!fits) misfit(where, std::string("'") + key + "' has an unexpected value");
  return found->template get<T>();
}

template <typename T>
T required_field(const nlohmann::json& object, const char* key, const std::string& where) {
  (void)field(object, key, where);
  return optional_field<T>(object, key, T{}, where);
}

inline const nlohmann::json& array_field(const nlohmann::json& object, const char* key, const std::string& where) {
  const nlohmann::json& value = field(object, key, where);
  if (!value.is_array()) misfit(where, std::string("'") + key + "' is not an array");
  return value;
}

}  // namespace forall::testcase
