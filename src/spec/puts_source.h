// The axioms of a specification as PUTs about a class.
#pragma once

#include <string>

#include "spec/driver.h"

namespace forall::spec {

// A suite with FORALL_AXIOMS, in the forms that clients of the class can use: calls one after the other on an object, results that are
// compared, exceptions, and purity where the right side is the object itself. The equations between objects, compared as
// `options` says, are a suite of their own.
std::string puts_source(const Specification& specification, const ClassInterface& interface,
                        const DriverOptions& options);

}  // namespace forall::spec
