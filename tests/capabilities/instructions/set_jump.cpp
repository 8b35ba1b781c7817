// capability: setjmp and longjmp
// Reached: refuted
#include "../capability.h"

#include <csetjmp>

namespace set_jump {

[[gnu::noinline]] void leave(std::jmp_buf& back, unsigned x) {
  if (x * 5u == 0x2468ace5u) std::longjmp(back, 1);
}

void Reached(unsigned x) {
  std::jmp_buf back;
  if (setjmp(back) == 0) {
    leave(back, x);
  } else {
    TARGET();
  }
}
FORALL(SetJump, Reached);

}  // namespace set_jump
