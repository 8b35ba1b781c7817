#include "infer/law_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace forall::infer {
namespace {

const char* symbol(Rel rel) {
  switch (rel) {
    case Rel::Eq: return "==";
    case Rel::Ne: return "!=";
    case Rel::Lt: return "<";
    case Rel::Le: return "<=";
    case Rel::Gt: return ">";
    case Rel::Ge: return ">=";
  }
  return "";
}

const char* word(Rel rel) {
  switch (rel) {
    case Rel::Eq: return "Is";
    case Rel::Ne: return "IsNot";
    case Rel::Lt: return "Below";
    case Rel::Le: return "AtMost";
    case Rel::Gt: return "Above";
    case Rel::Ge: return "AtLeast";
  }
  return "";
}

const char* expectation(Rel rel) {
  switch (rel) {
    case Rel::Eq: return "EXPECT_EQ";
    case Rel::Ne: return "EXPECT_NE";
    case Rel::Lt: return "EXPECT_LT";
    case Rel::Le: return "EXPECT_LE";
    case Rel::Gt: return "EXPECT_GT";
    case Rel::Ge: return "EXPECT_GE";
  }
  return "";
}

std::string shifted(const std::string& text, std::int64_t by) {
  if (by == 0) return text;
  return fmt::format("{} {} {}", text, by < 0 ? '-' : '+', by < 0 ? -by : by);
}

// One law on its way to C++.
class Writing {
 public:
  Writing(const Subject& subject, const Probe& probe, const Law& law) : subject_(subject), probe_(probe), law_(law) {
    for (const Relation& literal : law.guard) {
      const Term& left = term(literal.left);
      const bool names_it = literal.rel == Rel::Eq && left.time == Term::Time::Argument && !left.is_own &&
                            literal.right != Relation::kNone && literal.plus == Relation::kNone &&
                            !stands_for_.contains(left.call);
      if (names_it) {
        stands_for_[left.call] = {literal.right, literal.offset};
        named_.insert(literal);
      }
    }
  }

  std::string parameters() const {
    std::vector<std::string> all;
    const bool makes = probe_.operation.kind == Operation::Kind::Constructor;
    if (!makes) all.push_back(fmt::format("{}& {}", subject_.type, subject_.object));
    for (const Argument& argument : probe_.operation.arguments) all.push_back(argument.type + " " + argument.name);
    for (const Argument& argument : probe_.others) {
      if (!stands_for_.contains(argument.name) && is_used(argument.name))
        all.push_back(argument.type + " " + argument.name);
    }
    return all.empty() ? "bool" : joined(all);
  }

  std::string body() {
    std::string effects;
    for (const Relation& effect : law_.effects) effects += "  " + expected(effect) + ";\n";
    std::string body;
    const std::vector<std::string> assumed = conditions(false);
    if (!assumed.empty()) body += fmt::format("  ASSUME({});\n", joined(assumed, " && "));
    if (is_of_states()) return body + effects;
    std::string first, call;
    std::vector<std::string> arguments;
    for (const Argument& argument : probe_.operation.arguments) arguments.push_back(argument.name);
    if (probe_.operation.kind == Operation::Kind::Constructor) {
      call = fmt::format("  {} {}{};\n", law_.throws.empty() ? subject_.type : "const " + subject_.type,
                         subject_.object, arguments.empty() ? "" : "(" + joined(arguments) + ")");
    } else {
      std::string plain =
          fmt::format("{}.{}({})", target_of(subject_, probe_.operation), probe_.operation.name, joined(arguments));
      if (!probe_.operation.then.empty()) {
        first = fmt::format("  {};\n", plain);
        plain =
            fmt::format("{}.{}({})", subject_.object, probe_.operation.then, joined(probe_.operation.then_arguments));
      }
      call = uses_result_ ? fmt::format("  const auto result = {};\n", plain) : fmt::format("  {};\n", plain);
    }
    for (const auto& [text, name] : saved_) body += fmt::format("  const auto {} = {};\n", name, text);
    return body + first + call + effects;
  }

