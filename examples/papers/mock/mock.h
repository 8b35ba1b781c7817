// The paper's examples of mocks: a provider of numbers, and the keys of a hash map.
#pragma once

#include <cstdlib>

struct INumberProvider {
  virtual ~INumberProvider() = default;
  virtual int GetNumber() = 0;
};

inline int Compute(INumberProvider& x) { return std::abs(10 / (x.GetNumber() + x.GetNumber())); }

struct IKey {
  virtual ~IKey() = default;
  virtual unsigned GetHashCode() const = 0;
  virtual bool Equals(const IKey& other) const = 0;
};

// A hash map with two buckets for two entries each.
class KeyMap {
 public:
  void put(const IKey& key, int value) {
    Bucket& bucket = buckets_[key.GetHashCode() % 2];
    if (Entry* const entry = find_in(bucket, key)) {
      entry->value = value;
    } else {
      bucket.entries[bucket.size++] = {&key, value};
      ++size_;
    }
  }
  const int* find(const IKey& key) {
    Entry* const entry = find_in(buckets_[key.GetHashCode() % 2], key);
    return entry == nullptr ? nullptr : &entry->value;
  }
  int size() const { return size_; }

 private:
  struct Entry {
    const IKey* key;
    int value;
  };
  struct Bucket {
    Entry entries[2] = {};
    int size = 0;
  };
  static Entry* find_in(Bucket& bucket, const IKey& key) {
    for (int i = 0; i < bucket.size; ++i) {
      if (key.Equals(*bucket.entries[i].key)) return &bucket.entries[i];
    }
    return nullptr;
  }
  Bucket buckets_[2] = {};
  int size_ = 0;
};
