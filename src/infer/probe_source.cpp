// The terms of a probe:
//
//   arguments of the operation; for a probe with a focus, those of the observer, which are any others
//   before:  observers without arguments; observers whose arguments the operation has (for an observer, those with a bool);
//            observers of 0 and 1, for an operation without arguments that has a result;
//            the focus, and for a number as its last argument also of the number before and after it
//   after:   observers without arguments, without a focus; else the focus
//   result   of the operation, without a focus
//
// A probe of states has no operation: what it observes is before nothing.
#include "infer/probe_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace forall::infer {
namespace {

std::string call_of(const Operation& observer, const std::vector<std::string>& arguments, long shift) {
  std::string text = joined(arguments);
  if (shift != 0) text += fmt::format(" {} {}", shift < 0 ? '-' : '+', shift < 0 ? -shift : shift);
  return fmt::format("{}({})", observer.name, text);
}

class Maker {
 public:
  explicit Maker(const Subject& subject) : subject_(subject) {}

  std::vector<Probe> make() {
    for (const auto* operations : {&subject_.observers, &subject_.constructors, &subject_.modifiers}) {
      if (operations == &subject_.constructors) add_states();
      for (const Operation& operation : *operations) {
        add(operation, std::nullopt);
        if (operation.kind == Operation::Kind::Observer) continue;
        for (std::size_t i = 0; i < subject_.observers.size(); ++i) {
          if (!subject_.observers[i].arguments.empty()) add(operation, i);
        }
      }
    }
    for (const Operation& first : subject_.modifiers) {
      for (const Operation& second : subject_.modifiers) add_sequence(first, second);
    }
    return std::move(probes_);
  }

 private:
  void add_states() {
    const Operation none{Operation::Kind::State, ""};
    add(none, std::nullopt);
    for (std::size_t i = 0; i < subject_.observers.size(); ++i) {
      if (!subject_.observers[i].arguments.empty()) add(none, i);
    }
  }

  // Two modifiers, of which the second has arguments of the first: push then pop, insert then remove.
  void add_sequence(const Operation& first, const Operation& second) {
    const std::vector<std::string> arguments = fitting(second, first.arguments);
    if (first.name == second.name || arguments.size() != second.arguments.size()) return;
    Operation both = first;
    both.then = second.name;
    both.then_arguments = arguments;
    both.has_result = second.has_result;
    both.result = second.result;
    add(both, std::nullopt);
  }

  void add(const Operation& operation, std::optional<std::size_t> focus) {
    Probe probe{fmt::format("Probe{}", probes_.size() + 1), operation, focus};
    for (const Argument& argument : operation.arguments)
      probe.terms.push_back({Term::Time::Argument, argument.name, argument.sort});
    if (focus) add_others(probe);
    if (operation.kind != Operation::Kind::Constructor) add_before(probe);
    const bool changes = operation.kind == Operation::Kind::Constructor || operation.kind == Operation::Kind::Modifier;
    if (changes) add_after(probe);
    if (operation.has_result && !focus) probe.terms.push_back({Term::Time::Result, "result", operation.result});
    probes_.push_back(std::move(probe));
  }

  void add_others(Probe& probe) const {
    std::set<std::string> names = {subject_.object, "result"};
    for (const Argument& argument : probe.operation.arguments) names.insert(argument.name);
    for (Argument other : subject_.observers[*probe.focus].arguments) {
      if (names.contains(other.name)) other.name = names.contains("other") ? "other_" + other.name : "other";
      while (!names.insert(other.name).second) other.name += "2";
      Term term{Term::Time::Argument, other.name, other.sort};
      term.is_own = false;
      probe.terms.push_back(term);
      probe.others.push_back(other);
    }
  }

  static std::vector<std::string> names_of(const std::vector<Argument>& arguments) {
    std::vector<std::string> names;
    for (const Argument& argument : arguments) names.push_back(argument.name);
    return names;
  }

  void add_observation(Probe& probe, Term::Time time, std::size_t index, const std::vector<std::string>& arguments,
                       long shift = 0) const {
    const Operation& observer = subject_.observers[index];
    Term term{time, call_of(observer, arguments, shift), observer.result};
    term.observer = index;
    term.of = arguments;
    term.shift = shift;
    const auto is_same = [&](const Term& other) { return other.name() == term.name(); };
    if (std::none_of(probe.terms.begin(), probe.terms.end(), is_same)) probe.terms.push_back(std::move(term));
  }