  std::string text() {
    const std::vector<std::string> assumed = conditions(true);
    std::vector<std::string> effects;
    for (const Relation& effect : law_.effects) effects.push_back(told(effect));
    if (is_of_states()) {
      const std::string says = joined(effects, " and ");
      return assumed.empty() ? says : fmt::format("if {}, {}", joined(assumed, " and "), says);
    }
    std::vector<std::string> arguments;
    for (const Argument& argument : probe_.operation.arguments) arguments.push_back(argument.name);
    std::string call = fmt::format("{}({})", probe_.operation.name, joined(arguments));
    if (!probe_.operation.then.empty())
      call += fmt::format(" then {}({})", probe_.operation.then, joined(probe_.operation.then_arguments));
    const std::string says = law_.is_pure          ? fmt::format("{} changes nothing", call)
                             : law_.throws.empty() ? fmt::format("{}: {}", call, joined(effects, " and "))
                                                   : fmt::format("{} throws {}", call, law_.throws);
    return assumed.empty() ? says : fmt::format("if {}, {}", joined(assumed, " and "), says);
  }

  std::string name() const {
    std::string name = probe_.operation.kind == Operation::Kind::Constructor
                           ? (probe_.operation.arguments.empty() ? "New" : "NewWith")
                           : camel_case(probe_.operation.name);
    if (probe_.operation.kind == Operation::Kind::Constructor) {
      for (const Argument& argument : probe_.operation.arguments) name += camel_case(argument.name);
    }
    if (!law_.throws.empty()) name += "Throws";
    if (law_.is_pure) name += "IsPure";
    if (!probe_.operation.then.empty()) name += "Then" + camel_case(probe_.operation.then);
    if (is_of_states()) {
      name = words(law_.effects.front());
    } else if (probe_.focus)
      name += "Then" + camel_case(subject_.observers[*probe_.focus].name);
    std::string when;
    for (const Relation& literal : law_.guard) when += (when.empty() ? "When" : "And") + words(literal);
    return name + when;
  }

  std::size_t literals() { return conditions(true).size(); }

 private:
  bool is_of_states() const { return probe_.operation.kind == Operation::Kind::State; }
  const Term& term(int index) const { return probe_.terms[static_cast<std::size_t>(index)]; }

  bool mentions(const Relation& relation, const std::string& argument) const {
    for (const int index : {relation.left, relation.right, relation.plus}) {
      if (index == Relation::kNone) continue;
      const Term& each = term(index);
      if (each.call == argument || std::find(each.of.begin(), each.of.end(), argument) != each.of.end()) return true;
    }
    return false;
  }

  bool is_used(const std::string& argument) const {
    const auto has = [&](const Relation& relation) { return mentions(relation, argument); };
    return std::any_of(law_.effects.begin(), law_.effects.end(), has) ||
           std::any_of(law_.condition.begin(), law_.condition.end(),
                       [&](const Clause& clause) { return std::any_of(clause.begin(), clause.end(), has); });
  }

  // How an argument of a call is written: before the operation, or after it.
  std::string argument_text(const std::string& argument, bool is_before) {
    const auto found = stands_for_.find(argument);
    if (found == stands_for_.end()) return argument;
    const auto [index, offset] = found->second;
    return shifted(is_before ? value_before(index) : saved(index), offset);
  }

  std::string call_text(const Term& each, bool is_before) {
    std::vector<std::string> arguments;
    for (const std::string& argument : each.of) arguments.push_back(argument_text(argument, is_before));
    if (each.shift != 0) arguments.back() = shifted(arguments.back(), each.shift);
    const Operation& observer = subject_.observers[each.observer];
    return fmt::format("{}.{}({})", target_of(subject_, observer), observer.name, joined(arguments));
  }

  // The value of a term before the operation, where nothing has happened yet.
  std::string value_before(int index) {
    const Term& each = term(index);
    return each.time == Term::Time::Argument ? argument_text(each.call, true) : call_text(each, true);
  }

  // The same where the operation has been called: a variable keeps it.
  std::string saved(int index) {
    if (is_of_states()) return value_before(index);
    const Term& each = term(index);
    if (each.time == Term::Time::Argument) return argument_text(each.call, false);
    const std::string text = call_text(each, true);
    const auto known = std::find_if(saved_.begin(), saved_.end(), [&](const auto& pair) { return pair.first == text; });
    if (known != saved_.end()) return known->second;
    std::string name = "old_" + subject_.observers[each.observer].name;
    while (std::any_of(saved_.begin(), saved_.end(), [&](const auto& pair) { return pair.second == name; }))
      name += "_too";
    saved_.emplace_back(text, name);
    return name;
  }

