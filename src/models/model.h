// Included by every model. A model is a library function written in C++ and compiled with the pass, so that its
// branches are decisions like any other. Its decisions are shown where the code under test called it.
#pragma once

extern "C" {
// Tells the pass what this module is (abi::kModelMarker).
[[gnu::used]] static const char __forall_models = 1;

void* __forall_enter_model();
void __forall_leave_model(void* outer);
// A number with the same sign, whose value the standard leaves open (runtime/promises.h).
int __forall_promised_sign(int number);
// Ends the run if the function may not be called with this value (runtime/models/required.cpp).
void __forall_require_character(int character, const char* function);
// Ends the run: the function may not be called so.
void __forall_refuse(const char* why);
void __forall_refuse_order(const char* why);  // where it looks aside
// Does this run look at what calls of the code under test's functions say, and nothing else? Then it ends with the
// second one.
bool __forall_looks_aside();
void __forall_looked_aside();
}

namespace forall::models {

// The first object in every function that code under test calls.
class Scope {
 public:
  Scope() : outer_(__forall_enter_model()) {}
  ~Scope() { __forall_leave_model(outer_); }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  void* outer_;
};

}  // namespace forall::models
