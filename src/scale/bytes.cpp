#include "scale/bytes.h"

#include "base/error.h"

namespace forall::scale {
namespace {

void append(std::string& bytes, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  bytes += static_cast<char>(value);
}

std::uint64_t take(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (bytes.empty()) Reader::damaged();
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    value |= std::uint64_t{byte & 0x7fu} << shift;
    if (byte < 0x80) return value;
  }
  Reader::damaged();
}

}  // namespace

void Writer::number(std::uint64_t value) { append(body_, value); }

void Writer::text(std::string_view text) {
  const auto [entry, is_new] = numbers_.emplace(text, texts_.size());
  if (is_new) texts_.push_back(&entry->first);
  number(entry->second);
}

std::string Writer::bytes() const {
  std::string all;
  append(all, texts_.size());
  for (const std::string* text : texts_) {
    append(all, text->size());
    all += *text;
  }
  return all + body_;
}

Reader::Reader(std::string_view bytes) : body_(bytes) {
  for (std::uint64_t left = count(); left > 0; --left) {
    const std::uint64_t size = number();
    if (size > body_.size()) damaged();
    texts_.push_back(body_.substr(0, size));
    body_.remove_prefix(size);
  }
}

std::uint64_t Reader::number() { return take(body_); }

std::uint64_t Reader::count() {
  const std::uint64_t value = number();
  if (value > body_.size()) damaged();
  return value;
}

std::string_view Reader::text_at(std::uint64_t number) const {
  if (number >= texts_.size()) damaged();
  return texts_[number];
}

void Reader::damaged() {
  throw base::UserError(
      "the queue holds bytes that this forall did not write; explore again with --again, which empties it");
}

}  // namespace forall::scale
