// capability: files: the real contents, in the ledger
// Reached: open: concretized-call, environment
#include "../capability.h"

#include <cstdio>

namespace files {

void Reached(int x) {
  std::FILE* file = std::fopen("/dev/zero", "r");
  if (!file) return;
  const int c = std::fgetc(file);
  std::fclose(file);
  if (c == 'Z' && x == 5) TARGET();
}
FORALL(Files, Reached);

}  // namespace files