  void add_before(Probe& probe) const {
    for (std::size_t i = 0; i < subject_.observers.size(); ++i) {
      const Operation& observer = subject_.observers[i];
      const bool is_itself = probe.operation.kind == Operation::Kind::Observer &&
                             probe.operation.name == observer.name &&
                             probe.operation.arguments.size() == observer.arguments.size();
      if (observer.arguments.empty()) {
        if (!is_itself) add_observation(probe, Term::Time::Before, i, {});
      } else if (probe.operation.kind == Operation::Kind::Modifier || (observer.result == Sort::Truth && !is_itself)) {
        const auto arguments = fitting(observer, probe.operation.arguments);
        if (!arguments.empty()) add_observation(probe, Term::Time::Before, i, arguments);
      }
    }
    if (!probe.focus) {
      add_first(probe);
      return;
    }
    for (std::size_t i = 0; i < subject_.observers.size(); ++i) {
      const auto arguments = fitting(subject_.observers[i], probe.others);
      const bool tells = subject_.observers[i].result == Sort::Truth && !arguments.empty();
      if (tells) add_observation(probe, Term::Time::Before, i, arguments);
    }
    const std::vector<std::string> others = names_of(probe.others);
    add_observation(probe, Term::Time::Before, *probe.focus, others);
    if (probe.operation.kind == Operation::Kind::State || probe.others.back().sort != Sort::Number) return;
    add_observation(probe, Term::Time::Before, *probe.focus, others, -1);
    add_observation(probe, Term::Time::Before, *probe.focus, others, +1);
  }

  // What an operation without arguments returns may be the first element; the second one is then the next.
  void add_first(Probe& probe) const {
    const Operation& operation = probe.operation;
    const bool is_taking = operation.arguments.empty() && operation.has_result && operation.then.empty() &&
                           operation.kind == Operation::Kind::Modifier;
    if (operation.kind != Operation::Kind::State && !is_taking) return;
    for (std::size_t i = 0; i < subject_.observers.size(); ++i) {
      const std::vector<Argument>& arguments = subject_.observers[i].arguments;
      if (arguments.size() != 1 || arguments.front().sort != Sort::Number) continue;
      for (const char* place : {"0", "1"}) add_observation(probe, Term::Time::Before, i, {place});
    }
  }

  // The first arguments of the types that the observer takes; empty if there are none.
  static std::vector<std::string> fitting(const Operation& observer, const std::vector<Argument>& arguments) {
    std::vector<std::string> names;
    std::set<std::string> used;
    for (const Argument& wanted : observer.arguments) {
      const auto found = std::find_if(arguments.begin(), arguments.end(), [&](const Argument& argument) {
        const bool fits = argument.type == wanted.type || "const " + argument.type == wanted.type;
        return fits && !used.contains(argument.name);
      });
      if (found == arguments.end()) return {};
      used.insert(found->name);
      names.push_back(found->name);
    }
    return names;
  }

  void add_after(Probe& probe) const {
    if (probe.focus) {
      add_observation(probe, Term::Time::After, *probe.focus, names_of(probe.others));
      return;
    }
    for (std::size_t i = 0; i < subject_.observers.size(); ++i) {
      if (subject_.observers[i].arguments.empty()) add_observation(probe, Term::Time::After, i, {});
    }
  }

  const Subject& subject_;
  std::vector<Probe> probes_;
};

// Pointers are observed as numbers. An observer that throws, and an argument that does not exist, observe nothing.
constexpr const char* kHelpers = R"(
template <class T>
void see(const char* name, const T& value) {
  if constexpr (std::is_pointer_v<T>) {
    forall::observe(name, reinterpret_cast<std::uintptr_t>(value));
  } else if constexpr (std::is_enum_v<T>) {
    forall::observe(name, static_cast<std::underlying_type_t<T>>(value));
  } else {
    forall::observe(name, value);
  }
}

template <class Observer>
void look(const char* name, Observer observer) {
  try {
    see(name, observer());
  } catch (...) {
  }
}

template <class T>
bool is_small(T value) {
  if constexpr (std::is_signed_v<T>) return (value >= -8) & (value <= 8);
  return value <= 8;
}

template <class T>
T before(T value) {
  if (value == std::numeric_limits<T>::min()) throw 0;
  return static_cast<T>(value - 1);
}

template <class T>
T after(T value) {
  if (value == std::numeric_limits<T>::max()) throw 0;
  return static_cast<T>(value + 1);
}
)";

std::string observation(const Subject& subject, const Term& term) {
  if (term.time == Term::Time::Argument) return fmt::format("  see(\"{0}\", {0});\n", term.call);
  std::vector<std::string> arguments = term.of;
  if (term.shift != 0) arguments.back() = fmt::format("{}({})", term.shift < 0 ? "before" : "after", arguments.back());
  const Operation& observer = subject.observers[term.observer];
  return fmt::format("  look(\"{}\", [&] {{ return {}.{}({}); }});\n", term.name(), target_of(subject, observer),
                     observer.name, joined(arguments));
}

