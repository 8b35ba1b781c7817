// A pending cell is settled from its latest expression, or what was remembered, by the updates since. The next update marks
// settled cells as pending again; only a cell that holds something else was written in another way.
//
// Two offsets in a row of cells are equal if the numbers of their candidates are. Where an offset is more than one term, bytes
// are compared.
#include "runtime/updates.h"

#include "runtime/module.h"
#include "runtime/shadow.h"

namespace forall::runtime {

namespace {

using s64 = std::int64_t;

struct Cell {
  U128 before = 0;  // what was remembered: these bits, or the expression
  U128 now = 0;     // what memory must hold while the cell is pending
  u32 before_id = 0;
  u32 settled_id = 0;  // the latest expression, which has this many of the updates; 0: none
  unsigned settled = 0;
};

}  // namespace

struct Table {
  u64 start = 0;
  u64 count = 0;  // 0: given up
  u64 stride = 0;
  unsigned bytes = 0;
  unsigned update_count = 0;
  Cell* cells = nullptr;
  Update updates[kMostUpdates];

  u64 address(u64 i) const { return start + i * stride; }
  u64 end() const { return address(count - 1) + bytes; }
  Cell& cell_at(u64 address) const { return cells[(address - start) / stride]; }
};

namespace {

Table tables[kMostTables];
unsigned table_count = 0;
Cell cells[1u << 16];
u64 cell_count = 0;

constexpr Kept kKept[] = {tables, table_count, cells, cell_count};

void begin() {
  table_count = 0;
  cell_count = 0;
}

u32 mark_of(const Table& table) { return kPendingIds + static_cast<u32>(&table - tables); }

U128 bits_in_memory(u64 address, unsigned bytes) {
  U128 bits = 0;
  __builtin_memcpy(&bits, reinterpret_cast<const void*>(address), bytes);
  return bits;
}

Value value_before(const Cell& cell, unsigned bytes) {
  return cell.before_id != 0 ? known(cell.before_id) : concrete(cell.before, 8 * bytes);
}

s64 cells_between(u64 from, u64 to, u64 stride) { return static_cast<s64>(to - from) / static_cast<s64>(stride); }

// Whether the update is of the cell at this address.
Value is_of(const Update& update, u64 address, u64 stride) {
  const auto i = static_cast<u64>(cells_between(update.start, address, stride));
  return i < update.offsets.count ? is_candidate(update.offsets, i) : concrete(0, 1);
}

// The offset in bytes from an address, as an expression.
Value bytes_from(u64 address, u64 start, const Offsets& offsets) {
  const u64 base = start - offsets.first - address;
  if (offsets.shift != 0) return binary(Op::Add, offsets.operand, U128{base});
  const u64 constant = offsets.first - offsets.origin * offsets.stride + base;
  return binary(Op::Add, binary(Op::Mul, offsets.operand, U128{offsets.stride}), U128{constant});
}

// Whether the update is of the place that is read.
Value is_of(const Update& update, u64 start, const Offsets& read) {
  const s64 apart = cells_between(update.start, start, read.stride);
  if (read.count == 1) return is_of(update, start, read.stride);
  if (update.offsets.count == 1) {
    const auto i = static_cast<u64>(-apart);
    return i < read.count ? is_candidate(read, i) : concrete(0, 1);
  }
  if (update.offsets.shift != 0 || read.shift != 0) {
    return equals(bytes_from(start, update.start, update.offsets), bytes_from(start, start, read));
  }
  const u64 difference = update.offsets.origin - read.origin + static_cast<u64>(apart);
  return equals(update.offsets.operand, binary(Op::Add, read.operand, U128{difference}));
}

void settle(Table& table, u64 i) {
  Cell& cell = table.cells[i];
  Value value = cell.settled_id != 0 ? known(cell.settled_id) : value_before(cell, table.bytes);
  for (unsigned k = cell.settled_id != 0 ? cell.settled : 0; k < table.update_count; ++k) {
    value = ite(is_of(table.updates[k], table.address(i), table.stride), table.updates[k].value, value);
  }
  cell.settled_id = value.id;
  cell.settled = table.update_count;
  replace_mark(table.address(i), table.bytes, mark_of(table), value);
}

bool is_pending_cell(const Table& table, u64 i) { return has_mark(table.address(i), table.bytes, mark_of(table)); }

bool is_as_settled(const Table& table, const Cell& cell, Value present) {
  return cell.settled == table.update_count && cell.settled_id == present.id && cell.now == present.bits;
}

void give_up(Table& table) {
  for (u64 i = 0; i < table.count; ++i) {
    if (is_pending_cell(table, i)) settle(table, i);
  }
  table.count = 0;
}

Table* make_table(u64 start, u64 count, u64 stride, unsigned bytes, const StaticSite* site) {
  if (table_count == kMostTables || count > sizeof cells / sizeof *cells - cell_count) return nullptr;
  Table& table = tables[table_count++];
  table.start = start;
  table.count = count;
  table.stride = stride;
  table.bytes = bytes;
  table.cells = cells + cell_count;
  table.update_count = 0;
  cell_count += count;
  for (u64 i = 0; i < count; ++i) {
    const Value value = memory_value(table.address(i), bytes, site);
    table.cells[i] = {value.bits, value.bits, value.id, 0, 0};
  }
  return &table;
}

// A table that is not in the object was one of memory that was freed since.
bool has_cells_of(const Table& table, Object object, u64 start, u64 stride, unsigned bytes) {
  const u64 apart = start < table.start ? table.start - start : start - table.start;
  return table.start >= object.base && table.end() <= object.base + object.size && table.stride == stride &&
         table.bytes == bytes && apart % stride == 0;
}

// The one table that the access may touch. All others, and one that has other cells, are given up.
Table* find_table(Object object, u64 start, const Offsets& offsets, unsigned bytes) {
  const u64 end = start + (offsets.count - 1) * offsets.stride + bytes;
  Table* found = nullptr;
  for (unsigned i = 0; i < table_count; ++i) {
    Table& table = tables[i];
    if (table.count == 0 || table.start >= end || start >= table.end()) continue;
    if (found == nullptr && has_cells_of(table, object, start, offsets.stride, bytes)) {
      found = &table;
    } else {
      give_up(table);
    }
  }
  return found;
}

enum class Changes : u8 { Few, Many, Stale };

// The cells that were not written by an update.
template <unsigned kMost>
Changes find_changes(const Table& table, const StaticSite* site, Update (&changes)[kMost], unsigned& count) {
  count = 0;
  for (u64 i = 0; i < table.count; ++i) {
    const u64 address = table.address(i);
    if (is_pending_cell(table, i)) {
      if (bits_in_memory(address, table.bytes) != table.cells[i].now) return Changes::Stale;
      continue;
    }
    const Value present = memory_value(address, table.bytes, site);
    if (is_as_settled(table, table.cells[i], present)) continue;
    if (count == kMost) return Changes::Many;
    changes[count++] = {address, {.count = 1}, present};
  }
  return Changes::Few;
}

}  // namespace

FORALL_MODULE(updates) = {.phase = Phase::Tables, .keeps = kKept, .begin_run = begin};

void settle_cell(u32 mark, u64 address) {
  Table& table = tables[mark - kPendingIds];
  settle(table, (address - table.start) / table.stride);
}

bool update_cells(Object object, const Offsets& offsets, unsigned bytes, Value value, const StaticSite* site) {
  const u64 start = object.base + offsets.first;
  u64 first = start, count = offsets.count;
  if (count > kMostCells) return false;
  Table* table = find_table(object, start, offsets, bytes);
  Update changes[UpdatedCells::kMostChanged];
  unsigned changed = 0;
  if (table != nullptr) {
    const u64 end = start + count * offsets.stride, table_end = table->address(table->count);
    first = table->start < first ? table->start : first;
    count = ((end < table_end ? table_end : end) - first) / offsets.stride;
    const bool covers = first == table->start && count == table->count;
    const Changes found = covers ? find_changes(*table, site, changes, changed) : Changes::Many;
    if (found == Changes::Stale || count > kMostCells) return false;
    if (found == Changes::Many || table->update_count + changed >= kMostUpdates) {
      give_up(*table);
      table = nullptr;
      changed = 0;
    }
  }
  if (table == nullptr) table = make_table(first, count, offsets.stride, bytes, site);
  if (table == nullptr) return false;
  for (unsigned i = 0; i < changed; ++i) {
    table->cell_at(changes[i].start).now = changes[i].value.bits;
    table->updates[table->update_count++] = changes[i];
  }
  table->updates[table->update_count++] = {start, offsets, value};
  for (u64 i = 0; i < table->count; ++i) set_mark(table->address(i), bytes, mark_of(*table));
  const u64 written = (static_cast<u64>(offsets.operand.bits) >> offsets.shift) - offsets.origin;
  table->cell_at(start + written * offsets.stride).now = value.bits;
  return true;
}

UpdatedCells::UpdatedCells(Object object, const Offsets& offsets, unsigned bytes, const StaticSite* site)
    : start_(object.base + offsets.first), offsets_(offsets) {
  Table* table = table_count == 0 ? nullptr : find_table(object, start_, offsets, bytes);
  if (table == nullptr) return;
  const Changes found = find_changes(*table, site, changes_, change_count_);
  stale_ = found == Changes::Stale;
  if (found == Changes::Many) give_up(*table);
  if (found == Changes::Few) table_ = table;
}

bool UpdatedCells::before(u64 i, Value& value) const {
  if (table_ == nullptr) return false;
  const u64 address = start_ + i * offsets_.stride;
  if (address < table_->start || address >= table_->end()) return false;
  value = value_before(table_->cell_at(address), table_->bytes);
  return true;
}

Value UpdatedCells::after(Value value) const {
  if (table_ == nullptr) return value;
  for (unsigned k = 0; k < table_->update_count; ++k) {
    value = ite(is_of(table_->updates[k], start_, offsets_), table_->updates[k].value, value);
  }
  for (unsigned k = 0; k < change_count_; ++k)
    value = ite(is_of(changes_[k], start_, offsets_), changes_[k].value, value);
  return value;
}

}  // namespace forall::runtime
