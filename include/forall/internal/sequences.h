// Containers whose elements are in an arbitrary order: vector, span, deque, list, forward_list. (The fields are those
// of libstdc++.)
#ifndef FORALL_INTERNAL_SEQUENCES_H_
#define FORALL_INTERNAL_SEQUENCES_H_

#include <cstddef>
#include <iterator>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <vector>

#include "forall/internal/library_types.h"
#include "forall/internal/sizes.h"

namespace forall::internal {

// Makes the elements of an array and returns their number. Plain values past the length are invisible; objects with an
// identity are not, because of other pointers or the number of owners, so for those the length is decided.
template <bool kIsPlain, class Source, class T, class Make>
std::size_t build_elements(Source& source, const char* name, T* block, std::size_t room, std::size_t size,
                           const Make& make) {
  std::size_t count = 0;
  for (; count < room && (kIsPlain || count < size); ++count) make(source, source.element(name, count), block + count);
  return count;
}

template <class T>
struct LibraryAdapter<std::vector<T>> : SizedAdapter<LibraryAdapter<std::vector<T>>, std::vector<T>> {
  using Vector = std::vector<T>;
  using Element = T;
  static constexpr bool kIsSupported = is_supported<T>();
  static constexpr bool kIsValue = Adapter<T>::kIsValue;
  static constexpr bool kCanFlatten = Adapter<T>::kCanFlatten;

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    TypeDescription element = describe_type<T>(describer);
    std::string spelling = joined({"std::vector<", element.spelling, ">"});
    return describe_sized(TypeDescription::Kind::Sequence, std::move(spelling), std::move(element), false,
                          std::is_copy_constructible_v<T>);
  }
  // As an initialiser would make it, without room for more.
  template <class Source, class Make, class Accepts>
  static void build_sized(Source& source, const char* name, Vector* place, const SizeLimits& limits, const Make& make,
                          const Accepts& accepts) {
    new (place) Vector();
    auto* size = static_cast<std::size_t*>(source.allocate(sizeof(std::size_t), alignof(std::size_t)));
    const std::size_t room = build_size(source, name, size, limits, place->max_size(), "vectors");
    if (room == 0) return;
    source.begin_building();
    T* block = std::allocator<T>().allocate(room);
    source.end_building();
    const std::size_t count = build_elements<kIsValue>(source, name, block, room, *size, make);
    source.assume(accepts(block, count, *size));
    source.extent(block, size, sizeof *size, sizeof(T));
    auto& fields = static_cast<Open&>(*place).fields();
    fields._M_start = block;
    fields._M_finish = fields._M_end_of_storage = block + *size;
  }
  template <class Sink>
  static void flatten(Sink& sink, const char* name, const Vector& value) {
    const std::size_t size = value.size();
    sink.scalar(sink.member(name, "size"), size);
    const std::size_t count = sink.count(size);
    for (std::size_t i = 0; i < count; ++i) flatten_value(sink, sink.element(name, i), value.data()[i]);
  }

 private:
  struct Open : Vector {
    auto& fields() { return this->_M_impl; }
  };
};

#if __cplusplus >= 202002L
// A view of its own array.
template <class T>
struct LibraryAdapter<std::span<T, kUnlimited>>
    : SizedAdapter<LibraryAdapter<std::span<T, kUnlimited>>, std::span<T, kUnlimited>> {
  using Span = std::span<T, kUnlimited>;  // std::dynamic_extent
  using Element = std::remove_cv_t<T>;
  static constexpr bool kIsSupported = is_supported<Element>();
  static constexpr bool kIsValue = Adapter<Element>::kIsValue;
  static constexpr bool kCanFlatten = false;

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    TypeDescription element = describe_type<Element>(describer);
    std::string spelling = joined({"std::span<", std::is_const_v<T> ? "const " : "", element.spelling, ">"});
    return describe_sized(TypeDescription::Kind::Sequence, std::move(spelling), std::move(element), true, true);
  }
  template <class Source, class Make, class Accepts>
  static void build_sized(Source& source, const char* name, Span* place, const SizeLimits& limits, const Make& make,
                          const Accepts& accepts) {
    auto* size = static_cast<std::size_t*>(source.allocate(sizeof(std::size_t), alignof(std::size_t)));
    const std::size_t room = build_size(source, name, size, limits, kUnlimited / 2 / sizeof(T), "spans");
    if (room == 0) {
      new (place) Span();
      return;
    }
    Element* block = source.template array<Element>(room);
    const std::size_t count = build_elements<kIsValue>(source, name, block, room, *size, make);
    source.assume(accepts(block, count, *size));
    source.extent(block, size, sizeof *size, sizeof(T));
    new (place) Span(block, *size);
  }
};
#endif

