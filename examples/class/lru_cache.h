// A cache of two entries that forgets the one that was not used for the longest time.
#pragma once

#include <utility>
#include <vector>

class LruCache {
 public:
  void put(int key, int value) {
    forget(key);
#ifdef PLANTED_FAULT
    if (entries_.size() == 2) entries_.pop_back();
#else
    if (entries_.size() == 2) entries_.erase(entries_.begin());
#endif
    entries_.push_back({key, value});
  }
  int get(int key) {
    for (const auto& entry : entries_) {
      if (entry.first != key) continue;
      ++hits_;
      return entry.second;
    }
    ++misses_;
    return 0;
  }
  int hits() const { return hits_; }
  int misses() const { return misses_; }

 private:
  void forget(int key) {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (entries_[i].first != key) continue;
      entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(i));
      return;
    }
  }
  std::vector<std::pair<int, int>> entries_;
  int hits_ = 0;
  int misses_ = 0;
};
