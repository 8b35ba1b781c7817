// Appends to the tables of the segment. A full table ends the run as cut: a trace is complete or says that it is not.
#pragma once

#include "runtime/state.h"

namespace forall::runtime {

// The index of a static or dynamic site; kNoSite for null.
u32 site_index(const StaticSite* site);

// Adds a copy of the text, cut at 4096 bytes, and returns its offset.
u32 add_string(const char* text);
u32 add_string(const char* text, std::size_t size);

// One line per reason, site and detail; repetitions only count. Does nothing outside of runs and in assertion printing.
void add_ledger(abi::LedgerKind kind, const StaticSite* site, const char* detail);
// Outside of runs: the line is in the ledger of every later run. Only the first one of a kind counts. Keeps the text.
void add_to_every_ledger(abi::LedgerKind kind, const StaticSite* site, const char* detail);
void add_standing_lines();  // those, to the run that has just begun

// The same for a call that left the instrumented code; a mangled name is demangled.
void add_call_to_ledger(const char* name, const StaticSite* site);

// Writes the record, then the count: a process that dies in between leaves a readable prefix.
template <typename Record>
bool append(abi::Table& table, Record* records, const Record& record) {
  const u32 n = table.count;
  if (n >= table.capacity) return false;
  records[n] = record;
  __atomic_signal_fence(__ATOMIC_RELEASE);
  table.count = n + 1;
  return true;
}

// Maps a segment into the state; false if it has a different version.
bool attach(abi::Header* header);

// Removes everything of earlier runs from the trace.
void clear_trace();

}  // namespace forall::runtime
