// How values of a type become inputs. Each supported type has an adapter:
//
//   static TypeDescription describe(Describer&)                     its shape, for the explorer
//   template <class Source> static void build(Source&, const char* name, T* place)
//                                                                   constructs a value of inputs in raw memory
//   template <class Sink> static void flatten(Sink&, const char* name, const T& value)
//                                                                   passes the scalars of a value to the sink
//   static constexpr bool kIsSupported
//   static constexpr bool kIsValue                                  its identity does not matter
//   static constexpr bool kCanFlatten                               it can be written down: a seed, an observation
//
// A source makes inputs and the names of their parts:
//   member(name, "x"), element(name, 3), reference(name)            "p.x" or "p->x", "a[3]", "&p"
//   scalar(name, &place, otherwise)                                 an input
//   assume(condition), bound(condition, what)                       other values are not inputs; a limit of forall
//   hold(condition)                                                 a condition that holds for every value of the type
//   room()                                                          most elements of a value with a symbolic length
//   pointer(name, &place, class, flags)                             a symbolic reference
//   extent(block, &count, bytes)                                    a block has only as many elements as the count says
//   terminated(block, size)                                         the block is a C string: a zero is its last element
//   begin_building(), end_building()                                blocks allocated in between belong to the inputs
//   room_for(size, room)                                            room, or natively exactly what is needed
//   array<T>(count)                                                 memory for the elements of a view
//   first_owner<Owner>()                                            the list of the shared objects of one type
//   stand_in(name, place)                                           makes the object if axioms stand in for its class
//   stands_in()                                                     do axioms stand in for any class?
//   not_made(type)                                                  there is no way to make an object of this class
// A sink has member, element and
//   scalar(name, value)
//   count(size)                                                     how many elements there are in this run
#ifndef FORALL_INTERNAL_ADAPTER_H_
#define FORALL_INTERNAL_ADAPTER_H_

#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "forall/internal/aggregate.h"
#include "forall/internal/description.h"
#include "forall/internal/name_table.h"
#include "forall/internal/scalars.h"
#include "forall/internal/state.h"
#include "forall/internal/type_name.h"

namespace forall::internal {

struct NoAdapter {
  static constexpr bool kIsSupported = false;
  static constexpr bool kCanFlatten = false;
  static constexpr bool kIsValue = false;
};

// Specialised for arrays, strings, containers, smart pointers and the like.
template <class T>
struct LibraryAdapter : NoAdapter {};
// For classes of the user; see objects.h.
template <class T>
struct ClassAdapter;
template <class T>
struct ScalarAdapter;

template <class T>
struct Chosen {
  using Type = T;
};
template <class T>
constexpr auto select_adapter() {
  if constexpr (kIsScalar<T>) {
    return Chosen<ScalarAdapter<T>>{};
  } else if constexpr (LibraryAdapter<T>::kIsSupported) {
    return Chosen<LibraryAdapter<T>>{};
  } else if constexpr (std::is_class_v<T> || std::is_union_v<T>) {
    return Chosen<ClassAdapter<T>>{};
  } else {
    return Chosen<NoAdapter>{};
  }
}
template <class T>
using Adapter = typename decltype(select_adapter<T>())::Type;

template <class T>
constexpr bool is_supported() {
  return Adapter<T>::kIsSupported;
}

// The type that a parameter of this type is stored as.
template <class Parameter>
using Stored = std::remove_cv_t<std::remove_reference_t<Parameter>>;

template <class T>
TypeDescription describe_type(Describer& describer) {
  return Adapter<T>::describe(describer);
}
template <class T>
TypeDescription describe_type() {
  Describer describer;
  return Adapter<T>::describe(describer);
}

// An invariant that throws does not hold.
template <class T>
bool meets_invariant(const T& object) {
  try {
    return InvariantOf<T>::holds(object);
  } catch (...) {
    return false;
  }
}
// Builds a value of inputs in raw memory that meets the invariant of its class.
template <class T, class Source>
void build_input(Source& source, const char* name, T* place) {
  if (source.stand_in(name, place)) return;  // an invariant would read members
  Adapter<T>::build(source, name, place);
  if constexpr (InvariantOf<T>::kExists) source.assume(meets_invariant(*place));
}
// The same in place of an existing value.
template <class T, class Source>
void rebuild_input(Source& source, const char* name, T& value) {
  using Plain = std::remove_const_t<T>;
  Plain* place = const_cast<Plain*>(std::addressof(value));
  if constexpr (!std::is_trivially_destructible_v<Plain>) std::destroy_at(place);
  build_input(source, name, place);
}
template <class T, class Sink>
void flatten_value(Sink& sink, const char* name, const T& value) {
  Adapter<std::remove_const_t<T>>::flatten(sink, name, value);
}

template <class T>
struct ScalarAdapter {
  static constexpr bool kIsSupported = true;
  static constexpr bool kCanFlatten = true;
  static constexpr bool kIsValue = true;

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer&) {
    constexpr const char* kSpelling = scalar_facts<T>().spelling;
    return describe_scalar(kSpelling != nullptr ? kSpelling : type_spelling<T>(), kScalarKind<T>, kScalarWidth<T>,
                           kIsSigned<T>);
  }
  template <class Source>
  static void build(Source& source, const char* name, T* place) {
    source.scalar(name, place, T{});
  }
  template <class Sink>
  static void flatten(Sink& sink, const char* name, const T& value) {
    sink.scalar(name, value);
  }
};