  static std::string constant(const Term& beside, std::int64_t value, bool is_told) {
    if (beside.sort == Sort::Pointer) return "nullptr";
    if (beside.sort == Sort::Truth) return value != 0 ? "true" : "false";
    return fmt::format("{}{}", value, beside.is_signed || value < 0 || is_told ? "" : "u");
  }

  template <class Text>
  std::string right_side(const Relation& relation, const Text& text, bool is_told) {
    if (relation.right == Relation::kNone && relation.plus != Relation::kNone) return "-" + text(relation.plus);
    if (relation.right == Relation::kNone) return constant(term(relation.left), relation.offset, is_told);
    std::string right = text(relation.right);
    if (relation.plus != Relation::kNone)
      right += fmt::format(" {} {}", relation.is_difference ? '-' : '+', text(relation.plus));
    return shifted(right, relation.offset);
  }

  std::string literal_text(const Relation& relation, bool is_told) {
    const auto text = [&](int index) {
      if (!is_told) return value_before(index);
      return without_object(value_before(index));
    };
    const Term& left = term(relation.left);
    if (left.sort == Sort::Truth && relation.right == Relation::kNone)
      return ((relation.rel == Rel::Eq) == (relation.offset != 0) ? "" : "!") + text(relation.left);
    return fmt::format("{} {} {}", text(relation.left), symbol(relation.rel), right_side(relation, text, is_told));
  }

  std::vector<std::string> conditions(bool is_told) {
    std::vector<std::string> all;
    for (const Clause& clause : law_.condition) {
      if (clause.size() == 1 && named_.contains(clause.front())) continue;
      std::vector<std::string> any;
      for (const Relation& relation : clause) any.push_back(literal_text(relation, is_told));
      const std::string text = any.size() == 1 ? any.front() : "(" + joined(any, " || ") + ")";
      if (std::find(all.begin(), all.end(), text) == all.end()) all.push_back(text);
    }
    return all;
  }

  std::string expected(const Relation& effect) {
    const Term& left = term(effect.left);
    uses_result_ = uses_result_ || left.time == Term::Time::Result;
    const std::string after = left.time == Term::Time::Result ? "result" : call_text(left, false);
    if (left.sort == Sort::Truth && effect.right == Relation::kNone)
      return fmt::format("{}({})", effect.offset != 0 ? "EXPECT_TRUE" : "EXPECT_FALSE", after);
    return fmt::format("{}({}, {})", expectation(effect.rel), after,
                       right_side(effect, [&](int index) { return saved(index); }, false));
  }

  std::string told(const Relation& effect) {
    const Term& left = term(effect.left);
    const std::string after = left.time == Term::Time::Result ? "result" : without_object(call_text(left, true));
    if (left.sort == Sort::Truth && effect.right == Relation::kNone) return (effect.offset != 0 ? "" : "!") + after;
    return fmt::format("{} {} {}", after, symbol(effect.rel),
                       right_side(
                           effect,
                           [&](int index) {
                             const bool is_old = term(index).time == Term::Time::Before && !is_of_states();
                             return (is_old ? "old " : "") + without_object(value_before(index));
                           },
                           true));
  }

  std::string without_object(const std::string& text) const {
    std::string rest = text;
    for (const std::string& prefix : {fmt::format("std::as_const({}).", subject_.object), subject_.object + "."}) {
      for (std::size_t at = rest.find(prefix); at != std::string::npos; at = rest.find(prefix, at))
        rest.erase(at, prefix.size());
    }
    return rest;
  }

  std::string words(const Relation& literal) const {
    const auto of = [&](int index) {
      const Term& each = term(index);
      const std::string name = each.time == Term::Time::Argument ? each.call : subject_.observers[each.observer].name;
      return camel_case(name);
    };
    const Term& left = term(literal.left);
    if (left.sort == Sort::Truth && literal.right == Relation::kNone)
      return ((literal.rel == Rel::Eq) == (literal.offset != 0) ? "" : "Not") + of(literal.left);
    std::string right = literal.right == Relation::kNone
                            ? left.sort == Sort::Pointer
                                  ? "Null"
                                  : fmt::format("{}{}", literal.offset < 0 ? "Minus" : "",
                                                literal.offset < 0 ? -literal.offset : literal.offset)
                            : of(literal.right);
    if (literal.right != Relation::kNone && literal.offset != 0) right += literal.offset < 0 ? "Less" : "Plus";
    return of(literal.left) + word(literal.rel) + right;
  }

