// Names cases after what they are about: the outcome, and the decisions that set the path apart.
//
//   passes_when_a_eq_b_and_b_lt_c        overflows_at_line_12_when_a_gt_100        throws_out_of_range_when_i_ge_size
//
// Only the decisions at which the given paths part from one another say anything: all paths share the others. Among
// those of a case, conditions are picked that the other cases of the same outcome do not have: each time the one that
// leaves the fewest others, of equal ones the shortest and then the latest, until no other case is left or the name is
// full. A failing case has first the condition that made it fail: the one decided at the place of the failure, else the
// last. Where conditions do not suffice the inputs are tried, then a number makes the name unique, in the order of the
// paths. So the same cases get the same names, in whatever order they were found.
//
// Thousands of names are not read, and comparing all with all takes long: a large group is named by its inputs alone.
#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/words.h"
#include "emit/case_comment.h"
#include "emit/case_order.h"
#include "emit/emit.h"
#include "emit/suites.h"
#include "emit/telling.h"
#include "expr/print.h"
#include "testcase/condition_text.h"
#include "testcase/value.h"

namespace forall::emit {

using testcase::Case;
using testcase::Fault;
using testcase::OutcomeKind;

namespace {

constexpr std::size_t kMostCharacters = 60;
constexpr std::size_t kMostCandidates = 64;  // decisions of one case that are considered, the last ones
constexpr std::size_t kMostCompared = 4096;  // cases of a group whose conditions are compared

std::string verb(Fault fault) {
  switch (fault) {
    case Fault::SignedOverflow: return "overflows";
    case Fault::DivisionByZero: return "divides_by_zero";
    case Fault::Shift: return "shifts_too_far";
    case Fault::OutOfBounds: return "leaves_bounds";
    case Fault::NullDereference: return "dereferences_null";
    case Fault::Unreachable: return "reaches_unreachable";
    case Fault::MissingReturn: return "misses_return";
    case Fault::Misaligned: return "accesses_misaligned";
    case Fault::InvalidBool: return "loads_invalid_bool";
    case Fault::InvalidEnum: return "loads_invalid_enum";
    case Fault::Abort: return "aborts";
    case Fault::Terminate: return "terminates";
    case Fault::Segfault: return "segfaults";
    case Fault::StackOverflow: return "overflows_stack";
    case Fault::Exit: return "exits";
    case Fault::EndlessLoop: return "never_ends";
    case Fault::UseAfterFree: return "uses_freed_memory";
    case Fault::UseAfterScope: return "uses_variable_out_of_scope";
    case Fault::UseAfterReturn: return "uses_variable_after_return";
    case Fault::Overlap: return "copies_overlapping";
    case Fault::Unset: return "uses_uninitialised_value";
    case Fault::PointerOverflow: return "overflows_pointer";
    case Fault::ObjectType: return "uses_object_of_wrong_type";
    case Fault::FunctionType: return "calls_by_wrong_type";
    case Fault::UnrelatedPointers: return "subtracts_unrelated_pointers";
    case Fault::BadFree: return "frees_wrongly";
    case Fault::MismatchedFree: return "frees_wrongly";
    case Fault::Leak: return "leaks";
    default: return "crashes";
  }
}

// The last part of a qualified name, without template arguments: "std::out_of_range" -> "out_of_range".
std::string last_part(std::string type) {
  type = type.substr(0, type.find('<'));
  const auto colon = type.rfind(':');
  return colon == std::string::npos ? type : type.substr(colon + 1);
}

std::string outcome_words(const testcase::Outcome& outcome) {
  std::string words;
  switch (outcome.kind) {
    case OutcomeKind::Passed: return "passes";
    case OutcomeKind::Failed: words = "fails"; break;
    case OutcomeKind::Threw: return identifier("throws_" + last_part(outcome.exception_type));
    case OutcomeKind::Crashed: words = verb(outcome.fault); break;
    case OutcomeKind::Discarded: return "is_discarded";
    case OutcomeKind::Cut: return "is_cut";
    case OutcomeKind::None: return "is_unknown";
  }
  if (outcome.line != 0) words += "_at_line_" + std::to_string(outcome.line);
  return words;
}

struct Token {
  const char* symbol;
  const char* words;
};
// Longer symbols first. A member reads like any other name: head->next is head_next, Color::Red is Color_Red.
constexpr std::array<Token, 24> kSymbols = {
    {{"->", ""},      {"::", ""},     {"<<", "shl"},  {">>", "shr"},  {"==", "eq"},  {"!=", "ne"},
     {"<=", "le"},    {">=", "ge"},   {"&&", "and"},  {"||", "or"},   {"<", "lt"},   {">", "gt"},
     {"!", "not"},    {"+", "plus"},  {"-", "minus"}, {"*", "times"}, {"/", "div"},  {"%", "mod"},
     {"&", "bitand"}, {"|", "bitor"}, {"^", "xor"},   {"~", "compl"}, {"?", "then"}, {":", "else"}}};

// A character literal at text[at], as words: 'x' -> x, '+' -> char_43.
std::string character_words(const std::string& text, std::size_t& at) {
  const std::size_t begin = ++at;
  while (at < text.size() && text[at] != '\'') at += text[at] == '\\' ? 2 : 1;
  std::string inner = text.substr(begin, std::min(at, text.size()) - begin);
  ++at;
  if (inner.size() == 1 && std::isalnum(static_cast<unsigned char>(inner[0])) != 0) return inner;
  if (inner == "\\n") return "newline";
  if (inner == "\\0") return "nul";
  if (inner == " ") return "space";
  if (inner.size() > 1) return "char_" + identifier(inner);
  return inner.empty() ? "char" : "char_" + std::to_string(static_cast<unsigned char>(inner[0]));
}

// Is the < or > at text[at] one of template arguments? It stands right after a name, or closes one that does.
bool is_template_bracket(const std::string& text, std::size_t at, int open) {
  if (text[at] == '>') return open > 0;
  return text[at] == '<' && at > 0 && base::is_word_character(text[at - 1]) &&
         !text.substr(0, at).ends_with("operator");
}

// A condition as words of an identifier: "a[0] <= -3" -> "a_0_le_minus_3".
std::string words_of(const std::string& text) {
  std::string result;
  const auto add = [&](const std::string& word) {
    if (!result.empty() && result.back() != '_') result += '_';
    result += word;
  };
  bool expects_operand = true;
  int brackets = 0;  // of template arguments: operators stand between spaces
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (base::is_word_character(c)) {
      const std::size_t begin = at;
      while (at < text.size() && base::is_word_character(text[at])) ++at;
      add(text.substr(begin, at - begin));
      expects_operand = false;
    } else if (c == '\'') {
      add(character_words(text, at));
      expects_operand = false;
    } else if (is_template_bracket(text, at, brackets)) {
      brackets += c == '<' ? 1 : -1;
      ++at;
    } else if (brackets > 0) {
      ++at;
    } else {
      const auto symbol = std::find_if(kSymbols.begin(), kSymbols.end(), [&](const Token& t) {
        return text.compare(at, std::char_traits<char>::length(t.symbol), t.symbol) == 0;
      });
      // Where an operand is expected, * and & are part of its name: p == &list, *p > 0.
      const bool is_name = (c == '*' || c == '&') && expects_operand && text[at + 1] != '&';
      if (symbol == kSymbols.end() || is_name) {
        ++at;
      } else {
        if (*symbol->words != '\0') add(symbol->words);
        at += std::char_traits<char>::length(symbol->symbol);
      }
      if (c != ' ' && !is_name) expects_operand = c != ')' && c != ']';
    }
  }
  return result.empty() ? result : identifier(result);
}

// Debug information has the whole path of a file, an assertion what the compiler was told.
bool is_place_of(const testcase::Outcome& outcome, const testcase::Step& step) {
  const auto name = [](const std::string& file) { return std::filesystem::path(file).filename(); };
  return step.line == outcome.line && outcome.line != 0 && name(step.file) == name(outcome.file);
}

// The path of a loop decides n > 3 and n <= 4: what it knows in the end is n == 4, and the comment says so.
std::string strongest(const std::string& condition, const std::unordered_set<std::string>& parts) {
  for (const std::string bound : {" <= ", " >= "}) {
    const std::size_t at = condition.find(bound);
    if (at == std::string::npos) continue;
    std::string equal = condition;
    if (parts.count(equal.replace(at, bound.size(), " == ")) != 0) return equal;
  }
  return condition;
}

// Which decisions of each of these cases are taken differently by another one that went the same way up to there.
class Partings {
 public:
  Partings(const std::vector<Case>& cases, const std::vector<std::size_t>& compared)
      : of_case(cases.size()), deciding(cases.size()) {
    struct Node {
      std::map<std::pair<std::uint64_t, std::string>, std::size_t> next;
    };
    std::vector<Node> nodes(1);
    std::vector<std::vector<std::size_t>> walks(cases.size());
    for (const std::size_t i : compared) {
      std::size_t at = 0;
      for (const auto& step : cases[i].steps) {
        walks[i].push_back(at);
        const auto [edge, is_new] = nodes[at].next.try_emplace({step.site, step.condition}, nodes.size());
        at = edge->second;
        if (is_new) nodes.emplace_back();
      }
    }
    for (const std::size_t i : compared) {
      std::vector<std::string> conditions;  // in the order of the path, each once
      std::set<std::string> seen;
      const Telling is_telling(cases[i]);
      const std::vector<std::string> whole = testcase::parts_of_condition(cases[i].path_condition);
      const std::unordered_set<std::string> parts(whole.begin(), whole.end());
      std::string deciding_words;
      for (std::size_t k = cases[i].steps.size(); k-- > 0 && conditions.size() < kMostCandidates;) {
        if (nodes[walks[i][k]].next.size() < 2) continue;
        const testcase::Step& step = cases[i].steps[k];
        if (step.has_unset || !is_telling(step.condition)) continue;
        const std::string words = words_of(strongest(step.condition, parts));
        if (words.empty()) continue;
        if (seen.insert(words).second) conditions.push_back(words);
        if (deciding_words.empty() && is_place_of(cases[i].outcome, step)) deciding_words = words;
      }
      std::reverse(conditions.begin(), conditions.end());
      if (testcase::refutes(cases[i].outcome.kind) && !conditions.empty())
        deciding[i] = deciding_words.empty() ? conditions.back() : deciding_words;
      of_case[i] = std::move(conditions);
    }
  }

