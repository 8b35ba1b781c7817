// Which pointers own an array, guessed from the names of the members: items_ beside capacity_.
#pragma once

#include <cstddef>
#include <vector>

#include "frontend/class_model.h"

namespace forall::frontend {

struct ArrayGuess {
  std::size_t items;  // indices of members
  std::size_t count;
};

struct ArrayGuesses {
  std::vector<ArrayGuess> sure;
  // Pointers that look like arrays but share the only count: a count belongs to one array.
  std::vector<ArrayGuess> doubtful;
};

ArrayGuesses guess_arrays(const std::vector<Member>& members);

// Whether the name suggests how many elements are in use, rather than how many there is room for.
bool says_size(const Member& member);

}  // namespace forall::frontend
