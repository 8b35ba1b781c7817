// Tests that stand in for the code they describe, at global scope and before the tests:
//
//   FORALL_AXIOMS(Hashtable, HashtableTests);                           the PUTs of the suite describe the class
//   FORALL_AXIOMS((std::unordered_map<int, int>), MapTests);            in parentheses, where there are commas
//   FORALL_USING(BagTest, HashtableTests);                              all PUTs of BagTest are explored with them
//
// A single PUT uses them with FORALL(BagTest, AddIncrements).Using<HashtableTests>(). A PUT that leaves its objects
// unchanged for any observer is .Pure(). See docs/axioms.md.
#ifndef FORALL_AXIOMS_H_
#define FORALL_AXIOMS_H_

#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <vector>

#include "forall/engine.h"
#include "forall/internal/config.h"
#include "forall/internal/type_name.h"

namespace forall {

// How far .Pure() is tested where the code itself runs: .Pure({.depth = 3}), before C++20 .Pure({3}).
struct Purity {
  unsigned depth = 2;  // maximum successive calls by which an object and its copy are compared
};

namespace internal {

// FORALL_AXIOMS declares a specialisation of these without defining it, so that it may be repeated.
template <class T>
struct WithoutAxioms {};
template <class Suite>
struct WithoutClass {};

template <class T, class = void>
inline constexpr bool kIsOnlyDeclared = true;
template <class T>
inline constexpr bool kIsOnlyDeclared<T, std::void_t<decltype(sizeof(T))>> = false;

template <class T>
struct AxiomsOf {
  static constexpr bool kExists = kIsOnlyDeclared<WithoutAxioms<T>>;
};
template <class Suite>
inline constexpr bool kIsAxiomSuite = kIsOnlyDeclared<WithoutClass<Suite>>;

// Its address is the identity of a class.
template <class T>
inline constexpr char kClassTag = 0;

// An object of an abstract class that axioms stand in for: a pointer to virtual functions, and its state.
inline constexpr std::size_t kStandInSize = 16;
template <class T>
constexpr std::size_t size_with_state() {
  return std::is_abstract_v<T> && sizeof(T) < kStandInSize ? kStandInSize : sizeof(T);
}

// As FORALL(Suite, ...) names it: without namespaces.
template <class Suite>
FORALL_INTERNAL_BOOKKEEPING std::string suite_name() {
  const std::string spelling = type_spelling<Suite>();
  const std::size_t colons = spelling.rfind("::");
  return colons == std::string::npos ? spelling : spelling.substr(colons + 2);
}

// The FORALL_USING lines, in the order of the source.
struct SuiteUse {
  const char* suite;
  const char* uses;
  const SuiteUse* next = nullptr;

  SuiteUse(const char* client, const char* axioms) : suite(client), uses(axioms) {
    const SuiteUse** end = &first();
    while (*end != nullptr) end = &const_cast<SuiteUse*>(*end)->next;
    *end = this;
  }
  static const SuiteUse*& first() {
    static const SuiteUse* list = nullptr;
    return list;
  }
};

// The suites that a PUT uses: its own and those of its suite, each once.
FORALL_INTERNAL_SUPPORT inline std::vector<std::string> all_uses(const SuiteUse* first, const char* suite,
                                                                 std::vector<std::string> uses) {
  for (const SuiteUse* use = first; use != nullptr; use = use->next) {
    bool is_new = std::strcmp(use->suite, suite) == 0;
    for (const std::string& known : uses) is_new = is_new && known != use->uses;
    if (is_new) uses.emplace_back(use->uses);
  }
  return uses;
}

// The FORALL_AXIOMS lines.
struct AxiomLine {
  const void* tag;
  const char* suite;
  const AxiomLine* next;

  AxiomLine(const void* class_tag, const char* name) : tag(class_tag), suite(name), next(first()) { first() = this; }
  static const AxiomLine*& first() {
    static const AxiomLine* list = nullptr;
    return list;
  }
  // Do the tests of the suite describe the class?
  static bool describes(const char* suite, const void* tag) {
    for (const AxiomLine* each = first(); each != nullptr; each = each->next) {
      if (each->tag == tag && std::strcmp(each->suite, suite) == 0) return true;
    }
    return false;
  }
};

#if FORALL_INTERNAL_EXPLORED
// std::type_info::name(). That of a class with virtual functions may be defined where its functions are, and so
// nowhere: it is read off the type of a function, "FvR" + name + "E".
template <class T>
const char* class_key() {
  if constexpr (!std::is_polymorphic_v<T>) {
    return typeid(T).name();
  } else {
    static const std::string function = typeid(void(T&)).name();
    static const std::string key = function.substr(3, function.size() - 4);
    return key.c_str();
  }
}

template <class T>
class AxiomRegistration {
 public:
  FORALL_INTERNAL_BOOKKEEPING explicit AxiomRegistration(const char* suite)
      : spelling_(type_spelling<T>()),
        axioms_{suite, class_key<T>(), spelling_.c_str(), nullptr},
        line_(&kClassTag<T>, suite) {
    __forall_register_axioms(&axioms_);
  }

