// What the collections hold: objects with an identity. Two are equal if they are the same one; the hash is any number.
#pragma once

class Object {
 public:
  explicit Object(unsigned hash = 0) : hash_(hash) {}
  virtual ~Object() = default;
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  unsigned hash() const { return hash_; }

 private:
  unsigned hash_;
};
