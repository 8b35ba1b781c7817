#include "base/suggest.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace forall::base {
namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// The distance of Damerau and Levenshtein between texts no part of which is edited twice.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> edits(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t k = 0; k <= b.size(); ++k) {
      if (i == 0 || k == 0) {
        edits[i][k] = i + k;
        continue;
      }
      const bool is_same = lower(a[i - 1]) == lower(b[k - 1]);
      edits[i][k] = std::min({edits[i - 1][k] + 1, edits[i][k - 1] + 1, edits[i - 1][k - 1] + (is_same ? 0 : 1)});
      const bool is_swapped =
          i > 1 && k > 1 && lower(a[i - 1]) == lower(b[k - 2]) && lower(a[i - 2]) == lower(b[k - 1]);
      if (is_swapped) edits[i][k] = std::min(edits[i][k], edits[i - 2][k - 2] + 1);
    }
  }
  return edits[a.size()][b.size()];
}

std::size_t distance_to_name(std::string_view word, std::string_view name) {
  const std::size_t dot = name.rfind('.');
  const std::size_t whole = distance(word, name);
  if (dot == std::string_view::npos || word.find('.') != std::string_view::npos) return whole;
  return std::min(whole, distance(word, name.substr(dot + 1)));
}

}  // namespace

std::string closest_to(std::string_view word, const std::vector<std::string>& known) {
  std::string closest;
  std::size_t least = word.size() / 3 + 1;
  for (const std::string& name : known) {
    const std::size_t edits = distance_to_name(word, name);
    if (edits >= least) continue;
    least = edits;
    closest = name;
  }
  return closest;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
  const std::string closest = closest_to(word, known);
  return closest.empty() ? "" : "; did you mean '" + closest + "'?";
}

}  // namespace forall::base
