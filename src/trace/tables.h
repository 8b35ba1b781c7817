// The tables of a segment, listed once: their names, fields and record sizes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "abi/segment.h"

namespace forall::trace {

struct TableField {
  const char* name;
  abi::Table abi::Header::* field;
  std::size_t record_size;
};

inline constexpr TableField kTables[] = {
    {"presets", &abi::Header::presets, sizeof(abi::Preset)},
    {"sites", &abi::Header::sites, sizeof(abi::SiteRecord)},
    {"catalog", &abi::Header::catalog, 1},
    {"nodes", &abi::Header::nodes, sizeof(abi::Node)},
    {"decisions", &abi::Header::decisions, sizeof(abi::Decision)},
    {"inputs", &abi::Header::inputs, sizeof(abi::InputRecord)},
    {"observations", &abi::Header::observations, sizeof(abi::Observation)},
    {"ledger", &abi::Header::ledger, sizeof(abi::LedgerRecord)},
    {"coverage", &abi::Header::coverage, sizeof(abi::CoverRecord)},
    {"objects", &abi::Header::objects, sizeof(abi::ObjectRecord)},
    {"calls", &abi::Header::calls, sizeof(abi::CallRecord)},
    {"operands", &abi::Header::operands, sizeof(abi::OperandRecord)},
    {"strings", &abi::Header::strings, 1},
};

inline constexpr std::size_t kTableAlignment = 8;

// Why this table cannot be read from a segment of `size` bytes; empty if it can.
inline std::string table_error(const TableField& t, const abi::Table& table, std::uint64_t size) {
  std::string text = std::string("table '") + t.name + "' ";
  if (table.count > table.capacity) return text + "holds more records than it has room for";
  if (table.capacity == 0) return {};
  if (table.offset % kTableAlignment != 0 && t.record_size != 1) return text + "is misaligned";
  if (table.offset < sizeof(abi::Header)) return text + "overlaps the header";
  if (table.offset > size || (size - table.offset) / t.record_size < table.capacity)
    return text + "is outside the segment";
  return {};
}

}  // namespace forall::trace
