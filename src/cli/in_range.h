// Numbers on the command line: what is wrong with one, in plain words.
#pragma once

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cmath>
#include <string>
#include <type_traits>

namespace forall::cli {

template <typename T>
CLI::Validator in_range(T least, T most) {
  const auto check = [least, most](const std::string& text) {
    T value{};
    if (CLI::detail::lexical_cast(text, value) && value >= least && value <= most) return std::string();
    double number = 0;
    if (!CLI::detail::lexical_cast(text, number)) return text + " is not a number";
    if (std::is_integral_v<T> && std::trunc(number) != number) return text + " is not a whole number";
    if constexpr (std::is_integral_v<T>) return fmt::format("{} is not between {} and {}", text, least, most);
    return fmt::format("{} is not between {:.15g} and {:.15g}", text, static_cast<double>(least),
                       static_cast<double>(most));
  };
  return CLI::Validator(check, "");
}

}  // namespace forall::cli
