#include "verdict/wording.h"

#include <iterator>
#include <utility>

namespace forall::verdict {

namespace {

enum class Traits { Exact, Inexact, Symbolic, Limit, SymbolicLimit };

constexpr Wording worded(Traits traits, const char* text, const char* text_without_detail, const char* remedy) {
  return {text, text_without_detail, remedy, traits == Traits::Limit || traits == Traits::SymbolicLimit,
          traits == Traits::Symbolic || traits == Traits::SymbolicLimit};
}

constexpr Wording kWordings[] = {
#define FORALL_LEDGER(enumerator, name, traits, ...) worded(Traits::traits, __VA_ARGS__),
#include "abi/ledger.def"
#undef FORALL_LEDGER
};

}  // namespace

const Wording& wording(testcase::LedgerKind kind) {
  const auto index = static_cast<std::size_t>(kind);
  return kWordings[index < std::size(kWordings) ? index
                                                : static_cast<std::size_t>(testcase::LedgerKind::UnsupportedCode)];
}

std::string text_of_contradiction(const testcase::Contradiction& found) {
  return text_of(testcase::LedgerKind::ContradictoryAxioms, fmt::join(found.puts, " and "), found.call);
}

testcase::LedgerLine ledger_line(testcase::LedgerKind kind, std::string text, std::string file, std::uint64_t line,
                                 std::uint64_t count) {
  return {kind, std::move(text), std::move(file), static_cast<unsigned>(line), count, wording(kind).remedy};
}

}  // namespace forall::verdict
