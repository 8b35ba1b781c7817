// The last two numbers that were written; older ones are overwritten and counted.
#pragma once

class RingBuffer {
 public:
  RingBuffer() : items_{0, 0}, next_(0), filled_(false), lost_(0) {}
  void write(short value) {
    if (filled_) ++lost_;
    items_[next_] = value;
    next_ = next_ + 1;
    if (next_ == 2) {
      next_ = 0;
      filled_ = true;
    }
  }
  short newest() const { return items_[next_ == 0 ? 1 : 0]; }
  unsigned char lost() const { return lost_; }
  void clear() {
    next_ = 0;
#ifndef PLANTED_FAULT
    filled_ = false;
#endif
  }

 private:
  short items_[2];
  unsigned char next_;
  bool filled_;
  unsigned char lost_;
};
