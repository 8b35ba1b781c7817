#include "cache.h"

#include <stdexcept>

Cache::Cache() = default;

// The slot of the key, or the free one where it would be: from its home on, round the table.
unsigned Cache::find(int key) const {
  unsigned slot = static_cast<unsigned>(key) % kSlots;
  while (slots_[slot].is_used && slots_[slot].key != key) slot = (slot + 1) % kSlots;
  return slot;
}

bool Cache::has(int key) const { return slots_[find(key)].is_used; }

int Cache::get(int key) const {
  const Slot& slot = slots_[find(key)];
  if (!slot.is_used) throw std::out_of_range("no such key");
  return slot.value;
}

void Cache::put(int key, int value) {
  unsigned slot = find(key);
  if (!slots_[slot].is_used) {
    if (count_ == kMost) {
      forget(order_.front());
      order_.pop();
      slot = find(key);
    }
    order_.push(key);
    ++count_;
  }
  slots_[slot] = {true, key, value};
}

void Cache::forget(int key) {
  unsigned hole = find(key);
  if (!slots_[hole].is_used) return;
  for (unsigned i = (hole + 1) % kSlots; slots_[i].is_used; i = (i + 1) % kSlots) {
    const unsigned home = static_cast<unsigned>(slots_[i].key) % kSlots;
    if ((i - home) % kSlots < (i - hole) % kSlots) continue;
    slots_[hole] = slots_[i];
    hole = i;
  }
  slots_[hole].is_used = false;
  --count_;
}
