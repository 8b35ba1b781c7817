#include "report/line_hits.h"

#include <charconv>
#include <stdexcept>

#include "report/text.h"

namespace forall::report {

namespace {

// The number at the front of the text, which loses it.
template <typename Number>
Number take_number(std::string_view& text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) throw std::invalid_argument("a number is missing in DA:");
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

}  // namespace

LineHits read_line_hits(std::string_view tracefile) {
  LineHits hits;
  std::map<unsigned, std::uint64_t>* file = nullptr;
  while (!tracefile.empty()) {
    const std::size_t end = tracefile.find('\n');
    std::string_view line = tracefile.substr(0, end);
    tracefile.remove_prefix(end == std::string_view::npos ? tracefile.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.starts_with("SF:")) {
      file = &hits[near_path(std::string(line.substr(3)))];
    } else if (line == "end_of_record") {
      file = nullptr;
    } else if (line.starts_with("DA:")) {
      if (file == nullptr) throw std::invalid_argument("DA: comes before SF:");
      line.remove_prefix(3);
      const auto number = take_number<unsigned>(line);
      if (!line.starts_with(',')) throw std::invalid_argument("a number is missing in DA:");
      line.remove_prefix(1);
      (*file)[number] += take_number<std::uint64_t>(line);
    }
  }
  if (hits.empty()) throw std::invalid_argument("it names no source (SF:)");
  return hits;
}

}  // namespace forall::report
