// InRegexp: the strings that a regular expression matches as a whole.
//
// The expression is compiled to its position automaton (Glushkov): one state for each place of a character class, in
// which a character of the class was just read. Whether a string of inputs is matched is then one formula without a
// branch: after each character, which states are possible; and at the character where the string ends, whether one of
// them is a last one.
//
// Literals, [classes], '.', escapes (\d \w \s, their capitals, \n \t \r \f \v \0 \xHH and punctuation), groups,
// alternatives, * + ? {m} {m,} {m,n}; ^ in front and $ at the end mean nothing, since all of the string is matched.
#ifndef FORALL_DOMAINS_REGEXP_H_
#define FORALL_DOMAINS_REGEXP_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "forall/domains/core.h"

namespace forall::internal {

class Automaton {
 public:
  static constexpr std::size_t kMostStates = 512;
  struct Range {
    unsigned char low, high;
  };
  struct State {
    std::vector<Range> ranges;
    std::vector<std::size_t> after;  // states that it may follow
    bool is_first = false;
    bool is_last = false;
  };
  std::vector<State> states;
  bool matches_nothing_read = false;
  SizeLimits limits = {0, 0};

  // Do the first `size` characters match? If there are more, that is not known: true.
  template <class Char>
  bool accepts(const Char* characters, std::size_t count, std::size_t size) const {
    static_assert(sizeof(Char) == 1, "forall: InRegexp is for strings of char");
    bool possible[2][kMostStates] = {};  // where no character can lead, there is no formula
    bool active[2][kMostStates] = {};
    bool is_accepted = either(size > count, both(matches_nothing_read, size == 0));
    for (std::size_t i = 0; i < count; ++i) {
      const bool(&could)[kMostStates] = possible[i % 2];
      const bool(&was)[kMostStates] = active[i % 2];
      bool ends = false;
      for (std::size_t s = 0; s < states.size(); ++s) {
        const State& state = states[s];
        bool can_be = i == 0 && state.is_first;
        bool is = can_be;
        for (const std::size_t before : state.after) {
          if (!could[before]) continue;
          can_be = true;
          is = either(is, was[before]);
        }
        possible[(i + 1) % 2][s] = can_be;
        if (can_be) is = both(is, is_in(state.ranges, static_cast<unsigned char>(characters[i])));
        active[(i + 1) % 2][s] = is;
        if (can_be && state.is_last) ends = either(ends, is);
      }
      is_accepted = either(is_accepted, both(size == i + 1, ends));
    }
    return is_accepted;
  }

 private:
  static bool is_in(const std::vector<Range>& ranges, unsigned char character) {
    bool is_inside = false;
    for (const Range& range : ranges) {
      is_inside = either(is_inside, both(range.low <= character, character <= range.high));
    }
    return is_inside;
  }
};

// Reads an expression. Only concrete text, before main. This and RegexpDomain are templates so that they are compiled only
// where they are used.
template <class Automaton>
class RegexpCompiler {
 public:
  FORALL_INTERNAL_BOOKKEEPING explicit RegexpCompiler(std::string_view text) : text_(text) {
    if (text_.size() > at_ && text_[at_] == '^') ++at_;
    end_ = text_.size();
    if (end_ > at_ && text_[end_ - 1] == '$' && !is_escaped(end_ - 1)) --end_;
    const Part whole = alternatives(0);
    if (at_ < end_) fail("a ')' without its '('");
    for (const std::size_t first : whole.first) automaton.states[first].is_first = true;
    for (const std::size_t last : whole.last) automaton.states[last].is_last = true;
    automaton.matches_nothing_read = whole.is_empty;
    automaton.limits = {whole.least, whole.most};
  }
  Automaton automaton;

 private:
  // A part of the expression: the states it begins and ends with, and how long its texts are.
  struct Part {
    std::vector<std::size_t> first, last;
    bool is_empty = true;  // may it be nothing?
    std::size_t least = 0, most = 0;
  };
  static constexpr int kMostDepth = 100;

