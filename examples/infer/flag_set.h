// A design flaw: last_slot() shows where the set keeps things, which is nobody's business.
#pragma once

#include <forall/forall.h>

class FlagSet {
 public:
  static constexpr int kRoom = 2;

  int size() const { return size_; }
  bool contains(int flag) const {
    return (size_ > 0 && flags_[first_] == flag) || (size_ > 1 && flags_[1 - first_] == flag);
  }
  int last_slot() const { return size_ == 2 ? 1 - first_ : first_; }

  void add(int flag) {
    if (size_ == kRoom || contains(flag)) return;
    flags_[size_ == 0 ? first_ : 1 - first_] = flag;
    ++size_;
  }
  void clear() {
    size_ = 0;
    first_ = hint_;
  }

 private:
  int flags_[kRoom] = {};
  int first_ = 0;
  int hint_ = 0;
  int size_ = 0;
};

FORALL_STATE(FlagSet, flags_, first_, hint_, size_);
FORALL_INVARIANT(FlagSet, [](const FlagSet& set) {
  const int first = FORALL_MEMBER(set, first_), hint = FORALL_MEMBER(set, hint_);
  const auto& flags = FORALL_MEMBER(set, flags_);
  return (0 <= set.size()) & (set.size() <= 2) & (0 <= first) & (first <= 1) & (0 <= hint) & (hint <= 1) &
         (flags[0] != flags[1]);
});
