// capability: std::stoi, with its exceptions
// Reached: refuted
#include "../capability.h"

#include <stdexcept>
#include <string>

namespace string_to_number {

void Reached(std::array<char, 6> text) {
  try {
    if (std::stoi(std::string(text.data(), 6)) == -70707) TARGET();
  } catch (const std::invalid_argument&) {
  } catch (const std::out_of_range&) {
  }
}
FORALL(StringToNumber, Reached);

}  // namespace string_to_number
