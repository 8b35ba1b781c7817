// What the methods of a class do to its members: control flow, definitions and uses, read from Clang's CFG.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "frontend/class_model.h"
#include "frontend/edits.h"
#include "frontend/parse.h"

namespace forall::frontend {

// A definition or a use of a member by one statement.
struct FlowNode {
  std::string variable;  // the member; "*data" is what the member data points to
  bool is_definition = false;
  std::size_t method = 0;  // that has the statement
  unsigned line = 0;
  unsigned column = 0;     // of the statement
  bool is_shared = false;  // a static member: all objects have the same
};

// A whole number that decides where control goes: a member, a local, what a method returns; 0 for a null pointer and the
// size of a container.
struct FlowValue {
  enum class Kind { Member, Local, Temporary, Return };
  std::string name;       // a symbol of SMT-LIB
  std::string low, high;  // what its type can hold, as integers of SMT-LIB
  Kind kind = Kind::Member;
  std::size_t method = 0;  // that has the local
};

// What a block does that matters here, in the order in which it happens.
struct FlowEvent {
  enum class Kind { Access, Call, Throw, Set, Assume };
  Kind kind = Kind::Access;
  std::size_t index = 0;   // Access: the node; Call: the method that is called on the same object; Set: the value
  bool is_certain = true;  // else it may also not happen, such as in a lambda
  // Set: the new value, an integer of SMT-LIB over the names of the values; empty: anything in its range. Assume: a
  // condition, which every run that comes here meets.
  std::string term = {};
};

struct FlowBlock {
  std::vector<FlowEvent> events;
  std::vector<std::size_t> successors;
  unsigned line = 0;                         // of its first statement; 0: it has none
  std::vector<std::string> conditions = {};  // under which control goes to each successor; empty, or one not there: any
};

struct FlowMethod {
  std::string name;         // "addQtr", "CoinBox", "~CoinBox"
  std::string declared_in;  // the class or the base, qualified
  std::string result;       // "void", "int"; empty for a constructor
  std::vector<Parameter> parameters;
  std::vector<TypeFacts> types;  // of the parameters, without references and const
  Access access = Access::Private;
  bool is_constructor = false;
  bool is_destructor = false;
  bool is_static = false;
  bool is_const = false;
  bool is_own = true;                // a constructor of the class itself; of a method: no derived class overrides it
  bool has_body = false;             // its code can be seen; a defaulted function has one
  bool is_written = false;           // its code is in the source, not made by the compiler
  bool returns_reference = false;    // not to const, to something in the object
  bool is_called_otherwise = false;  // named by a method, but not to call it for the same object
  unsigned line = 0;
  std::vector<FlowBlock> blocks;
  std::size_t entry = 0;
  std::size_t exit = 0;
  std::vector<std::size_t> initialised;  // nodes: what a constructor defines before its body
};

struct ClassFlow {
  ClassModel model;
  std::vector<FlowNode> nodes;
  std::vector<FlowMethod> methods;  // those of bases first
  // Insertions that make each access call forall::class_marks::mark(access, this).
  std::vector<Edit> marks;
  std::vector<std::vector<std::size_t>> accesses;  // the nodes of an access, in their order
  std::vector<std::string> unmarked;               // variables with an access that is part of a macro
  std::vector<FlowValue> values;
  // Variables that outlive an object and that its code reaches, itself or in what it calls: static members, globals,
  // static locals. Not those that never change.
  std::vector<std::string> shared;
  std::string unknown_values;  // why nothing is known about them; empty: what is said of them holds for all runs
};

// Throws base::UserError as read_class does.
ClassFlow read_flow(const Source& header, const std::string& name);

}  // namespace forall::frontend
