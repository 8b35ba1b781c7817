// The constant that stands for a class that pointers may point to.
#ifndef FORALL_INTERNAL_CLASSES_H_
#define FORALL_INTERNAL_CLASSES_H_

#include <cstddef>
#include <string>
#include <type_traits>

#include "forall/axioms.h"
#include "forall/engine.h"
#include "forall/internal/objects.h"
#include "forall/internal/type_name.h"

namespace forall::internal {

// `Builder` says what the constant is and how an object of the class is built:
//   struct Class : ForallClass
//   template <class T> static void set(Class&)                      how a class that is not abstract is made
//   template <class T> static void set_stand_in(Class&)             how a class that axioms stand in for is made
//   template <class T> static bool stands_in()                      do axioms stand in for it in this run?
//   template <class T, class... Subtypes> static void set_shared(Class&)    what is known before its subtype is
template <class T, class Owner, class Builder>
struct ClassConstant {
  using Class = typename Builder::Class;

  static const ForallClass* get() {
    static_cast<void>(sizeof(RequirePointee<T>));
    if constexpr (AxiomsOf<T>::kExists && SubtypesOf<T>::kExists) {
      if (Builder::template stands_in<T>()) return &StandIn<T>::kClass;
    }
    return &kClass;
  }

 private:
  template <class... Subtypes>
  struct Table {
    static inline const ForallClass* const kClasses[] = {&ClassConstant<Subtypes, Owner, Builder>::kClass...};
    static inline const std::ptrdiff_t kOffsets[] = {offset_of_base<T, Subtypes>()...};
  };
  // An object that stands for those of all subtypes.
  template <class U>
  struct StandIn {
    FORALL_INTERNAL_BOOKKEEPING static Class make() {
      static const ForallClass* const kClasses[] = {&kClass};
      static const std::ptrdiff_t kOffsets[] = {0};
      Class result{};
      result.spelling = spelling();
      result.size = size_with_state<U>();
      result.alignment = alignof(U);
      result.subtypes = kClasses;
      result.offsets = kOffsets;
      result.subtype_count = 1;
      Builder::template set_stand_in<U>(result);
      return result;
    }
    static inline const Class kClass = make();
  };
  template <class... Subtypes>
  FORALL_INTERNAL_BOOKKEEPING static Class make(const char* spelling, TypeList<Subtypes...>) {
    Class result{};
    result.spelling = spelling;
    result.size = size_with_state<T>();
    result.alignment = alignof(T);
    result.subtypes = Table<Subtypes...>::kClasses;
    result.offsets = Table<Subtypes...>::kOffsets;
    result.subtype_count = sizeof...(Subtypes);
    Builder::template set_shared<T, Subtypes...>(result);
    constexpr bool kIsMade = !std::is_abstract_v<T> && !IsMocked<T>::kValue;
    if constexpr (is_supported<T>() && (kIsMade || kNeedsAxioms<T>)) Builder::template set<T>(result);
    return result;
  }
  FORALL_INTERNAL_BOOKKEEPING static Class make() {
    if constexpr (SubtypesOf<T>::kExists) {
      return make(spelling(), typename SubtypesOf<T>::Types{});
    } else {
      return make(spelling(), TypeList<T>{});
    }
  }
  FORALL_INTERNAL_BOOKKEEPING static const char* spelling() {
    static const std::string stored = type_spelling<T>();
    return stored.c_str();
  }

 public:
  static inline const Class kClass = make();
};

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_CLASSES_H_
