// How the user prints values: operator<<, PrintTo of GoogleTest, AbslStringify of Abseil. Reports show arguments that
// way, too.
#ifndef FORALL_INTERNAL_PRINTING_H_
#define FORALL_INTERNAL_PRINTING_H_

#include <cstddef>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "forall/internal/config.h"
#include "forall/internal/type_name.h"

namespace forall::internal::printing {

// What AbslStringify prints to.
class Sink {
 public:
  void Append(std::size_t count, char c) { text_.append(count, c); }
  void Append(std::string_view text) { text_.append(text); }
  const std::string& text() const { return text_; }
  friend void AbslFormatFlush(Sink* sink, std::string_view text) { sink->Append(text); }

 private:
  std::string text_;
};

template <class T>
auto has_print_to(int) -> decltype(PrintTo(std::declval<const T&>(), std::declval<std::ostream*>()), std::true_type());
template <class T>
std::false_type has_print_to(long);
template <class T>
auto has_stringify(int) -> decltype(AbslStringify(std::declval<Sink&>(), std::declval<const T&>()), std::true_type());
template <class T>
std::false_type has_stringify(long);
template <class T>
auto has_output(int) -> decltype(std::declval<std::ostream&>() << std::declval<const T&>(), std::true_type());
template <class T>
std::false_type has_output(long);

// What is printed as a number, because it becomes one by itself, is not printed by the user.
template <class T>
constexpr bool is_printed_by_user() {
  using Object = std::remove_cv_t<T>;
  if constexpr (!std::is_class_v<Object> && !std::is_enum_v<Object>) {
    return false;
  } else {
    return decltype(has_print_to<Object>(0))::value || decltype(has_stringify<Object>(0))::value ||
           (decltype(has_output<Object>(0))::value && !std::is_convertible_v<const Object&, long double>);
  }
}

template <class T>
auto element_of(int) -> std::decay_t<decltype(*std::begin(std::declval<const T&>()))>;
template <class T>
void element_of(long);

// Only known by its name: of the standard library, which prints strings, for example.
template <class T>
bool is_of_standard_library() {
  return type_spelling<T>().rfind("std::", 0) == 0;
}

// False where has_printing is, for most types, and known to the compiler.
template <class T>
constexpr bool may_have_printing() {
  using Element = decltype(element_of<T>(0));
  if constexpr (is_printed_by_user<T>()) {
    return true;
  } else if constexpr (std::is_same_v<Element, void> || std::is_same_v<Element, T>) {
    return false;
  } else {
    return may_have_printing<Element>();
  }
}

// Is there a way to print the value, or the elements of the container, that is the user's?
template <class T>
bool has_printing() {
  if constexpr (is_printed_by_user<T>()) {
    if (!is_of_standard_library<T>()) return true;
  }
  using Element = decltype(element_of<T>(0));
  if constexpr (std::is_same_v<Element, void> || std::is_same_v<Element, T>) {
    return false;
  } else {
    return has_printing<Element>();
  }
}

template <class T>
std::string print(const T& value) {
  if constexpr (is_printed_by_user<T>()) {
    if (!is_of_standard_library<T>()) {
      if constexpr (decltype(has_print_to<T>(0))::value) {
        std::ostringstream out;
        PrintTo(value, &out);
        return out.str();
      } else if constexpr (decltype(has_stringify<T>(0))::value) {
        Sink sink;
        AbslStringify(sink, value);
        return sink.text();
      } else {
        std::ostringstream out;
        out << value;
        return out.str();
      }
    }
  }
  std::string text;
  if constexpr (!std::is_same_v<decltype(element_of<T>(0)), void>) {
    for (const auto& element : value) text += (text.empty() ? "" : ", ") + print(element);
  }
  return "{" + text + "}";
}

}  // namespace forall::internal::printing

#endif  // FORALL_INTERNAL_PRINTING_H_
