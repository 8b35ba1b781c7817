#include <forall/forall.h>

#include "soundness.h"

#include <cstdlib>
#include <new>

int (*address_of_twice())(int) { return &twice; }

// The program's own allocation functions, which the other file's new and delete must come to.
namespace {
int allocations = 0;

enum Step { Stay, Left, Right, Jump = 7 };
void NoStepIsAJump(Step step) { EXPECT_NE(static_cast<int>(step), 7); }
}  // namespace
FORALL(Soundness, NoStepIsAJump);

int count_of_allocations() { return allocations; }

void* operator new(std::size_t size) {
  ++allocations;
  return std::malloc(size);
}
void operator delete(void* pointer) noexcept { std::free(pointer); }
void operator delete(void* pointer, std::size_t) noexcept { std::free(pointer); }
