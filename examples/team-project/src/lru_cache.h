// A cache that forgets what was not used for the longest time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

class LruCache {
 public:
  explicit LruCache(std::size_t capacity) : capacity_(capacity) {}

  std::size_t size() const { return entries_.size(); }

  bool contains(int key) const { return find(key) != nullptr; }

  int get(int key, int fallback) {
    const Entry* found = find(key);
#ifndef PLANTED_BUGS
    if (found == nullptr) return fallback;
#endif
    const int value = found->value;
    use(found);
    (void)fallback;
    return value;
  }

  void put(int key, int value) {
    if (const Entry* found = find(key)) {
      use(found);
      entries_.front().value = value;
      return;
    }
    if (entries_.size() == capacity_) entries_.pop_back();
    entries_.insert(entries_.begin(), {key, value});
  }

 private:
  struct Entry {
    int key;
    int value;
  };

  const Entry* find(int key) const {
    for (const Entry& entry : entries_) {
      if (entry.key == key) return &entry;
    }
    return nullptr;
  }

  void use(const Entry* entry) {
    const auto at = entries_.begin() + (entry - entries_.data());
    std::rotate(entries_.begin(), at, at + 1);
  }

  const std::size_t capacity_;
  std::vector<Entry> entries_;  // the last used one first
};
