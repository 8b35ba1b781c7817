// 200,000 numbers written with std::to_string and appended to one text.
#include <string>

#include "rows.h"

unsigned long long rows::to_string() {
  unsigned state = 1;
  std::string text;
  for (int i = 0; i < 200000; ++i) {
    text.append(std::to_string(next_random(state) >> 4));
    text.append(",");
  }
  return text.size() + static_cast<unsigned char>(text[text.size() / 2]);
}
