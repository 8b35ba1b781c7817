// Walks over an ArrayList, and refuses to go on when the list has changed.
#pragma once

#include <stdexcept>

#include "../array_list/array_list.h"

class Enumerator {
 public:
  explicit Enumerator(const ArrayList& list) : list_(list), version_(list.version()) {}

  bool move_next() {
    check_version();
    if (index_ < list_.count()) ++index_;
    return index_ < list_.count();
  }
  Object* current() const {
    if (index_ < 0) throw std::logic_error("not started");
    if (index_ >= list_.count()) throw std::logic_error("ended");
    return list_.get(index_);
  }
  void reset() {
    check_version();
    index_ = -1;
  }

 private:
  void check_version() const {
    if (version_ != list_.version()) throw std::runtime_error("the list has changed");
  }

  const ArrayList& list_;
  unsigned version_;
  int index_ = -1;
};

// The same as .NET 1.1 had it: "there is no current element" is said by the list itself as a magic value. But a list
// can hold itself.
class SentinelEnumerator {
 public:
  explicit SentinelEnumerator(const ArrayList& list) : list_(list), current_(&list), version_(list.version()) {}

  bool move_next() {
    if (version_ != list_.version()) throw std::runtime_error("the list has changed");
    const bool has_next = next_ < list_.count();
    current_ = has_next ? list_.get(next_++) : &list_;
    return has_next;
  }
  const Object* current() const {
    if (current_ == &list_) throw std::logic_error("there is no current element");
    return current_;
  }

 private:
  const ArrayList& list_;
  const Object* current_;
  unsigned version_;
  int next_ = 0;
};
