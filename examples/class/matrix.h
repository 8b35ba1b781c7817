// A matrix of 2 by 2 numbers with its trace kept up to date.
#pragma once

#include <stdexcept>

class Matrix {
 public:
  void set(unsigned row, unsigned column, unsigned value) {
    if (row > 1 || column > 1) throw std::out_of_range("no such cell");
    cells_[2 * row + column] = value;
#ifdef PLANTED_FAULT
    if (row == 0 && column == 0) trace_ = cells_[0] + cells_[3];
#else
    if (row == column) trace_ = cells_[0] + cells_[3];
#endif
  }
  void transpose() {
    const unsigned kept = cells_[1];
    cells_[1] = cells_[2];
    cells_[2] = kept;
  }
  unsigned trace() const { return trace_; }
  unsigned at(unsigned index) const { return index < 4 ? cells_[index] : 0; }

 private:
  unsigned cells_[4] = {1, 0, 0, 1};
  unsigned trace_ = 2;
};
