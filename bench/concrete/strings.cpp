// Building strings: appending characters, concatenating and copying.
#include <string>
#include <vector>

#include "rows.h"

unsigned long long rows::strings() {
  unsigned state = 1;
  std::vector<std::string> words;
  for (int i = 0; i < 50000; ++i) {
    std::string word;
    for (int k = 0; k < 12; ++k) word += static_cast<char>('a' + next_random(state) % 26);
    words.push_back(word);
  }
  std::string text;
  for (const std::string& word : words) text += word + ' ';
  return text.size() + static_cast<unsigned char>(text[text.size() / 2]);
}
