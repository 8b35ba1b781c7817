// The public methods of classes by their names, called with arguments that are inputs: what is decided on the way is
// decided like any branch of the program. Which methods there are and how a call reads is in runtime/methods.h.
#pragma once

#include <cstddef>

#include "abi/stand_ins.h"

namespace forall::models {

using abi::StandInMethod;

// The n-th public method of the class that can be called, by std::type_info::name(); null behind the last.
const StandInMethod* callable_method(const char* key, unsigned n);
bool is_const(const StandInMethod& method);
bool has_observable_result(const StandInMethod& method);

// Memory of the run, all zero: nothing of it need be given back.
void* new_memory(std::size_t bytes);

// What StandInMethod::invoke gets. The first slot is set by the call.
struct Arguments {
  void* slots[abi::kMostComparedParameters];
};
// New inputs, "add.key" for the parameter `key` of the method `add`. A text has up to two characters, and a pointer is
// null or points to an object that the run knows.
void make_arguments(const StandInMethod& method, Arguments& arguments);
// The same values in memory of their own: a method may change what it gets by reference.
void copy_arguments(const StandInMethod& method, const Arguments& from, Arguments& to);

struct Outcome {
  void* result;                  // a slot as invoke fills it
  const char* thrown = nullptr;  // std::type_info::name()
};
Outcome call(const StandInMethod& method, void* object, Arguments& arguments);

// Did two calls show the same: one exception, or one result as far as it is observable? Pointers are the same if both
// are null or none is.
bool is_same_outcome(const StandInMethod& method, const Outcome& a, const Outcome& b);

}  // namespace forall::models
