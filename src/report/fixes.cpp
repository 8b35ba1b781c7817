// A line says which bound cut in its text alone: that is what is stored of it. The first number in the text of a bound is its value, the last
// words in parentheses of an environment line are the function that was called (abi/ledger.def).
#include "report/fixes.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace forall::report {
namespace {

using Json = nlohmann::ordered_json;
using abi::LedgerKind;
using testcase::Type;

std::optional<std::uint64_t> first_number(std::string_view text) {
  const auto begin = text.find_first_of("0123456789");
  if (begin == std::string_view::npos) return std::nullopt;
  std::uint64_t number = 0;
  for (const char c : text.substr(begin)) {
    if (c < '0' || c > '9') break;
    number = number * 10 + static_cast<std::uint64_t>(c - '0');
    if (number > 1'000'000'000) return std::nullopt;
  }
  return number;
}

const char* bound_of(LedgerKind kind) {
  switch (kind) {
    case LedgerKind::UnfoldBound: return "unfold";
    case LedgerKind::DecisionBound: return "decisions";
    case LedgerKind::LengthBound: return "length";
    case LedgerKind::ObjectBound: return "objects";
    case LedgerKind::RunBound: return "runs";
    case LedgerKind::TimeBound: return "seconds";
    default: return nullptr;
  }
}

// Which part of forall::Environment has the function (forall/environment.h); null if none has.
const char* environment_of(std::string_view text) {
  const auto open = text.rfind('('), close = text.rfind(')');
  if (open == std::string_view::npos || close != text.size() - 1) return nullptr;
  const std::string_view function = text.substr(open + 1, close - open - 1);
  const auto is_any = [&](std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
      if (function == name || function.ends_with(std::string("::").append(name))) return true;
    }
    return false;
  };
  if (is_any({"time", "clock", "gettimeofday", "clock_gettime", "system_clock::now", "steady_clock::now"}))
    return "forall::Time";
  if (is_any({"rand", "random", "srand", "srandom", "arc4random", "random_device", "getrandom", "getentropy"}))
    return "forall::Random";
  return is_any({"getenv", "secure_getenv"}) ? "forall::Variables" : nullptr;
}

// One domain for each parameter, with a greatest size for what has one. Empty if no parameter has, or one is of a class.
Json domains(const testcase::Put& put, std::uint64_t size) {
  Json result = Json::array();
  bool has_size = false;
  for (const testcase::Parameter& parameter : put.parameters) {
    const Type& type = parameter.type;
    const bool is_sized = (type.kind == Type::Kind::Text || type.kind == Type::Kind::Sequence) && !type.is_view;
    if (!is_sized && type.kind != Type::Kind::Scalar) return Json::array();
    has_size = has_size || is_sized;
    const std::string any = fmt::format("Arbitrary<{}>()", type.spelling);
    result.push_back(is_sized ? fmt::format("{}.WithMaxSize({})", any, size) : any);
  }
  return has_size ? result : Json::array();
}

}  // namespace

Json fixes_json(const testcase::LedgerLine& line, const testcase::Put& put) {
  Json fixes = Json::array();
  const auto number = first_number(line.text);
  const char* const bound = bound_of(line.kind);
  if (bound != nullptr && number && *number > 0)
    fixes.push_back({{"call", "WithBounds"}, {"field", bound}, {"value", *number * 2}});
  if (line.kind == LedgerKind::LengthBound && number) {
    Json arguments = domains(put, *number);
    if (!arguments.empty()) fixes.push_back({{"call", "WithDomains"}, {"arguments", std::move(arguments)}});
  }
  const char* const environment = line.kind == LedgerKind::Environment ? environment_of(line.text) : nullptr;
  if (environment != nullptr) fixes.push_back({{"call", "SymbolicEnvironment"}, {"value", environment}});
  return fixes;
}

}  // namespace forall::report
