// The memory that explorer and target share: made, laid out and reset for each run by the explorer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "abi/segment.h"
#include "testcase/records.h"

namespace forall::target {

// Records per table. The memory is sparse: untouched pages cost nothing.
struct SegmentCapacities {
  std::uint32_t presets = 1u << 16;
  std::uint32_t sites = 1u << 19;
  std::uint32_t catalog = 1u << 24;
  std::uint32_t nodes = 1u << 20;
  std::uint32_t decisions = 1u << 18;
  std::uint32_t inputs = 1u << 16;
  std::uint32_t observations = 1u << 16;
  std::uint32_t ledger = 1u << 14;
  std::uint32_t coverage = 1u << 18;
  std::uint32_t objects = 1u << 12;
  std::uint32_t calls = 1u << 12;
  std::uint32_t operands = 1u << 16;
  std::uint32_t strings = 1u << 26;
};

// The explorer's descriptors are above those that a target expects its own at, so they can be passed in any order.
inline constexpr int kFirstDescriptor = 210;

class SegmentMemory {
 public:
  // Throws base::UserError if the system is out of memory.
  explicit SegmentMemory(const SegmentCapacities& capacities = {});
  SegmentMemory(const SegmentMemory&) = delete;
  SegmentMemory& operator=(const SegmentMemory&) = delete;
  ~SegmentMemory();

  int descriptor() const { return descriptor_; }
  abi::Header& header() { return *header_; }
  const abi::Header& header() const { return *header_; }

  // Empties the segment for a new target.
  void reset_all();
  // The catalog is complete: its strings stay from now on.
  void keep_catalog() { catalog_strings_ = header_->strings.count; }
  // Clears the tables that a run writes, and fills those it reads.
  void prepare_run(const abi::Request& request, const testcase::NamedValues& values);
  // Code under test can write anywhere. False if the header is no longer what the explorer and the target agreed on;
  // then nothing in the segment can be trusted.
  bool intact() const;

  std::string catalog_text() const;
  std::vector<testcase::Site> sites() const;

 private:
  void lay_out(const SegmentCapacities& capacities);

  int descriptor_ = -1;
  std::size_t size_ = 0;
  abi::Header* header_ = nullptr;
  abi::Header layout_{};  // the header of an empty segment
  std::uint32_t catalog_strings_ = 1;
};

}  // namespace forall::target
