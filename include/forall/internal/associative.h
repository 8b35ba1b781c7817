// Sets and maps as inputs. Their elements are assumed to come in the order of their keys, or with different keys if
// there is no order: other arrays of elements would only make the same containers again.
#ifndef FORALL_INTERNAL_ASSOCIATIVE_H_
#define FORALL_INTERNAL_ASSOCIATIVE_H_

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "forall/internal/library_types.h"
#include "forall/internal/sequences.h"

namespace forall::internal {

// Elements of sets are keys, those of maps contain one.
template <bool kIsMap, class T>
const auto& key_of(const T& element) {
  if constexpr (kIsMap) {
    return element.first;
  } else {
    return element;
  }
}

template <class Compare, bool kIsMap, bool kAllowsEqual>
struct SortedKeys {
  template <class Source, class T>
  static void keep(Source& source, const T* elements, std::size_t last) {
    if (last == 0) return;
    if constexpr (kAllowsEqual) {
      source.hold(!Compare()(key_of<kIsMap>(elements[last]), key_of<kIsMap>(elements[last - 1])));
    } else {
      source.hold(Compare()(key_of<kIsMap>(elements[last - 1]), key_of<kIsMap>(elements[last])));
    }
  }
};
template <class Equal, bool kIsMap>
struct DistinctKeys {
  template <class Source, class T>
  static void keep(Source& source, const T* elements, std::size_t last) {
    for (std::size_t i = 0; i < last; ++i)
      source.hold(!Equal()(key_of<kIsMap>(elements[i]), key_of<kIsMap>(elements[last])));
  }
};

// `Rest` are the template arguments after key and value, if they are not the usual ones.
template <class Container, class Key, class Value, class Order, const char* kName, class... Rest>
struct KeyedAdapter : RangeAdapter<Container, std::conditional_t<std::is_void_v<Value>, Key, std::pair<Key, Value>>,
                                   Order, sizeof...(Rest) == 2> {
  using Element = std::conditional_t<std::is_void_v<Value>, Key, std::pair<Key, Value>>;

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    TypeDescription element = describe_type<Element>(describer);
    std::string arguments = element.spelling;
    if constexpr (!std::is_void_v<Value>) {
      arguments = joined({element.parts[0].spelling, ", ", element.parts[1].spelling});
    }
    for (const std::string& more : {std::string(), unusual<Rest>()...}) {
      if (!more.empty()) arguments = joined({arguments, ", ", more});
    }
    return describe_sized(TypeDescription::Kind::Sequence, joined({kName, "<", arguments, ">"}), std::move(element),
                          false, std::is_copy_constructible_v<Element>);
  }

 private:
  template <class T>
  FORALL_INTERNAL_BOOKKEEPING static std::string unusual() {
    constexpr bool kIsUsual =
        std::is_same_v<T, std::less<Key>> || std::is_same_v<T, std::hash<Key>> || std::is_same_v<T, std::equal_to<Key>>;
    const bool are_all_usual = ((std::is_same_v<Rest, std::less<Key>> || std::is_same_v<Rest, std::hash<Key>> ||
                                 std::is_same_v<Rest, std::equal_to<Key>>) &&
                                ...);
    return kIsUsual && are_all_usual ? "" : type_spelling<T>();
  }
};

inline constexpr char kSetName[] = "std::set";
inline constexpr char kMultisetName[] = "std::multiset";
inline constexpr char kMapName[] = "std::map";
inline constexpr char kMultimapName[] = "std::multimap";
inline constexpr char kUnorderedSetName[] = "std::unordered_set";
inline constexpr char kUnorderedMultisetName[] = "std::unordered_multiset";
inline constexpr char kUnorderedMapName[] = "std::unordered_map";
inline constexpr char kUnorderedMultimapName[] = "std::unordered_multimap";

template <class K, class C>
struct LibraryAdapter<std::set<K, C>>
    : KeyedAdapter<std::set<K, C>, K, void, SortedKeys<C, false, false>, kSetName, C> {};
template <class K, class C>
struct LibraryAdapter<std::multiset<K, C>>
    : KeyedAdapter<std::multiset<K, C>, K, void, SortedKeys<C, false, true>, kMultisetName, C> {};
template <class K, class V, class C>
struct LibraryAdapter<std::map<K, V, C>>
    : KeyedAdapter<std::map<K, V, C>, K, V, SortedKeys<C, true, false>, kMapName, C> {};
template <class K, class V, class C>
struct LibraryAdapter<std::multimap<K, V, C>>
    : KeyedAdapter<std::multimap<K, V, C>, K, V, SortedKeys<C, true, true>, kMultimapName, C> {};
template <class K, class H, class E>
struct LibraryAdapter<std::unordered_set<K, H, E, std::allocator<K>>>
    : KeyedAdapter<std::unordered_set<K, H, E, std::allocator<K>>, K, void, DistinctKeys<E, false>, kUnorderedSetName,
                   H, E> {};
template <class K, class H, class E>
struct LibraryAdapter<std::unordered_multiset<K, H, E, std::allocator<K>>>
    : KeyedAdapter<std::unordered_multiset<K, H, E, std::allocator<K>>, K, void, AnyOrder, kUnorderedMultisetName, H,
                   E> {};
template <class K, class V, class H, class E>
struct LibraryAdapter<std::unordered_map<K, V, H, E>>
    : KeyedAdapter<std::unordered_map<K, V, H, E>, K, V, DistinctKeys<E, true>, kUnorderedMapName, H, E> {};
template <class K, class V, class H, class E>
struct LibraryAdapter<std::unordered_multimap<K, V, H, E>>
    : KeyedAdapter<std::unordered_multimap<K, V, H, E>, K, V, AnyOrder, kUnorderedMultimapName, H, E> {};

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_ASSOCIATIVE_H_
