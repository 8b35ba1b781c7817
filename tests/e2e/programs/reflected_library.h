// A class for `forall reflect` with members of the standard library.
#pragma once

#include <mutex>
#include <string>
#include <vector>

namespace shop {

class Settings {
 public:
  union {
    int number_;
    double real_;
  };

 private:
  bool is_number_ = true;
  std::vector<int> values_;
  std::string title_;
  std::mutex mutex_;
  void (*callback_)(int) = nullptr;
  void* anything_ = nullptr;
  class Hidden;
  Hidden* hidden_ = nullptr;
};

}  // namespace shop
