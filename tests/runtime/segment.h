// A segment laid out as the explorer does it, for tests.
#pragma once

#include <cstring>
#include <string>

#include "abi/segment.h"

namespace forall::runtime_tests {

inline constexpr std::uint32_t kTableRecords = 1u << 14;
inline constexpr std::uint32_t kTextBytes = 1u << 23;

// Writes the header and returns the size that the segment needs.
inline std::size_t lay_out(abi::Header* header) {
  abi::Header h{};
  h.magic = abi::kTraceMagic;
  h.version = abi::kTraceVersion;
  h.header_size = sizeof(abi::Header);
  std::size_t offset = (sizeof(abi::Header) + 63) / 64 * 64;
  const auto place = [&](abi::Table& table, std::size_t record, std::uint32_t capacity) {
    table = {offset, capacity, 0};
    offset += (record * capacity + 63) / 64 * 64;
  };
  place(h.presets, sizeof(abi::Preset), 1024);
  place(h.sites, sizeof(abi::SiteRecord), 1u << 17);
  place(h.catalog, 1, kTextBytes);
  place(h.nodes, sizeof(abi::Node), 1u << 16);
  place(h.decisions, sizeof(abi::Decision), kTableRecords);
  place(h.inputs, sizeof(abi::InputRecord), kTableRecords);
  place(h.observations, sizeof(abi::Observation), kTableRecords);
  place(h.ledger, sizeof(abi::LedgerRecord), 256);
  place(h.coverage, sizeof(abi::CoverRecord), kTableRecords);
  place(h.objects, sizeof(abi::ObjectRecord), 256);
  place(h.calls, sizeof(abi::CallRecord), 256);
  place(h.operands, sizeof(abi::OperandRecord), 4096);
  place(h.strings, 1, kTextBytes);
  h.nodes.count = 1;
  h.strings.count = 1;
  h.segment_size = offset;
  h.outcome.site = abi::kNoSite;
  if (header != nullptr) *header = h;
  return offset;
}

template <typename Record>
Record* records(abi::Header& header, const abi::Table& table) {
  return reinterpret_cast<Record*>(reinterpret_cast<char*>(&header) + table.offset);
}

inline std::string text_at(abi::Header& header, std::uint32_t offset) {
  return records<char>(header, header.strings) + offset;
}

}  // namespace forall::runtime_tests
