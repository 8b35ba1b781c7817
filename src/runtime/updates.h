// Writes at symbolic offsets, kept as a list of updates instead of a new expression for every byte that they could change.
//
// A table is a row of cells of an object. Its first write at a symbolic offset remembers what the cells hold and marks
// them as *pending*; each write is added to the table's list. From then on
//
//   a read at a symbolic offset    is a choice between the updates, the last one first, and then what was remembered;
//   a read of one pending cell     gives the cell its expression: "if this update is of the cell, its value, else ...";
//   any other write of a cell      replaces its mark, as it replaces an expression. The next access at a symbolic offset
//                                  sees that, and counts it as a later update of this cell.
#pragma once

#include "runtime/objects.h"
#include "runtime/offsets.h"

namespace forall::runtime {

inline constexpr u64 kMostCells = 4096;       // of a table
inline constexpr unsigned kMostUpdates = 64;  // of a table; then its cells get their expressions, and it starts anew

// Marks of pending bytes in shadow memory, one for each table.
inline constexpr unsigned kMostTables = 64;
inline constexpr u32 kPendingIds = 0xfffe0000;
inline bool is_pending(u32 id) { return id >= kPendingIds && id < kPendingIds + kMostTables; }

// Gives the pending cell that has this byte its expression.
void settle_cell(u32 mark, u64 address);

// Called before the value is written at an offset of the object, where candidates do not overlap. False: nothing was done.
bool update_cells(Object object, const Offsets& offsets, unsigned bytes, Value value, const StaticSite* site);

struct Table;
struct Update {
  u64 start = 0;  // the address of the first candidate
  Offsets offsets;
  Value value;
};

// The table that a read at a symbolic offset may read.
class UpdatedCells {
 public:
  static constexpr unsigned kMostChanged = 16;  // cells that were written otherwise, before the table is given up
  // A table that has other cells than the read is given up: its cells get their expressions.
  UpdatedCells(Object object, const Offsets& offsets, unsigned bytes, const StaticSite* site);
  // Code that is not instrumented wrote to the table's memory.
  bool is_stale() const { return stale_; }
  // What the i-th candidate held before all updates. False: it is not in a table.
  bool before(u64 i, Value& value) const;
  // The value after all updates, given the one before them.
  Value after(Value value) const;

 private:
  const u64 start_;
  const Offsets& offsets_;
  const Table* table_ = nullptr;
  bool stale_ = false;
  Update changes_[kMostChanged];
  unsigned change_count_ = 0;
};

}  // namespace forall::runtime