  [[noreturn]] void fail(const char* what) const {
    registration_error(joined({"InRegexp(\"", text_, "\"): ", what, ", at character ", std::to_string(at_ + 1)}));
  }
  bool is_escaped(std::size_t at) const {
    std::size_t backslashes = 0;
    while (at > backslashes && text_[at - backslashes - 1] == '\\') ++backslashes;
    return backslashes % 2 == 1;
  }
  bool is_at(char c) const { return at_ < end_ && text_[at_] == c; }

  static std::size_t sum(std::size_t a, std::size_t b) { return a > kUnlimited - b ? kUnlimited : a + b; }
  static void join(std::vector<std::size_t>& to, const std::vector<std::size_t>& from) {
    to.insert(to.end(), from.begin(), from.end());
  }

  FORALL_INTERNAL_BOOKKEEPING Part alternatives(int depth) {
    if (depth > kMostDepth) fail("groups are nested too deep");
    Part result = sequence(depth);
    while (is_at('|')) {
      ++at_;
      const Part other = sequence(depth);
      join(result.first, other.first);
      join(result.last, other.last);
      result.is_empty = result.is_empty || other.is_empty;
      if (other.least < result.least) result.least = other.least;
      if (other.most > result.most) result.most = other.most;
    }
    return result;
  }

  FORALL_INTERNAL_BOOKKEEPING Part sequence(int depth) {
    Part result;
    while (at_ < end_ && text_[at_] != '|' && text_[at_] != ')') result = followed(result, repeated(depth));
    return result;
  }

  FORALL_INTERNAL_BOOKKEEPING void link(const std::vector<std::size_t>& from, const std::vector<std::size_t>& to) {
    for (const std::size_t next : to) {
      std::vector<std::size_t>& after = automaton.states[next].after;
      for (const std::size_t before : from) {
        bool is_new = true;
        for (const std::size_t known : after) is_new = is_new && known != before;
        if (is_new) after.push_back(before);
      }
    }
  }

  FORALL_INTERNAL_BOOKKEEPING Part followed(const Part& a, const Part& b) {
    link(a.last, b.first);
    Part result;
    result.first = a.first;
    if (a.is_empty) join(result.first, b.first);
    result.last = b.last;
    if (b.is_empty) join(result.last, a.last);
    result.is_empty = a.is_empty && b.is_empty;
    result.least = sum(a.least, b.least);
    result.most = sum(a.most, b.most);
    return result;
  }

  FORALL_INTERNAL_BOOKKEEPING std::size_t number() {
    if (at_ >= end_ || text_[at_] < '0' || text_[at_] > '9') fail("a number is missing in {m,n}");
    std::size_t value = 0;
    for (; at_ < end_ && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      value = value * 10 + static_cast<std::size_t>(text_[at_] - '0');
      if (value > 1000) fail("more than 1000 repetitions");
    }
    return value;
  }

  // An atom and how often: what is repeated is read again for each copy of it.
  FORALL_INTERNAL_BOOKKEEPING Part repeated(int depth) {
    const std::size_t begin = at_;
    const std::size_t states = automaton.states.size();
    Part once = atom(depth);
    std::size_t least = 1, most = 1;
    const std::size_t behind = at_;
    if (is_at('*') || is_at('+') || is_at('?')) {
      least = is_at('+') ? 1 : 0;
      most = is_at('?') ? 1 : kUnlimited;
      ++at_;
    } else if (is_at('{')) {
      ++at_;
      least = most = number();
      if (is_at(',')) {
        ++at_;
        most = is_at('}') ? kUnlimited : number();
      }
      if (!is_at('}')) fail("a '}' is missing");
      ++at_;
      if (least > most) fail("{m,n} with m > n");
    }
    if (is_at('*') || is_at('+') || is_at('?') || is_at('{')) fail("lazy and possessive repetition is not supported");
    if (least == 1 && most == 1) return once;
    const std::size_t after = at_;
    automaton.states.resize(states);
    Part result;
    const std::size_t copies = most == kUnlimited ? (least < 1 ? 1 : least) : most;
    for (std::size_t i = 0; i < copies; ++i) {
      at_ = begin;
      Part copy = atom(depth);
      if (at_ != behind) fail("unreadable");
      if (most == kUnlimited && i + 1 == copies) {
        link(copy.last, copy.first);
        if (copy.most > 0) copy.most = kUnlimited;
      }
      if (i >= least) {
        copy.is_empty = true;
        copy.least = 0;
      }
      result = followed(result, copy);
    }
    at_ = after;
    return result;
  }

