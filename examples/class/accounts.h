// A small hierarchy: what a savings account inherits belongs to it.
#pragma once

class Account {
 public:
  Account() : balance_(0), is_frozen_(false) {}
  virtual ~Account() = default;
  void deposit(unsigned amount) {
    if (is_frozen_ || amount > 1000) return;
    balance_ += amount;
    on_change();
  }
  virtual bool withdraw(unsigned amount) {
    if (is_frozen_ || amount > balance_) return false;
    balance_ -= amount;
    on_change();
    return true;
  }
  void freeze() { is_frozen_ = true; }
  unsigned balance() const { return balance_; }

 protected:
  virtual void on_change() {}
  unsigned balance_;
  bool is_frozen_;
};

class SavingsAccount : public Account {
 public:
  bool withdraw(unsigned amount) override {
    if (withdrawals_ == 2) return false;
    if (!Account::withdraw(amount)) return false;
#ifdef PLANTED_FAULT
    withdrawals_ = 1;
#else
    ++withdrawals_;
#endif
    return true;
  }
  void new_month() {
    withdrawals_ = 0;
    changes_ = 0;
  }
  unsigned changes() const { return changes_; }

 private:
  void on_change() override { ++changes_; }
  unsigned withdrawals_ = 0;
  unsigned changes_ = 0;
};
