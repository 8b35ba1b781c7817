// Remembers values by key, until it needs the room: then the oldest goes.
#pragma once

#include "queue.h"

class Cache {
 public:
  Cache();

  bool has(int key) const;
  int get(int key) const;  // throws std::out_of_range for a key that it does not have
  void put(int key, int value);

 private:
  static constexpr unsigned kSlots = 16;  // a power of two
  static constexpr unsigned kMost = 12;

  unsigned find(int key) const;
  void forget(int key);

  struct Slot {
    bool is_used = false;
    int key = 0;
    int value = 0;
  };
  Slot slots_[kSlots];
  unsigned count_ = 0;
  Queue order_;
};
