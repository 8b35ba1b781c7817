// Texts as inputs: std::string and its variants, std::string_view, C strings. (The fields are those of libstdc++.)
//
// A short string is in the object itself, as it is natively; all characters there are inputs, and those past the length
// are zero. If longer strings are allowed, it is first decided whether the length is short, because the capacity shows
// it; if there is no room for longer ones, a path counts only for short ones.
#ifndef FORALL_INTERNAL_TEXTS_H_
#define FORALL_INTERNAL_TEXTS_H_

#include <cstddef>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "forall/internal/sizes.h"

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

template <class Text>
struct TextLength {};
template <class Text>
struct TextCapacity {};
#define FORALL_INTERNAL_REVEAL_TEXT(Text)                                   \
  template struct RevealPrivate<TextLength<Text>, &Text::_M_string_length>; \
  template struct RevealPrivate<TextCapacity<Text>, &Text::_M_allocated_capacity>;
FORALL_INTERNAL_REVEAL_TEXT(std::string)
FORALL_INTERNAL_REVEAL_TEXT(std::wstring)
FORALL_INTERNAL_REVEAL_TEXT(std::u16string)
FORALL_INTERNAL_REVEAL_TEXT(std::u32string)
#ifdef __cpp_lib_char8_t
FORALL_INTERNAL_REVEAL_TEXT(std::u8string)
#endif
#undef FORALL_INTERNAL_REVEAL_TEXT

template <class Char>
constexpr const char* text_prefix() {
  if constexpr (std::is_same_v<Char, wchar_t>) return "w";
  if constexpr (std::is_same_v<Char, char16_t>) return "u16";
  if constexpr (std::is_same_v<Char, char32_t>) return "u32";
#ifdef __cpp_char8_t
  if constexpr (std::is_same_v<Char, char8_t>) return "u8";
#endif
  return "";
}

// The character if it counts, else zero, without a branch.
template <class Char>
Char visible(Char character, bool is_visible) {
  using Bits = std::make_unsigned_t<Char>;
  return static_cast<Char>(static_cast<Bits>(character) & static_cast<Bits>(Bits{0} - static_cast<Bits>(is_visible)));
}

// Makes `slots` characters, those that do not count invisible.
template <class Char, class Source, class Make, class Accepts>
void build_characters(Source& source, const char* name, Char* data, std::size_t slots, std::size_t size,
                      const Make& make, const Accepts& accepts) {
  for (std::size_t i = 0; i < slots; ++i) make(source, source.element(name, i), data + i);
  source.assume(accepts(data, slots, size));
  for (std::size_t i = 0; i < slots; ++i) data[i] = visible(data[i], i < size);
}

struct AnyCharacter {
  template <class Source, class Char>
  void operator()(Source& source, const char* name, Char* place) const {
    source.scalar(name, place, static_cast<Char>('a'));
  }
};

template <class Text, class Char>
struct TextAdapter : SizedAdapter<LibraryAdapter<Text>, Text> {
  using Element = Char;
  static constexpr bool kIsValue = true;
  static constexpr bool kCanFlatten = true;

  template <class Source>
  static void build(Source& source, const char* name, Text* place) {
    LibraryAdapter<Text>::build_sized(source, name, place, SizeLimits{}, AnyCharacter{}, AnyElements{});
  }
  // The elements are passed by reference, and not read.
  template <class Sink>
  static void flatten(Sink& sink, const char* name, const Text& value) {
    const std::size_t size = value.size();
    sink.scalar(sink.member(name, "size"), size);
    const std::size_t count = sink.count(size);
    for (std::size_t i = 0; i < count; ++i) sink.scalar(sink.element(name, i), value.data()[i]);
  }
};

template <class Char>
struct LibraryAdapter<std::basic_string<Char>> : TextAdapter<std::basic_string<Char>, Char> {
  using Text = std::basic_string<Char>;

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    return describe_sized(TypeDescription::Kind::Text, joined({"std::", text_prefix<Char>(), "string"}),
                          describe_type<Char>(describer), false, true);
  }
  template <class Source, class Make, class Accepts>
  static void build_sized(Source& source, const char* name, Text* place, const SizeLimits& limits, const Make& make,
                          const Accepts& accepts) {
    new (place) Text();
    const std::size_t local = place->capacity();
    std::size_t size = 0;
    const std::size_t room = build_size(source, name, &size, limits, place->max_size(), "strings");
    if (room > local && size > local) {
      source.begin_building();
      new (place) Text(room, Char());
      source.end_building();
      place->*forall_private(PrivateTag<TextCapacity<Text>>{}) = size;
      build_characters(source, name, place->data(), room + 1, size, make, accepts);
      auto* count = static_cast<std::size_t*>(source.allocate(sizeof(std::size_t), alignof(std::size_t)));
      *count = size + 1;
      source.extent(place->data(), count, sizeof *count, sizeof(Char));
    } else {
      build_characters(source, name, place->data(), local + 1, size, make, accepts);
      if (room <= local && !limits.has_room_for_all()) source.built_for(size, local);
    }
    place->*forall_private(PrivateTag<TextLength<Text>>{}) = size;
  }
};

