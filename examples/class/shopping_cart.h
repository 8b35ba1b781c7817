// A shopping cart of named items with a voucher.
#pragma once

#include <string>
#include <vector>

class ShoppingCart {
 public:
  void add(int price) {
    if (price <= 0 || price > 100) return;
    prices_.push_back(price);
    total_ += price;
  }
  void redeem(const std::string& voucher) {
    if (voucher.empty() || !voucher_.empty()) return;
    voucher_ = voucher;
    if (voucher_[0] == 'X') discount_ = 10;
  }
  void clear() {
    prices_.clear();
    total_ = 0;
#ifndef PLANTED_FAULT
    voucher_.clear();
#endif
    discount_ = 0;
  }
  int total() const { return total_ > discount_ ? total_ - discount_ : 0; }
  bool has_voucher() const { return !voucher_.empty(); }
  bool is_empty() const { return prices_.empty(); }

 private:
  std::vector<int> prices_;
  std::string voucher_;
  int total_ = 0;
  int discount_ = 0;
};
