// Texts as any database takes them. PostgreSQL stores valid UTF-8 without NUL and nothing else, but what a target
// says may be any bytes. So a byte that does not fit is written \xNN, and so is a backslash that would read as the
// beginning of one; everything else is written as it is. decode restores exactly the argument of encode.
#pragma once

#include <string>
#include <string_view>

namespace forall::store {

// Would encode leave it as it is?
bool is_plain(std::string_view text);
std::string encode(std::string_view text);
std::string decode(std::string_view text);

// The text without the passwords of the URLs in it: for messages, and for commands that are kept.
std::string without_passwords(std::string_view text);

}  // namespace forall::store
