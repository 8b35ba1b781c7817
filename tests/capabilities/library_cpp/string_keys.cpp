// capability: std::unordered_map with symbolic strings as keys
// Reached: refuted
#include "../capability.h"

#include <string>
#include <unordered_map>

namespace string_keys {

void Reached(std::array<char, 5> text) {
  const std::unordered_map<std::string, int> m{{"alpha", 1}, {"omega", 2}, {"delta", 3}};
  const auto found = m.find(std::string(text.data(), 5));
  if (found != m.end() && found->second == 2) TARGET();
}
FORALL(StringKeys, Reached);

}  // namespace string_keys
