// Claims about a class on std::deque. The laws that forall infer finds in the library's code are enough for them:
//
//   forall infer 'std::deque<int>' --in numbers.h --as-axioms --out deque_laws.cpp
//          --modifier push_back --modifier pop_front --modifier clear --observer size --observer empty --observer at
//   forall explore window_puts.cpp deque_laws.cpp --using DequeAxioms
#include <gtest/gtest.h>

#include "window.h"

FORALL_STATE(Window, numbers_);
FORALL_STATE(WideWindow, numbers_);

namespace {

void AddMakesTheLatest(Window& window, int value) {
  ASSUME(window.size() <= Window::kMost);
  window.add(value);
  EXPECT_EQ(window.latest(), value);
}
void AddKeepsTheOldestWhileThereIsRoom(Window& window, int value) {
  ASSUME(0 < window.size() && window.size() < Window::kMost);
  const int oldest = window.oldest();
  window.add(value);
  EXPECT_EQ(window.oldest(), oldest);
}
void HoldsNoMoreThanItMay(Window& window, int value) {
  ASSUME(window.size() <= Window::kMost);
  window.add(value);
  EXPECT_LE(window.size(), Window::kMost);
}
void ForgetsAll(Window& window) {
  window.forget();
  EXPECT_EQ(window.size(), 0U);
}
void HasNoOldestAtFirst(Window& window) {
  window.forget();
  window.oldest();
}
FORALL(WindowTest, AddMakesTheLatest);
FORALL(WindowTest, AddKeepsTheOldestWhileThereIsRoom);
FORALL(WindowTest, HoldsNoMoreThanItMay);
FORALL(WindowTest, ForgetsAll);
FORALL(WindowTest, HasNoOldestAtFirst).Throws<std::logic_error>();

void WideHoldsNoMoreThanItMay(WideWindow& window, int value) {
  ASSUME(window.size() <= Window::kMost);
  window.add(value);
  EXPECT_LE(window.size(), Window::kMost);
}
FORALL(WideWindowTest, WideHoldsNoMoreThanItMay);

}  // namespace
