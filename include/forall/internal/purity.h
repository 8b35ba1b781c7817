// A PUT with .Pure(): to any observer, the objects that it gets by reference are unchanged afterwards.
//
// If axioms stand in for their classes, the runtime compares the states. If the code itself runs, a test that leaves
// all memory unchanged is pure. Otherwise each object is copied before the test, and compared with the copy afterwards
// (src/models/observers.cpp).
// A copy may share something with the object, and so change what the test does: whether there are copies is a choice.
#ifndef FORALL_INTERNAL_PURITY_H_
#define FORALL_INTERNAL_PURITY_H_

#include <cstddef>
#include <new>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "forall/axioms.h"
#include "forall/engine.h"
#include "forall/internal/put.h"

namespace forall::internal::instrumented {

template <class T>
struct PurityTexts {
  static inline const std::string kSpelling = type_spelling<T>();
  static inline const char* const kKey = class_key<T>();
  static inline const std::string kNotCopied =
      joined({"purity was not compared: an object of class ", type_spelling<T>(), " cannot be copied"});
};

template <class Declared, class Parameters = typename Declared::Put::Parameters>
class PurityOf;

template <class Declared, class... Ps>
class PurityOf<Declared, TypeList<Ps...>> {
  using Places = std::tuple<Stored<Ps>*...>;
  using Indices = std::index_sequence_for<Ps...>;

 public:
  // Before the test.
  template <class Source>
  void begin(Source& source, const Places& places) {
    if (__forall_stands_in()) return;
    if (has_copies(source)) copy_all(source, places, Indices{});
    __forall_remember_memory();
  }

  // After it.
  void end(const Declared& declared, const Places& places) const {
    if (__forall_stands_in()) {
      __forall_expect_same_states(declared.file, declared.line);
    } else if (!__forall_is_memory_unchanged()) {
      if constexpr (!(is_observed<Ps>() || ...)) {
        __forall_not_shown(FORALL_LEDGER_PURITY_DEPTH,
                           "purity was not compared: the test takes no object by reference whose class has axioms");
      }
      compare_all(declared, places, Indices{});
    }
  }

 private:
  template <class Source>
  static bool has_copies([[maybe_unused]] Source& source) {
    constexpr bool kIsSeen = ((is_compared<Ps>() && !std::is_trivially_copy_constructible_v<Stored<Ps>>) || ...);
    if constexpr (kIsSeen) {
      auto* is_copied = static_cast<bool*>(source.allocate(sizeof(bool), alignof(bool)));
      Source("", 0, true).scalar("is_copied", is_copied, false);
      return *is_copied;
    } else {
      return true;
    }
  }
  template <class P>
  static constexpr bool is_observed() {
    return std::is_lvalue_reference_v<P> && AxiomsOf<Stored<P>>::kExists;
  }
  template <class P>
  static constexpr bool is_compared() {
    return is_observed<P>() && std::is_copy_constructible_v<Stored<P>>;
  }

  template <class Source, std::size_t... kIndices>
  void copy_all(Source& source, const Places& places, std::index_sequence<kIndices...>) {
    (copy<Ps>(source, std::get<kIndices>(places), std::get<kIndices>(copies_)), ...);
  }
  template <class P, class Source>
  static void copy([[maybe_unused]] Source& source, [[maybe_unused]] const Stored<P>* object,
                   [[maybe_unused]] Stored<P>*& result) {
    using T = Stored<P>;
    if constexpr (is_compared<P>()) {
      source.begin_building();
      auto* place = static_cast<T*>(source.allocate(sizeof(T), alignof(T)));
      try {
        result = new (place) T(*object);
      } catch (...) {
        source.assume(false);
      }
      source.end_building();
    }
  }

  template <std::size_t... kIndices>
  void compare_all(const Declared& declared, const Places& places, std::index_sequence<kIndices...>) const {
    (compare<Ps>(declared, kIndices, std::get<kIndices>(places), std::get<kIndices>(copies_)), ...);
  }
  template <class P>
  static void compare([[maybe_unused]] const Declared& declared, [[maybe_unused]] std::size_t parameter,
                      [[maybe_unused]] Stored<P>* object, [[maybe_unused]] Stored<P>* before) {
    if constexpr (is_compared<P>()) {
      using Texts = PurityTexts<Stored<P>>;
      __forall_compare_objects(Texts::kKey, Texts::kSpelling.c_str(), object, before, declared.settings.purity.depth,
                               static_cast<unsigned>(parameter), declared.file, declared.line);
    } else if constexpr (is_observed<P>()) {
      __forall_not_shown(FORALL_LEDGER_PURITY_DEPTH, PurityTexts<Stored<P>>::kNotCopied.c_str());
    }
  }

  Places copies_{};
};

}  // namespace forall::internal::instrumented

#endif  // FORALL_INTERNAL_PURITY_H_
