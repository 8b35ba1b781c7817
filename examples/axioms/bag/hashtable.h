// A table from objects to numbers. Only what its users need to know: the definitions are in hashtable.cpp.
#pragma once

#include <cstddef>

struct Object {
  unsigned hash = 0;
};

class Hashtable {
 public:
  Hashtable();
  ~Hashtable();
  Hashtable(const Hashtable& other);
  Hashtable& operator=(Hashtable other);

  // All of these throw std::invalid_argument for a null key.
  bool contains(const Object* key) const;
  int get(const Object* key) const;  // 0 for a key that is not there
  void set(const Object* key, int value);
  void remove(const Object* key);

 private:
  struct Bucket;
  std::size_t find(const Object* key) const;
  void grow();

  Bucket* buckets_;
  std::size_t capacity_;
  std::size_t count_;
};
