// Which accesses to its members an object sees: `forall class` puts marks into a copy of the class's header, and reads
// what a run has left here. See docs/class.md.
#ifndef FORALL_CLASS_MARKS_H_
#define FORALL_CLASS_MARKS_H_

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace forall::class_marks {

inline constexpr unsigned kMost = 4096;
inline constexpr unsigned short kEndOfCall = 0xffff;
inline constexpr unsigned short kCut = 0xfffe;  // there were more than kMost

struct Log {
  std::uintptr_t begin = 0;  // of the object that is watched; numbers, since any pointer is compared with them
  std::uintptr_t end = 0;
  unsigned count = 0;
  unsigned short marks[kMost] = {};
};
inline Log log;

inline void add(unsigned mark) noexcept {
  if (log.count < kMost) log.marks[log.count] = static_cast<unsigned short>(mark);
  ++log.count;
}

// From now on the accesses of this object are kept, and nothing from before.
inline void watch(const void* object, std::size_t bytes) noexcept {
  log.begin = reinterpret_cast<std::uintptr_t>(object);
  log.end = log.begin + bytes;
  log.count = 0;
}

#ifdef FORALL_CLASS_MEASURE
// All objects, in a file: what the tests of a user do.
inline void add_access(unsigned access, const void* object) noexcept {
  static std::FILE* const out = std::fopen(FORALL_CLASS_MEASURE, "w");
  if (out != nullptr) std::fprintf(out, "%p %u\n", object, access);
}
#else
inline void add_access(unsigned access, const void* object) noexcept {
  const auto address = reinterpret_cast<std::uintptr_t>(object);
  if (object == nullptr || (address >= log.begin && address < log.end)) add(access);
}
#endif

// `object` is null for what belongs to no object, such as a static member.
constexpr void mark(unsigned access, const void* object) noexcept {
  if (!std::is_constant_evaluated()) add_access(access, object);
}

inline void end_call() noexcept { add(kEndOfCall); }

// Of more than kMost marks the first ones, and kCut.
inline std::vector<unsigned short> taken() {
  std::vector<unsigned short> marks(log.marks, log.marks + (log.count < kMost ? log.count : kMost));
  if (log.count > kMost) marks.push_back(kCut);
  return marks;
}

// A value as text, for the tests that compare states: a number, a text, a list; of a pointer, whether it is null.
template <class T>
std::string text_of(const T& value);

namespace internal {

template <class T, class = void>
inline constexpr bool kIsRange = false;
template <class T>
inline constexpr bool kIsRange<T, std::void_t<decltype(std::begin(std::declval<const T&>()))>> = true;
template <class T, class = void>
inline constexpr bool kIsPair = false;
template <class T>
inline constexpr bool kIsPair<T, std::void_t<decltype(std::declval<T>().first), decltype(std::declval<T>().second)>> =
    true;

}  // namespace internal

template <class T>
std::string text_of(const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::is_enum_v<T>) {
    return text_of(static_cast<std::underlying_type_t<T>>(value));
  } else if constexpr (std::is_floating_point_v<T>) {
    char text[64];
    std::snprintf(text, sizeof text, "%.17g", static_cast<double>(value));
    return text;
  } else if constexpr (std::is_integral_v<T>) {
    return std::to_string(value);
  } else if constexpr (std::is_convertible_v<const T&, std::string> && !std::is_pointer_v<T>) {
    std::string text = "\"";
    for (const char each : std::string(value)) {
      char code[8] = {each};
      if (each < ' ' || each > '~') std::snprintf(code, sizeof code, "\\x%02x", static_cast<unsigned char>(each));
      text += code;
    }
    return text + '"';
  } else if constexpr (std::is_pointer_v<T>) {
    return value == nullptr ? "null" : "set";
  } else if constexpr (internal::kIsPair<T>) {
    return text_of(value.first) + ": " + text_of(value.second);
  } else if constexpr (internal::kIsRange<T>) {
    std::string text;
    for (const auto& each : value) text += (text.empty() ? "" : ", ") + text_of(each);
    return "{" + text + "}";
  } else {
    return "?";
  }
}

// The marks since the last call, as text.
inline std::string path() {
  std::string text;
  for (unsigned i = 0; i < log.count && i < kMost; ++i) text += (i == 0 ? "" : " ") + std::to_string(log.marks[i]);
  if (log.count > kMost) text += " " + std::to_string(kCut);
  log.count = 0;
  return text;
}

}  // namespace forall::class_marks

#endif  // FORALL_CLASS_MARKS_H_