// --- containers that are made of a range of elements

// The elements are inputs in an array, from which the container is made as from an initialiser. `Order` says which
// arrays make each container exactly once.
// A hash table is built for half as many, because each element is in a bucket that must be decided.
template <class Container, class ElementType, class Order, bool kIsHashed = false>
struct RangeAdapter : SizedAdapter<RangeAdapter<Container, ElementType, Order, kIsHashed>, Container> {
  using Element = ElementType;
  static constexpr bool kIsSupported = is_supported<Element>() && std::is_move_constructible_v<Element>;
  static constexpr bool kIsValue = Adapter<Element>::kIsValue;
  static constexpr bool kCanFlatten = Adapter<Element>::kCanFlatten;

  template <class Source, class Make, class Accepts>
  static void build_sized(Source& source, const char* name, Container* place, const SizeLimits& limits,
                          const Make& make, const Accepts& accepts) {
    std::size_t size = 0;
    const std::size_t room = build_size(source, name, &size, limits, kUnlimited / 2 / sizeof(Element),
                                        kIsHashed ? "hash tables" : "containers", kIsHashed ? 2 : 1);
    auto* elements = static_cast<Element*>(source.allocate((room + 1) * sizeof(Element), alignof(Element)));
    std::size_t count = 0;
    for (; count < size; ++count) {
      make(source, source.element(name, count), elements + count);
      Order::keep(source, elements, count);
    }
    source.assume(accepts(elements, count, count));
    source.begin_building();
    new (place) Container(std::make_move_iterator(elements), std::make_move_iterator(elements + count));
    source.end_building();
  }
  template <class Sink>
  static void flatten(Sink& sink, const char* name, const Container& value) {
    std::size_t count = 0;
    for (auto at = value.begin(); at != value.end(); ++at) ++count;
    sink.scalar(sink.member(name, "size"), count);
    std::size_t index = 0;
    for (const auto& element : value) flatten_element(sink, sink.element(name, index++), element);
  }

 private:
  template <class Sink, class Key, class Value>
  static void flatten_element(Sink& sink, const char* name, const std::pair<const Key, Value>& element) {
    flatten_value(sink, sink.member(name, "first"), element.first);
    flatten_value(sink, sink.member(name, "second"), element.second);
  }
  template <class Sink, class T>
  static void flatten_element(Sink& sink, const char* name, const T& element) {
    flatten_value(sink, name, element);
  }
};

struct AnyOrder {
  template <class Source, class T>
  static void keep(Source&, const T*, std::size_t) {}
};

// Name<Element>, without other template arguments.
template <class Container, class T, const char* kName>
struct SequenceAdapter : RangeAdapter<Container, T, AnyOrder> {
  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    TypeDescription element = describe_type<T>(describer);
    std::string spelling = joined({kName, "<", element.spelling, ">"});
    return describe_sized(TypeDescription::Kind::Sequence, std::move(spelling), std::move(element), false,
                          std::is_copy_constructible_v<T>);
  }
};
inline constexpr char kVectorName[] = "std::vector";
inline constexpr char kDequeName[] = "std::deque";
inline constexpr char kListName[] = "std::list";
inline constexpr char kForwardListName[] = "std::forward_list";

template <>
struct LibraryAdapter<std::vector<bool>> : SequenceAdapter<std::vector<bool>, bool, kVectorName> {};
template <class T>
struct LibraryAdapter<std::deque<T, std::allocator<T>>>
    : SequenceAdapter<std::deque<T, std::allocator<T>>, T, kDequeName> {};
template <class T>
struct LibraryAdapter<std::list<T, std::allocator<T>>>
    : SequenceAdapter<std::list<T, std::allocator<T>>, T, kListName> {};
template <class T>
struct LibraryAdapter<std::forward_list<T, std::allocator<T>>>
    : SequenceAdapter<std::forward_list<T, std::allocator<T>>, T, kForwardListName> {};

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_SEQUENCES_H_