 private:
  std::string spelling_;
  ForallAxioms axioms_;
  AxiomLine line_;
};
#endif

}  // namespace internal

}  // namespace forall

// (a, b) -> a, b; a -> a.
#define FORALL_INTERNAL_BARE(...) FORALL_INTERNAL_BARE_1(FORALL_INTERNAL_BARE_3 __VA_ARGS__)
#define FORALL_INTERNAL_BARE_1(...) FORALL_INTERNAL_BARE_2(__VA_ARGS__)
#define FORALL_INTERNAL_BARE_2(...) FORALL_INTERNAL_NO_##__VA_ARGS__
#define FORALL_INTERNAL_BARE_3(...) FORALL_INTERNAL_BARE_3 __VA_ARGS__
#define FORALL_INTERNAL_NO_FORALL_INTERNAL_BARE_3

// A suite may be a fixture that was declared as a struct.
#define FORALL_INTERNAL_SUITE(alias, Suite)                                                                         \
  _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wmismatched-tags\"") using alias = class Suite; \
  _Pragma("GCC diagnostic pop")

// The pass finds the variable by its name in the object file, and in it the class.
#if FORALL_INTERNAL_EXPLORED
#define FORALL_INTERNAL_REGISTER_AXIOMS(number, Suite, ...)                                                 \
  [[gnu::used]] static const std::type_info* const forall_axioms_##number asm("__forall_axioms_" #number) = \
      &typeid(__VA_ARGS__);                                                                                 \
  namespace {                                                                                               \
  const ::forall::internal::AxiomRegistration<__VA_ARGS__> forall_axioms_registration_##number(#Suite);     \
  }
#else
#define FORALL_INTERNAL_REGISTER_AXIOMS(number, Suite, ...)                         \
  namespace {                                                                       \
  [[maybe_unused]] const ::forall::internal::AxiomLine forall_axioms_line_##number( \
      &::forall::internal::kClassTag<__VA_ARGS__>, #Suite);                         \
  }
#endif

#define FORALL_AXIOMS(Class, Suite) FORALL_INTERNAL_AXIOMS(__COUNTER__, Suite, FORALL_INTERNAL_BARE(Class))
#define FORALL_INTERNAL_AXIOMS(...) FORALL_INTERNAL_AXIOMS_(__VA_ARGS__)
#define FORALL_INTERNAL_AXIOMS_(number, Suite, ...)             \
  template <>                                                   \
  struct forall::internal::WithoutAxioms<__VA_ARGS__>;          \
  FORALL_INTERNAL_SUITE(forall_suite_##number, Suite)           \
  template <>                                                   \
  struct forall::internal::WithoutClass<forall_suite_##number>; \
  FORALL_INTERNAL_REGISTER_AXIOMS(number, Suite, __VA_ARGS__)   \
  static_assert(true, "a semicolon follows")

#define FORALL_USING(Suite, AxiomSuite) FORALL_INTERNAL_USING(__COUNTER__, Suite, AxiomSuite)
#define FORALL_INTERNAL_USING(...) FORALL_INTERNAL_USING_(__VA_ARGS__)
#define FORALL_INTERNAL_USING_(number, Suite, AxiomSuite)                                       \
  FORALL_INTERNAL_SUITE(forall_suite_##number, AxiomSuite)                                      \
  namespace {                                                                                   \
  [[maybe_unused]] const ::forall::internal::SuiteUse forall_use_##number{#Suite, #AxiomSuite}; \
  }                                                                                             \
  static_assert(::forall::internal::kIsAxiomSuite<forall_suite_##number>,                       \
                "forall: FORALL_USING needs FORALL_AXIOMS(Class, " #AxiomSuite "); before it, at global scope")

#endif  // FORALL_AXIOMS_H_
