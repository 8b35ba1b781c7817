// The values of a case, assembled from its inputs by their types. Code that shows or rebuilds a case uses these and
// need not know how inputs are named.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "testcase/records.h"

namespace forall::testcase {

// Is the input not a value of the program, but another that an uninitialised value could have had? It is never shown.
inline bool is_other_unset_value(const InputValue& input) { return input.is_unset; }

struct Value {
  const Type* type = nullptr;  // of the PUT
  std::string name;            // of its inputs
  Bits bits;                   // Scalar; Candidate: which one; Variant: which member
  bool is_null = false;        // Text, Sequence: given by a pointer that is null
  std::string target;          // Pointer: the name of the object, empty for null
  // Array, Text, Sequence: the elements. Optional, Variant: the value, if there is one. Aggregate, Call, Object: the
  // members, in the order of the type.
  std::vector<Value> parts;
  std::vector<const InputValue*> inputs;  // Made: those whose names begin with the value's
};

// The value of a parameter. A reference may be to another object of the case: then `alias` is that object's name.
struct Argument {
  const Parameter* parameter = nullptr;
  Value value;
  std::string alias;
};

// An object that some pointer points to.
struct Object {
  std::string name;       // "list", "*head"
  std::string type;       // its dynamic type as C++ source
  bool is_built = false;  // false: no path has accessed it, it may have any value
  Value value;
  std::size_t pointers = 0;  // that point to it, of any ownership, without the reference that has its name
  Type::Ownership ownership = Type::Ownership::None;  // of a smart pointer to it
};

// What a mock did to an argument of a call: it wrote one value, or the first elements of an array.
struct WrittenArgument {
  std::size_t parameter = 0;  // of the method
  bool is_array = false;
  std::vector<Value> values;
};

// A call of a function that a mock was passed.
struct CallBack {
  std::size_t parameter = 0;     // of the method
  std::vector<Value> arguments;  // of a reference, its target
};

// A call of a mock.
struct MockCall {
  std::string object;                    // the name of the mock
  const Type* mock = nullptr;            // of kind Mock
  const Type::Member* method = nullptr;  // of kind Method
  std::string name;                      // "x.read()#2"
  Value result;                          // of no type where there is none; of a reference, its target
  std::vector<Value> arguments;          // of no type where the value is not known
  std::vector<WrittenArgument> written;
  std::vector<CallBack> call_backs;
  std::string thrown;  // the exception as C++ source, empty for none
  bool is_out_of_order = false;
};

// A mock whose protocol was not followed to its end.
struct UnfinishedMock {
  std::string object;
  const Type* mock = nullptr;
};

// Points into the PUT and the case, which must outlive it.
struct Values {
  std::vector<Argument> arguments;
  std::vector<Object> objects;  // those that can be reached from the arguments, in the order of their creation
  std::vector<MockCall> calls;  // in the order of the run
  std::vector<UnfinishedMock> unfinished;
  const Object* find(const std::string& object) const;
};
Values values_of(const Put& put, const Case& c);

// Is the input part of what a call of a mock did?
bool is_of_mock(const Values& values, const InputValue& input);
// The observations that are not about calls of mocks.
std::vector<ObservedValue> own_observations(const Values& values, const Case& c);

// Does a value of this type hold raw pointers, by value?
bool holds_pointers(const Type& type);

// "Node *" as one writes it: "Node*".
std::string plain_spelling(std::string spelling);

// Is it a class template of the standard library whose name ends like this: "map", "set"?
bool is_std_template(const Type& type, std::string_view end);

}  // namespace forall::testcase
