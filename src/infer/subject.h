// The class that laws are inferred for, and the words that they are made of: its constructors, modifiers and observers.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "frontend/class_model.h"

namespace forall::infer {

// What relations there are between values of a type.
enum class Sort {
  Truth,    // bool
  Number,   // == and <
  Pointer,  // == and null
  Other,    // ==
};

struct Argument {
  std::string name;
  std::string type;  // of the value, as C++ source
  Sort sort = Sort::Number;
};

struct Operation {
  enum class Kind { Constructor, Modifier, Observer, State };  // State: none, an object is only observed
  Kind kind = Kind::Modifier;
  std::string name;  // of the method; of a constructor, the class
  std::vector<Argument> arguments = {};
  bool has_result = false;  // one that laws can speak of
  Sort result = Sort::Number;
  std::string then = {};                         // a second method that is called after it, whose result counts
  std::vector<std::string> then_arguments = {};  // names of arguments
  bool is_overloaded_by_const = false;           // there is another one for objects that are not constant
};

struct Vocabulary {
  std::vector<std::string> modifiers;  // empty: all
  std::vector<std::string> observers;  // empty: all
};

struct Subject {
  std::string type;    // as C++ source
  std::string name;    // of its suite: "ArrayList"
  std::string object;  // what laws call an object of it: "list"
  std::vector<Operation> constructors, modifiers, observers;
  std::vector<std::string> left_out;  // methods that laws cannot speak of, and why
  std::string bounds;                 // what the registration of each test says of the size of objects
};

// The object as the target of a call: "list", "std::as_const(list)".
std::string target_of(const Subject& subject, const Operation& operation);

// Observers are the constant methods with a result, and those that the vocabulary names. Throws base::UserError: an
// abstract class, a method that does not exist or cannot be used, no observer.
Subject make_subject(const frontend::ClassModel& model, const Vocabulary& vocabulary);

// "set_capacity" and "setCapacity" are both "SetCapacity".
std::string camel_case(const std::string& name);

}  // namespace forall::infer
