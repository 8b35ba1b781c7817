#include "spec/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/error.h"

namespace forall::spec {
namespace {

// Levenshtein's distance, by rows.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row.back();
}

}  // namespace

void fail(const Source& source, Position where, std::string_view message) {
  throw base::UserError(fmt::format("{}:{}:{}: error: {}", source.name, where.line, where.column, message));
}

std::string did_you_mean(std::string_view name, std::span<const std::string> candidates) {
  const std::string* best = nullptr;
  std::size_t least = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t d = distance(name, candidate);
    if (d < least) {
      least = d;
      best = &candidate;
    }
  }
  return best ? fmt::format("; did you mean '{}'?", *best) : "";
}

std::string literal_text(const std::string& text, char quote) {
  std::string result(1, quote);
  for (const char c : text) {
    if (c == '\n' || c == '\t') {
      result += c == '\n' ? "\\n" : "\\t";
      continue;
    }
    if (c == '\\' || c == quote) result += '\\';
    result += c;
  }
  return result + quote;
}

}  // namespace forall::spec
