// capability: std::string_view
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <string_view>

namespace string_views {

void Reached(std::array<char, 10> text) {
  std::string_view view(text.data(), text.size());
  const auto colon = view.find(':');
  if (colon != 4) return;
  const auto key = view.substr(0, colon), value = view.substr(colon + 1);
  if (key == "size" && value.starts_with("12") && value.ends_with("px") && value[2] == '8') TARGET();
}
FORALL(StringViews, Reached);

void Holds(std::array<char, 2> text) {
  const std::string_view a(&text[0], 1), b(&text[1], 1);
  REQUIRE((a == b) == (text[0] == text[1]) &&
          (a < b) == (static_cast<unsigned char>(text[0]) < static_cast<unsigned char>(text[1])));
}
HOLDS(StringViews);

}  // namespace string_views