  std::vector<std::vector<std::string>> of_case;
  std::vector<std::string> deciding;  // the condition of a failing case that made it fail, as far as that is known
};

// A set of members of a group: as bits where it is large, as numbers where it is small.
class Members {
 public:
  static Members all(std::size_t size) {
    Members result;
    result.bits_.assign((size + 63) / 64, 0);
    for (std::size_t m = 0; m < size; ++m) result.bits_[m / 64] |= std::uint64_t{1} << (m % 64);
    return result;
  }
  void add(std::size_t m) { numbers_.push_back(m); }
  void pack(std::size_t size) {
    if (numbers_.size() * 32 < size) return;
    bits_.assign((size + 63) / 64, 0);
    for (const std::size_t m : numbers_) bits_[m / 64] |= std::uint64_t{1} << (m % 64);
    numbers_.clear();
  }
  // The size of the intersection of `these` (bits) with this set.
  std::size_t count_in(const Members& these) const {
    std::size_t count = 0;
    for (std::size_t w = 0; w < bits_.size(); ++w) {
      count += static_cast<std::size_t>(__builtin_popcountll(bits_[w] & these.bits_[w]));
    }
    for (const std::size_t m : numbers_) count += (these.bits_[m / 64] >> (m % 64)) & 1U;
    return count;
  }
  // Intersects `these` (bits) with this set.
  void restrict(Members& these) const {
    if (!bits_.empty()) {
      for (std::size_t w = 0; w < bits_.size(); ++w) these.bits_[w] &= bits_[w];
      return;
    }
    std::vector<std::uint64_t> kept(these.bits_.size(), 0);
    for (const std::size_t m : numbers_) kept[m / 64] |= these.bits_[m / 64] & (std::uint64_t{1} << (m % 64));
    these.bits_ = std::move(kept);
  }

