// The names of kinds in output and store. One table per enumeration, in the order of its enumerators; both directions
// read the same table.
#include "testcase/records.h"

#include <array>
#include <string_view>

namespace forall::testcase {

namespace {

constexpr std::array<const char*, 3> kVerdicts = {"proved", "refuted", "open"};

constexpr std::array<const char*, 4> kStandings = {"proved", "assumed", "stale", "refused"};

constexpr std::array<const char*, 7> kNotes = {"no-code", "cases-without-run", "model", "ways", "exhaustion",
                                               "audit",   "audit-undecided"};
static_assert(static_cast<std::size_t>(NoteKind::AuditUndecided) + 1 == kNotes.size());

constexpr std::array<const char*, 7> kOutcomes = {"none", "passed", "failed", "threw", "crashed", "discarded", "cut"};

constexpr std::array<const char*, 7> kDetails = {"none",       "not pure", "null offset", "character",
                                                 "dependence", "unseen",   "algorithm"};
static_assert(static_cast<std::size_t>(OutcomeDetail::Algorithm) + 1 == kDetails.size());

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

constexpr std::array kScalars = {
#define FORALL_SCALAR(enumerator, name, is_signed) name,
#include "forall/internal/scalars.def"
};
constexpr std::array kScalarEnumerators = {
#define FORALL_SCALAR(enumerator, name, is_signed) #enumerator,
#include "forall/internal/scalars.def"
};
constexpr std::array kSignedScalars = {
#define FORALL_SCALAR(enumerator, name, is_signed) is_signed,
#include "forall/internal/scalars.def"
};

constexpr std::array kTypes = {
#define FORALL_TYPE_KIND(enumerator, name) name,
#include "forall/internal/type_kinds.def"
};

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
const char* to_string(NoteKind kind) { return name(kNotes, kind); }
std::string to_string(const Origin& origin) { return origin.type + ": " + origin.way; }
const char* to_string(OutcomeKind kind) { return name(kOutcomes, kind); }
const char* to_string(Fault fault) { return name(kFaults, fault); }
const char* to_string(OutcomeDetail detail) { return name(kDetails, detail); }
const char* to_string(ScalarKind kind) { return name(kScalars, kind); }
const char* enumerator(ScalarKind kind) { return name(kScalarEnumerators, kind); }
const char* to_string(Type::Kind kind) { return name(kTypes, kind); }
const char* to_string(Type::Ownership ownership) { return name(kOwnerships, ownership); }

std::optional<LedgerKind> parse_ledger_kind(const std::string& text) { return find<LedgerKind>(kLedgerKinds, text); }
std::optional<VerdictKind> parse_verdict(const std::string& text) { return find<VerdictKind>(kVerdicts, text); }
std::optional<UsedAxiom::Standing> parse_standing(const std::string& text) {
  return find<UsedAxiom::Standing>(kStandings, text);
}
std::optional<NoteKind> parse_note_kind(const std::string& text) { return find<NoteKind>(kNotes, text); }
std::optional<OutcomeKind> parse_outcome(const std::string& text) { return find<OutcomeKind>(kOutcomes, text); }
std::optional<Fault> parse_fault(const std::string& text) { return find<Fault>(kFaults, text); }
std::optional<OutcomeDetail> parse_detail(const std::string& text) { return find<OutcomeDetail>(kDetails, text); }
std::optional<ScalarKind> parse_scalar_kind(const std::string& text) { return find<ScalarKind>(kScalars, text); }
std::optional<ScalarKind> parse_scalar_enumerator(const std::string& text) {
  return find<ScalarKind>(kScalarEnumerators, text);
}
std::optional<Type::Kind> parse_type_kind(const std::string& text) { return find<Type::Kind>(kTypes, text); }
std::optional<Type::Ownership> parse_ownership(const std::string& text) {
  return find<Type::Ownership>(kOwnerships, text);
}

bool is_signed(ScalarKind kind) {
  const auto index = static_cast<std::size_t>(kind);
  return index < kSignedScalars.size() && kSignedScalars[index];
}

}  // namespace forall::testcase
