// std::to_chars and std::to_string of integers, in base 10. The library takes two digits at a time from a table, each a
// choice between a hundred pairs; digits that are quotients and remainders can be simplified back to the number
// (expr/simplify_arithmetic.cpp). The number of digits was decided before.
#include "models/model.h"

namespace forall::models {

namespace {

template <typename T>
void write_digits(char* first, unsigned length, T value) {
  for (; length > 0; --length) {
    first[length - 1] = static_cast<char>('0' + static_cast<unsigned>(value % 10));
    value /= 10;
  }
}

}  // namespace

}  // namespace forall::models

using namespace forall::models;

extern "C" {

void __forall_model_to_chars_32(char* first, unsigned length, unsigned value) {
  const Scope scope;
  write_digits(first, length, value);
}

void __forall_model_to_chars_64(char* first, unsigned length, unsigned long value) {
  const Scope scope;
  write_digits(first, length, value);
}

}  // extern "C"
