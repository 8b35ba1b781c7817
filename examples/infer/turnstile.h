// A design flaw: whether the turnstile is locked decides what pass() does, and no observer tells.
#pragma once

#include <forall/forall.h>

class Turnstile {
 public:
  int passed() const { return passed_; }
  int coins() const { return coins_; }

  void insert_coin() {
    ++coins_;
    is_locked_ = false;
  }
  bool pass() {
    if (is_locked_) return false;
    is_locked_ = true;
    ++passed_;
    return true;
  }

 private:
  int passed_ = 0;
  int coins_ = 0;
  bool is_locked_ = true;
};

FORALL_STATE(Turnstile, passed_, coins_, is_locked_);
FORALL_INVARIANT(Turnstile, [](const Turnstile& turnstile) {
  return (0 <= turnstile.passed()) & (turnstile.passed() <= 1000) & (0 <= turnstile.coins()) &
         (turnstile.coins() <= 1000);
});
