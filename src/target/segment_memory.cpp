#include "target/segment_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "base/error.h"
#include "base/hash.h"
#include "trace/path.h"
#include "trace/tables.h"

namespace forall::target {

namespace {

constexpr std::size_t kPage = 4096;

[[noreturn]] void no_memory(const char* step) {
  throw base::UserError(std::string("cannot make the memory shared with the target (") + step +
                        "): " + std::generic_category().message(errno));
}

}  // namespace

SegmentMemory::SegmentMemory(const SegmentCapacities& capacities) {
  lay_out(capacities);
  const int made = ::memfd_create("forall-segment", MFD_CLOEXEC);
  if (made < 0) no_memory("memfd_create");
  descriptor_ = ::fcntl(made, F_DUPFD_CLOEXEC, kFirstDescriptor);
  ::close(made);
  if (descriptor_ < 0) no_memory("fcntl");
  void* mapping = MAP_FAILED;
  if (::ftruncate(descriptor_, static_cast<off_t>(size_)) == 0) {
    mapping = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
  }
  if (mapping == MAP_FAILED) {
    ::close(descriptor_);
    no_memory("mmap");
  }
  header_ = static_cast<abi::Header*>(mapping);
  reset_all();
}

SegmentMemory::~SegmentMemory() {
  ::munmap(header_, size_);
  ::close(descriptor_);
}

void SegmentMemory::lay_out(const SegmentCapacities& capacities) {
  layout_.magic = abi::kTraceMagic;
  layout_.version = abi::kTraceVersion;
  layout_.header_size = sizeof(abi::Header);
  layout_.presets.capacity = capacities.presets;
  layout_.sites.capacity = capacities.sites;
  layout_.catalog.capacity = capacities.catalog;
  layout_.nodes.capacity = capacities.nodes;
  layout_.decisions.capacity = capacities.decisions;
  layout_.inputs.capacity = capacities.inputs;
  layout_.observations.capacity = capacities.observations;
  layout_.ledger.capacity = capacities.ledger;
  layout_.coverage.capacity = capacities.coverage;
  layout_.objects.capacity = capacities.objects;
  layout_.calls.capacity = capacities.calls;
  layout_.operands.capacity = capacities.operands;
  layout_.strings.capacity = capacities.strings;
  std::size_t offset = (sizeof(abi::Header) + kPage - 1) / kPage * kPage;
  for (const trace::TableField& t : trace::kTables) {
    abi::Table& table = layout_.*t.field;
    table.offset = offset;
    offset += (table.capacity * t.record_size + kPage - 1) / kPage * kPage;
  }
  size_ = offset;
  layout_.segment_size = size_;
  layout_.nodes.count = 1;    // node 0 means "concrete"
  layout_.strings.count = 1;  // offset 0 is the empty string
  layout_.outcome.site = abi::kNoSite;
}

void SegmentMemory::reset_all() {
  *header_ = layout_;
  catalog_strings_ = 1;
}

void SegmentMemory::prepare_run(const abi::Request& request, const testcase::NamedValues& values) {
  abi::Header& h = *header_;
  if (values.size() > h.presets.capacity) throw base::UserError("the test has too many inputs for one run");
  auto* presets = reinterpret_cast<abi::Preset*>(reinterpret_cast<char*>(header_) + layout_.presets.offset);
  std::uint32_t count = 0;
  for (const auto& [name, value] : values) presets[count++] = {base::fnv1a(name), value};
  h.presets.count = count;
  h.request = request;
  h.exit_status = 0;
  h.outcome = layout_.outcome;
  h.nodes.count = 1;
  h.decisions.count = 0;
  h.inputs.count = 0;
  h.observations.count = 0;
  h.ledger.count = 0;
  h.coverage.count = 0;
  h.objects.count = 0;
  h.calls.count = 0;
  h.operands.count = 0;
  h.strings.count = catalog_strings_;
}

bool SegmentMemory::intact() const {
  const abi::Header& h = *header_;
  if (h.magic != layout_.magic || h.version != layout_.version || h.header_size != layout_.header_size ||
      h.segment_size != layout_.segment_size || h.strings.count < catalog_strings_) {
    return false;
  }
  for (const trace::TableField& t : trace::kTables) {
    const abi::Table& now = h.*t.field;
    const abi::Table& then = layout_.*t.field;
    if (now.offset != then.offset || now.capacity != then.capacity || now.count > now.capacity) return false;
  }
  return h.outcome.frame_count <= abi::kMaxFrames;
}

std::string SegmentMemory::catalog_text() const {
  return std::string(trace::table<char>(*header_, header_->catalog), header_->catalog.count);
}

std::vector<testcase::Site> SegmentMemory::sites() const {
  const auto* records = trace::table<abi::SiteRecord>(*header_, header_->sites);
  std::vector<testcase::Site> sites;
  sites.reserve(header_->sites.count);
  for (std::uint32_t i = 0; i < header_->sites.count; ++i) {
    const abi::SiteRecord& r = records[i];
    testcase::Site site;
    site.id = r.id;
    site.branch = r.branch;
    site.file = trace::string_at(*header_, r.user_file != 0 ? r.user_file : r.file);
    site.line = r.user_file != 0 ? r.user_line : r.line;
    site.column = r.user_file != 0 && r.user_file != r.file ? 0 : r.column;
    site.function = trace::string_at(*header_, r.function);
    site.kind = r.kind;
    site.fault = r.fault;
    site.is_system = r.is_system != 0;
    site.directions = r.directions;
    sites.push_back(std::move(site));
  }
  return sites;
}

}  // namespace forall::target
