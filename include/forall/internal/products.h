// pair, tuple and complex numbers: values with a fixed number of parts. Optional and variant: values with one of
// several shapes. (The layouts are those of libstdc++.)
#ifndef FORALL_INTERNAL_PRODUCTS_H_
#define FORALL_INTERNAL_PRODUCTS_H_

#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "forall/internal/library_types.h"
#include "forall/internal/sizes.h"

namespace forall::internal {

// "0", "1", ...
template <std::size_t kIndex>
struct PartNumber {
  static_assert(kIndex < 100, "forall: a value with more than a hundred parts");
  static constexpr char kText[3] = {
      kIndex < 10 ? static_cast<char>('0' + kIndex) : static_cast<char>('0' + kIndex / 10),
      kIndex < 10 ? '\0' : static_cast<char>('0' + kIndex % 10), '\0'};
};
template <std::size_t kIndex>
struct PairPart {
  static constexpr const char* kText = kIndex == 0 ? "first" : "second";
};

FORALL_INTERNAL_BOOKKEEPING inline TypeDescription describe_product(const char* name,
                                                                    std::vector<TypeDescription> parts,
                                                                    std::vector<std::string> part_names) {
  TypeDescription result;
  result.kind = TypeDescription::Kind::Aggregate;
  for (const TypeDescription& part : parts) {
    result.spelling += joined({result.spelling.empty() ? "" : ", ", part.spelling});
  }
  result.spelling = joined({name, "<", result.spelling, ">"});
  result.parts = std::move(parts);
  result.part_names = std::move(part_names);
  return result;
}

// Parts are accessed by std::get. build_parts(source, name, place, makes...) takes one function for each of them.
template <class Product, const char* kName, template <std::size_t> class PartName, class... Ts>
struct ProductAdapter {
  static constexpr bool kIsSupported = (is_supported<Ts>() && ...);
  static constexpr bool kIsValue = (Adapter<Ts>::kIsValue && ...);
  static constexpr bool kCanFlatten = (Adapter<Ts>::kCanFlatten && ...);
  using Parts = TypeList<Ts...>;
  using Indices = std::index_sequence_for<Ts...>;

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    return describe_product(kName, {describe_type<Ts>(describer)...}, names(Indices{}));
  }
  template <class Source>
  static void build(Source& source, const char* name, Product* place) {
    build_parts(source, name, place, replaced<Ts>()...);
  }
  template <class Source, class... Makes>
  static void build_parts(Source& source, const char* name, Product* place, const Makes&... makes) {
    build_each(source, name, place, std::forward_as_tuple(makes...), Indices{});
  }
  template <class Sink>
  static void flatten(Sink& sink, const char* name, const Product& value) {
    flatten_each(sink, name, value, Indices{});
  }

 private:
  template <class>
  static AnyElement replaced() {
    return {};
  }
  template <std::size_t... kIndices>
  FORALL_INTERNAL_BOOKKEEPING static std::vector<std::string> names(std::index_sequence<kIndices...>) {
    return {PartName<kIndices>::kText...};
  }
  // Empty parts may share their place with others: they are left alone.
  template <class Source, class Make, class T>
  static void build_one(Source& source, const char* name, const Make& make, T& part) {
    if constexpr (!std::is_empty_v<T>) make(source, name, std::addressof(part));
  }
  template <class Source, class Makes, std::size_t... kIndices>
  static void build_each([[maybe_unused]] Source& source, [[maybe_unused]] const char* name,
                         [[maybe_unused]] Product* place, [[maybe_unused]] const Makes& makes,
                         std::index_sequence<kIndices...>) {
    (build_one(source, source.member(name, PartName<kIndices>::kText), std::get<kIndices>(makes),
               std::get<kIndices>(*place)),
     ...);
  }
  template <class Sink, std::size_t... kIndices>
  static void flatten_each([[maybe_unused]] Sink& sink, [[maybe_unused]] const char* name,
                           [[maybe_unused]] const Product& value, std::index_sequence<kIndices...>) {
    (flatten_value(sink, sink.member(name, PartName<kIndices>::kText), std::get<kIndices>(value)), ...);
  }
};

inline constexpr char kPairName[] = "std::pair";
inline constexpr char kTupleName[] = "std::tuple";
template <class A, class B>
struct LibraryAdapter<std::pair<A, B>> : ProductAdapter<std::pair<A, B>, kPairName, PairPart, A, B> {};
template <class... Ts>
struct LibraryAdapter<std::tuple<Ts...>> : ProductAdapter<std::tuple<Ts...>, kTupleName, PartNumber, Ts...> {};

template <class T>
struct LibraryAdapter<std::complex<T>> {
  static constexpr bool kIsSupported = kIsFloat<T>;
  static constexpr bool kIsValue = true;
  static constexpr bool kCanFlatten = true;

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    TypeDescription part = describe_type<T>(describer);
    TypeDescription result = describe_product("std::complex", {part}, {"real"});
    result.parts.push_back(std::move(part));
    result.part_names.push_back("imag");
    return result;
  }
  template <class Source>
  static void build(Source& source, const char* name, std::complex<T>* place) {
    T* parts = reinterpret_cast<T*>(place);  // the standard guarantees this layout
    source.scalar(source.member(name, "real"), parts, T{});
    source.scalar(source.member(name, "imag"), parts + 1, T{});
  }
  template <class Sink>
  static void flatten(Sink& sink, const char* name, const std::complex<T>& value) {
    const T* parts = reinterpret_cast<const T*>(&value);
    sink.scalar(sink.member(name, "real"), parts[0]);
    sink.scalar(sink.member(name, "imag"), parts[1]);
  }
};

