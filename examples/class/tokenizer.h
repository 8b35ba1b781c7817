// Splits a text into words, and counts them.
#pragma once

#include <string>

class Tokenizer {
 public:
  explicit Tokenizer(const std::string& text) : text_(text) {}
  bool next() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    if (at_ == text_.size()) return false;
    word_ = at_;
#ifdef PLANTED_FAULT
    ++at_;
#else
    while (at_ < text_.size() && text_[at_] != ' ') ++at_;
#endif
    ++words_;
    return true;
  }
  void rewind() {
    at_ = 0;
    words_ = 0;
  }
  std::string word() const { return text_.substr(word_, at_ < word_ ? 0 : at_ - word_); }
  int words() const { return words_; }

 private:
  std::string text_;
  std::size_t at_ = 0;
  std::size_t word_ = 0;
  int words_ = 0;
};
