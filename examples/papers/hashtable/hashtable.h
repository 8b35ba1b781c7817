// A hash table with open addressing, after the collection of the same name in .NET 1.1. A key sits in the first free
// bucket from its home on; each occupied bucket it passed is marked, so that a search knows where it may stop.
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
    bool was_passed;  // a key that belongs to this bucket or to one before it may sit behind it
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

  bool contains_key(const Object* key) const { return find(key) != nullptr; }

  bool contains_value(const Value& value) const {
    for (int i = 0; i < capacity_; ++i) {
      if (buckets_[i].key != nullptr && buckets_[i].value == value) return true;
    }
    return false;
  }

  // The value of an absent key is Value().
  Value get(const Object* key) const {
    const Bucket* bucket = find(key);
    return bucket == nullptr ? Value() : bucket->value;
  }

  void set(Object* key, Value value) {
    if (Bucket* bucket = find(key)) {
      bucket->value = value;
    } else {
      insert(key, value);
    }
  }

  void add(Object* key, Value value) {
    if (find(key) != nullptr) throw std::logic_error("the key is there already");
    insert(key, value);
  }

  void remove(const Object* key) {
    Bucket* bucket = find(key);
    if (bucket == nullptr) return;
    bucket->key = nullptr;
    bucket->value = Value();
    --count_;
  }

  void clear() {
    for (int i = 0; i < capacity_; ++i) buckets_[i] = Bucket();
    count_ = 0;
  }

 private:
  int home(const Object* key) const { return static_cast<int>(key->hash() % static_cast<unsigned>(capacity_)); }
  int next(int index) const { return index + 1 == capacity_ ? 0 : index + 1; }

  Bucket* find(const Object* key) const {
    if (key == nullptr) throw std::invalid_argument("a null key");
    int index = home(key);
    for (int tries = 0; tries < capacity_; ++tries) {
      Bucket& bucket = buckets_[index];
      if (bucket.key == key) return &bucket;
      if (!bucket.was_passed) return nullptr;
      index = next(index);
    }
    return nullptr;
  }

  // One bucket at least stays free.
  void insert(Object* key, Value value) {
    if (count_ + 1 >= capacity_) grow();
    int index = home(key);
    while (buckets_[index].key != nullptr) {
      buckets_[index].was_passed = true;
      index = next(index);
    }
    buckets_[index].key = key;
    buckets_[index].value = value;
    ++count_;
  }

  void grow() {
    Bucket* old = std::exchange(buckets_, nullptr);
    const int old_capacity = std::exchange(capacity_, 2 * capacity_ + 1);
    buckets_ = new Bucket[static_cast<std::size_t>(capacity_)]();
    count_ = 0;
    for (int i = 0; i < old_capacity; ++i) {
      if (old[i].key != nullptr) insert(old[i].key, old[i].value);
    }
    delete[] old;
  }

  Bucket* buckets_ = nullptr;
  int capacity_ = 0;
  int count_ = 0;
};
