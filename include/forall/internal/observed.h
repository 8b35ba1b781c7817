// The scalars of a stored case outside of its arguments: choices, observations, and all of them as text.
#ifndef FORALL_INTERNAL_OBSERVED_H_
#define FORALL_INTERNAL_OBSERVED_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "forall/internal/adapter.h"
#include "forall/internal/stored_cases.h"
#include "forall/replay.h"

namespace forall::internal::native {

inline UWide bits_of(const ForallStoredScalar& scalar) { return static_cast<UWide>(scalar.high) << 64U | scalar.low; }

constexpr bool is_float_kind(unsigned kind) {
  const auto scalar = static_cast<ScalarKind>(kind);
  return scalar == ScalarKind::Half || scalar == ScalarKind::Float || scalar == ScalarKind::Double ||
         scalar == ScalarKind::LongDouble;
}
constexpr bool is_signed_kind(unsigned kind) {
  switch (static_cast<ScalarKind>(kind)) {
    case ScalarKind::SChar:
    case ScalarKind::Short:
    case ScalarKind::Int:
    case ScalarKind::Long:
    case ScalarKind::LongLong:
    case ScalarKind::Int128:
    case ScalarKind::SignedEnum: return true;
    case ScalarKind::Char: return kIsSigned<char>;
    case ScalarKind::WChar: return kIsSigned<wchar_t>;
    default: return false;
  }
}

FORALL_INTERNAL_SUPPORT inline replay::Value value_of(const ForallStoredScalar& scalar) {
  const UWide bits = bits_of(scalar);
  if (is_float_kind(scalar.kind)) return {bits, scalar.width};
  const bool is_negative = is_signed_kind(scalar.kind) && ((bits >> (scalar.width - 1)) & 1U) != 0;
  return {is_negative && scalar.width < 128 ? bits | ~UWide{0} << scalar.width : bits, 0};
}

FORALL_INTERNAL_SUPPORT inline std::string value_text(UWide bits, unsigned width, unsigned kind) {
  return is_float_kind(kind) ? float_text(bits, width) : to_decimal(bits, width, is_signed_kind(kind));
}
FORALL_INTERNAL_SUPPORT inline std::string scalar_text(const ForallStoredScalar& scalar) {
  if (static_cast<ScalarKind>(scalar.kind) != ScalarKind::Pointer) {
    return value_text(bits_of(scalar), scalar.width, scalar.kind);
  }
  return *scalar.target == '\0' ? "null" : joined({"address of ", scalar.target});
}

FORALL_INTERNAL_SUPPORT inline std::vector<replay::NamedValue> choices_of(const ForallStoredCase& stored) {
  std::vector<replay::NamedValue> values;
  for (std::size_t i = 0; i < stored.input_count; ++i) {
    if (stored.inputs[i].is_choice != 0) values.push_back({stored.inputs[i].name, value_of(stored.inputs[i])});
  }
  return values;
}

// "stored case: code = "SA90", count = 3; see forall show Reader.Parses/fails_for_SA90". Numbers of cases differ between
// databases, so the case has its name.
FORALL_INTERNAL_SUPPORT inline std::string case_text(const std::string& name, const ForallStoredCase& stored) {
  return joined({"stored case", *stored.values == '\0' ? "" : ": ", stored.values, "; see forall show ", name});
}

// All NaNs are equal: their bits differ between machines.
FORALL_INTERNAL_SUPPORT inline bool is_nan(UWide bits, unsigned width) {
  switch (width) {
    case 16: return (bits & 0x7fffU) > 0x7c00U;
    case 32: return (bits & 0x7fffffffU) > 0x7f800000U;
    case 64: return (bits & 0x7fffffffffffffffULL) > 0x7ff0000000000000ULL;
    default: {
      const long double value = from_bits<long double>(bits);
      return value != value;
    }
  }
}

FORALL_INTERNAL_SUPPORT inline bool is_same_value(const ForallStoredScalar& stored, const replay::Value& now) {
  const bool is_float = is_float_kind(stored.kind);
  if (now.float_width() != (is_float ? stored.width : 0)) return false;
  if (is_float && is_nan(bits_of(stored), stored.width) && is_nan(now.bits(), stored.width)) return true;
  return value_of(stored).bits() == now.bits();
}

// One line for each observation that differs from the recorded one.
FORALL_INTERNAL_SUPPORT inline std::vector<std::string> differences_of(const ForallStoredCase& stored,
                                                                       const replay::Observations& observed) {
  std::vector<std::string> lines;
  const std::vector<replay::NamedValue>& now = observed.all();
  const auto add = [&](const std::string& name, const std::string& before, const std::string& after) {
    lines.push_back(joined({"observed '", name, "': recorded: ", before, "; now: ", after}));
  };
  // In the order of the run, which is the same as long as the code is.
  for (std::size_t i = 0; i < stored.observation_count || i < now.size(); ++i) {
    const ForallStoredScalar* before = i < stored.observation_count ? stored.observations + i : nullptr;
    if (before == nullptr) {
      add(now[i].name, "nothing", "a value");
    } else if (i >= now.size() || now[i].name != before->name) {
      add(before->name, scalar_text(*before), i < now.size() ? joined({"'", now[i].name, "'"}) : "nothing");
      return lines;
    } else if (!is_same_value(*before, now[i].value)) {
      const bool is_other_type = now[i].value.float_width() != (is_float_kind(before->kind) ? before->width : 0);
      const UWide kept = before->width >= 128 ? ~UWide{0} : (UWide{1} << before->width) - 1;
      add(before->name, scalar_text(*before),
          is_other_type ? "a value of another type"
                        : value_text(now[i].value.bits() & kept, before->width, before->kind));
    }
  }
  return lines;
}

}  // namespace forall::internal::native

#endif  // FORALL_INTERNAL_OBSERVED_H_
