// Strings and containers as inputs.
//
// A string or vector is built with room for so many elements, all of them inputs, and then gets a symbolic length: its
// own fields are set, so that code under test reads the length as it reads any other number. (The fields are those of
// libstdc++.)
#ifndef FORALL_INTERNAL_CONTAINERS_H_
#define FORALL_INTERNAL_CONTAINERS_H_

#include <cstddef>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <vector>

#include "forall/internal/adapter.h"

namespace forall::internal {

// A private member, by explicit instantiation.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnon-template-friend"
#endif
template <class Tag>
struct PrivateTag {
  friend constexpr auto forall_private(PrivateTag<Tag>);
};
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
template <class Tag, auto kMember>
struct RevealPrivate {
  friend constexpr auto forall_private(PrivateTag<Tag>) { return kMember; }
};

template struct RevealPrivate<std::string, &std::string::_M_string_length>;
template struct RevealPrivate<std::wstring, &std::wstring::_M_string_length>;
#ifdef __cpp_lib_char8_t
template struct RevealPrivate<std::u8string, &std::u8string::_M_string_length>;
#endif
template struct RevealPrivate<std::u16string, &std::u16string::_M_string_length>;
template struct RevealPrivate<std::u32string, &std::u32string::_M_string_length>;

template <class Char>
struct LibraryAdapter<std::basic_string<Char>> {
  using Text = std::basic_string<Char>;
  static constexpr bool kIsSupported = true;
  static constexpr bool kIsValue = true;
  static constexpr bool kCanFlatten = true;

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    TypeDescription result;
    result.kind = TypeDescription::Kind::Text;
    result.spelling = std::is_same_v<Char, char>       ? "std::string"
                      : std::is_same_v<Char, wchar_t>  ? "std::wstring"
                      : std::is_same_v<Char, char16_t> ? "std::u16string"
                      : std::is_same_v<Char, char32_t> ? "std::u32string"
                                                       : "std::u8string";
    result.parts.push_back(describe_type<Char>(describer));
    return result;
  }
  template <class Source>
  static void build(Source& source, const char* name, Text* place) {
    const std::size_t room = source.room();
    source.begin_building();
    new (place) Text(room, Char());
    source.end_building();
    Char* data = place->data();
    for (std::size_t i = 0; i < room; ++i) source.scalar(source.element(name, i), data + i, static_cast<Char>('a'));
    auto& length = place->*forall_private(PrivateTag<Text>{});
    source.scalar(source.member(name, "size"), &length, std::size_t{0});
    source.bound_length(length, room, "strings");
    data[length] = Char();
  }
  template <class Sink>
  static void flatten(Sink& sink, const char* name, const Text& value) {
    sink.scalar(sink.member(name, "size"), value.size());
    for (std::size_t i = 0; i < value.size(); ++i) sink.scalar(sink.element(name, i), value[i]);
  }
};

template <class T>
struct LibraryAdapter<std::vector<T>> {
  using Vector = std::vector<T>;
  static constexpr bool kIsSupported = is_supported<T>() && !std::is_same_v<T, bool>;
  static constexpr bool kIsValue = Adapter<T>::kIsValue;
  static constexpr bool kCanFlatten = Adapter<T>::kCanFlatten;

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    TypeDescription result;
    result.kind = TypeDescription::Kind::Sequence;
    result.parts.push_back(describe_type<T>(describer));
    result.spelling = joined({"std::vector<", result.parts.front().spelling, ">"});
    result.is_copyable = std::is_copy_constructible_v<T>;
    return result;
  }
  template <class Source>
  static void build(Source& source, const char* name, Vector* place) {
    const std::size_t room = source.room();
    auto* size = static_cast<std::size_t*>(source.allocate(sizeof(std::size_t), alignof(std::size_t)));
    source.scalar(source.member(name, "size"), size, std::size_t{0});
    source.bound_length(*size, room, "vectors");
    source.begin_building();
    T* block = std::allocator<T>().allocate(room);
    source.end_building();
    for (std::size_t i = 0; i < room; ++i) build_input(source, source.element(name, i), block + i);
    source.extent(block, size, sizeof *size, sizeof(T));
    new (place) Vector();
    auto& fields = static_cast<Open&>(*place).fields();
    fields._M_start = block;
    fields._M_finish = fields._M_end_of_storage = block + *size;
  }
  template <class Sink>
  static void flatten(Sink& sink, const char* name, const Vector& value) {
    sink.scalar(sink.member(name, "size"), value.size());
    for (std::size_t i = 0; i < value.size(); ++i) flatten_value(sink, sink.element(name, i), value[i]);
  }

 private:
  struct Open : Vector {
    auto& fields() { return this->_M_impl; }
  };
};

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_CONTAINERS_H_
