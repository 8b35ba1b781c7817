// A hash table with open addressing: a key sits in the first bucket that was free, from its home on. There is always a
// free bucket, which ends a search; what a removed key had pushed on moves back.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <utility>

#include "../object.h"

template <class Value>
class Hashtable {
 public:
  struct Bucket {
    Object* key;  // null: free
    Value value;
  };

  explicit Hashtable(int capacity = 3) {
    if (capacity <= 0) throw std::invalid_argument("a table needs a bucket");
    buckets_ = new Bucket[static_cast<std::size_t>(capacity)]();
    capacity_ = capacity;
  }
  ~Hashtable() { delete[] buckets_; }
  Hashtable(const Hashtable&) = delete;
  Hashtable& operator=(const Hashtable&) = delete;

  int count() const { return count_; }

  bool contains_key(const Object* key) const { return buckets_[find(key)].key != nullptr; }

  bool contains_value(const Value& value) const {
    for (int i = 0; i < capacity_; ++i) {
      if (buckets_[i].key != nullptr && buckets_[i].value == value) return true;
    }
    return false;
  }

  // The value of an absent key is Value().
  Value get(const Object* key) const {
    const Bucket& bucket = buckets_[find(key)];
    return bucket.key == nullptr ? Value() : bucket.value;
  }

  void set(Object* key, Value value) {
    const int index = find(key);
    if (buckets_[index].key == nullptr) {
      insert(index, key, value);
    } else {
      buckets_[index].value = value;
    }
  }

  void add(Object* key, Value value) {
    const int index = find(key);
    if (buckets_[index].key != nullptr) throw std::logic_error("the key is there already");
    insert(index, key, value);
  }

  void remove(const Object* key) {
    int hole = find(key);
    if (buckets_[hole].key == nullptr) return;
    for (int i = next(hole); buckets_[i].key != nullptr; i = next(i)) {
      if (way(home(buckets_[i].key), i) < way(hole, i)) continue;
      buckets_[hole] = buckets_[i];
      hole = i;
    }
    buckets_[hole] = Bucket();
    --count_;
  }

  void clear() {
    for (int i = 0; i < capacity_; ++i) buckets_[i] = Bucket();
    count_ = 0;
  }

 private:
  int home(const Object* key) const { return static_cast<int>(key->hash() % static_cast<unsigned>(capacity_)); }
  int next(int index) const { return index + 1 == capacity_ ? 0 : index + 1; }
  // From one bucket to another, going on at the first after the last.
  int way(int from, int to) const { return from <= to ? to - from : to - from + capacity_; }

  // Where the key is, or the free bucket where it would be.
  int find(const Object* key) const {
    if (key == nullptr) throw std::invalid_argument("a null key");
    int index = home(key);
    while (buckets_[index].key != nullptr && buckets_[index].key != key) index = next(index);
    return index;
  }

  void insert(int index, Object* key, Value value) {
    if (count_ + 1 == capacity_) {
      grow();
      index = find(key);
    }
    buckets_[index] = {key, value};
    ++count_;
  }

  void grow() {
    Bucket* old = std::exchange(buckets_, nullptr);
    const int old_capacity = std::exchange(capacity_, 2 * capacity_ + 1);
    buckets_ = new Bucket[static_cast<std::size_t>(capacity_)]();
    for (int i = 0; i < old_capacity; ++i) {
      if (old[i].key != nullptr) buckets_[find(old[i].key)] = old[i];
    }
    delete[] old;
  }

  Bucket* buckets_ = nullptr;
  int capacity_ = 0;
  int count_ = 0;
};
