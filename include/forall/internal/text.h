// Concatenation of texts.
#ifndef FORALL_INTERNAL_TEXT_H_
#define FORALL_INTERNAL_TEXT_H_

#include <initializer_list>
#include <string>
#include <string_view>

#include "forall/internal/config.h"

namespace forall::internal {

// Replaces `"a" + std::string(...)`, about which g++ 12 warns when it inlines it.
FORALL_INTERNAL_SUPPORT inline std::string joined(std::initializer_list<std::string_view> parts) {
  std::string result;
  for (const std::string_view part : parts) result.append(part);
  return result;
}

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_TEXT_H_
