#include "frontend/clang/instances.h"

namespace forall::frontend {

using Tokens = std::vector<Places::Token>;

std::vector<std::pair<std::size_t, std::size_t>> arguments_of(const Tokens& tokens, std::size_t& open) {
  std::vector<std::pair<std::size_t, std::size_t>> result;
  int depth = 0;
  std::size_t begin = open + 1;
  for (; open < tokens.size(); ++open) {
    const std::string& text = tokens[open].text;
    const bool ends = depth == 1 && (text == ")" || text == ",");
    if (ends && begin < open) result.emplace_back(begin, open);
    if (ends) begin = open + 1;
    if (text == "(" || text == "[" || text == "{") ++depth;
    if (text == ")" || text == "]" || text == "}") --depth;
    if (depth == 0) break;
  }
  return result;
}

namespace {

// Of a generator: Values(1, 2), Bool(), Combine of such. Of others, one is certain.
void count_instances(const Tokens& tokens, std::size_t begin, std::size_t end, Instances& counted) {
  std::size_t open = begin;
  while (open < end && tokens[open].text != "(") ++open;
  const std::string name = open == end || open == begin ? "" : tokens[open - 1].text;
  const auto arguments = arguments_of(tokens, open);
  if (name == "Bool") {
    counted.count *= 2;
  } else if (name == "Values") {
    counted.count *= arguments.size();
  } else if (name == "Combine") {
    for (const auto& [from, to] : arguments) count_instances(tokens, from, to, counted);
  } else {
    counted.is_exact = false;
  }
}

}  // namespace

std::map<std::string, std::vector<Instances>> read_instances(const Places& places) {
  std::map<std::string, std::vector<Instances>> found;
  const Tokens tokens = places.tokens(places.whole());
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const bool is_macro = tokens[i].text == "INSTANTIATE_TEST_SUITE_P" || tokens[i].text == "INSTANTIATE_TEST_CASE_P";
    if (!is_macro || tokens[i + 1].text != "(") continue;
    std::size_t open = i + 1;
    const auto arguments = arguments_of(tokens, open);
    if (arguments.size() < 3 || arguments[1].second - arguments[1].first != 1) continue;
    const auto [begin, end] = arguments[2];
    const SourceRange generator{tokens[begin].range.begin, tokens[end - 1].range.end};
    Instances& made = found[tokens[arguments[1].first].text].emplace_back();
    made.text = places.text(generator);
    count_instances(tokens, begin, end, made);
  }
  return found;
}

void add_instances(const std::vector<Instances>& instances, std::vector<TestFlow>& flows) {
  std::size_t number = 0, left = 0;
  bool may_be_more = false;
  for (const Instances& made : instances) {
    may_be_more = may_be_more || !made.is_exact;
    for (std::size_t i = 0; i < made.count; ++i, ++number) {
      if (number >= kMostInstances) ++left;
      if (number == 0 || number >= kMostInstances) continue;
      TestFlow next = flows.back();
      next.instances = made.text;
      next.instance = i;
      next.number = number;
      flows.push_back(std::move(next));
    }
  }
  if (left > 0) flows.back().left_out = std::to_string(left) + (may_be_more ? " or more" : "");
  if (left == 0 && may_be_more) flows.back().left_out = "those after the first of a generator";
}

}  // namespace forall::frontend
