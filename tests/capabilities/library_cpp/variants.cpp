// capability: std::variant and std::visit
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <string>
#include <variant>

namespace variants {

void Reached(unsigned kind, int x) {
  std::variant<int, char, std::string> v = x;
  if (kind % 65537u == 1u) v = static_cast<char>(x);
  if (kind % 65537u == 2u) v = std::string(3, static_cast<char>(x));
  const int seen = std::visit(
      [](const auto& value) {
        if constexpr (requires { value.size(); })
          return value[0] * 1000 + static_cast<int>(value.size());
        else
          return static_cast<int>(value);
      },
      v);
  if (seen == 'q' * 1000 + 3 && v.index() == 2) TARGET();
}
FORALL(Variants, Reached);

void Holds(bool text, std::uint8_t x) {
  std::variant<int, std::string> v = int{x};
  if (text) v = "text";
  REQUIRE((std::get_if<int>(&v) != nullptr) == !text);
}
HOLDS(Variants);

}  // namespace variants
