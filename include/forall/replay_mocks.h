// What emitted tests need for mocks without gMock, and for functions that are inputs.
//
//   class MockNumberProvider : public INumberProvider {
//    public:
//     int GetNumber() override { return calls_of_GetNumber(); }
//     mutable forall::replay::Calls<int()> calls_of_GetNumber{"GetNumber()"};
//   };
//   ...
//   MockNumberProvider x;
//   x.calls_of_GetNumber.add([&] { return 713; });
#ifndef FORALL_REPLAY_MOCKS_H_
#define FORALL_REPLAY_MOCKS_H_

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <exception>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

#include "forall/internal/exceptions.h"
#include "forall/internal/protocols.h"

namespace forall::replay {

// The calls of one function of one object: each answer is used once, in order. One call more or less fails the test.
template <class Signature>
class Calls;
template <class R, class... As>
class Calls<R(As...)> {
 public:
  explicit Calls(const char* name) : name_(name) {}
  Calls(const Calls&) = delete;
  Calls& operator=(const Calls&) = delete;
  ~Calls() {
    if (std::uncaught_exceptions() == 0) {
      EXPECT_EQ(next_, answers_.size()) << "calls of " << name_;
    }
  }

  // The answer of the next call: a function of the arguments, or one without parameters.
  template <class Answer>
  void add(Answer answer) {
    if constexpr (std::is_invocable_v<Answer&, As...>) {
      answers_.push_back([answer](As... arguments) mutable -> R { return answer(std::forward<As>(arguments)...); });
    } else {
      answers_.push_back([answer](As...) mutable -> R { return answer(); });
    }
  }
  R operator()(As... arguments) {
    if (next_ == answers_.size()) {
      ADD_FAILURE() << name_ << " is called more often than in the explored case";
      std::abort();  // there is no answer
    }
    return answers_[next_++](std::forward<As>(arguments)...);
  }

  // As an argument of the test. A pointer to a function needs a tag of its own for each.
  std::function<R(As...)> function() {
    return [this](As... arguments) -> R { return (*this)(std::forward<As>(arguments)...); };
  }
  template <class Tag>
  class Pointer {
   public:
    using Plain = R (*)(As...);
    using Noexcept = R (*)(As...) noexcept;
    explicit Pointer(Calls& calls) { target() = &calls; }
    operator Plain() const { return &call; }
    operator Noexcept() const { return &call_noexcept; }

   private:
    static Calls*& target() {
      static Calls* calls = nullptr;
      return calls;
    }
    static R call(As... arguments) { return (*target())(std::forward<As>(arguments)...); }
    static R call_noexcept(As... arguments) noexcept { return (*target())(std::forward<As>(arguments)...); }
  };
  template <class Tag>
  Pointer<Tag> pointer() {
    return Pointer<Tag>(*this);
  }

 private:
  const char* name_;
  std::vector<std::function<R(As...)>> answers_;
  std::size_t next_ = 0;
};

// The elements that a call writes.
template <class T>
T* elements(T* first) {
  return first;
}
inline unsigned char* elements(void* first) { return static_cast<unsigned char*>(first); }
template <class Span, class = decltype(std::declval<Span&>().data())>
auto elements(const Span& span) {
  return span.data();
}

// Fails as an exploration does where a protocol is broken: at the line of FORALL_PROTOCOL.
template <class Interface>
void fail_protocol(const char* how) {
  const internal::MockProtocol* protocol = internal::MockProtocol::of(&internal::kClassTag<Interface>);
  if (protocol == nullptr) {
    ADD_FAILURE() << how;
  } else {
    ADD_FAILURE_AT(protocol->file(), protocol->line()) << how;
  }
}
template <class Interface>
void out_of_order(const char* function) {
  fail_protocol<Interface>(function);
}
// A mock whose protocol the test does not follow to its end.
template <class Interface>
class Unfinished {
 public:
  Unfinished() = default;
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;
  ~Unfinished() {
    if (std::uncaught_exceptions() == 0) fail_protocol<Interface>("a protocol that is not followed to its end");
  }
};

// What FORALL_THROWS has a mock throw.
template <class Exception>
[[noreturn]] void throw_from_mock() {
  internal::throw_one<Exception>();
}

}  // namespace forall::replay

#endif  // FORALL_REPLAY_MOCKS_H_