  FORALL_INTERNAL_BOOKKEEPING Part atom(int depth) {
    const char c = text_[at_];
    if (c == '(') {
      ++at_;
      if (text_.substr(at_, 2) == "?:") {
        at_ += 2;
      } else if (is_at('?')) {
        fail("(?...) is not supported");
      }
      const Part inside = alternatives(depth + 1);
      if (!is_at(')')) fail("a ')' is missing");
      ++at_;
      return inside;
    }
    if (c == '*' || c == '+' || c == '?' || c == '{') fail("there is nothing to repeat");
    if (c == '^' || c == '$') fail("an anchor in the middle is not supported");
    std::vector<bool> set(256, false);
    if (c == '[') {
      read_class(set);
    } else if (c == '.') {
      ++at_;
      set.assign(256, true);
      set['\n'] = false;
    } else {
      read_character(set);
    }
    return state_of(set);
  }

  FORALL_INTERNAL_BOOKKEEPING Part state_of(const std::vector<bool>& set) {
    typename Automaton::State state;
    for (std::size_t c = 0; c < 256; ++c) {
      if (!set[c]) continue;
      if (c > 0 && set[c - 1]) {
        state.ranges.back().high = static_cast<unsigned char>(c);
      } else {
        state.ranges.push_back({static_cast<unsigned char>(c), static_cast<unsigned char>(c)});
      }
    }
    if (state.ranges.empty()) fail("a class without characters");
    const std::size_t index = automaton.states.size();
    if (index == Automaton::kMostStates) fail("the expression is too large");
    automaton.states.push_back(std::move(state));
    return {{index}, {index}, false, 1, 1};
  }

  static void add_range(std::vector<bool>& set, int low, int high) {
    for (int c = low; c <= high; ++c) set[static_cast<std::size_t>(c)] = true;
  }

  // Adds the character or escape at the place; returns the character, or -1 for a class.
  FORALL_INTERNAL_BOOKKEEPING int read_character(std::vector<bool>& set) {
    int c = static_cast<unsigned char>(text_[at_++]);
    if (c == '\\') {
      if (at_ >= end_) fail("a backslash at the end");
      c = escaped(set);
    }
    if (c >= 0) set[static_cast<std::size_t>(c)] = true;
    return c;
  }

