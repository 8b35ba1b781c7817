// What is chained to FORALL(...) and does not depend on the types of the PUT. A declaration has only a reference to it,
// so that copying declarations, which each PUT does, costs a compiler nothing.
#ifndef FORALL_INTERNAL_PUT_SETTINGS_H_
#define FORALL_INTERNAL_PUT_SETTINGS_H_

#include <string>
#include <vector>

#include "forall/axioms.h"
#include "forall/bounds.h"
#include "forall/environment.h"
#include "forall/internal/mock_settings.h"

namespace forall::internal {

struct PutSettings {
  Bounds bounds = {};
  Environment environment = Environment::None;
  std::vector<std::string> uses = {};  // suites of axioms
  Purity purity = {};
  MockSettings mocks = {};
  const PutSettings* next = nullptr;  // of all there are

  // These live as long as the process.
  FORALL_INTERNAL_SUPPORT inline static PutSettings& make(const char* suite) {
    auto* made = new PutSettings;
    made->mocks.suite = suite;
    return made->keep();
  }
  FORALL_INTERNAL_SUPPORT inline PutSettings& copy() const { return (new PutSettings(*this))->keep(); }

 private:
  PutSettings() = default;
  PutSettings(const PutSettings&) = default;

  // In a list, so that none is taken for a leak.
  PutSettings& keep() {
    static const PutSettings* first = nullptr;
    mocks.uses = &uses;
    next = first;
    first = this;
    return *this;
  }
};

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_PUT_SETTINGS_H_
