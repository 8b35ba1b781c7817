#include "store/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <optional>

namespace forall::store {

namespace {

constexpr std::string_view kHex = "0123456789abcdef";

// The byte that an escape at the beginning of the text stands for.
std::optional<char> escaped(std::string_view text) {
  if (text.size() < 4 || text[0] != '\\' || text[1] != 'x') return std::nullopt;
  const auto high = kHex.find(text[2]), low = kHex.find(text[3]);
  if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
  return static_cast<char>(high * 16 + low);
}

// The length of the character at the beginning of the text, 0 if it is none: RFC 3629, without overlong forms and
// surrogates, as PostgreSQL has it.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return first == 0 ? 0 : 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  const unsigned least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
  const unsigned most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
  if (byte(1) < least || byte(1) > most) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  return length;
}

}  // namespace

bool is_plain(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte - 1U < 0x7f && byte != '\\') {  // nearly all of nearly every text
      ++at;
      continue;
    }
    if (text[at] == '\\' && escaped(text.substr(at))) return false;
    const std::size_t length = character_length(text.substr(at));
    if (length == 0) return false;
    at += length;
  }
  return true;
}

std::string encode(std::string_view text) {
  std::string result;
  result.reserve(text.size() + 8);
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    const std::size_t length = character_length(rest);
    if (length == 0 || escaped(rest)) {
      const auto byte = static_cast<unsigned char>(rest[0]);
      result.append({'\\', 'x', kHex[byte / 16], kHex[byte % 16]});
      ++at;
    } else {
      result.append(rest.substr(0, length));
      at += length;
    }
  }
  return result;
}

std::string decode(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (;;) {
    const std::size_t backslash = text.find('\\');
    result.append(text.substr(0, backslash));
    if (backslash == std::string_view::npos) return result;
    text.remove_prefix(backslash);
    const auto byte = escaped(text);
    result.push_back(byte.value_or('\\'));
    text.remove_prefix(byte ? 4 : 1);
  }
}

std::string without_passwords(std::string_view text) {
  std::string result(text);
  for (const std::string_view scheme : {"postgresql://", "postgres://"}) {
    for (std::size_t at = result.find(scheme); at != std::string::npos; at = result.find(scheme, at)) {
      at += scheme.size();
      const auto end = [&](std::string_view marks, std::size_t from) {
        return std::min(result.find_first_of(marks, from), result.size());
      };
      // user:password@host; passwords may hold '@' only if it is escaped.
      const std::size_t host = end("@/?# \t\n'\"", at), colon = end(":@/?# \t\n'\"", at);
      if (host < result.size() && result[host] == '@' && colon < host) result.erase(colon, host - colon);
      const std::size_t stop = end(" \t\n'\"", at), password = result.find("password=", at);
      if (password < stop) {
        const std::size_t value = password + std::string_view("password=").size();
        result.replace(value, end("& \t\n'\"", value) - value, "...");
      }
    }
  }
  return result;
}

}  // namespace forall::store
