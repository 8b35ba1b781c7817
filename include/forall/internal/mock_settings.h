// What is said about mocks: by the calls chained to FORALL(...) for one PUT, by macros for all of them.
//
//   .Returns<&IQueue::size>(InRange(0, 100))                 the results of a function are in a domain
//   .Friendly<IQueue>()                                      failures that other results avoid do not count
//   .Deterministic<IQueue>()                                 equal calls have equal results until a call that is not const
//   FORALL_THROWS(IFile, open, std::system_error);           the function may throw this
//   FORALL_PROTOCOL(IFile, "open (read | write)* close");    calls in another order fail the test
#ifndef FORALL_INTERNAL_MOCK_SETTINGS_H_
#define FORALL_INTERNAL_MOCK_SETTINGS_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "forall/axioms.h"
#include "forall/domains.h"
#include "forall/internal/exceptions.h"
#include "forall/internal/type_name.h"

namespace forall::internal {

template <class Method>
struct MethodFacts;
template <class R, class C, class... Ps>
struct MethodFacts<R (C::*)(Ps...)> {
  using Result = R;
  using Class = C;
};
#define FORALL_INTERNAL_METHOD_FACTS(qualifiers) \
  template <class R, class C, class... Ps>       \
  struct MethodFacts<R (C::*)(Ps...) qualifiers> : MethodFacts<R (C::*)(Ps...)> {};
FORALL_INTERNAL_METHOD_FACTS(const)
FORALL_INTERNAL_METHOD_FACTS(noexcept)
FORALL_INTERNAL_METHOD_FACTS(const noexcept)
#undef FORALL_INTERNAL_METHOD_FACTS

template <auto kMethod>
constexpr std::string_view pretty_method() {
  return __PRETTY_FUNCTION__;
}
// "[kMethod = &ns::IQueue<int>::size]", and with g++ more after a semicolon.
FORALL_INTERNAL_SUPPORT inline std::string method_in(std::string_view pretty) {
  const std::size_t begin = pretty.rfind("kMethod = ");
  std::size_t end = pretty.find(';', begin);
  if (end == std::string_view::npos) end = pretty.size() - 1;
  const std::string_view method = pretty.substr(begin, end - begin);
  return std::string(method.substr(method.rfind("::") + 2));
}

// The domain of the results of a function.
struct MockReturns {
  const void* interface;  // null: of any that has the function, since a base of it declares it
  std::string method;
  std::shared_ptr<const void> domain;
  bool (*contains)(const void* domain, const void* value);
};

struct MockSettings {
  const char* suite = "";                          // of the PUT
  const std::vector<std::string>* uses = nullptr;  // its suites of axioms
  std::vector<MockReturns> returns = {};
  std::vector<std::string> friendly = {};  // spellings of interfaces
  struct Deterministic {
    const void* interface;
    const char* key;  // where it is explored
  };
  std::vector<Deterministic> deterministic = {};

  // Those of the PUT that runs.
  static const MockSettings*& current() {
    static const MockSettings* settings = nullptr;
    return settings;
  }
  // Does the PUT describe the interface, or use laws about it? Mocks would not obey them.
  static bool has_laws(const void* interface) {
    const MockSettings* settings = current();
    if (settings == nullptr) return false;
    bool has_any = AxiomLine::describes(settings->suite, interface);
    for (const std::string& suite : *settings->uses) has_any |= AxiomLine::describes(suite.c_str(), interface);
    for (const SuiteUse* use = SuiteUse::first(); use != nullptr; use = use->next) {
      has_any |= std::strcmp(use->suite, settings->suite) == 0 && AxiomLine::describes(use->uses, interface);
    }
    return has_any;
  }
  static bool is_deterministic(const void* interface) {
    if (current() == nullptr) return false;
    for (const Deterministic& each : current()->deterministic) {
      if (each.interface == interface) return true;
    }
    return false;
  }
};

// A mock whose protocol has an end. What is wrong at the end of its life, or of the test, is known where mocks are (mocks.h).
struct MockWithEnd {
  const char* name;
  const void* interface;
  const std::uint64_t* state;                   // of the protocol
  void (*check)(const MockWithEnd&) = nullptr;  // null: not in the list
  MockWithEnd* next = nullptr;