// --- one of several shapes

// Whether there is a value is symbolic if the value can always be constructed.
template <class T>
struct LibraryAdapter<std::optional<T>> {
  using Optional = std::optional<T>;
  static constexpr bool kIsSupported = is_supported<T>();
  static constexpr bool kIsValue = Adapter<T>::kIsValue;
  static constexpr bool kCanFlatten = Adapter<T>::kCanFlatten;

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    TypeDescription value = describe_type<T>(describer);
    std::string spelling = joined({"std::optional<", value.spelling, ">"});
    return describe_sized(TypeDescription::Kind::Optional, std::move(spelling), std::move(value), false, true);
  }
  template <class Source>
  static void build(Source& source, const char* name, Optional* place) {
    build_value(source, name, place, false, [](bool) { return true; }, AnyElement{});
  }
  // `accepts` says whether there may be a value, or none.
  template <class Source, class Accepts, class Make>
  static void build_value(Source& source, const char* name, Optional* place, bool otherwise, const Accepts& accepts,
                          const Make& make) {
    static_assert(offsetof(Layout, has_value) + 1 <= sizeof(Optional));
    new (place) Optional();
    auto* layout = reinterpret_cast<unsigned char*>(place);
    bool* has_value = reinterpret_cast<bool*>(layout + sizeof(T));
    T* value = reinterpret_cast<T*>(layout);
    bool is_there = false;
    source.scalar(source.member(name, "has_value"), &is_there, otherwise);
    source.assume(accepts(is_there));
    if constexpr (std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T> && !std::is_pointer_v<T>) {
      make(source, source.member(name, "value"), value);
      *has_value = is_there;
    } else if (is_there) {
      make(source, source.member(name, "value"), value);
      *has_value = true;
    }
  }
  template <class Sink>
  static void flatten(Sink& sink, const char* name, const Optional& value) {
    const bool has_value = value.has_value();
    sink.scalar(sink.member(name, "has_value"), has_value);
    if (sink.count(has_value) != 0) {
      flatten_value(sink, sink.member(name, "value"), *reinterpret_cast<const T*>(&value));
    }
  }

 private:
  struct Layout {
    alignas(T) unsigned char value[sizeof(T)];
    bool has_value;
  };
};

template <class... Ts>
constexpr std::size_t largest_size() {
  std::size_t largest = 0;
  ((largest = sizeof(Ts) > largest ? sizeof(Ts) : largest), ...);
  return largest;
}

// The alternative is decided.
template <class... Ts>
struct LibraryAdapter<std::variant<Ts...>> {
  using Variant = std::variant<Ts...>;
  static constexpr bool kIsSupported = (is_supported<Ts>() && ...) && sizeof...(Ts) < 100;
  static constexpr bool kIsValue = (Adapter<Ts>::kIsValue && ...);
  static constexpr bool kCanFlatten = (Adapter<Ts>::kCanFlatten && ...);
  using Parts = TypeList<Ts...>;
  using Indices = std::index_sequence_for<Ts...>;

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    TypeDescription result = describe_product("std::variant", {describe_type<Ts>(describer)...}, {});
    result.kind = TypeDescription::Kind::Variant;
    for (std::size_t i = 0; i < sizeof...(Ts); ++i) result.part_names.push_back(std::to_string(i));
    return result;
  }
  template <class Source>
  static void build(Source& source, const char* name, Variant* place) {
    build_alternative(source, name, place, replaced<Ts>()...);
  }
  template <class Source, class... Makes>
  static void build_alternative(Source& source, const char* name, Variant* place, const Makes&... makes) {
    std::size_t index = 0;
    source.scalar(source.member(name, "index"), &index, std::size_t{0});
    source.hold(index < sizeof...(Ts));
    build_one(source, name, place, index, std::forward_as_tuple(makes...), Indices{});
  }
  template <class Sink>
  static void flatten(Sink& sink, const char* name, const Variant& value) {
    const std::size_t index = value.index();
    sink.scalar(sink.member(name, "index"), index);
    flatten_one(sink, name, value, sink.count(index), Indices{});
  }

 private:
  template <class>
  static AnyElement replaced() {
    return {};
  }
  // All alternatives begin where the variant does; its index follows. An input has one type on all paths, so each
  // alternative has a different name.
  template <class Source, class Makes, std::size_t... kIndices>
  static void build_one(Source& source, const char* name, Variant* place, std::size_t index, const Makes& makes,
                        std::index_sequence<kIndices...>) {
    static_assert(sizeof(Variant) == sizeof(Layout));
    static_cast<void>(
        ((index == kIndices && (std::get<kIndices>(makes)(source, source.member(name, PartNumber<kIndices>::kText),
                                                          reinterpret_cast<Ts*>(place)),
                                reinterpret_cast<Layout*>(place)->index = kIndices, true)) ||
         ...));
  }
  template <class Sink, std::size_t... kIndices>
  static void flatten_one(Sink& sink, const char* name, const Variant& value, std::size_t index,
                          std::index_sequence<kIndices...>) {
    ((index == kIndices
          ? flatten_value(sink, sink.member(name, PartNumber<kIndices>::kText), *reinterpret_cast<const Ts*>(&value))
          : void()),
     ...);
  }
  struct Layout {
    union {
      alignas(Ts...) unsigned char largest[largest_size<Ts...>()];
    } value;
    unsigned char index;
  };
};

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_PRODUCTS_H_
