// A table of which nothing is known but what the claims about Hashtable say: whether a key is there, and with which
// value, is open until somebody asks; from then on the answers fit together. With it in the place of the real one,
// exploring a Bag costs the paths of the bag and none of the table.
#pragma once

#include <forall/forall.h>

#include <limits>
#include <stdexcept>
#include <vector>

#include "../object.h"

template <class Value>
class AxiomaticTable {
 public:
  bool contains_key(const Object* key) const { return entry(key).is_there; }
  Value get(const Object* key) const { return entry(key).is_there ? entry(key).value : Value(); }
  void set(const Object* key, Value value) { entry(key) = {key, true, value}; }
  void remove(const Object* key) { entry(key).is_there = false; }

 private:
  struct Entry {
    const Object* key;
    bool is_there;
    Value value;
  };

  Entry& entry(const Object* key) const {
    if (key == nullptr) throw std::invalid_argument("a null key");
    for (Entry& known : entries_) {
      if (known.key == key) return known;
    }
    const bool is_there = forall::choose<bool>("is there");
    const Value value = forall::choose<Value>("value");
    ASSUME(!is_there || (0 < value && value < std::numeric_limits<Value>::max()));
    entries_.push_back({key, is_there, value});
    return entries_.back();
  }

  mutable std::vector<Entry> entries_;
};
