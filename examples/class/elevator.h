// An elevator between five floors. Its door must be closed while it moves.
#pragma once

class Elevator {
 public:
  explicit Elevator(int top) : floor_(0), top_(top < 1 ? 1 : top > 4 ? 4 : top), target_(0), is_open_(false) {}

  void call(int floor) {
    if (floor < 0 || floor > top_) return;
    target_ = floor;
#ifndef PLANTED_FAULT
    is_open_ = false;
#endif
  }
  void step() {
    if (is_open_) return;
    if (floor_ < target_) {
      ++floor_;
    } else if (floor_ > target_) {
      --floor_;
    } else {
      is_open_ = true;
    }
  }
  bool is_open() const { return is_open_; }
  int floor() const { return floor_; }

 private:
  int floor_;
  int top_;
  int target_;
  bool is_open_;
};
