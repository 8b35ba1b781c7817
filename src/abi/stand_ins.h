// What the pass tells the runtime about the methods of classes that axioms describe (FORALL_AXIOMS).
//
// Such a method m has a thunk, which its callers call instead. In a run in which the class is stood in for, the thunk
// asks the runtime, which makes up what the call does as three unknown functions of the state of the object and the
// arguments: the next state, the result, and the exception. The explorer then holds them to the axioms.
//
//   thunk(arguments...):
//     if (class.is_active) {
//       spill each argument into a slot
//       thrower = __forall_stand_in(&method, slots, &result)
//       if (thrower) { thrower(); unreachable }
//       return result
//     }
//     return m(arguments...)              or __forall_not_defined(&method), if m has no definition
//
// The state of an object is one number, kStateBits wide, in the object itself: at `state_offset`, after the pointer to
// its virtual functions if it has one. So a copy of the bytes of an object is a copy of its state.
#pragma once

#include <cstddef>
#include <cstdint>

#include "abi/segment.h"

namespace forall::abi {

inline constexpr unsigned kStateBits = 32;  // of an object of at least 4 bytes; else as many as it has

// In section "forall_classes" (writable), one for each class in each module.
struct StandInClass {
  const char* key;       // std::type_info::name(): "9Hashtable"
  const char* spelling;  // "Hashtable"
  std::uint32_t state_offset;
  std::uint32_t state_bits;
  std::uint32_t is_active;        // written by the runtime before each run
  std::uint32_t has_public_data;  // members that anybody can change without a method
  const void* const* functions;   // of an abstract class: a table of virtual functions that are thunks; else null
};

// A part of a value that is a scalar. Padding belongs to none.
struct StandInLeaf {
  std::uint32_t offset;  // in bytes, from the start of the value
  std::uint16_t width;   // in bits: 1 of a bool, else a multiple of 8
  ScalarKind kind;
  std::uint8_t is_address;  // of an object: a number like any other, but not one that can be made up
};

enum class StandInRole : std::uint8_t {
  None,      // no result
  Value,     // its leaves are what counts; a pointer among them is a number, the identity of what it points to
  Text,      // a std::string: its length is decided, then its characters count
  TextView,  // a std::string_view: likewise
  Object,    // an object of a class that axioms describe: its state counts
  Unknown,   // nothing that axioms can speak of. As an argument it equals no other
};

// A parameter or a result.
struct StandInValue {
  const char* name;  // of the parameter, "" if it has none
  const char* type;  // C++ spelling without reference: "int", "const Key"
  StandInRole role;
  std::uint8_t is_indirect;   // the slot holds the address of the value (a reference, a class passed by reference)
  std::uint8_t is_output;     // a parameter that the method may change: T&, and `this` unless the method is const
  std::uint8_t is_reference;  // a result T& or const T&: the slot gets the address of a cell with the value
  std::uint32_t size;         // of the value, in bytes
  std::uint32_t leaf_count;
  const StandInLeaf* leaves;
  const StandInClass* object;  // Object
};

enum StandInFlags : std::uint32_t {
  kStandInConstructor = 1,
  kStandInDestructor = 2,  // does nothing
  kStandInConst = 4,
  kStandInCopies = 8,   // implicit or defaulted copy or move, constructor or assignment: takes over the state
  kStandInStatic = 16,  // no `this`
  kStandInNoThrow = 32,
  kStandInPublic = 64,
  kStandInWrite = 128,  // of a CallRecord: a write through the reference that the method returned
};

struct StandInMethod {
  const char* name;        // "Hashtable::contains(const int&) const": unique
  const char* short_name;  // "contains"
  StandInClass* owner;
  std::uint32_t flags;
  std::uint32_t parameter_count;  // with `this`, which comes first
  const StandInValue* parameters;
  StandInValue result;
  // Calls the real method: slots[i] is the address of a slot as a thunk spills it. Null if it has no definition.
  void (*invoke)(void* const* slots, void* result);
};
// A method with more parameters is not called where .Pure() is tested (models/observers.cpp).
inline constexpr std::uint32_t kMostComparedParameters = 8;

// In section "forall_methods", pointers to them, so that the runtime can list the methods of a class.

}  // namespace forall::abi
