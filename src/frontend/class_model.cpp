#include "frontend/class_model.h"

namespace forall::frontend {

const char* to_string(Access access) {
  return access == Access::Public ? "public" : access == Access::Protected ? "protected" : "private";
}

}  // namespace forall::frontend
