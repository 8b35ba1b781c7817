// The arguments of a PUT, made of the inputs of any source (adapter.h), each in memory of the source.
#ifndef FORALL_INTERNAL_ARGUMENTS_H_
#define FORALL_INTERNAL_ARGUMENTS_H_

#include <cstddef>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "forall/internal/put.h"

namespace forall::internal {

// The names of the parameters of a PUT, and their FORALL_VALUES.
struct ParameterNames {
  struct Parameter {
    const char* name;
    const CandidateList* candidates;  // null: none
  };
  std::vector<std::string> names;
  const Parameter* all = nullptr;  // lives as long as the process; each run reads it, so it is plain memory

  FORALL_INTERNAL_SUPPORT inline void find_candidates(const CandidateList* lists, const void* function) {
    auto* found = new Parameter[names.size()];
    for (std::size_t i = 0; i < names.size(); ++i) {
      found[i] = {names[i].c_str(), CandidateList::find(lists, function, names[i].c_str())};
    }
    all = found;
  }
};

template <class Declared, class Parameters = typename Declared::Put::Parameters>
struct ArgumentMaker;

template <class Declared, class... Ps>
struct ArgumentMaker<Declared, TypeList<Ps...>> {
  using Places = std::tuple<Stored<Ps>*...>;

  template <class Source>
  static void make(Source& source, const Declared& declared, const ParameterNames& parameters, Places& places) {
    make_each(source, declared, parameters, places, std::index_sequence_for<Ps...>{});
  }

  // Is the argument an object that others may refer to, and not a separate value?
  template <class P, std::size_t kIndex>
  static constexpr bool is_referred_to() {
    return !has_domain<kIndex>() && may_alias<P>(TypeList<Ps...>{});
  }

 private:
  template <class Source, std::size_t... kIndices>
  static void make_each([[maybe_unused]] Source& source, [[maybe_unused]] const Declared& declared,
                        [[maybe_unused]] const ParameterNames& parameters, [[maybe_unused]] Places& places,
                        std::index_sequence<kIndices...>) {
    ((std::get<kIndices>(places) = make_one<Ps, kIndices>(source, declared, parameters.all[kIndices])), ...);
  }
  template <class P, std::size_t kIndex, class Source>
  static Stored<P>* make_one(Source& source, [[maybe_unused]] const Declared& declared,
                             const ParameterNames::Parameter& parameter) {
    using T = Stored<P>;
    const char* const name = parameter.name;
    if constexpr (is_referred_to<P, kIndex>()) {
      if (parameter.candidates == nullptr) {
        void* object = nullptr;
        source.pointer(source.reference(name), &object, ClassOf<T>::get(), FORALL_MAY_BE_FRESH | FORALL_MAY_ALIAS);
        return static_cast<T*>(object);
      }
    }
    T* place = allocate<T>(source);
    if (parameter.candidates != nullptr) {
      source.make_candidate(name, *parameter.candidates, kIndex, place);
    } else if constexpr (has_domain<kIndex>()) {
      build_in(std::get<kIndex>(declared.domains), source, name, place);
    } else if constexpr (!is_referred_to<P, kIndex>()) {
      build_input(source, name, place);
    }
    return place;
  }

  template <std::size_t kIndex>
  static constexpr bool has_domain() {
    if constexpr (Declared::kHasDomains) {
      return !kIsArbitrary<std::tuple_element_t<kIndex, typename Declared::Domains>>;
    } else {
      return false;
    }
  }
  template <class T, class Source>
  static T* allocate(Source& source) {
    return static_cast<T*>(source.allocate(sizeof(T), alignof(T)));
  }
};

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_ARGUMENTS_H_
