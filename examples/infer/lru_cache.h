// A cache of two entries. What was used least recently makes room.
#pragma once

#include <forall/forall.h>

#include <stdexcept>

class LruCache {
 public:
  static constexpr int kRoom = 2;

  int size() const { return size_; }
  bool contains(int key) const { return find(key) >= 0; }
  int peek(int key) const {
    const int at = find(key);
    if (at < 0) throw std::out_of_range("no such key");
    return values_[at];
  }

  void put(int key, int value) {
    const int at = find(key);
    if (at < 0 && size_ < kRoom) ++size_;
    move_to_front(at < 0 ? size_ - 1 : at);
    keys_[0] = key;
    values_[0] = value;
  }
  void clear() { size_ = 0; }

 private:
  int find(int key) const {
    for (int i = 0; i < size_; ++i) {
      if (keys_[i] == key) return i;
    }
    return -1;
  }
  void move_to_front(int at) {
    const int key = keys_[at], value = values_[at];
    for (int i = at; i > 0; --i) {
      keys_[i] = keys_[i - 1];
      values_[i] = values_[i - 1];
    }
    keys_[0] = key;
    values_[0] = value;
  }

  int keys_[kRoom] = {};  // the one used last comes first
  int values_[kRoom] = {};
  int size_ = 0;
};

FORALL_STATE(LruCache, keys_, values_, size_);
FORALL_INVARIANT(LruCache, [](const LruCache& cache) {
  const auto& keys = FORALL_MEMBER(cache, keys_);
  return (0 <= cache.size()) & (cache.size() <= LruCache::kRoom) & ((cache.size() < 2) | (keys[0] != keys[1]));
});
