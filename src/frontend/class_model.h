// A class as tools see it: plain data, read from Clang's syntax tree.
#pragma once

#include <string>
#include <vector>

namespace forall::frontend {

enum class Access { Public, Protected, Private };
const char* to_string(Access access);

// What a type is; for an array, what its elements are.
enum class TypeKind {
  Number,    // integers other than bool and characters
  Scalar,    // bool, characters, enumerations, floating point
  Class,     //
  Union,     //
  Pointer,   // to an object
  Function,  // function, pointer to one, pointer to a member
  Void,      //
  Other,     // such as vector types of the machine, std::nullptr_t
};

struct TypeFacts {
  TypeKind kind = TypeKind::Other;
  std::string spelling;  // without const, and for an array that of its elements
  bool is_aggregate = false;
  bool is_complete = false;
};

struct Member {
  std::string name;
  std::string type;         // as the source spells it
  std::string declared_in;  // the class or the base, qualified
  Access access = Access::Private;
  bool is_bit_field = false;
  bool is_reference = false;
  bool is_const = false;
  bool is_array = false;
  bool is_in_inaccessible_base = false;  // of protected or private inheritance
  bool is_hidden = false;                // &Class::name is a member of another class of the hierarchy, or ambiguous
  std::string overlaps;                  // an earlier alternative of the same anonymous union
  TypeFacts facts;                       // not set for a bit-field, a reference or a hidden member
  TypeFacts pointee;                     // of a pointer
};

// A public constructor with parameters, not a copy or move constructor.
struct Constructor {
  std::vector<Member> parameters;  // types without references and const
};

struct Parameter {
  std::string name;             // may be empty
  std::string type;             // as the source spells it
  TypeFacts facts;              // of the value: without reference and const
  bool can_be_changed = false;  // T& or T&&: the argument itself is handed over
};

// A method that the class declares: not a constructor, a destructor or a template.
struct Method {
  std::string name;
  std::string result;      // as the source spells it
  TypeFacts result_facts;  // of the value: without reference and const
  std::vector<Parameter> parameters;
  Access access = Access::Private;
  bool is_static = false;
  bool is_const = false;
  bool is_virtual = false;
  bool is_pure = false;
};

// A virtual function that a class derived from this one can override. Types are qualified, so that any scope can use them.
struct VirtualFunction {
  struct Parameter {
    std::string name;               // never empty
    std::string type;               // "int (*)(int)"
    std::string declaration;        // "int (*f)(int)"
    bool is_written_array = false;  // points to as many elements, not const, as the next parameter says
    bool is_written_void = false;   // the same for void*
  };
  std::string name;    // "read", "operator[]"
  std::string result;  // of a conversion function, what it converts to
  std::vector<Parameter> parameters;
  bool has_simple_result = true;  // its type can stand before the name
  bool is_conversion = false;
  bool is_variadic = false;
  bool is_const = false;
  bool is_volatile = false;
  bool is_noexcept = false;
  std::string reference;  // "", "&", "&&"
};

struct ClassModel {
  std::string name;         // qualified, with template arguments
  std::string spelling;     // as the compiler writes it: aliases and default arguments resolved
  std::string simple_name;  // without the scopes and without the arguments
  std::string arguments;    // "<int, long>" of a class template, else empty
  bool is_aggregate = false;
  bool is_abstract = false;
  bool is_polymorphic = false;
  bool is_default_constructible = false;
  bool has_virtual_base = false;
  std::vector<Member> members;            // those of bases first, as they are constructed
  std::vector<Constructor> constructors;  // those whose types can be named
  std::vector<Method> methods;            // of the class itself, as it declares them
  std::vector<VirtualFunction> virtuals;  // those of bases, too
  bool is_final = false;
  bool has_private_destructor = false;
  bool can_be_default_base = false;        // a derived class can call the default constructor
  std::vector<std::string> library_bases;  // bases that belong to the standard library: their members are not listed
  std::vector<std::string> subtypes;       // classes of the header that derive from it and are not abstract
};

}  // namespace forall::frontend
