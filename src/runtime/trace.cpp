#include "runtime/trace.h"

#include <cxxabi.h>
#include <sys/mman.h>

#include <cstdlib>
#include <cstring>

#include "runtime/leaks.h"
#include "runtime/module.h"
#include "runtime/run.h"
#include "runtime/sites.h"

namespace forall::runtime {

namespace {

constexpr std::size_t kLongestString = 4096;

template <typename Record>
Record* records(abi::Header* header, const abi::Table& table) {
  return reinterpret_cast<Record*>(reinterpret_cast<char*>(header) + table.offset);
}

// Lines of the ledger of every run.
struct StandingLine {
  abi::LedgerKind kind;
  const StaticSite* site;
  const char* detail;
};
constexpr u32 kMostStanding = 8;
StandingLine standing[kMostStanding];
u32 standing_count = 0;

constexpr Kept kKept[] = {standing, standing_count};

void begin() {
  clear_trace();
  ++g.epoch;
}

}  // namespace

FORALL_MODULE(trace) = {.phase = Phase::Trace, .keeps = kKept, .begin_run = begin};

void clear_trace() {
  abi::Header& h = *g.header;
  abi::Outcome& outcome = h.outcome;
  outcome.kind = abi::OutcomeKind::None;
  outcome.fault = abi::Fault::None;
  outcome.detail = abi::OutcomeDetail::None;
  outcome.site = abi::kNoSite;
  outcome.calls = outcome.message = outcome.file = outcome.line = outcome.failures = 0;
  outcome.frame_count = outcome.exception_type = outcome.decisions = 0;
  h.nodes.count = 1;
  h.decisions.count = h.inputs.count = h.observations.count = h.ledger.count = h.coverage.count = 0;
  h.objects.count = 0;
  h.calls.count = 0;
  h.operands.count = 0;
  h.strings.count = g.catalog_strings;
}

bool attach(abi::Header* header) {
  if (header->magic != abi::kTraceMagic || header->version != abi::kTraceVersion ||
      header->header_size != sizeof(abi::Header)) {
    return false;
  }
  void* memory = mmap(nullptr, header->nodes.capacity * sizeof(u32), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return false;
  ignore_in_leak_search(memory, header->nodes.capacity * sizeof(u32));
  ignore_in_leak_search(header, header->segment_size);
  g.decided = static_cast<u32*>(memory);
  g.header = header;
  g.nodes = records<abi::Node>(header, header->nodes);
  g.decisions = records<abi::Decision>(header, header->decisions);
  g.inputs = records<abi::InputRecord>(header, header->inputs);
  g.presets = records<abi::Preset>(header, header->presets);
  g.observations = records<abi::Observation>(header, header->observations);
  g.ledger = records<abi::LedgerRecord>(header, header->ledger);
  g.coverage = records<abi::CoverRecord>(header, header->coverage);
  g.objects = records<abi::ObjectRecord>(header, header->objects);
  g.calls = records<abi::CallRecord>(header, header->calls);
  g.operands = records<abi::OperandRecord>(header, header->operands);
  g.sites = records<abi::SiteRecord>(header, header->sites);
  g.strings = records<char>(header, header->strings);
  if (header->strings.count == 0) {
    g.strings[0] = 0;
    header->strings.count = 1;
  }
  return true;
}

u32 add_string(const char* text, std::size_t size) {
  if (g.header == nullptr || text == nullptr || size == 0) return 0;
  if (size > kLongestString) size = kLongestString;
  abi::Table& table = g.header->strings;
  const u32 offset = table.count;
  if (table.capacity - offset < size + 1) {
    if (g.in_run) cut_run(abi::Fault::TraceFull, nullptr);
    return 0;
  }
  std::memcpy(g.strings + offset, text, size);
  g.strings[offset + size] = 0;
  __atomic_signal_fence(__ATOMIC_RELEASE);
  table.count = offset + static_cast<u32>(size) + 1;
  return offset;
}

u32 add_string(const char* text) { return text == nullptr ? 0 : add_string(text, std::strlen(text)); }

void add_ledger(abi::LedgerKind kind, const StaticSite* site, const char* detail) {
  if (kind == abi::LedgerKind::Environment) g.has_lasting_effects = true;
  if (kind == abi::LedgerKind::Environment && !g.in_run) add_to_every_ledger(kind, site, detail);
  if (!observing()) return;
  const u32 index = site_index(site);
  const char* text = detail == nullptr ? "" : detail;
  abi::Table& table = g.header->ledger;
  for (u32 i = table.count; i-- > 0;) {
    abi::LedgerRecord& line = g.ledger[i];
    if (line.kind == kind && line.site == index && std::strcmp(g.strings + line.detail, text) == 0) {
      ++line.count;
      return;
    }
  }
  const abi::LedgerRecord line = {kind, {}, index, add_string(text), 1};
  if (!append(table, g.ledger, line)) cut_run(abi::Fault::TraceFull, nullptr);
}

void add_to_every_ledger(abi::LedgerKind kind, const StaticSite* site, const char* detail) {
  for (u32 i = 0; i < standing_count; ++i) {
    if (standing[i].kind == kind) return;
  }
  if (standing_count < kMostStanding) standing[standing_count++] = {kind, site, detail};
}

void add_standing_lines() {
  for (u32 i = 0; i < standing_count; ++i) add_ledger(standing[i].kind, standing[i].site, standing[i].detail);
}

void add_call_to_ledger(const char* name, const StaticSite* site) {
  if (!observing()) return;
  int status = 0;
  char* readable = __cxxabiv1::__cxa_demangle(name, nullptr, nullptr, &status);
  add_ledger(abi::LedgerKind::ConcretizedCall, site, status == 0 ? readable : name);
  std::free(readable);
}

}  // namespace forall::runtime
