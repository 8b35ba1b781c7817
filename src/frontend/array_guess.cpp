// A count is an integer whose name contains a word such as capacity or size. If the name has other words too, they must
// be those of the pointer: key_count_ counts keys_. Otherwise it belongs to the only pointer of the class that looks
// like an array: one that points to numbers, or whose name is a plural or a word such as data. Pointers with names of
// links (head_, next_) are never arrays: a list with head_ and size_ is not an array of size_ nodes. A capacity
// (capacity_) is preferred to a size (size_).
#include "frontend/array_guess.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "frontend/names.h"

namespace forall::frontend {
namespace {

using Words = std::vector<std::string>;

bool is_one_of(const std::string& word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}
bool says_room(const std::string& word) { return is_one_of(word, {"capacity", "cap", "allocated", "reserved"}); }
bool says_use(const std::string& word) { return is_one_of(word, {"size", "length", "len", "count", "num"}); }
bool says_link(const std::string& word) {
  return is_one_of(word, {"head",  "tail",  "root",  "next", "prev", "previous", "parent", "left",    "right",
                          "first", "last",  "front", "back", "top",  "child",    "owner",  "current", "sentinel",
                          "self",  "begin", "end",   "link", "impl", "other",    "node"});
}
bool says_array(const std::string& word) {
  return (word.size() > 2 && word.ends_with('s') && !word.ends_with("ss")) ||
         is_one_of(word,
                   {"data", "buffer", "buf", "array", "arr", "storage", "table", "heap", "pool", "memory", "mem"});
}

std::string singular(const std::string& word) {
  if (word.ends_with("ies")) return word.substr(0, word.size() - 3) + "y";
  return word.ends_with('s') && !word.ends_with("ss") ? word.substr(0, word.size() - 1) : word;
}

bool any(const Words& words, bool (*says)(const std::string&)) { return std::any_of(words.begin(), words.end(), says); }

struct Count {
  std::size_t member;
  int rank;    // 0 for a capacity, 1 for a size
  Words rest;  // the other words of its name
};

std::optional<Count> as_count(const Member& member, std::size_t index) {
  if (member.facts.kind != TypeKind::Number || member.is_array || member.is_hidden || !member.overlaps.empty())
    return std::nullopt;
  const Words words = words_of(member.name);
  for (const bool room : {true, false}) {
    const auto found = std::find_if(words.begin(), words.end(), room ? says_room : says_use);
    if (found == words.end()) continue;
    Words rest(words.begin(), found);
    rest.insert(rest.end(), found + 1, words.end());
    return Count{index, room ? 0 : 1, rest};
  }
  return std::nullopt;
}

bool can_be_array(const Member& member) {
  const TypeFacts& element = member.pointee;
  return member.facts.kind == TypeKind::Pointer && !member.is_array && !member.is_hidden && member.overlaps.empty() &&
         element.kind != TypeKind::Void && element.kind != TypeKind::Function && element.is_complete &&
         !any(words_of(member.name), says_link);
}

bool looks_like_array(const Member& member) {
  const TypeKind element = member.pointee.kind;
  return element == TypeKind::Number || element == TypeKind::Scalar || element == TypeKind::Pointer ||
         any(words_of(member.name), says_array);
}

// All words of the count's name are the pointer's.
bool is_named_after(const Count& count, const Member& items) {
  std::set<std::string> words;
  for (const std::string& word : words_of(items.name)) words.insert(singular(word));
  return !count.rest.empty() && std::all_of(count.rest.begin(), count.rest.end(),
                                            [&](const std::string& word) { return words.count(singular(word)) != 0; });
}

}  // namespace

bool says_size(const Member& member) {
  const auto count = as_count(member, 0);
  return count && count->rank == 1;
}

ArrayGuesses guess_arrays(const std::vector<Member>& members) {
  std::vector<Count> counts;
  std::vector<std::size_t> pointers;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (const auto count = as_count(members[i], i)) counts.push_back(*count);
    if (can_be_array(members[i])) pointers.push_back(i);
  }
  std::stable_sort(counts.begin(), counts.end(), [](const Count& a, const Count& b) { return a.rank < b.rank; });

  ArrayGuesses guesses;
  std::set<std::size_t> used;  // pointers and counts
  const auto same_class = [&](std::size_t a, std::size_t b) {
    return members[a].declared_in == members[b].declared_in;
  };
  for (const Count& count : counts) {
    for (const std::size_t items : pointers) {
      if (used.count(items) != 0 || used.count(count.member) != 0 || !same_class(items, count.member)) continue;
      if (!is_named_after(count, members[items])) continue;
      guesses.sure.push_back({items, count.member});
      used.insert({items, count.member});
    }
  }
  for (const Count& count : counts) {
    if (!count.rest.empty()) continue;
    std::vector<std::size_t> candidates;
    for (const std::size_t items : pointers) {
      if (used.count(items) == 0 && same_class(items, count.member) && looks_like_array(members[items]))
        candidates.push_back(items);
    }
    for (const std::size_t items : candidates) {
      (candidates.size() == 1 ? guesses.sure : guesses.doubtful).push_back({items, count.member});
      used.insert(items);
    }
  }
  return guesses;
}

}  // namespace forall::frontend
