// Values whose number of elements is an input, NAME.size.
//
// If the elements are contiguous, the number stays symbolic: there is room for some, all of them inputs, and the
// value's own field says how many count. A container of nodes is built for each number in turn, which costs a path
// each: the last number, one more than there is room for, is cut by the bound.
//
// Elements are made before the number can hide them, so a domain constrains all of them, whether they count or not.
#ifndef FORALL_INTERNAL_SIZES_H_
#define FORALL_INTERNAL_SIZES_H_

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

#include "forall/internal/adapter.h"

namespace forall::internal {

// `&&` and `||` compile to branches; these do not.
constexpr bool both(bool a, bool b) { return (static_cast<unsigned>(a) & static_cast<unsigned>(b)) != 0; }
constexpr bool either(bool a, bool b) { return (static_cast<unsigned>(a) | static_cast<unsigned>(b)) != 0; }

inline constexpr std::size_t kUnlimited = static_cast<std::size_t>(-1);

// How many elements the user allows.
struct SizeLimits {
  std::size_t least = 0;
  std::size_t most = kUnlimited;

  // The most elements that are built, even if the user allows more.
  static constexpr std::size_t kMostRoom = 1024;
  bool is_met(std::size_t size) const { return both(least <= size, size <= most); }
  // Is there room for all that the user allows?
  bool has_room_for_all() const { return most <= kMostRoom; }
  std::size_t room(std::size_t usual) const { return has_room_for_all() ? most : usual < least ? least : usual; }
};

// Makes the number of elements an input and returns how many there is room for.
template <class Source>
std::size_t build_size(Source& source, const char* name, std::size_t* size, const SizeLimits& limits,
                       std::size_t greatest, const char* what, std::size_t divisor = 1) {
  source.scalar(source.member(name, "size"), size, limits.least);
  source.hold(both(limits.is_met(*size), *size <= greatest));
  const std::size_t room = source.room_for(*size, limits.room((source.room() + divisor - 1) / divisor));
  if (!limits.has_room_for_all()) source.bound_length(*size, room, what);
  return room;
}

// The elements of a container, unless a domain says otherwise.
struct AnyElement {
  template <class Source, class T>
  void operator()(Source& source, const char* name, T* place) const {
    build_input(source, name, place);
  }
};
struct AnyElements {
  template <class T>
  bool operator()(const T*, std::size_t, std::size_t) const {
    return true;
  }
};

// The parts of a description that sized types share.
FORALL_INTERNAL_BOOKKEEPING inline TypeDescription describe_sized(TypeDescription::Kind kind, std::string spelling,
                                                                  TypeDescription element, bool is_view,
                                                                  bool is_copyable) {
  TypeDescription result;
  result.kind = kind;
  result.spelling = std::move(spelling);
  result.parts.push_back(std::move(element));
  result.is_view = is_view;
  result.is_copyable = is_copyable;
  return result;
}

// An adapter of a sized type has, besides what every adapter has,
//   using Element
//   template <class Source, class Make, class Accepts>
//   static void build_sized(Source&, name, place, limits, make, accepts)
// where make(source, name, place) builds an element and accepts(elements, count, size) says, without a branch, whether
// the first `size` of `count` elements make a value; it is true where size > count.
template <class Adapter, class T>
struct SizedAdapter {
  static constexpr bool kIsSupported = true;
  static constexpr bool kIsSized = true;

  template <class Source>
  static void build(Source& source, const char* name, T* place) {
    Adapter::build_sized(source, name, place, SizeLimits{}, AnyElement{}, AnyElements{});
  }
};

template <class T, class = void>
struct IsSized : std::false_type {};
template <class T>
struct IsSized<T, std::enable_if_t<LibraryAdapter<T>::kIsSized>> : std::true_type {};

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_SIZES_H_
