// capability: a switch on the hash of text
// Reached: refuted
#include "../capability.h"

namespace switch_on_hash {

constexpr std::uint32_t hash(const char* text, std::size_t length) {
  std::uint32_t h = 2166136261u;
  for (std::size_t i = 0; i < length; ++i) h = (h ^ static_cast<unsigned char>(text[i])) * 16777619u;
  return h;
}

void Reached(std::array<char, 4> word) {
  switch (hash(word.data(), word.size())) {
    case hash("open", 4): break;
    case hash("shut", 4):
      if (word[0] == 's' && word[3] == 't') TARGET();
      break;
    default: break;
  }
}
FORALL(SwitchOnHash, Reached);

}  // namespace switch_on_hash
