#include "stand_ins.h"

Table::Table() = default;
Table::Table(int size, const std::string& name) : size_(size + static_cast<int>(name.size())) {}
Table::Table(const Table& other) = default;
Table::~Table() { size_ = -1; }
void Table::add(const int& key, void* value) { size_ += value != nullptr ? key : 1; }
bool Table::contains(int key) const noexcept { return key == size_; }
int& Table::at(int key) {
  if (key < 0) throw key;
  return size_;
}
Point Table::moved(Point by, Color color) const {
  return {by.x + size_, static_cast<short>(by.y + static_cast<int>(color)), by.z / 2};
}
Big Table::sum(Big values) const {
  values.values[4] += size_;
  return values;
}
std::string Table::text(std::string first, std::string_view second) const { return first + std::string(second); }
Table Table::joined(const Table& other, Table by_value) const {
  Table result;
  result.size_ = size_ + other.size_ + by_value.size_;
  return result;
}
void Table::take(Flags flags, int& count, long double ratio) {
  count += flags.is_set ? static_cast<int>(ratio) : size_;
}
int Table::made(unsigned number) { return static_cast<int>(number) + 1; }
int Counter::next() { return count_++; }

int with_code(Table& table) {
  table.add(5, nullptr);
  return table.at(0) + table.small(true);
}
int with_shape(Shape& shape) { return shape.area(3) + (shape.named("square") ? 100 : 0); }
int with_counter(Counter& counter) { return counter.next() + counter.twice(); }
