// Of a flag and its opposite the last one counts, as compilers have it.
#include "build/flag_rules.h"

#include <fmt/core.h>

#include <algorithm>
#include <span>
#include <string_view>

#include "base/error.h"

namespace forall::build {
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
    {"-ffp-model=fast", "-ffp-model=", kFloating},
    {"-ffp-model=aggressive", "-ffp-model=", kFloating},
    {"-fno-signed-zeros", "-fsigned-zeros", kFloating},
    {"-fno-honor-nans", "-fhonor-nans", kFloating},
    {"-fno-honor-infinities", "-fhonor-infinities", kFloating},
    {"-fapprox-func", "-fno-approx-func", kFloating},
    {"-ffp-contract=fast", "-ffp-contract=", kFloating},
    {"-ffp-contract=fast-honor-pragmas", "-ffp-contract=", kFloating},
    {"-ffp-contract=on", "-ffp-contract=", kFloating},
    {"-m32", "-m64", "targets are programs of the machine that forall runs on"},
    {"-stdlib=libc++", "-stdlib=", "targets are built with libstdc++, whose parts have models"},
    {"-mx32", "-m64", "targets are programs of the machine that forall runs on"},
};

constexpr const char* kTest =
    "a test needs it; compile the code under test with it, by `forall c++ -c`, and name the object after `--`";
constexpr const char* kBuilt = "sources are compiled, linked and run";
constexpr Refused kRefusedOfTests[] = {
    {"-fno-exceptions", "-fexceptions", kTest},
    {"-fno-rtti", "-frtti", kTest},
    {"-fopenmp", "-fno-openmp", "only the thread of the test is followed"},
    {"-S", "", kBuilt},
    {"-E", "", kBuilt},
    {"-M", "", kBuilt},
    {"-MM", "", kBuilt},
    {"-emit-llvm", "", kBuilt},
    {"-fsyntax-only", "", kBuilt},
};

bool is_chosen(const std::vector<std::string>& flags, std::string_view flag, std::string_view opposite) {
  bool chosen = false;
  for (const std::string& given : flags) {
    if (given == flag || (given.starts_with(flag) && given[flag.size()] == '=')) {  // -fopenmp=libomp
      chosen = true;
    } else if (!opposite.empty() && given.starts_with(opposite)) {
      chosen = false;
    }
  }
  return chosen;
}

void refuse(std::span<const Refused> table, const std::vector<std::string>& flags) {
  for (const Refused& refused : table) {
    if (!is_chosen(flags, refused.flag, refused.opposite)) continue;
    throw base::UserError(
        fmt::format("the flag {} is not supported: {}; explore without it", refused.flag, refused.why));
  }
}

// With either, signed numbers wrap around, so that is no fault. The second counts where the first is not given.
bool wraps_around(const std::vector<std::string>& flags) {
  const bool is_said = std::any_of(flags.begin(), flags.end(),
                                   [](const std::string& flag) { return flag == "-fwrapv" || flag == "-fno-wrapv"; });
  return is_said ? is_chosen(flags, "-fwrapv", "-fno-wrapv")
                 : is_chosen(flags, "-fno-strict-overflow", "-fstrict-overflow");
}

// The pass needs optimized input, and the native run of a case plain code, but code that asks by macros is told what
// the user chose: nothing is chosen by -O0, and by no flag.
std::string optimization(const std::vector<std::string>& flags) {
  std::string level = "-O0";
  for (const std::string& flag : flags) {
    if (flag.starts_with("-O")) level = flag;
  }
  return level;
}

bool is_for_size(const std::string& level) { return level == "-Os" || level == "-Oz"; }

}  // namespace

void refuse_flags(const std::vector<std::string>& flags) { refuse(kRefused, flags); }

void refuse_flags_of_tests(const std::vector<std::string>& flags) { refuse(kRefusedOfTests, flags); }

bool may_pun_types(const std::vector<std::string>& flags) {
  return is_chosen(flags, "-fno-strict-aliasing", "-fstrict-aliasing");
}

std::vector<std::string> honouring_flags(const std::vector<std::string>& flags) {
  std::vector<std::string> result;
  if (wraps_around(flags)) result.emplace_back("-fno-sanitize=signed-integer-overflow");
  // Objects do not say their type.
  if (is_chosen(flags, "-fno-rtti", "-frtti")) result.emplace_back("-fno-sanitize=vptr");
  const std::string level = optimization(flags);
  if (level == "-O0") result.insert(result.end(), {"-U__OPTIMIZE__", "-D__NO_INLINE__=1"});
  if (is_for_size(level)) result.emplace_back("-D__OPTIMIZE_SIZE__=1");
  return result;
}

std::vector<std::string> macros_of_optimization(const std::vector<std::string>& flags) {
  const std::string level = optimization(flags);
  if (level == "-O0") return {};
  std::vector<std::string> result = {"-D__OPTIMIZE__=1", "-U__NO_INLINE__"};
  if (is_for_size(level)) result.emplace_back("-D__OPTIMIZE_SIZE__=1");
  return result;
}

}  // namespace forall::build
