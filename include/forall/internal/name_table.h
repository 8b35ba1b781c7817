// Containers of texts for code that every test program compiles. A compiler takes much longer for the standard library's.
#ifndef FORALL_INTERNAL_NAME_TABLE_H_
#define FORALL_INTERNAL_NAME_TABLE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "forall/internal/config.h"

namespace forall::internal {

// Values by name: a hash table with separate chaining. References to values stay valid.
template <class Value>
class NameTable {
 public:
  NameTable() = default;
  NameTable(const NameTable&) = delete;
  NameTable& operator=(const NameTable&) = delete;
  ~NameTable() {
    for (Entry* first : buckets_) {
      while (first != nullptr) delete std::exchange(first, first->next);
    }
  }

  // Null if there is none.
  Value* find(std::string_view name) {
    for (Entry* entry = buckets_[bucket_of(name)]; entry != nullptr; entry = entry->next) {
      if (entry->name == name) return &entry->value;
    }
    return nullptr;
  }
  Value& operator[](std::string_view name) {
    if (Value* found = find(name)) return *found;
    Entry*& first = buckets_[bucket_of(name)];
    first = new Entry{std::string(name), Value{}, first};
    return first->value;
  }

 private:
  struct Entry {
    std::string name;
    Value value;
    Entry* next;
  };
  static constexpr std::size_t kBuckets = 256;

  static std::size_t bucket_of(std::string_view name) {
    std::size_t hash = 0;
    for (const char c : name) hash = 31 * hash + static_cast<unsigned char>(c);
    return hash % kBuckets;
  }

  Entry* buckets_[kBuckets] = {};
};

// Texts that stay where they are.
class KeptTexts {
 public:
  KeptTexts() = default;
  KeptTexts(const KeptTexts&) = delete;
  KeptTexts& operator=(const KeptTexts&) = delete;
  ~KeptTexts() { clear(); }
  FORALL_INTERNAL_SUPPORT inline void clear() {
    while (last_ != nullptr) delete std::exchange(last_, last_->before);
  }
  FORALL_INTERNAL_SUPPORT inline const char* keep(std::string text) {
    last_ = new Text{std::move(text), last_};
    return last_->text.c_str();
  }

 private:
  struct Text {
    std::string text;
    Text* before;
  };
  Text* last_ = nullptr;
};

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_NAME_TABLE_H_
