// Behavioural purity where the code itself runs: is an object, after a test with .Pure(), still the same to any
// observer?
//
// The object and a copy of it from before the test get the same calls with the same arguments, and each call must
// return the same result or throw the same exception on both:
//
//   repeat up to `depth` times:
//     choose a method, and its arguments                     inputs of the run
//     call it on the copy, then on the object                a run in which the call on the copy faults does not count
//     the results are equal, leaf by leaf                    else the test fails
//     end if the method is const
//
// A const method changes nothing that another call would show; so sequences are calls of methods that change the
// object, with an observer at the end. The methods are listed in the records that the pass emits (abi/stand_ins.h).
#include "models/methods.h"
#include "models/model.h"

extern "C" {
void __forall_building(int delta);
void __forall_forgive_faults(bool does);
void __forall_observer_choice(unsigned* number);
void __forall_observed(const void* method, void* const* slots);
void __forall_not_pure(const void* method, void* const* slots, const void* with, const void* without,
                       const char* thrown_with, const char* thrown_without, const char* file, int line);
void __forall_begin_comparison(const char* key, const char* spelling, unsigned depth, unsigned parameter);
}

namespace forall::models {

namespace {

constexpr unsigned kMostMethods = 64;

class Comparison {
 public:
  Comparison(const char* key, const char* file, int line) : file_(file), line_(line) {
    while (count_ < kMostMethods && (methods_[count_] = callable_method(key, count_)) != nullptr) ++count_;
  }

  void run(void* object, void* before, unsigned depth) {
    for (unsigned step = 1; step <= depth; ++step) {
      const StandInMethod* method = choose(step == depth);
      if (method == nullptr || !is_same_call(*method, object, before) || is_const(*method)) return;
    }
  }

 private:
  const StandInMethod* choose(bool is_last) const {
    auto* number = static_cast<unsigned*>(new_memory(sizeof(unsigned)));
    __forall_observer_choice(number);
    const StandInMethod* chosen = nullptr;  // the last one, whatever the number is
    unsigned index = 0;
    for (unsigned i = 0; i < count_; ++i) {
      if (is_last && !has_observable_result(*methods_[i])) continue;
      if (chosen != nullptr && *number == index++) return chosen;
      chosen = methods_[i];
    }
    return chosen;
  }

  bool is_same_call(const StandInMethod& method, void* object, void* before) const {
    Arguments with_arguments, without_arguments;  // the method may change arguments passed by reference
    make_arguments(method, with_arguments);
    copy_arguments(method, with_arguments, without_arguments);
    __forall_forgive_faults(true);
    const CallResult without = call(method, before, without_arguments);
    __forall_forgive_faults(false);
    const CallResult with = call(method, object, with_arguments);
    if (is_same_outcome(method, with, without)) {
      __forall_observed(&method, with_arguments.slots);
      return true;
    }
    __forall_not_pure(&method, with_arguments.slots, with.result, without.result, with.thrown, without.thrown, file_,
                      line_);
    return false;
  }

  const StandInMethod* methods_[kMostMethods];
  unsigned count_ = 0;
  const char* file_;
  int line_;
};

}  // namespace

}  // namespace forall::models

extern "C" [[gnu::visibility("default")]] void __forall_compare_objects(const char* key, const char* spelling,
                                                                        void* object, void* before, unsigned depth,
                                                                        unsigned parameter, const char* file,
                                                                        int line) {
  const forall::models::Scope scope;
  __forall_building(1);
  __forall_begin_comparison(key, spelling, depth, parameter);
  if (before != nullptr) forall::models::Comparison(key, file, line).run(object, before, depth);
  __forall_building(-1);
}