 private:
  std::vector<std::uint64_t> bits_;
  std::vector<std::size_t> numbers_;
};

// Names the cases of one outcome.
class Namesakes {
 public:
  Namesakes(std::string outcome, std::vector<std::size_t> members, const Partings& partings)
      : outcome_(std::move(outcome)), members_(std::move(members)), partings_(partings) {
    for (std::size_t m = 0; m < members_.size(); ++m) {
      for (const auto& words : partings.of_case[members_[m]]) having_[words].add(m);
    }
    for (auto& [words, having] : having_) having.pack(members_.size());
  }

  struct Choice {
    std::string name;
    bool is_distinct = false;
  };
  Choice choose(std::size_t m) const {
    const std::string& deciding = partings_.deciding[members_[m]];
    if (!deciding.empty()) {
      if (Choice choice = choose(m, deciding); choice.is_distinct) return choice;
    }
    return choose(m, "");
  }

 private:
  static constexpr std::size_t kLink = 5;  // "_and_"

  // `first` is picked before the others, if it is not empty and not too long.
  Choice choose(std::size_t m, const std::string& first) const {
    const auto& candidates = partings_.of_case[members_[m]];
    std::vector<const Members*> having;
    for (const auto& words : candidates) having.push_back(&having_.at(words));
    Members others = Members::all(members_.size());
    std::size_t others_left = members_.size(), length = outcome_.size() + 1;  // "when" and "and" differ by one
    std::vector<bool> picked(candidates.size(), false);
    for (bool is_first = true; is_first || others_left > 1; is_first = false) {
      std::size_t best = candidates.size(), fewest = std::numeric_limits<std::size_t>::max();
      for (std::size_t i = candidates.size(); i-- > 0;) {
        if (picked[i] || length + kLink + candidates[i].size() > kMostCharacters) continue;
        const std::size_t left = having[i]->count_in(others);
        if (is_first && candidates[i] == first) {
          best = i, fewest = left;
          break;
        }
        if (left > fewest || (left == fewest && candidates[i].size() >= candidates[best].size())) continue;
        best = i, fewest = left;
      }
      if (best == candidates.size() || (!is_first && fewest == others_left)) break;
      picked[best] = true;
      length += kLink + candidates[best].size();
      having[best]->restrict(others);
      others_left = fewest;
    }
    return {compose(candidates, picked), others_left == 1};
  }

