// The public methods of classes by their names, as the pass describes them (abi/stand_ins.h): which there are, which of
// them can be called, their arguments as inputs, and calls with their outcomes, in words and as C++. The parts that are
// explored like the program itself (making arguments, calling and comparing) are in models/methods.h.
//
// The arguments of a call are slots, as those of StandInMethod::invoke: slots[0] is `this`.
#pragma once

#include "abi/stand_ins.h"
#include "runtime/inputs.h"

namespace forall::runtime {

using abi::StandInMethod;

// Calls visit(method) for each public method of the class, given by its std::type_info::name(), that is not a
// constructor, destructor, copy or static function. If several modules describe a method, it is visited once, by a
// description that can be called if there is one.
template <typename Visit>
void for_each_method(const char* key, Visit visit);

// Is it defined, and can its arguments be inputs?
bool can_be_called(const StandInMethod& method);
// Can the results of two calls be compared?
bool has_observable_result(const StandInMethod& method);

// "add(3, {1, 2})"
void add_call(Text& text, const StandInMethod& method, void* const* slots);
// "returns 7", "returns", "throws std::out_of_range"; `thrown` is a std::type_info::name() or null.
void add_outcome(Text& text, const StandInMethod& method, const char* thrown, const void* result);

// The call as C++ for a closed test, which knows the objects of the inputs by their names: "add(3, @*head@)". False if
// it cannot be expressed; the text is then useless.
bool add_call_code(Text& text, const StandInMethod& method, void* const* slots);

void visit_methods(const char* key, void (*visit)(const StandInMethod& method, void* data), void* data);
template <typename Visit>
void for_each_method(const char* key, Visit visit) {
  visit_methods(key, [](const StandInMethod& method, void* data) { (*static_cast<Visit*>(data))(method); }, &visit);
}

}  // namespace forall::runtime