// T[n] and std::array<T, n>.
template <class Array, class Element, std::size_t kCount, bool kIsStdArray>
struct ArrayAdapter {
  using Plain = std::remove_cv_t<Element>;
  static constexpr bool kIsSupported = is_supported<Plain>();
  static constexpr bool kCanFlatten = Adapter<Plain>::kCanFlatten;
  static constexpr bool kIsValue = Adapter<Plain>::kIsValue;

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    return describe_array(describe_type<Plain>(describer), kIsStdArray, kCount);
  }
  template <class Source>
  static void build(Source& source, const char* name, Array* place) {
    for (std::size_t i = 0; i < kCount; ++i) {
      build_input(source, source.element(name, i), reinterpret_cast<Plain*>(place) + i);
    }
  }
  template <class Sink>
  static void flatten(Sink& sink, const char* name, const Array& value) {
    for (std::size_t i = 0; i < kCount; ++i) flatten_value(sink, sink.element(name, i), value[i]);
  }
};
template <class T, std::size_t kCount>
struct LibraryAdapter<T[kCount]> : ArrayAdapter<T[kCount], T, kCount, false> {};
template <class T, std::size_t kCount>
struct LibraryAdapter<std::array<T, kCount>> : ArrayAdapter<std::array<T, kCount>, T, kCount, true> {};

// The parts of a C array or std::array, for domains.
template <class T>
struct ArrayFacts {
  static constexpr bool kIsArray = false;
};
template <class T, std::size_t kSize>
struct ArrayFacts<T[kSize]> {
  static constexpr bool kIsArray = true;
  using Element = T;
};
template <class T, std::size_t kSize>
struct ArrayFacts<std::array<T, kSize>> {
  static constexpr bool kIsArray = true;
  using Element = T;
};

// The scalars of a value that exists before main: those of a seed.
struct NamedScalar {
  std::string name;
  UWide bits;
  unsigned width;
  bool is_signed;
  bool is_float;
};
class ScalarList {
 public:
  FORALL_INTERNAL_SUPPORT inline const char* member(const char* of, const char* name) {
    return keep(*of == '*' ? joined({of + 1, "->", name}) : joined({of, ".", name}));
  }
  FORALL_INTERNAL_SUPPORT inline const char* element(const char* of, std::size_t index) {
    const std::string number = std::to_string(index);
    return keep(*of == '*' ? joined({"(", of, ")[", number, "]"}) : joined({of, "[", number, "]"}));
  }
  template <class T>
  void scalar(const char* name, const T& value) {
    add(name, to_bits(static_cast<std::remove_cv_t<T>>(value)), kScalarWidth<T>, kIsSigned<T>, kIsFloat<T>);
  }
  static std::size_t count(std::size_t size) { return size; }
  FORALL_INTERNAL_SUPPORT inline void null_pointer(const char* name, bool is_null) {
    if (!is_null) {
      std::fprintf(stderr, "forall: error: a seed cannot point to an object: %s must be null\n", name);
      std::_Exit(2);
    }
    add(name, 0, 64, false, false);
  }
  FORALL_INTERNAL_SUPPORT inline void add(const char* name, UWide bits, unsigned width, bool is_signed, bool is_float) {
    scalars.push_back({name, bits, width, is_signed, is_float});
  }

  std::vector<NamedScalar> scalars;

 private:
  const char* keep(std::string name) { return names_.keep(std::move(name)); }
  KeptTexts names_;
};

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_ADAPTER_H_
