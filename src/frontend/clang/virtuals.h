// The virtual functions of a class.
#pragma once

#include "frontend/class_model.h"

namespace clang {
class CXXRecordDecl;
class Sema;
}  // namespace clang

namespace forall::frontend {

// Those that a derived class can override, with what else decides whether it can be a base.
void read_virtuals(const clang::CXXRecordDecl& record, clang::Sema& sema, ClassModel& model);

}  // namespace forall::frontend