  // Those that live.
  static MockWithEnd*& first() {
    static MockWithEnd* list = nullptr;
    return list;
  }
  static void check_all() {
    while (MockWithEnd* each = first()) {
      first() = each->next;
      each->end();
    }
  }
  void end() {
    if (check == nullptr) return;
    MockWithEnd** place = &first();
    while (*place != nullptr && *place != this) place = &(*place)->next;
    if (*place == this) *place = next;
    check(*this);
    check = nullptr;
  }
};

template <class Interface>
FORALL_INTERNAL_BOOKKEEPING MockSettings::Deterministic deterministic() {
#if FORALL_INTERNAL_EXPLORED
  return {&kClassTag<Interface>, class_key<Interface>()};
#else
  return {&kClassTag<Interface>, nullptr};
#endif
}

template <auto kMethod, class Domain>
FORALL_INTERNAL_BOOKKEEPING MockReturns returns_in(const Domain& domain) {
  using Facts = MethodFacts<std::remove_const_t<decltype(kMethod)>>;
  using Value = std::remove_cv_t<std::remove_reference_t<typename Facts::Result>>;
  using Bound = decltype(domain.template Bind<Value>());
  static_assert(!Bound::kIsMade, "forall: .Returns takes a domain that restricts values, not one that makes them");
  constexpr bool kIsMocked = SubtypesOf<typename Facts::Class>::kExists;
  return {kIsMocked ? &kClassTag<typename Facts::Class> : nullptr, method_in(pretty_method<kMethod>()),
          std::make_shared<const Bound>(domain.template Bind<Value>()), [](const void* bound, const void* value) {
            return static_cast<const Bound*>(bound)->Contains(*static_cast<const Value*>(value));
          }};
}

// Assumes that a result is in the domains given for it.
template <class Source>
__attribute__((noinline)) void assume_in_domains(Source& source, const void* interface, const char* method,
                                                 const void* value) {
  const MockSettings* settings = MockSettings::current();
  if (settings == nullptr) return;
  for (const MockReturns& each : settings->returns) {
    const bool is_meant =
        (each.interface == nullptr || each.interface == interface) && std::strcmp(each.method.c_str(), method) == 0;
    if (is_meant) source.assume(each.contains(each.domain.get(), value));
  }
}

// FORALL_THROWS, in the order of the source.
struct MockThrows {
  const void* interface;
  const char* method;
  std::string spelling;
  void (*throw_one)();
  const MockThrows* next = nullptr;

  static const MockThrows*& first() {
    static const MockThrows* list = nullptr;
    return list;
  }
  bool is_of(const void* other_interface, const char* other_method) const {
    return interface == other_interface && std::strcmp(method, other_method) == 0;
  }
};
// Does FORALL_THROWS name the function?
template <class Interface>
FORALL_INTERNAL_BOOKKEEPING bool may_throw(const char* method) {
  const MockThrows* each = MockThrows::first();
  while (each != nullptr && !each->is_of(&kClassTag<Interface>, method)) each = each->next;
  return each != nullptr;
}
template <class Interface, class... Exceptions>
class ThrowsRegistration {
 public:
  FORALL_INTERNAL_BOOKKEEPING explicit ThrowsRegistration(const char* method)
      : all_{{&kClassTag<Interface>, method, type_spelling<Exceptions>(), &throw_one<Exceptions>}...} {
    const MockThrows** end = &MockThrows::first();
    while (*end != nullptr) end = &const_cast<MockThrows*>(*end)->next;
    for (MockThrows& each : all_) {
      *end = &each;
      end = const_cast<const MockThrows**>(&each.next);
    }
  }

 private:
  MockThrows all_[sizeof...(Exceptions)];
};

template <class Source>
void throw_if_chosen(Source& source, const char* call, const void* interface, const char* method) {
  unsigned count = 0;
  for (const MockThrows* each = MockThrows::first(); each != nullptr; each = each->next) {
    if (each->is_of(interface, method)) ++count;
  }
  if (count == 0) return;
  unsigned& chosen = *static_cast<unsigned*>(source.allocate(sizeof(unsigned), alignof(unsigned)));
  source.scalar(source.member(call, "throws()"), &chosen, 0U);
  source.hold(chosen <= count);
  unsigned number = 0;
  for (const MockThrows* each = MockThrows::first(); each != nullptr; each = each->next) {
    if (each->is_of(interface, method) && chosen == ++number) each->throw_one();
  }
}

}  // namespace forall::internal

#define FORALL_THROWS(Interface, method, ...) FORALL_INTERNAL_THROWS(__COUNTER__, Interface, method, __VA_ARGS__)
#define FORALL_INTERNAL_THROWS(...) FORALL_INTERNAL_THROWS_(__VA_ARGS__)
#define FORALL_INTERNAL_THROWS_(number, Interface, method, ...)                                                 \
  namespace {                                                                                                   \
  [[maybe_unused]] const ::forall::internal::ThrowsRegistration<Interface, __VA_ARGS__> forall_throws_##number( \
      #method);                                                                                                 \
  }                                                                                                             \
  static_assert(true, "a semicolon follows")

#endif  // FORALL_INTERNAL_MOCK_SETTINGS_H_
