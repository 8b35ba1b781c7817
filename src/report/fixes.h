// Remedies of ledger lines that are edits of the test's registration: calls to chain to its FORALL.
#pragma once

#include <nlohmann/json.hpp>

#include "testcase/records.h"

namespace forall::report {

// The table of fields is in docs/events.md. Empty where the remedy is none that a program can apply.
nlohmann::ordered_json fixes_json(const testcase::LedgerLine& line, const testcase::Put& put);

}  // namespace forall::report
