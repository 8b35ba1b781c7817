#include "testcase/failures.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <functional>
#include <map>
#include <string_view>
#include <system_error>
#include <tuple>

namespace forall::testcase {

namespace {

bool is_float(ScalarKind kind) {
  return kind == ScalarKind::Float || kind == ScalarKind::Double || kind == ScalarKind::LongDouble;
}

// The bits of its absolute value. All pointers but null are alike, and so are all floating-point numbers but zero.
unsigned magnitude(const InputValue& input) {
  if (input.kind == ScalarKind::Pointer) return input.target.empty() ? 0 : 1;
  __extension__ using Number = unsigned __int128;
  const unsigned unused = 128 - std::clamp(input.width, 1u, 128u);
  Number number = (Number{input.value.hi} << 64 | input.value.lo) << unused >> unused;
  if (is_float(input.kind)) return number == 0 ? 0 : 1;
  if (is_signed(input.kind) && (number << unused >> 127) != 0) number = -number << unused >> unused;
  const auto high = static_cast<std::uint64_t>(number >> 64), low = static_cast<std::uint64_t>(number);
  return static_cast<unsigned>(high != 0 ? 64 + std::bit_width(high) : std::bit_width(low));
}

struct Size {
  std::size_t inputs = 0;
  std::size_t objects = 0;
  std::size_t bits = 0;
  friend auto operator<=>(const Size&, const Size&) = default;
};

using Lengths = std::map<std::string, std::uint64_t, std::less<>>;  // of strings and containers, by name

// An element has an input even where the container is shorter; nobody sees its value. "rows[2].name[0]" may be beyond the end
// of "rows" or of "rows[2].name".
bool is_beyond_end(std::string_view name, const Lengths& lengths) {
  for (std::size_t at = name.find('['); at != std::string_view::npos; at = name.find('[', at + 1)) {
    const auto length = lengths.find(name.substr(0, at));
    std::uint64_t index = 0;
    if (length == lengths.end()) continue;
    if (std::from_chars(name.data() + at + 1, name.data() + name.size(), index).ec != std::errc()) continue;
    if (index >= length->second) return true;
  }
  return false;
}

Size size_of(const Case& c) {
  constexpr std::string_view kSize = ".size";
  Lengths lengths;
  for (const InputValue& input : c.inputs) {
    if (!input.name.ends_with(kSize)) continue;
    lengths.emplace(input.name.substr(0, input.name.size() - kSize.size()), input.value.lo);
  }
  Size size{0, c.objects.size(), 0};
  for (const InputValue& input : c.inputs) {
    if (input.is_unset || is_beyond_end(input.name, lengths)) continue;
    ++size.inputs;
    size.bits += magnitude(input);
  }
  return size;
}

bool has_lower_inputs(const Case& x, const Case& y) {
  const auto key = [](const InputValue& input) {
    return std::tie(input.name, input.value.hi, input.value.lo, input.target);
  };
  return std::lexicographical_compare(x.inputs.begin(), x.inputs.end(), y.inputs.begin(), y.inputs.end(),
                                      [&](const auto& a, const auto& b) { return key(a) < key(b); });
}

}  // namespace

Failure failure_of(const Outcome& outcome) {
  return {outcome.kind, outcome.fault, outcome.exception_type, outcome.file, outcome.line, outcome.call_line};
}

bool is_simpler(const Case& x, const Case& y) {
  const Size size_x = size_of(x), size_y = size_of(y);
  return size_x != size_y ? size_x < size_y : has_lower_inputs(x, y);
}

std::vector<std::vector<std::size_t>> failure_groups(const std::vector<Case>& cases) {
  std::map<Failure, std::size_t> numbers;
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (!refutes(cases[i].outcome.kind)) continue;
    const auto [number, is_new] = numbers.emplace(failure_of(cases[i].outcome), groups.size());
    if (is_new) groups.emplace_back();
    groups[number->second].push_back(i);
  }
  for (auto& group : groups) {
    const auto simplest = std::min_element(
        group.begin(), group.end(), [&](std::size_t x, std::size_t y) { return is_simpler(cases[x], cases[y]); });
    std::rotate(group.begin(), simplest, simplest + 1);
  }
  return groups;
}

}  // namespace forall::testcase
