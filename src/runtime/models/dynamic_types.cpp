// dynamic_cast: the library reads the class from the object itself, so the object has to be decided, and built, first.
#include <cstddef>

#include <cxxabi.h>

#include "runtime/models/protocol.h"

using namespace forall::runtime;

extern "C" void* __forall_model_dynamic_cast(const void* object, const __cxxabiv1::__class_type_info* from,
                                             const __cxxabiv1::__class_type_info* to, std::ptrdiff_t hint) {
  const ModelCall call(&__forall_model_dynamic_cast, "dynamic_cast", 1);
  call.resolve(0, object, sizeof(void*));
  return __cxxabiv1::__dynamic_cast(object, from, to, hint);
}
