#include <cstdlib>

#include "library/library.h"

int objects();
int sources();
int generated();
int precompiled();
int late();

namespace {

// Before forall's own main, which this program begins with.
const bool is_complete = [] {
  if (archive(1) + objects() + sources() + generated() + precompiled() + late() != 6) std::exit(1);
  return true;
}();

}  // namespace

int main() { return is_complete ? 2 : 3; }
