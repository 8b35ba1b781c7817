// The public methods of classes by their names, called with arguments that are inputs. Decisions here are made like any
// branch of the program. runtime/methods.h lists the methods and prints the calls.
#pragma once

#include <cstddef>

#include "abi/stand_ins.h"

namespace forall::models {

using abi::StandInMethod;

// The n-th public method that can be called, of the class with this std::type_info::name(); null after the last.
const StandInMethod* callable_method(const char* key, unsigned n);
bool is_const(const StandInMethod& method);
bool has_observable_result(const StandInMethod& method);

// Memory of the run, all zero; it need not be freed.
void* new_memory(std::size_t bytes);

// The arguments of StandInMethod::invoke. The call sets the first slot.
struct Arguments {
  void* slots[abi::kMostComparedParameters];
};
// New inputs, "add.key" for the parameter `key` of the method `add`. A text has up to two characters, and a pointer is
// null or points to an object that the run knows.
void make_arguments(const StandInMethod& method, Arguments& arguments);
// The same values in separate memory: a method may change arguments passed by reference.
void copy_arguments(const StandInMethod& method, const Arguments& from, Arguments& to);

struct CallResult {
  void* result;                  // a slot as invoke fills it
  const char* thrown = nullptr;  // std::type_info::name()
};
CallResult call(const StandInMethod& method, void* object, Arguments& arguments);

// Do two calls have the same outcome: the same exception, or the same result as far as it is observable? Pointers are
// the same if both are null or neither is.
bool is_same_outcome(const StandInMethod& method, const CallResult& a, const CallResult& b);

}  // namespace forall::models