std::string put_of(const Subject& subject, const Probe& probe, bool is_small) {
  const Operation& operation = probe.operation;
  const bool makes = operation.kind == Operation::Kind::Constructor;
  std::vector<std::string> parameters, arguments;
  if (!makes) parameters.push_back(fmt::format("{}& {}", subject.type, subject.object));
  for (const Argument& argument : operation.arguments) {
    parameters.push_back(argument.type + " " + argument.name);
    arguments.push_back(argument.name);
  }
  for (const Argument& argument : probe.others) parameters.push_back(argument.type + " " + argument.name);
  if (parameters.empty()) parameters.emplace_back("bool");  // a PUT has a parameter
  std::string body;
  for (const Argument& argument : operation.arguments) {
    if (is_small && argument.sort == Sort::Number) body += fmt::format("  ASSUME(is_small({}));\n", argument.name);
  }
  for (const Term& term : probe.terms) {
    if (term.is_before()) body += observation(subject, term);
  }
  if (operation.kind == Operation::Kind::State) {
    // Nothing is called.
  } else if (makes) {
    body += fmt::format("  {} {}{};\n", subject.type, subject.object,
                        arguments.empty() ? "" : "(" + joined(arguments) + ")");
  } else {
    std::string call = fmt::format("{}.{}({})", target_of(subject, operation), operation.name, joined(arguments));
    if (!operation.then.empty()) {
      body += fmt::format("  static_cast<void>({});\n", call);
      call = fmt::format("{}.{}({})", subject.object, operation.then, joined(operation.then_arguments));
    }
    const bool sees_result = operation.has_result && !probe.focus;
    body += sees_result ? fmt::format("  const auto result = {};\n  see(\"result\", result);\n", call)
                        : fmt::format("  static_cast<void>({});\n", call);
  }
  for (const Term& term : probe.terms) {
    if (term.time == Term::Time::After) body += observation(subject, term);
  }
  return fmt::format("void {0}({1}) {{\n{2}}}\nFORALL({3}, {0}){4};\n\n", is_small ? small_name(probe) : probe.name,
                     joined(parameters), body, kProbeSuite, subject.bounds);
}

}  // namespace

bool has_small_version(const Probe& probe) {
  return probe.operation.kind != Operation::Kind::Observer &&
         std::any_of(probe.operation.arguments.begin(), probe.operation.arguments.end(),
                     [](const Argument& argument) { return argument.sort == Sort::Number; });
}

std::string small_name(const Probe& probe) { return probe.name + "Small"; }

std::vector<Probe> make_probes(const Subject& subject) { return Maker(subject).make(); }

std::string factory_source(const Subject& subject, const Sequences& sequences) {
  const std::string type = subject.type;
  std::vector<std::string> parameters = {"unsigned how"};
  const auto arguments_of = [&](const Operation& operation, const std::string& prefix) {
    std::vector<std::string> names;
    for (const Argument& argument : operation.arguments) {
      names.push_back(prefix + argument.name);
      parameters.push_back(argument.type + " " + names.back());
    }
    return joined(names);
  };
  std::string body;
  // Constructors are told apart by a number; without modifiers between them there is one object for each.
  std::string made;
  for (std::size_t i = 0; i < subject.constructors.size(); ++i) {
    const std::string arguments = arguments_of(subject.constructors[i], fmt::format("with{}_", i));
    made += i + 1 < subject.constructors.size() ? fmt::format("how == {} ? {}({}) : ", i, type, arguments)
                                                : fmt::format("{}({})", type, arguments);
  }
  body += fmt::format("  {} made = {};\n", type, made.empty() ? type + "()" : made);
  for (std::size_t step = 0; step < sequences.length; ++step) {
    parameters.push_back(fmt::format("unsigned step{}", step));
    body += fmt::format("  switch (step{}) {{\n", step);
    for (std::size_t i = 0; i < subject.modifiers.size(); ++i) {
      const std::string arguments = arguments_of(subject.modifiers[i], fmt::format("step{}_{}_", step, i));
      body += fmt::format("    case {}: made.{}({}); break;\n", i, subject.modifiers[i].name, arguments);
    }
    body += "    default: return made;\n  }\n";
  }
  return fmt::format(
      "// Objects are made by a constructor and up to {0} calls.\n"
      "inline {1} make_{2}({3}) {{\n{4}  return made;\n}}\nFORALL_FACTORY({1}, make_{2});\n",
      sequences.length, type, subject.object, joined(parameters), body);
}

std::string probe_source(const Subject& subject, const std::vector<Probe>& probes, const ProbeSourceOptions& options) {
  std::string text = fmt::format(
      "#include <forall/forall.h>\n\n#include <cstdint>\n#include <limits>\n#include <type_traits>\n#include "
      "<utility>\n\n"
      "#include \"{}\"\n\n{}\nnamespace {{\n{}\n",
      options.header, options.factory, kHelpers);
  for (const Probe& probe : probes) {
    text += put_of(subject, probe, false);
    if (has_small_version(probe)) text += put_of(subject, probe, true);
  }
  return text + "}  // namespace\n";
}

}  // namespace forall::infer