  const Subject& subject_;
  const Probe& probe_;
  const Law& law_;
  std::map<std::string, std::pair<int, std::int64_t>> stands_for_;  // arguments that the guard says to equal a term
  std::set<Relation> named_;
  std::vector<std::pair<std::string, std::string>> saved_;
  bool uses_result_ = false;
};

bool is_conditional(const Law& law) { return law.throws.empty() && !law.guard.empty(); }

constexpr std::ptrdiff_t kMostJoined = 2;  // cases that share what always holds

bool is_always(const Law& law) { return law.throws.empty() && law.guard.empty(); }

}  // namespace

std::vector<Law> merge_laws(const std::vector<Law>& laws) {
  std::vector<Law> merged;
  const auto sorted = [](Condition condition) {
    std::sort(condition.begin(), condition.end());
    return condition;
  };
  for (const Law& law : laws) {
    const auto same = std::find_if(merged.begin(), merged.end(), [&](const Law& other) {
      return law.throws.empty() && other.throws.empty() && sorted(other.condition) == sorted(law.condition);
    });
    if (same == merged.end()) {
      merged.push_back(law);
    } else {
      same->effects.insert(same->effects.end(), law.effects.begin(), law.effects.end());
      if (same->guard.empty()) same->guard = law.guard;
    }
  }
  // What always holds is said together with what does not, unless it assumes more or there are many cases.
  const auto assumes_no_more = [](const Law& always, const Law& law) {
    return std::all_of(always.condition.begin(), always.condition.end(), [&](const Clause& clause) {
      return std::find(law.condition.begin(), law.condition.end(), clause) != law.condition.end();
    });
  };
  const auto joins_others = [&](const Law& always) {
    const auto cases = std::count_if(merged.begin(), merged.end(), is_conditional);
    return is_always(always) && 0 < cases && cases <= kMostJoined &&
           std::all_of(merged.begin(), merged.end(),
                       [&](const Law& law) { return !is_conditional(law) || assumes_no_more(always, law); });
  };
  std::vector<Law> joined;
  for (const Law& law : merged) {
    if (joins_others(law)) continue;
    joined.push_back(law);
    if (!is_conditional(law)) continue;
    std::vector<Relation> effects;
    for (const Law& always : merged) {
      if (joins_others(always)) effects.insert(effects.end(), always.effects.begin(), always.effects.end());
    }
    joined.back().effects.insert(joined.back().effects.begin(), effects.begin(), effects.end());
  }
  return joined;
}

std::string LawWriter::unique(const std::string& name) {
  std::string result = name;
  for (int i = 2; std::find(names_.begin(), names_.end(), result) != names_.end(); ++i)
    result = fmt::format("{}{}", name, i);
  names_.push_back(result);
  return result;
}

WrittenLaw LawWriter::write(const Probe& probe, const Law& law) {
  Writing writing(subject_, probe, law);
  WrittenLaw written;
  written.name = unique(writing.name());
  const Term& about = probe.terms[static_cast<std::size_t>(law.effects.empty() ? 0 : law.effects.front().left)];
  written.method =
      probe.operation.kind == Operation::Kind::State ? subject_.observers[about.observer].name : probe.operation.name;
  written.text = writing.text();
  written.generality = writing.literals();
  const std::string body = writing.body();
  written.source = fmt::format("void {0}({1}) {{\n{2}}}\nFORALL({3}, {0}){4}{5};\n", written.name, writing.parameters(),
                               body, suite_,
                               law.is_pure          ? ".Pure()"
                               : law.throws.empty() ? ""
                                                    : fmt::format(".Throws<{}>()", law.throws),
                               subject_.bounds);
  return written;
}

std::string law_file(const Subject& subject, const std::vector<WrittenLaw>& laws, const LawFileOptions& options) {
  std::string text = "#include <forall/forall.h>\n\n#include <stdexcept>\n#include <utility>\n\n";
  text += fmt::format("#include \"{}\"\n\n", options.header);
  if (!options.factory.empty()) text += options.factory + "\n";
  if (options.as_axioms) text += fmt::format("FORALL_AXIOMS({}, {});\n\n", subject.type, options.suite);
  text += "namespace {\n\n";
  for (const WrittenLaw& law : laws) text += law.source + "\n";
  return text + "}  // namespace\n";
}

}  // namespace forall::infer
