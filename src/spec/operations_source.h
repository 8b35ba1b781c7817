// C++ for operations and terms, shared by what is generated for a class.
#pragma once

#include <string>

#include "spec/driver.h"

namespace forall::spec {

// The type of a sort; Self is the class under test. Throws base::UserError for a class that has none.
std::string cpp_type(const Specification& specification, Sort sort);
std::string cpp_literal(const Specification& specification, const TermNode& literal);
// The function for an operation: "do_add", and "do_Stack_push" if Stack is imported.
std::string function_name(const Specification& specification, const std::string& verb, const Operation& operation);
// The types of imported classes, and same_objects for them; is_object<T>.
// Throws base::UserError if two of them are one class.
std::string objects_source(const Specification& specification, const ClassInterface& interface);
// make_create(...), do_add(self, x), see_largest(self), after_delete(self): one function for each operation that is
// mapped or that the class has. Throws base::UserError for an exported operation without a method.
std::string operations_source(const Specification& specification, const ClassInterface& interface);
// `equal`, for two objects.
std::string equality_source(const Specification& specification, const ClassInterface& interface,
                            const DriverOptions& options);
// A term as an expression over these functions; its variables are C++ variables.
std::string cpp_expression(const Specification& specification, Term term);

// The class has a method for each operation of the term.
bool has_methods(const Specification& specification, Term term);

}  // namespace forall::spec
