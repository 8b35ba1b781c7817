// The order of the calls of a mock: a regular expression over the names of its functions.
//
//   open (read | write)* close        names in a row, |, * + ?, parentheses
//   open (read | write)* close $      the same, and what has begun is followed to its end
//
// Functions that it does not name may be called at any time. It is an automaton of positions (Glushkov): a state is the set of
// the names in the text that the last call may have been, and a call of f leads to those positions of f that may follow.
#ifndef FORALL_INTERNAL_PROTOCOLS_H_
#define FORALL_INTERNAL_PROTOCOLS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "forall/internal/mock_settings.h"

namespace forall::internal {

class MockProtocol {
 public:
  using Positions = std::uint64_t;

  FORALL_INTERNAL_BOOKKEEPING MockProtocol(const void* interface, const std::string& spelling, const char* text,
                                           bool is_assumed, const char* file, int line)
      : interface_(interface), is_assumed_(is_assumed), file_(file), line_(line), text_(text), spelling_(spelling) {
    rest_ = text_;
    const Part all = read_choice();
    has_end_ = take('$');
    if (!rest_.empty()) error("unexpected '" + std::string(rest_.substr(0, 1)) + "'");
    first_ = all.first;
    last_ = all.last;
    next_ = first_protocol();
    first_protocol() = this;
  }
  MockProtocol(const MockProtocol&) = delete;
  MockProtocol& operator=(const MockProtocol&) = delete;

  static const MockProtocol* of(const void* interface) {
    const MockProtocol* each = first_protocol();
    while (each != nullptr && each->interface_ != interface) each = each->next_;
    return each;
  }
  // A name that is no function of the interface could never be called, and so nothing would satisfy the protocol.
  template <class Methods>
  FORALL_INTERNAL_BOOKKEEPING void check_names(const Methods& is_method) const {
    for (const std::string& name : names_) {
      if (!is_method(name.c_str())) error("nothing satisfies it, since there is no function " + name);
    }
  }

  bool is_assumed() const { return is_assumed_; }
  const char* file() const { return file_; }
  int line() const { return line_; }
  const char* text() const { return text_.c_str(); }
  const char* interface_name() const { return spelling_.c_str(); }

  bool has_end() const { return has_end_; }
  // Is there nothing left to do? An object that was not used needs nothing.
  bool is_at_end(Positions state) const { return state == 0 || (state & last_) != 0; }

  // Is the call possible now? `state` is 0 at first.
  bool step(Positions& state, const char* method) const {
    Positions own = 0, next = 0;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (std::strcmp(names_[i].c_str(), method) == 0) own |= Positions{1} << i;
      if ((state >> i & 1U) != 0) next |= follow_[i];
    }
    if (own == 0) return true;
    if (state == 0) next = first_;
    if ((next & own) == 0) return false;
    state = next & own;
    return true;
  }

 private:
  struct Part {
    Positions first = 0, last = 0;
    bool may_be_empty = true;
  };

  static const MockProtocol*& first_protocol() {
    static const MockProtocol* first = nullptr;
    return first;
  }
  [[noreturn]] FORALL_INTERNAL_BOOKKEEPING void error(const std::string& what) const {
    registration_error(joined({"FORALL_PROTOCOL(", spelling_, ", \"", text_, "\"): ", what}));
  }
  FORALL_INTERNAL_BOOKKEEPING void skip_blanks() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\n' || rest_.front() == '\t'))
      rest_.remove_prefix(1);
  }
  FORALL_INTERNAL_BOOKKEEPING bool take(char c) {
    skip_blanks();
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    skip_blanks();
    return true;
  }
  FORALL_INTERNAL_BOOKKEEPING Part read_choice() {
    Part result = read_row();
    while (take('|')) {
      const Part other = read_row();
      result = {result.first | other.first, result.last | other.last, result.may_be_empty || other.may_be_empty};
    }
    return result;
  }
  FORALL_INTERNAL_BOOKKEEPING Part read_row() {
    Part result;
    for (skip_blanks(); !rest_.empty() && rest_.front() != '|' && rest_.front() != ')' && rest_.front() != '$';
         skip_blanks()) {
      const Part next = read_repeated();
      connect(result.last, next.first);
      result = {result.may_be_empty ? result.first | next.first : result.first,
                next.may_be_empty ? result.last | next.last : next.last, result.may_be_empty && next.may_be_empty};
    }
    return result;
  }
  FORALL_INTERNAL_BOOKKEEPING Part read_repeated() {
    Part result = read_single();
    for (;;) {
      if (take('*')) {
        connect(result.last, result.first);
        result.may_be_empty = true;
      } else if (take('+')) {
        connect(result.last, result.first);
      } else if (take('?')) {
        result.may_be_empty = true;
      } else {
        return result;
      }
    }
  }
  FORALL_INTERNAL_BOOKKEEPING Part read_single() {
    if (take('(')) {
      const Part inside = read_choice();
      if (!take(')')) error("a ')' is missing");
      return inside;
    }
    std::size_t size = 0;
    while (size < rest_.size() && is_part_of_name(rest_[size])) ++size;
    if (size == 0) error("expected the name of a function at '" + std::string(rest_) + "'");
    if (names_.size() == 64) error("it has more than 64 names");
    names_.emplace_back(rest_.substr(0, size));
    follow_.push_back(0);
    rest_.remove_prefix(size);
    const Positions self = Positions{1} << (names_.size() - 1);
    return {self, self, false};
  }
  static bool is_part_of_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }
  FORALL_INTERNAL_BOOKKEEPING void connect(Positions from, Positions to) {
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if ((from >> i & 1U) != 0) follow_[i] |= to;
    }
  }

  const void* interface_;
  bool is_assumed_;
  const char* file_;
  int line_;
  std::string text_, spelling_;
  std::string_view rest_;  // while it is read
  std::vector<std::string> names_;
  std::vector<Positions> follow_;
  Positions first_ = 0, last_ = 0;
  bool has_end_ = false;
  const MockProtocol* next_ = nullptr;
};

}  // namespace forall::internal

// Checked: a call out of order fails the test. Assumed: such runs do not count.
#define FORALL_PROTOCOL(Interface, text) FORALL_INTERNAL_PROTOCOL(__COUNTER__, Interface, text, false)
#define FORALL_ASSUMED_PROTOCOL(Interface, text) FORALL_INTERNAL_PROTOCOL(__COUNTER__, Interface, text, true)
#define FORALL_INTERNAL_PROTOCOL(...) FORALL_INTERNAL_PROTOCOL_(__VA_ARGS__)
#define FORALL_INTERNAL_PROTOCOL_(number, Interface, text, is_assumed)                                             \
  namespace {                                                                                                      \
  [[maybe_unused]] const ::forall::internal::MockProtocol forall_protocol_##number(                                \
      &::forall::internal::kClassTag<Interface>, ::forall::internal::type_spelling<Interface>(), text, is_assumed, \
      __FILE__, __LINE__);                                                                                         \
  }                                                                                                                \
  static_assert(true, "a semicolon follows")

#endif  // FORALL_INTERNAL_PROTOCOLS_H_