  std::string compose(const std::vector<std::string>& candidates, const std::vector<bool>& picked) const {
    std::string name = outcome_;
    const char* link = "_when_";
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (!picked[i]) continue;
      name += link + candidates[i];
      link = "_and_";
    }
    return name;
  }

  std::string outcome_;
  std::vector<std::size_t> members_;
  const Partings& partings_;
  std::unordered_map<std::string, Members> having_;  // condition -> cases that have it
};

// "passes_for_a_3_and_b_minus_1", empty where that is too long.
std::string name_by_inputs(const std::string& outcome, const Case& c, const base::Enums& enums) {
  std::string name = outcome;
  const char* link = "_for_";
  for (const auto& input : c.inputs) {
    if (testcase::is_other_unset_value(input)) continue;
    const std::string object = input.target.substr(input.target.rfind('*', 0) == 0 ? 1 : 0);
    const auto enumerator = base::find_enumerator(enums, input.type, input.width, input.value.lo);
    const std::string value = !object.empty() ? object + " object"
                              : enumerator    ? *enumerator
                                              : expr::print_value(input.kind, input.width, input.value);
    name += link + words_of(input.name + " " + value);
    if (name.size() > kMostCharacters) return {};
    link = "_and_";
  }
  return c.inputs.empty() ? std::string() : name;
}

}  // namespace

void name_cases(std::vector<Case>& cases, const base::Enums& enums) {
  const std::vector<std::size_t> order = order_of_paths(cases);
  std::map<std::string, std::vector<std::size_t>> by_outcome;
  for (const std::size_t i : order) by_outcome[outcome_words(cases[i].outcome)].push_back(i);
  std::vector<std::size_t> compared;  // of a large group the first ones, which the others are told apart from
  for (const auto& [outcome, members] : by_outcome) {
    compared.insert(compared.end(), members.begin(),
                    members.begin() + static_cast<std::ptrdiff_t>(std::min(members.size(), kMostCompared)));
  }
  const Partings partings(cases, compared);

  std::vector<std::string> wanted(cases.size());
  for (const auto& [outcome, members] : by_outcome) {
    const bool is_large = members.size() > kMostCompared;
    const Namesakes group(outcome, is_large ? std::vector<std::size_t>() : members, partings);
    for (std::size_t m = 0; m < members.size(); ++m) {
      const auto choice = is_large ? Namesakes::Choice{outcome} : group.choose(m);
      wanted[members[m]] = choice.name;
      if (choice.is_distinct) continue;
      if (auto name = name_by_inputs(outcome, cases[members[m]], enums); !name.empty())
        wanted[members[m]] = std::move(name);
    }
  }
  std::unordered_map<std::string, std::size_t> uses;
  for (const auto& name : wanted) ++uses[name];
  std::unordered_set<std::string> taken;
  std::unordered_map<std::string, std::size_t> numbers;
  for (const std::size_t i : order) {
    std::string name = wanted[i];
    if (uses[name] > 1 || taken.count(name) != 0) {
      do {
        name = wanted[i] + "_" + std::to_string(++numbers[wanted[i]]);
      } while (taken.count(name) != 0 || uses.count(name) != 0);
    }
    taken.insert(name);
    cases[i].name = std::move(name);
  }
}

}  // namespace forall::emit
