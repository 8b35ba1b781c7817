// Texts and traits of the ledger kinds, from the table abi/ledger.def.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "testcase/records.h"

namespace forall::verdict {

struct Wording {
  const char* text;  // with {} for details
  const char* text_without_detail;
  const char* remedy;
  bool is_limit;     // the exploration ended early
  bool is_symbolic;  // a run without symbolic values would have no such line
};
const Wording& wording(testcase::LedgerKind kind);

template <typename... Details>
std::string text_of(testcase::LedgerKind kind, const Details&... details) {
  return fmt::format(fmt::runtime(wording(kind).text), details...);
}

std::string text_of_contradiction(const testcase::Contradiction& found);

// A line with the remedy of its kind.
testcase::LedgerLine ledger_line(testcase::LedgerKind kind, std::string text, std::string file, std::uint64_t line,
                                 std::uint64_t count = 1);

}  // namespace forall::verdict
