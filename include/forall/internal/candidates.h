// FORALL_VALUES(Function, parameter, {value, value, ...}): the values that a parameter of a PUT ranges over, made anew
// in each run. It comes before the FORALL of the function, in the same scope.
//
// The parameter is found by its name, and so only when the test is registered. The list is therefore compiled for the
// type of every parameter that it can make values of.
#ifndef FORALL_INTERNAL_CANDIDATES_H_
#define FORALL_INTERNAL_CANDIDATES_H_

#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "forall/internal/adapter.h"

namespace forall::internal {

// The values of one parameter: `make[i]` constructs the n-th of them as an argument of parameter i, null if its type
// does not fit. There is no instance on the heap: before main, the order of construction is that of the source.
struct CandidateList {
  using Make = void (*)(void* place, std::size_t n);
  using Count = std::size_t (*)();
  const void* function;
  const char* parameter;
  const Make* makes;
  const Count* counts;
  std::size_t parameters;
  const CandidateList* next;

  static const CandidateList*& first() {
    static const CandidateList* list = nullptr;
    return list;
  }
  FORALL_INTERNAL_SUPPORT static inline const CandidateList* find(const CandidateList* lists, const void* function,
                                                                  const char* parameter) {
    for (const CandidateList* list = lists; list != nullptr; list = list->next) {
      if (list->function == function && std::strcmp(list->parameter, parameter) == 0) return list;
    }
    return nullptr;
  }
};

template <class Values, class T, class = void>
struct CandidatesAs {
  static constexpr CandidateList::Make kMake = nullptr;
  static constexpr CandidateList::Count kCount = nullptr;
};
template <class Values, class T>
struct CandidatesAs<Values, T, std::void_t<decltype(Values::template list<T>(0))>> {
  static void make(void* place, std::size_t n) { new (place) T(Values::template list<T>(0)[n]); }
  static std::size_t count() { return Values::template list<T>(0).size(); }
  static constexpr CandidateList::Make kMake = &make;
  static constexpr CandidateList::Count kCount = &count;
};

template <class Values, class Parameters>
struct CandidateTable;
template <class Values, class... Ps>
struct CandidateTable<Values, TypeList<Ps...>> {
  static constexpr CandidateList::Make kMakes[] = {CandidatesAs<Values, Stored<Ps>>::kMake..., nullptr};
  static constexpr CandidateList::Count kCounts[] = {CandidatesAs<Values, Stored<Ps>>::kCount..., nullptr};
};

class CandidateRegistration {
 public:
  template <class Values, class... Ps>
  FORALL_INTERNAL_BOOKKEEPING CandidateRegistration(const Values&, const void* function, const char* parameter,
                                                    TypeList<Ps...>)
      : list_{function,
              parameter,
              CandidateTable<Values, TypeList<Ps...>>::kMakes,
              CandidateTable<Values, TypeList<Ps...>>::kCounts,
              sizeof...(Ps),
              CandidateList::first()} {
    CandidateList::first() = &list_;
  }

 private:
  CandidateList list_;
};

}  // namespace forall::internal

#define FORALL_VALUES(Function, parameter, ...)                                                         \
  namespace {                                                                                           \
  struct Function##_##parameter##_Values {                                                              \
    template <class T>                                                                                  \
    static auto list(int) -> decltype(std::vector<T> __VA_ARGS__) {                                     \
      return std::vector<T> __VA_ARGS__;                                                                \
    }                                                                                                   \
  };                                                                                                    \
  [[maybe_unused]] const ::forall::internal::CandidateRegistration Function##_##parameter##_candidates( \
      Function##_##parameter##_Values{}, reinterpret_cast<const void*>(&Function), #parameter,          \
      ::forall::internal::ParametersOf<decltype(&Function)>::Types{});                                  \
  }                                                                                                     \
  static_assert(true, "a semicolon follows")

#endif  // FORALL_INTERNAL_CANDIDATES_H_
