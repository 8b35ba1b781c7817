// The exceptions that mocks throw.
#ifndef FORALL_INTERNAL_EXCEPTIONS_H_
#define FORALL_INTERNAL_EXCEPTIONS_H_

#include <system_error>
#include <type_traits>

namespace forall::internal {

template <class Exception>
[[noreturn]] void throw_one() {
  if constexpr (std::is_default_constructible_v<Exception>) {
    throw Exception();
  } else if constexpr (std::is_constructible_v<Exception, const char*>) {
    throw Exception("thrown by a mock");
  } else if constexpr (std::is_constructible_v<Exception, std::error_code>) {
    throw Exception(std::make_error_code(std::errc::io_error));
  } else if constexpr (std::is_constructible_v<Exception, const char*, std::error_code>) {
    throw Exception("thrown by a mock", std::make_error_code(std::errc::io_error));
  } else {
    static_assert(!std::is_same_v<Exception, Exception>,
                  "forall: no way to make such an exception is known: give it a default constructor, or derive a class "
                  "from it that has one");
    throw 0;
  }
}

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_EXCEPTIONS_H_
