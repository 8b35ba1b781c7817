// capability: std::complex and std::midpoint
// Reached: refuted
#include "../capability.h"

#include <complex>
#include <numeric>

namespace complex_numbers {

void Reached(std::int16_t a, std::int16_t b) {
  const std::complex<int> z(a % 256, b % 256);
  const auto square = z * z;
  if (square.real() == -5781 && square.imag() == 9100 && std::midpoint(int{a}, int{b}) > 300) TARGET();
}
FORALL(ComplexNumbers, Reached);

}  // namespace complex_numbers
