// std::collate<char>::transform, which std::regex asks for: in the classic locale a text is its own key.
#include <locale>
#include <string>

#include "models/model.h"

namespace forall::models {

std::string transform(const std::collate<char>* facet, const char* first,
                      const char* last) __asm__("__forall_model_collate_transform");

std::string transform(const std::collate<char>* facet, const char* first, const char* last) {
  struct Open : std::collate<char> {
    using std::collate<char>::do_transform;
  };
  const Scope scope;
  if (facet == &std::use_facet<std::collate<char>>(std::locale::classic())) return std::string(first, last);
  return static_cast<const Open*>(facet)->do_transform(first, last);
}

}  // namespace forall::models