template <class Char>
struct LibraryAdapter<std::basic_string_view<Char>> : TextAdapter<std::basic_string_view<Char>, Char> {
  using Text = std::basic_string_view<Char>;

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    return describe_sized(TypeDescription::Kind::Text, joined({"std::", text_prefix<Char>(), "string_view"}),
                          describe_type<Char>(describer), true, true);
  }
  template <class Source, class Make, class Accepts>
  static void build_sized(Source& source, const char* name, Text* place, const SizeLimits& limits, const Make& make,
                          const Accepts& accepts) {
    auto* size = static_cast<std::size_t*>(source.allocate(sizeof(std::size_t), alignof(std::size_t)));
    const std::size_t room = build_size(source, name, size, limits, Text().max_size(), "texts");
    if (room == 0) {
      new (place) Text();
      return;
    }
    Char* data = source.template array<Char>(room);
    build_characters(source, name, data, room, *size, make, accepts);
    source.extent(data, size, sizeof *size, sizeof(Char));
    new (place) Text(data, *size);
  }
};

// A C string: null, or nonzero characters followed by a zero.
template <class Pointer>
struct CStringAdapter : SizedAdapter<CStringAdapter<Pointer>, Pointer> {
  using Element = char;
  static constexpr bool kIsValue = false;
  static constexpr bool kCanFlatten = true;

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    return describe_sized(TypeDescription::Kind::Text, type_spelling<Pointer>(), describe_type<char>(describer), true,
                          true);
  }
  template <class Source>
  static void build(Source& source, const char* name, Pointer* place) {
    bool is_null = false;
    source.scalar(source.member(name, "is_null"), &is_null, false);
    *place = nullptr;
    if (!is_null) build_sized(source, name, place, SizeLimits{}, AnyCharacter{}, AnyElements{});
  }
  template <class Source, class Make, class Accepts>
  static void build_sized(Source& source, const char* name, Pointer* place, const SizeLimits& limits, const Make& make,
                          const Accepts& accepts) {
    std::size_t size = 0;
    const std::size_t room = build_size(source, name, &size, limits, std::string().max_size(), "C strings");
    char* data = source.template array<char>(room + 1);
    build_characters(source, name, data, room + 1, size, make,
                     [&](const char* characters, std::size_t slots, std::size_t) {
                       bool is_text = accepts(characters, slots, size);
                       for (std::size_t i = 0; i < slots; ++i) is_text = both(is_text, characters[i] != '\0');
                       return is_text;
                     });
    auto* count = static_cast<std::size_t*>(source.allocate(sizeof(std::size_t), alignof(std::size_t)));
    *count = size + 1;
    source.extent(data, count, sizeof *count, 1);
    source.terminated(data, room + 1);
    *place = data;
  }
  template <class Sink>
  static void flatten(Sink& sink, const char* name, Pointer const& value) {
    const bool is_null = value == nullptr;
    sink.scalar(sink.member(name, "is_null"), is_null);
    if (is_null) return;
    LibraryAdapter<std::string_view>::flatten(sink, name, std::string_view(value));
  }
};
template <>
struct LibraryAdapter<const char*> : CStringAdapter<const char*> {};
template <>
struct LibraryAdapter<char*> : CStringAdapter<char*> {};

// A string as the argument of a function that takes it by value. Its move constructor would branch on the length.
template <class T>
struct IsRelocatable : std::false_type {};
template <class Char>
struct IsRelocatable<std::basic_string<Char>> : std::true_type {};
template <class Text>
struct Relocated {
  Text& from;
  operator Text() const {
    constexpr auto kLength = forall_private(PrivateTag<TextLength<Text>>{});
    Text result;
    const std::size_t size = from.*kLength;
    from.*kLength = 0;
    const std::size_t local = result.capacity();
    if (from.capacity() == local) {
      for (std::size_t i = 0; i <= local; ++i) result.data()[i] = from.data()[i];
    } else {
      result = std::move(from);
    }
    result.*kLength = size;
    return result;
  }
};

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_TEXTS_H_
