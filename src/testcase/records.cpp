// The names of kinds in output and store. One table per enumeration, in the order of its enumerators; both directions
// read the same table.
#include "testcase/records.h"

#include <array>
#include <string_view>
#include <type_traits>

namespace forall::testcase {

namespace {

constexpr std::array<const char*, 3> kVerdicts = {"proved", "refuted", "open"};

constexpr std::array<const char*, 4> kStandings = {"proved", "assumed", "stale", "refused"};

constexpr std::array<const char*, 7> kOutcomes = {"none", "passed", "failed", "threw", "crashed", "discarded", "cut"};

constexpr std::array<const char*, 5> kDetails = {"none", "not pure", "null offset", "character", "dependence"};
static_assert(static_cast<std::size_t>(OutcomeDetail::Dependence) + 1 == kDetails.size());

constexpr std::array<const char*, 39> kFaults = {
    "none",
    "signed overflow",
    "division by zero",
    "invalid shift",
    "out of bounds",
    "null dereference",
    "unreachable code reached",
    "missing return",
    "misaligned access",
    "invalid bool",
    "invalid enum",
    "failed check",
    "abort",
    "terminate",
    "segmentation fault",
    "bus error",
    "illegal instruction",
    "arithmetic signal",
    "trap",
    "stack overflow",
    "exit",
    "endless loop",
    "unfold bound",
    "decision bound",
    "trace full",
    "float out of range of the integer",
    "use after free",
    "bad free",
    "mismatched free",
    "leak",
    "not defined",
    "use after scope",
    "use after return",
    "overlapping copy",
    "uninitialised value",
    "pointer overflow",
    "wrong function type",
    "wrong type",
    "unrelated pointers",
};
static_assert(static_cast<std::size_t>(Fault::UnrelatedPointers) + 1 == kFaults.size());

constexpr std::array<const char*, 25> kScalars = {
    "bool",        "char",
    "signed char", "unsigned char",
    "wchar_t",     "char8_t",
    "char16_t",    "char32_t",
    "short",       "unsigned short",
    "int",         "unsigned int",
    "long",        "unsigned long",
    "long long",   "unsigned long long",
    "__int128",    "unsigned __int128",
    "signed enum", "unsigned enum",
    "_Float16",    "float",
    "double",      "long double",
    "pointer",
};
static_assert(static_cast<std::size_t>(ScalarKind::Pointer) + 1 == kScalars.size());

constexpr std::array<const char*, 12> kTypes = {"scalar",  "array", "aggregate", "text",    "sequence",  "optional",
                                                "variant", "call",  "object",    "pointer", "candidate", "made"};
static_assert(static_cast<std::size_t>(Type::Kind::Made) + 1 == kTypes.size());

constexpr std::array kLedgerKinds = {
#define FORALL_LEDGER(enumerator, name, ...) name,
#include "abi/ledger.def"
#undef FORALL_LEDGER
};

constexpr std::array<const char*, 3> kOwnerships = {"none", "unique", "shared"};

template <typename Kind, std::size_t n>
const char* name(const std::array<const char*, n>& names, Kind kind) {
  const auto index = static_cast<std::size_t>(kind);
  return index < n ? names[index] : "unknown";
}

template <typename Kind, std::size_t n>
std::optional<Kind> find(const std::array<const char*, n>& names, const std::string& text) {
  for (std::size_t i = 0; i < n; ++i) {
    if (text == names[i]) return static_cast<Kind>(i);
  }
  return std::nullopt;
}

}  // namespace

const char* to_string(LedgerKind kind) { return name(kLedgerKinds, kind); }
const char* to_string(VerdictKind kind) { return name(kVerdicts, kind); }
const char* to_string(UsedAxiom::Standing standing) { return name(kStandings, standing); }
const char* to_string(OutcomeKind kind) { return name(kOutcomes, kind); }
const char* to_string(Fault fault) { return name(kFaults, fault); }
const char* to_string(OutcomeDetail detail) { return name(kDetails, detail); }
const char* to_string(ScalarKind kind) { return name(kScalars, kind); }
const char* to_string(Type::Kind kind) { return name(kTypes, kind); }
const char* to_string(Type::Ownership ownership) { return name(kOwnerships, ownership); }

std::optional<LedgerKind> parse_ledger_kind(const std::string& text) { return find<LedgerKind>(kLedgerKinds, text); }
std::optional<VerdictKind> parse_verdict(const std::string& text) { return find<VerdictKind>(kVerdicts, text); }
std::optional<UsedAxiom::Standing> parse_standing(const std::string& text) {
  return find<UsedAxiom::Standing>(kStandings, text);
}
std::optional<OutcomeKind> parse_outcome(const std::string& text) { return find<OutcomeKind>(kOutcomes, text); }
std::optional<Fault> parse_fault(const std::string& text) { return find<Fault>(kFaults, text); }
std::optional<OutcomeDetail> parse_detail(const std::string& text) { return find<OutcomeDetail>(kDetails, text); }
std::optional<ScalarKind> parse_scalar_kind(const std::string& text) { return find<ScalarKind>(kScalars, text); }
std::optional<Type::Kind> parse_type_kind(const std::string& text) { return find<Type::Kind>(kTypes, text); }
std::optional<Type::Ownership> parse_ownership(const std::string& text) {
  return find<Type::Ownership>(kOwnerships, text);
}

// char and wchar_t are signed on x86-64 and unsigned on aarch64; target and explorer run on the same machine.
bool is_signed(ScalarKind kind) {
  switch (kind) {
    case ScalarKind::Char: return std::is_signed_v<char>;
    case ScalarKind::WChar: return std::is_signed_v<wchar_t>;
    case ScalarKind::SChar:
    case ScalarKind::Short:
    case ScalarKind::Int:
    case ScalarKind::Long:
    case ScalarKind::LongLong:
    case ScalarKind::Int128:
    case ScalarKind::SignedEnum:
    case ScalarKind::Half:
    case ScalarKind::Float:
    case ScalarKind::Double:
    case ScalarKind::LongDouble: return true;
    case ScalarKind::Bool:
    case ScalarKind::UChar:
    case ScalarKind::Char8:
    case ScalarKind::Char16:
    case ScalarKind::Char32:
    case ScalarKind::UShort:
    case ScalarKind::UInt:
    case ScalarKind::Pointer:
    case ScalarKind::ULong:
    case ScalarKind::ULongLong:
    case ScalarKind::UInt128:
    case ScalarKind::UnsignedEnum: return false;
  }
  return false;
}

}  // namespace forall::testcase
