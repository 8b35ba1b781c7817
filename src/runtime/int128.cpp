// The function that clang calls for a checked multiplication of 128-bit integers. It is in clang's own library and not
// in GCC's, which targets are linked with.
#include "expr/bits.h"

using forall::expr::S128;
using forall::expr::U128;

extern "C" [[gnu::weak]] S128 __muloti4(S128 a, S128 b, int* overflow) {
  const U128 product = static_cast<U128>(a) * static_cast<U128>(b);
  const U128 size_a = a < 0 ? U128{0} - static_cast<U128>(a) : static_cast<U128>(a);
  const U128 size_b = b < 0 ? U128{0} - static_cast<U128>(b) : static_cast<U128>(b);
  const U128 most = (~U128{0} >> 1) + ((a < 0) != (b < 0) ? 1 : 0);  // the greatest magnitude for this sign
  *overflow = size_b != 0 && size_a > most / size_b ? 1 : 0;
  return static_cast<S128>(product);
}
