// Of a flag and its opposite the last one counts, as compilers have it.
#include "cli/flag_rules.h"

#include <fmt/core.h>

#include <string_view>

#include "base/error.h"

namespace forall::cli {
namespace {

struct Refused {
  std::string_view flag;
  std::string_view opposite;  // empty: there is none
  const char* why;
};

constexpr const char* kFloating = "floating point is followed to the last bit, as the standard has it";
constexpr Refused kRefused[] = {
    {"-ffast-math", "-fno-fast-math", kFloating},
    {"-Ofast", "-O", kFloating},
    {"-funsafe-math-optimizations", "-fno-unsafe-math-optimizations", kFloating},
    {"-fassociative-math", "-fno-associative-math", kFloating},
    {"-freciprocal-math", "-fno-reciprocal-math", kFloating},
    {"-ffinite-math-only", "-fno-finite-math-only", kFloating},
    {"-ffp-contract=fast", "-ffp-contract=", kFloating},
    {"-m32", "-m64", "targets are programs of the machine that forall runs on"},
    {"-mx32", "-m64", "targets are programs of the machine that forall runs on"},
};

bool is_chosen(const std::vector<std::string>& flags, std::string_view flag, std::string_view opposite) {
  bool chosen = false;
  for (const std::string& given : flags) {
    if (given == flag) {
      chosen = true;
    } else if (!opposite.empty() && given.starts_with(opposite)) {
      chosen = false;
    }
  }
  return chosen;
}

}  // namespace

void refuse_flags(const std::vector<std::string>& flags) {
  for (const Refused& refused : kRefused) {
    if (!is_chosen(flags, refused.flag, refused.opposite)) continue;
    throw base::UserError(
        fmt::format("the flag {} cannot be followed: {}; explore without it", refused.flag, refused.why));
  }
}

std::vector<std::string> honouring_flags(const std::vector<std::string>& flags) {
  std::vector<std::string> result;
  // With it signed numbers wrap around, so that is no fault.
  if (is_chosen(flags, "-fwrapv", "-fno-wrapv")) result.emplace_back("-fno-sanitize=signed-integer-overflow");
  // Objects do not say their type.
  if (is_chosen(flags, "-fno-rtti", "-frtti")) result.emplace_back("-fno-sanitize=vptr");
  // The pass needs optimized input, but code that asks is told what the user chose.
  if (is_chosen(flags, "-O0", "-O")) result.emplace_back("-U__OPTIMIZE__");
  return result;
}

}  // namespace forall::cli
