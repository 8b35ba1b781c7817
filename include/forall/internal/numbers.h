// Durations, points in time and bit sets: values that a call makes from numbers.
#ifndef FORALL_INTERNAL_NUMBERS_H_
#define FORALL_INTERNAL_NUMBERS_H_

#include <cstddef>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

#include "forall/internal/adapter.h"
#include "forall/internal/library_types.h"

namespace forall {

// A bit set of any size, from its words. Emitted tests call it.
template <std::size_t kBits, class... Words>
std::bitset<kBits> bits_of(Words... words) {
  std::bitset<kBits> result;
  std::size_t shift = 0;
  ((result |= std::bitset<kBits>(words) << shift, shift += 64), ...);
  return result;
}

}  // namespace forall

namespace forall::internal {

FORALL_INTERNAL_BOOKKEEPING inline TypeDescription describe_call_of_one(std::string spelling, TypeDescription part) {
  TypeDescription result;
  result.kind = TypeDescription::Kind::Call;
  result.callee = spelling;
  result.spelling = std::move(spelling);
  result.parts.push_back(std::move(part));
  result.part_names.push_back("0");
  return result;
}

template <class Rep, class Period>
struct LibraryAdapter<std::chrono::duration<Rep, Period>> {
  using Duration = std::chrono::duration<Rep, Period>;
  static constexpr bool kIsSupported = kIsScalar<Rep>;
  static constexpr bool kIsValue = true;
  static constexpr bool kCanFlatten = true;

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    return describe_call_of_one(spelling(), describe_type<Rep>(describer));
  }
  template <class Source>
  static void build(Source& source, const char* name, Duration* place) {
    Rep count{};
    source.scalar(source.member(name, "0"), &count, Rep{});
    new (place) Duration(count);
  }
  template <class Sink>
  static void flatten(Sink& sink, const char* name, const Duration& value) {
    sink.scalar(sink.member(name, "0"), value.count());
  }

 private:
  FORALL_INTERNAL_BOOKKEEPING static std::string spelling() {
    using namespace std::chrono;
    if (std::is_same_v<Duration, nanoseconds>) return "std::chrono::nanoseconds";
    if (std::is_same_v<Duration, microseconds>) return "std::chrono::microseconds";
    if (std::is_same_v<Duration, milliseconds>) return "std::chrono::milliseconds";
    if (std::is_same_v<Duration, seconds>) return "std::chrono::seconds";
    if (std::is_same_v<Duration, minutes>) return "std::chrono::minutes";
    if (std::is_same_v<Duration, hours>) return "std::chrono::hours";
    return type_spelling<Duration>();
  }
};

template <class Clock, class Duration>
struct LibraryAdapter<std::chrono::time_point<Clock, Duration>> {
  using Point = std::chrono::time_point<Clock, Duration>;
  static constexpr bool kIsSupported = LibraryAdapter<Duration>::kIsSupported;
  static constexpr bool kIsValue = true;
  static constexpr bool kCanFlatten = true;

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    using System = std::chrono::system_clock::time_point;
    using Steady = std::chrono::steady_clock::time_point;
    return describe_call_of_one(std::is_same_v<Point, System>   ? "std::chrono::system_clock::time_point"
                                : std::is_same_v<Point, Steady> ? "std::chrono::steady_clock::time_point"
                                                                : type_spelling<Point>(),
                                describe_type<Duration>(describer));
  }
  template <class Source>
  static void build(Source& source, const char* name, Point* place) {
    Duration since{};
    build_input(source, source.member(name, "0"), &since);
    new (place) Point(since);
  }
  template <class Sink>
  static void flatten(Sink& sink, const char* name, const Point& value) {
    flatten_value(sink, sink.member(name, "0"), value.time_since_epoch());
  }
};

template <std::size_t kBits>
struct LibraryAdapter<std::bitset<kBits>> {
  using Bits = std::bitset<kBits>;
  using Word = unsigned long long;
  static constexpr std::size_t kWords = (kBits + 63) / 64;
  static constexpr bool kIsSupported = kBits > 0 && kWords <= 10;
  static constexpr bool kIsValue = true;
  static constexpr bool kCanFlatten = true;

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    TypeDescription result;
    result.kind = TypeDescription::Kind::Call;
    result.spelling = joined({"std::bitset<", std::to_string(kBits), ">"});
    result.callee = kWords <= 1 ? result.spelling : joined({"forall::bits_of<", std::to_string(kBits), ">"});
    for (std::size_t i = 0; i < kWords; ++i) {
      result.parts.push_back(describe_type<Word>(describer));
      result.part_names.push_back(std::to_string(i));
    }
    return result;
  }
  template <class Source>
  static void build(Source& source, const char* name, Bits* place) {
    new (place) Bits();
    for (std::size_t i = 0; i < kWords; ++i) {
      Word word = 0;
      source.scalar(source.member(name, number(source, i)), &word, Word{0});
      const std::size_t used = i + 1 < kWords ? 64 : kBits - 64 * i;
      if (used < 64) source.hold(word >> used == 0);
      *place |= Bits(word) << (64 * i);
    }
  }
  template <class Sink>
  static void flatten(Sink& sink, const char* name, const Bits& value) {
    for (std::size_t i = 0; i < kWords; ++i) {
      const Word word = ((value >> (64 * i)) & Bits(~Word{0})).to_ullong();
      sink.scalar(sink.member(name, number(sink, i)), word);
    }
  }

 private:
  template <class Source>
  static const char* number(Source&, std::size_t index) {
    static constexpr char kDigits[] = "0\0001\0002\0003\0004\0005\0006\0007\0008\0009";
    return kDigits + 2 * index;
  }
};

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_NUMBERS_H_
