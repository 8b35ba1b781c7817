// An account that cannot be overdrawn.
#pragma once

#include <cstdint>
#include <stdexcept>

class Overdrawn : public std::runtime_error {
 public:
  Overdrawn() : std::runtime_error("the account does not hold that much") {}
};

class Account {
 public:
  explicit Account(std::int64_t cents) : cents_(cents) {}

  std::int64_t balance() const { return cents_; }

  void deposit(std::int64_t cents) {
    if (cents < 0) throw std::invalid_argument("a deposit is not negative");
    cents_ += cents;
  }

  void withdraw(std::int64_t cents) {
    if (cents < 0) throw std::invalid_argument("a withdrawal is not negative");
    if (cents > cents_) throw Overdrawn();
    cents_ -= cents;
  }

 private:
  std::int64_t cents_;
};

inline void transfer(Account& from, Account& to, std::int64_t cents) {
  from.withdraw(cents);
  to.deposit(cents);
}
