// Open addressing: a key sits in the first bucket that was free, from its home on; what a removed key had pushed on
// moves back.
#include "hashtable.h"

#include <stdexcept>
#include <utility>

struct Hashtable::Bucket {
  const Object* key = nullptr;
  int value = 0;
};

Hashtable::Hashtable() : buckets_(new Bucket[3]), capacity_(3), count_(0) {}

Hashtable::Hashtable(const Hashtable& other)
    : buckets_(new Bucket[other.capacity_]), capacity_(other.capacity_), count_(other.count_) {
  for (std::size_t i = 0; i < capacity_; ++i) buckets_[i] = other.buckets_[i];
}

Hashtable& Hashtable::operator=(Hashtable other) {
  std::swap(buckets_, other.buckets_);
  std::swap(capacity_, other.capacity_);
  std::swap(count_, other.count_);
  return *this;
}

Hashtable::~Hashtable() { delete[] buckets_; }

// Where the key is, or the free bucket where it would be. One bucket is always free.
std::size_t Hashtable::find(const Object* key) const {
  if (key == nullptr) throw std::invalid_argument("a null key");
  std::size_t index = key->hash % capacity_;
  while (buckets_[index].key != nullptr && buckets_[index].key != key) index = (index + 1) % capacity_;
  return index;
}

bool Hashtable::contains(const Object* key) const { return buckets_[find(key)].key != nullptr; }

int Hashtable::get(const Object* key) const { return buckets_[find(key)].value; }

void Hashtable::set(const Object* key, int value) {
  std::size_t index = find(key);
  if (buckets_[index].key == nullptr) {
    if (count_ + 1 == capacity_) {
      grow();
      index = find(key);
    }
    ++count_;
  }
  buckets_[index] = {key, value};
}

void Hashtable::remove(const Object* key) {
  std::size_t hole = find(key);
  if (buckets_[hole].key == nullptr) return;
  const auto way = [&](std::size_t from, std::size_t to) { return (to + capacity_ - from) % capacity_; };
  for (std::size_t i = (hole + 1) % capacity_; buckets_[i].key != nullptr; i = (i + 1) % capacity_) {
    if (way(buckets_[i].key->hash % capacity_, i) < way(hole, i)) continue;
    buckets_[hole] = buckets_[i];
    hole = i;
  }
  buckets_[hole] = Bucket();
  --count_;
}

void Hashtable::grow() {
  Bucket* old = std::exchange(buckets_, new Bucket[2 * capacity_ + 1]);
  const std::size_t old_capacity = std::exchange(capacity_, 2 * capacity_ + 1);
  for (std::size_t i = 0; i < old_capacity; ++i) {
    if (old[i].key != nullptr) buckets_[find(old[i].key)] = old[i];
  }
  delete[] old;
}
