#include "frontend/functions.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include "base/error.h"

namespace forall::frontend {

const Functions& load_functions(const std::filesystem::path& library) {
  void* const handle = dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL);
  const void* const found = handle != nullptr ? dlsym(handle, kFunctionsSymbol) : nullptr;
  if (found == nullptr) {
    throw base::UserError(
        fmt::format("cannot load a part of forall: {}; build all of it (the target forall_tool, as `make build` "
                    "does) or install it again, with libclang-cpp19",
                    dlerror()));
  }
  return *static_cast<const Functions*>(found);
}

}  // namespace forall::frontend
