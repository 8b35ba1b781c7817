// The beginning of a source, up to its #include of forall.h or of GoogleTest, and whether that header may just as well be
// read first.
//
// Headers of the standard library and of GoogleTest may come in any order. Other headers that the source includes before
// it are looked through, with all that they include themselves. Their order does not matter if
//   - no macro that they define or undefine occurs in the headers that it includes,
//   - they do not use a macro of these headers by chance, as a name of their own or in an #if,
//   - they have no directive whose effect is not known here.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"

namespace forall::build {

inline constexpr std::string_view kForallHeader = "forall/forall.h";
inline constexpr std::string_view kGoogleTestHeader = "gtest/gtest.h";

// The names that matter of a set of headers: all identifiers in them, and the macros that are defined after them.
class HeaderNames {
 public:
  // `macros` is what compilers print for -dM: lines of #define. `predefined` are those that are defined without headers.
  static std::string list_of(const std::vector<std::string>& headers, std::string_view macros,
                             std::string_view predefined);

  explicit HeaderNames(std::string list);
  HeaderNames(const HeaderNames&) = delete;
  HeaderNames& operator=(const HeaderNames&) = delete;
  bool has(std::string_view identifier) const;
  bool defines(std::string_view macro) const;

 private:
  std::string list_;
  std::vector<std::string_view> names_;  // sorted
};

class Preamble {
 public:
  // `folders` are those in which the compile of the source looks for headers, before those of the system.
  Preamble(const std::filesystem::path& source, std::vector<std::filesystem::path> folders, base::Files& files,
           std::string_view header = kForallHeader);

  // Does the source include the header, after nothing but comments and headers that can be found?
  bool reaches_header() const { return reaches_header_; }
  // Are there headers before it that have to be looked through?
  bool has_other_headers() const { return !headers_.empty(); }
  // Do these mean the same after headers with these names?
  bool is_independent_of(const HeaderNames& names) const;

 private:
  bool read(const std::filesystem::path& source, std::string_view text);
  bool include(std::string_view directive, const std::filesystem::path& includer);
  std::optional<std::filesystem::path> find(std::string_view name, bool is_quoted,
                                            const std::filesystem::path& includer) const;
  bool read_header(const std::filesystem::path& path);

  struct Header {
    std::filesystem::path path;
    std::string text;
  };
  std::vector<std::filesystem::path> folders_;
  base::Files& files_;
  std::string_view header_;
  std::vector<Header> headers_;
  bool reaches_header_ = false;
};

}  // namespace forall::build
