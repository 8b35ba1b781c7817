// 12 symbolic bytes read as a JSON number by a hand-written state machine, and again by a second one: they agree on
// what is a number and where it ends.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <array>

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The length of the number at the start of the text, 0 if there is none.
template <int N>
int by_grammar(const std::array<char, N>& text) {
  int i = 0;
  const auto at = [&](int k) { return k < N ? text[static_cast<unsigned>(k)] : '\0'; };
  if (at(i) == '-') ++i;
  if (!is_digit(at(i))) return 0;
  if (at(i) == '0') {
    ++i;
  } else {
    while (is_digit(at(i))) ++i;
  }
  if (at(i) == '.' && is_digit(at(i + 1))) {
    ++i;
    while (is_digit(at(i))) ++i;
  }
  if (at(i) == 'e' || at(i) == 'E') {
    int k = i + 1;
    if (at(k) == '+' || at(k) == '-') ++k;
    if (is_digit(at(k))) {
      while (is_digit(at(k))) ++k;
      i = k;
    }
  }
  return i;
}

enum State { Start, Minus, Zero, Integer, Point, Fraction, E, Sign, Exponent, Stop };

State next(State state, char c) {
  switch (state) {
    case Start: return c == '-' ? Minus : c == '0' ? Zero : is_digit(c) ? Integer : Stop;
    case Minus: return c == '0' ? Zero : is_digit(c) ? Integer : Stop;
    case Zero: return c == '.' ? Point : c == 'e' || c == 'E' ? E : Stop;
    case Integer: return is_digit(c) ? Integer : c == '.' ? Point : c == 'e' || c == 'E' ? E : Stop;
    case Point: return is_digit(c) ? Fraction : Stop;
    case Fraction: return is_digit(c) ? Fraction : c == 'e' || c == 'E' ? E : Stop;
    case E: return c == '+' || c == '-' ? Sign : is_digit(c) ? Exponent : Stop;
    case Sign: return is_digit(c) ? Exponent : Stop;
    case Exponent: return is_digit(c) ? Exponent : Stop;
    default: return Stop;
  }
}

template <int N>
int by_states(const std::array<char, N>& text) {
  State state = Start;
  int accepted = 0;
  for (int i = 0; i < N; ++i) {
    state = next(state, text[static_cast<unsigned>(i)]);
    if (state == Stop) break;
    if (state == Zero || state == Integer || state == Fraction || state == Exponent) accepted = i + 1;
  }
  return accepted;
}

template <int N>
void Agree(std::array<char, N> text) {
  EXPECT_EQ(by_grammar<N>(text), by_states<N>(text));
}

void N6(std::array<char, 6> text) { Agree<6>(text); }
void N12(std::array<char, 12> text) { Agree<12>(text); }

}  // namespace

FORALL(json_number, N6);
FORALL(json_number, N12);