  FORALL_INTERNAL_BOOKKEEPING int escaped(std::vector<bool>& set) {
    const char c = text_[at_++];
    std::vector<bool> named(256, false);
    switch (c) {
      case 'n': return '\n';
      case 't': return '\t';
      case 'r': return '\r';
      case 'f': return '\f';
      case 'v': return '\v';
      case '0': return 0;
      case 'x': return hexadecimal();
      case 'w':
      case 'W':
        add_range(named, 'a', 'z');
        add_range(named, 'A', 'Z');
        named['_'] = true;
        [[fallthrough]];
      case 'd':
      case 'D': add_range(named, '0', '9'); break;
      case 's':
      case 'S':
        add_range(named, '\t', '\r');
        named[' '] = true;
        break;
      default:
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '1' && c <= '9')) {
          fail("an escape that is not supported");
        }
        return static_cast<unsigned char>(c);
    }
    const bool is_complement = c == 'W' || c == 'D' || c == 'S';
    for (std::size_t i = 0; i < 256; ++i) {
      if (named[i] != is_complement) set[i] = true;
    }
    return -1;
  }

  FORALL_INTERNAL_BOOKKEEPING int hexadecimal() {
    int value = 0;
    for (int i = 0; i < 2; ++i) {
      const char c = at_ < end_ ? text_[at_++] : '\0';
      const int digit = c >= '0' && c <= '9'   ? c - '0'
                        : c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                               : -1;
      if (digit < 0) fail("two hexadecimal digits follow \\x");
      value = value * 16 + digit;
    }
    return value;
  }

  FORALL_INTERNAL_BOOKKEEPING void read_class(std::vector<bool>& set) {
    ++at_;
    const bool is_complement = is_at('^');
    if (is_complement) ++at_;
    for (bool is_start = true; !is_at(']') || is_start; is_start = false) {
      if (at_ >= end_) fail("a ']' is missing");
      if (is_at('[') && at_ + 1 < end_ && text_[at_ + 1] == ':') fail("[:names:] are not supported");
      const int low = read_character(set);
      if (!is_at('-') || at_ + 1 >= end_ || text_[at_ + 1] == ']') continue;
      ++at_;
      const int high = read_character(set);
      if (low < 0 || high < 0 || low > high) fail("a range whose ends do not fit");
      add_range(set, low, high);
    }
    ++at_;
    if (is_complement) set.flip();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
};

template <class T>
class BoundRegexp : public FlatDomain {
 public:
  static constexpr bool kIsFlat = false;
  explicit BoundRegexp(Automaton automaton) : automaton_(std::move(automaton)) {}
  template <class Source>
  void Make(Source& source, const char* name, T* place) const {
    LibraryAdapter<T>::build_sized(source, name, place, automaton_.limits, AnyCharacter{},
                                   [this](const auto* characters, std::size_t count, std::size_t size) {
                                     return automaton_.accepts(characters, count, size);
                                   });
  }
  bool Contains(const T& value) const {
    const std::string_view text(value);
    return automaton_.accepts(text.data(), text.size(), text.size());
  }

 private:
  Automaton automaton_;
};

template <class Automaton>
struct RegexpDomain {
  using Value = std::string;
  std::string expression;
  SizeLimits limits = {};

  // The matching strings of these sizes.
  RegexpDomain WithSize(std::size_t size) const { return limited(size, size); }
  RegexpDomain WithMinSize(std::size_t size) const { return limited(size, kUnlimited); }
  RegexpDomain WithMaxSize(std::size_t size) const { return limited(0, size); }
  template <class T>
  BoundRegexp<T> Bind() const {
    constexpr bool kIsText = std::is_convertible_v<const T&, std::string_view>;
    static_assert(kIsText, "forall: InRegexp is for strings of char");
    return BoundRegexp<T>(compiled());
  }

 private:
  FORALL_INTERNAL_BOOKKEEPING static SizeLimits both_of(const SizeLimits& a, const SizeLimits& b) {
    return {a.least < b.least ? b.least : a.least, a.most < b.most ? a.most : b.most};
  }
  FORALL_INTERNAL_BOOKKEEPING RegexpDomain limited(std::size_t least, std::size_t most) const {
    return {expression, both_of(limits, {least, most})};
  }
  // Not before the domain is bound: then the test is known that an error is in.
  FORALL_INTERNAL_BOOKKEEPING Automaton compiled() const {
    Automaton result = RegexpCompiler<Automaton>(expression).automaton;
    result.limits = both_of(result.limits, limits);
    if (result.limits.least > result.limits.most) {
      registration_error(joined({"InRegexp(\"", expression, "\"): no string that is matched has such a size"}));
    }
    return result;
  }
};

}  // namespace forall::internal

#endif  // FORALL_DOMAINS_REGEXP_H_
