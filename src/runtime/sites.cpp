// Dynamic sites are in the segment, so that all workers of a target agree on them: the record at index static_sites + k
// holds the hash of what it stands for, 0 while it is free. The strings are written into space that was reserved with
// the record, because the string table is truncated before each run.
#include "runtime/sites.h"

#include <cstring>

#include "base/hash.h"
#include "runtime/catalog.h"
#include "runtime/module.h"
#include "runtime/trace.h"

extern "C" {
[[gnu::weak, gnu::visibility("hidden")]] extern forall::abi::StaticSite __start_forall_sites[];
[[gnu::weak, gnu::visibility("hidden")]] extern forall::abi::StaticSite __stop_forall_sites[];
}

namespace forall::runtime {

namespace {

void fill_string(u32 offset, const char* text) {
  if (offset == 0) return;
  std::strncpy(g.strings + offset, text, kDynamicStringSize - 1);
  g.strings[offset + kDynamicStringSize - 1] = 0;
}

StaticSite* dynamic_site(u64 id, abi::SiteKind kind, const char* file, u32 line, const char* function,
                         abi::LedgerKind limit = {}) {
  if (g.header == nullptr) return nullptr;
  for (u32 k = 0; k < kDynamicSites; ++k) {
    abi::SiteRecord& record = g.sites[g.static_sites + k];
    StaticSite& site = g.dynamic_sites[k];
    const bool last = k + 1 == kDynamicSites;  // shared by all that found no free record
    if (record.id == 0) {
      record.kind = kind;
      record.limit = limit;
      record.line = record.user_line = line;
      fill_string(record.file, file);
      fill_string(record.function, function);
      record.id = record.branch = id;
    }
    if (record.id == id || last) {
      site.id = id;
      site.kind = kind;
      return &site;
    }
  }
  return nullptr;
}

void save() {
  for (StaticSite* site = first_static_site(); site != end_of_static_sites(); ++site) site->covered = site->decided = 0;
}

// Resets the counters in the site records, by way of the run's tables that raised them.
void end() {
  for (u32 i = 0; i < g.header->decisions.count; ++i) {
    if (StaticSite* site = site_at(g.decisions[i].site)) site->decided = 0;
  }
  for (u32 i = 0; i < g.header->coverage.count; ++i) {
    if (StaticSite* site = site_at(g.coverage[i].site)) site->covered = 0;
  }
  if (StaticSite* site = site_at(g.header->outcome.site)) site->decided = 0;
}

}  // namespace

FORALL_MODULE(sites) = {.phase = Phase::Machine, .save = save, .end_run = end};

StaticSite* first_static_site() { return __start_forall_sites; }
StaticSite* end_of_static_sites() { return __stop_forall_sites; }

StaticSite* shown_site(StaticSite* site) {
  return site != nullptr && site->is_model != 0 && g.model_site != nullptr ? g.model_site : site;
}

u32 site_index(const StaticSite* given) {
  const StaticSite* site = shown_site(const_cast<StaticSite*>(given));
  if (site == nullptr) return abi::kNoSite;
  if (site >= g.dynamic_sites && site < g.dynamic_sites + kDynamicSites) {
    return g.static_sites + static_cast<u32>(site - g.dynamic_sites);
  }
  return static_cast<u32>(site - first_static_site());
}

StaticSite* site_at(u32 index) {
  if (index < g.static_sites) return first_static_site() + index;
  return index - g.static_sites < kDynamicSites ? g.dynamic_sites + (index - g.static_sites) : nullptr;
}

StaticSite* assumption_site(const char* file, int line) {
  const u64 id = base::mix(base::fnv1a(file) + static_cast<u64>(line)) | 1;
  return dynamic_site(id, abi::SiteKind::Assume, file, static_cast<u32>(line), "");
}

StaticSite* line_site(const char* file, int line) {
  const u64 id = base::mix(base::fnv1a(file) + static_cast<u64>(line) + (u64{1} << 32)) | 1;
  return dynamic_site(id, abi::SiteKind::Branch, file, static_cast<u32>(line), "");
}

StaticSite* limit_site(abi::LedgerKind limit, const char* beyond) {
  const u64 id = base::mix(base::fnv1a(beyond) + static_cast<u64>(limit)) | 1;
  return dynamic_site(id, abi::SiteKind::Other, "", 0, beyond, limit);
}

StaticSite* named_site(const char* name) {
  return dynamic_site(base::fnv1a(name) | 1, abi::SiteKind::Other, "", 0, name);
}

StaticSite* model_site(const char* function) {
  return dynamic_site(base::fnv1a(function) | 1, abi::SiteKind::Call, "", 0, function);
}

}  // namespace forall::runtime

using namespace forall::runtime;

extern "C" {

// A model compiled with the pass begins and ends (src/models/model.h).
void* __forall_enter_model() {
  void* outer = g.model_site;
  if (__forall_state.call_site != nullptr) g.model_site = const_cast<StaticSite*>(__forall_state.call_site);
  __forall_state.call_site = nullptr;
  return outer;
}

void __forall_leave_model(void* outer) { g.model_site = static_cast<StaticSite*>(outer); }

}  // extern "C"
