// Records as bytes, for other processes of the same forall.
//
// A record is walked field by field, by the same function in both directions (records.cpp). Numbers have as many bytes as they need. A text
// is stored once, and named by its number from then on; so is a record that many others share. The same records are the same bytes.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace forall::scale {

class Writer {
 public:
  void number(std::uint64_t value);
  void text(std::string_view text);
  // What `write` writes is stored once for all who write the same.
  template <typename F>
  void shared(F write) {
    std::string outside = std::exchange(body_, {});
    write();
    const std::string record = std::exchange(body_, std::move(outside));
    text(record);
  }
  template <typename... T>
  void operator()(const T&... fields) {
    (walk(*this, fields), ...);
  }
  std::string bytes() const;

 private:
  std::unordered_map<std::string, std::uint64_t> numbers_;
  std::vector<const std::string*> texts_;
  std::string body_;
};

// Throws base::UserError where the bytes are not those of a writer.
class Reader {
 public:
  explicit Reader(std::string_view bytes);
  std::uint64_t number();
  std::string_view text() { return text_at(number()); }
  template <typename F>
  void shared(F read) {
    shared_at(number(), read);
  }
  template <typename F>
  void shared_at(std::uint64_t number, F read) {
    const std::string_view outside = std::exchange(body_, text_at(number));
    read();
    body_ = outside;
  }
  template <typename... T>
  void operator()(T&... fields) {
    (walk(*this, fields), ...);
  }
  // A number of things that follow, each of which takes at least a byte.
  std::uint64_t count();
  std::string_view text_at(std::uint64_t number) const;
  [[noreturn]] static void damaged();

 private:
  std::vector<std::string_view> texts_;
  std::string_view body_;
};

template <typename T>
concept Plain = std::integral<T> || std::is_enum_v<T>;

template <Plain T>
void walk(Writer& to, const T& value) {
  to.number(static_cast<std::uint64_t>(value));
}
template <Plain T>
void walk(Reader& from, T& value) {
  const std::uint64_t number = from.number();
  value = static_cast<T>(number);
  if (static_cast<std::uint64_t>(value) != number) Reader::damaged();
}

inline void walk(Writer& to, const double& value) { to.number(std::bit_cast<std::uint64_t>(value)); }
inline void walk(Reader& from, double& value) { value = std::bit_cast<double>(from.number()); }

inline void walk(Writer& to, const std::string& text) { to.text(text); }
inline void walk(Reader& from, std::string& text) { text = from.text(); }

template <typename T>
void walk(Writer& to, const std::vector<T>& list) {
  to.number(list.size());
  for (const auto& element : list) to(static_cast<const T&>(element));
}
template <typename T>
void walk(Reader& from, std::vector<T>& list) {
  list.clear();
  for (std::uint64_t left = from.count(); left > 0; --left) {
    T element{};
    from(element);
    list.push_back(std::move(element));
  }
}

template <typename T>
void walk(Writer& to, const std::optional<T>& value) {
  to(value.has_value());
  if (value) to(*value);
}
template <typename T>
void walk(Reader& from, std::optional<T>& value) {
  bool is_there = false;
  from(is_there);
  value.reset();
  if (is_there) from(value.emplace());
}

template <typename K, typename V>
void walk(Writer& to, const std::map<K, V>& map) {
  to.number(map.size());
  for (const auto& [key, value] : map) to(key, value);
}
template <typename K, typename V>
void walk(Reader& from, std::map<K, V>& map) {
  map.clear();
  for (std::uint64_t left = from.count(); left > 0; --left) {
    std::pair<K, V> entry;
    from(entry.first, entry.second);
    map.insert(std::move(entry));
  }
}

}  // namespace forall::scale
