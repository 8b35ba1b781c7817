// The public methods of classes by their names, as the pass describes them (abi/stand_ins.h): which there are, which of
// them can be called, their arguments as inputs, and a call and what came of it, in words and as C++. What of this is
// explored like the program itself, making arguments, calling and comparing, is in models/methods.h.
//
// The arguments of a call are slots, as those of StandInMethod::invoke: slots[0] is `this`.
#pragma once

#include "abi/stand_ins.h"
#include "runtime/inputs.h"

namespace forall::runtime {

using abi::StandInMethod;

// Calls visit(method) for each public method of the class, by std::type_info::name(), that is no constructor,
// destructor, copy or static function. Modules describe the same methods: each is visited once, and as one that can be
// called if any can.
template <typename Visit>
void for_each_method(const char* key, Visit visit);

// Is it defined, and can its arguments be inputs?
bool can_be_called(const StandInMethod& method);
// Can what two calls of it give be compared?
bool has_observable_result(const StandInMethod& method);

// "add(3, {1, 2})"
void add_call(Text& text, const StandInMethod& method, void* const* slots);
// "gives 7", "ends", "throws std::out_of_range"; `thrown` is a std::type_info::name() or null.
void add_outcome(Text& text, const StandInMethod& method, const char* thrown, const void* result);

// The call as C++ for a closed test, which knows the objects of the inputs by their names: "add(3, @*head@)". False:
// it cannot be written down, and the text is of no use.
bool add_call_code(Text& text, const StandInMethod& method, void* const* slots);

void visit_methods(const char* key, void (*visit)(const StandInMethod& method, void* data), void* data);
template <typename Visit>
void for_each_method(const char* key, Visit visit) {
  visit_methods(key, [](const StandInMethod& method, void* data) { (*static_cast<Visit*>(data))(method); }, &visit);
}

}  // namespace forall::runtime
