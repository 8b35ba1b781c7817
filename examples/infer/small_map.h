// A map with the interface of std::map, as far as laws can speak of it. It has room for three entries.
#pragma once

#include <forall/forall.h>

#include <stdexcept>

class SmallMap {
 public:
  static constexpr int kRoom = 3;

  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  int count(int key) const { return find(key) < 0 ? 0 : 1; }
  bool contains(int key) const { return find(key) >= 0; }
  int at(int key) const {
    const int place = find(key);
    if (place < 0) throw std::out_of_range("no such key");
    return values_[place];
  }

  // Whether the key is new; the value of one that is there stays.
  bool insert(int key, int value) {
    if (find(key) >= 0) return false;
    if (size_ == kRoom) throw std::length_error("the map is full");
    keys_[size_] = key;
    values_[size_] = value;
    ++size_;
    return true;
  }
  // How many entries there were.
  int erase(int key) {
    const int place = find(key);
    if (place < 0) return 0;
    --size_;
    keys_[place] = keys_[size_];
    values_[place] = values_[size_];
    return 1;
  }
  void clear() { size_ = 0; }

 private:
  int find(int key) const {
    for (int i = 0; i < size_; ++i) {
      if (keys_[i] == key) return i;
    }
    return -1;
  }

  int keys_[kRoom] = {};
  int values_[kRoom] = {};
  int size_ = 0;
};

FORALL_STATE(SmallMap, keys_, values_, size_);
FORALL_INVARIANT(SmallMap, [](const SmallMap& map) {
  const auto& keys = FORALL_MEMBER(map, keys_);
  return (0 <= map.size()) & (map.size() <= SmallMap::kRoom) & ((map.size() < 2) | (keys[0] != keys[1])) &
         ((map.size() < 3) | ((keys[0] != keys[2]) & (keys[1] != keys[2])));
});
