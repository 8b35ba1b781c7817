#include "infer/subject.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/suggest.h"
#include "base/words.h"

namespace forall::infer {
namespace {

using frontend::TypeFacts;
using frontend::TypeKind;

// None: laws cannot speak of its values.
std::optional<Sort> sort_of(const TypeFacts& facts) {
  switch (facts.kind) {
    case TypeKind::Number: return Sort::Number;
    case TypeKind::Pointer: return Sort::Pointer;
    case TypeKind::Scalar:
      if (facts.spelling == "bool") return Sort::Truth;
      if (facts.spelling == "float" || facts.spelling == "double" || facts.spelling == "long double")
        return std::nullopt;
      return Sort::Other;
    default: return std::nullopt;
  }
}

std::string lower_case(const std::string& name) {
  std::string lower;
  for (const char c : name) {
    if (std::isupper(static_cast<unsigned char>(c)) != 0 && !lower.empty() && lower.back() != '_') lower += '_';
    lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return lower;
}

// "array_list" is called "list".
std::string object_name(const std::string& class_name) {
  const std::string lower = lower_case(class_name);
  const std::size_t last = lower.rfind('_');
  const std::string word = last == std::string::npos || last + 1 == lower.size() ? lower : lower.substr(last + 1);
  static const std::set<std::string> taken = {"int", "char", "bool", "long", "short", "float", "double", "class"};
  return taken.contains(word) || word == class_name ? "object" : word;
}

// "Object *" is written "Object*".
std::string type_text(std::string type) {
  for (std::size_t at = type.find(" *"); at != std::string::npos; at = type.find(" *", at)) type.erase(at, 1);
  return type;
}

struct Reader {
  const frontend::ClassModel& model;
  const Vocabulary& vocabulary;
  Subject subject = {};

  // Why laws cannot speak of the parameters; empty if they can.
  std::string read_arguments(const std::vector<frontend::Parameter>& parameters, Operation& operation) const {
    std::set<std::string> names = {subject.object};
    for (const frontend::Parameter& parameter : parameters) {
      const auto sort = sort_of(parameter.facts);
      if (!sort) return fmt::format("a parameter of type {}", parameter.type);
      if (parameter.can_be_changed) return fmt::format("a parameter of type {}, which it may change", parameter.type);
      std::string name = parameter.name;
      while (!name.empty() && name.back() == '_') name.pop_back();
      if (name.empty() || name.starts_with("_")) name = "value";
      while (!names.insert(name).second) name += fmt::format("{}", names.size());
      operation.arguments.push_back({name, type_text(parameter.facts.spelling), *sort});
    }
    return {};
  }

  static bool is_named(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  }

  // An overload that only differs in being constant says nothing new.
  bool has_constant_overload(const frontend::Method& method) const {
    return std::any_of(model.methods.begin(), model.methods.end(), [&](const frontend::Method& other) {
      const auto same = [](const auto& x, const auto& y) { return x.type == y.type; };
      return other.is_const && !method.is_const && other.name == method.name &&
             std::equal(other.parameters.begin(), other.parameters.end(), method.parameters.begin(),
                        method.parameters.end(), same);
    });
  }

  bool has_other_overload(const frontend::Method& method) const {
    return method.is_const &&
           std::any_of(model.methods.begin(), model.methods.end(), [&](const frontend::Method& other) {
             const auto same = [](const auto& x, const auto& y) { return x.type == y.type; };
             return !other.is_const && other.name == method.name &&
                    std::equal(other.parameters.begin(), other.parameters.end(), method.parameters.begin(),
                               method.parameters.end(), same);
           });
  }

  void read_method(const frontend::Method& method) {
    if (method.access != frontend::Access::Public || method.is_static || has_constant_overload(method)) return;
    if (!base::is_word_character(method.name.back())) return;  // operators
    const auto result = sort_of(method.result_facts);
    const bool is_asked = is_named(vocabulary.observers, method.name);
    const bool is_observer = is_asked || (method.is_const && method.result_facts.kind != TypeKind::Void);
    Operation operation{is_observer ? Operation::Kind::Observer : Operation::Kind::Modifier, method.name};
    operation.has_result = result.has_value();
    if (result) operation.result = *result;
    operation.is_overloaded_by_const = has_other_overload(method);
    std::string why = read_arguments(method.parameters, operation);
    if (why.empty() && is_observer && !result) why = fmt::format("a result of type {}", method.result);
    if (why.empty() && method.is_const && !is_observer) return;  // it changes nothing and tells nothing
    const auto& chosen = is_observer ? vocabulary.observers : vocabulary.modifiers;
    const std::vector<Operation> others = overloads();
    const bool is_overloaded = std::any_of(others.begin(), others.end(), [&](const Operation& other) {
      return other.name == method.name && other.arguments.size() == operation.arguments.size();
    });
    if (!chosen.empty() && !is_named(chosen, method.name)) return;
    if (!why.empty() || is_overloaded) {
      subject.left_out.push_back(
          fmt::format("{} has {}", method.name, why.empty() ? "another overload with as many parameters" : why));
      return;
    }
    (is_observer ? subject.observers : subject.modifiers).push_back(std::move(operation));
  }

  std::vector<Operation> overloads() const {
    std::vector<Operation> all = subject.observers;
    all.insert(all.end(), subject.modifiers.begin(), subject.modifiers.end());
    return all;
  }

  void read_constructors() {
    if (!vocabulary.modifiers.empty()) return;
    if (model.is_default_constructible) subject.constructors.push_back({Operation::Kind::Constructor, subject.name});
    for (const frontend::Constructor& constructor : model.constructors) {
      Operation operation{Operation::Kind::Constructor, subject.name};
      std::vector<frontend::Parameter> parameters;
      for (const frontend::Member& member : constructor.parameters)
        parameters.push_back({member.name, member.type, member.facts, false});
      const std::string why = read_arguments(parameters, operation);
      if (why.empty()) {
        subject.constructors.push_back(std::move(operation));
      } else {
        subject.left_out.push_back(fmt::format("a constructor has {}", why));
      }
    }
  }

  void check_names(const std::vector<std::string>& wanted, const std::vector<Operation>& found,
                   const char* what) const {
    for (const std::string& name : wanted) {
      if (std::any_of(found.begin(), found.end(), [&](const Operation& o) { return o.name == name; })) continue;
      const auto left_out = std::find_if(subject.left_out.begin(), subject.left_out.end(),
                                         [&](const std::string& text) { return text.starts_with(name + " "); });
      if (left_out != subject.left_out.end())
        throw base::UserError(fmt::format("{} cannot be {}: it {}", name, what, left_out->substr(name.size() + 1)));
      std::vector<std::string> known;
      for (const frontend::Method& method : model.methods) {
        if (method.access == frontend::Access::Public) known.push_back(method.name);
      }
      if (is_named(known, name))
        throw base::UserError(fmt::format(
            "{} of {} cannot be {}: it is {}", name, model.name, what,
            what[0] == 'a' && what[1] == 'n' ? "not a method of objects" : "constant, so it is an observer"));
      throw base::UserError(
          fmt::format("{} has no public method {}{}", model.name, name, base::suggestion(name, known)));
    }
  }

  Subject read() {
    subject.type = model.name;
    subject.name = camel_case(model.simple_name);
    subject.object = object_name(model.simple_name);
    if (model.is_abstract)
      throw base::UserError(
          fmt::format("{} is abstract, so it has no code to infer laws from{}", model.name,
                      model.subtypes.empty() ? "" : "; name a class that implements it: " + model.subtypes.front()));
    for (const frontend::Method& method : model.methods) read_method(method);
    read_constructors();
    check_names(vocabulary.observers, subject.observers, "an observer");
    check_names(vocabulary.modifiers, subject.modifiers, "a modifier");
    if (subject.observers.empty())
      throw base::UserError(fmt::format(
          "{} has no observer, so nothing can be said about it: laws need a public method with a result of a simple "
          "type that is constant, or that --observer names",
          model.name));
    if (subject.modifiers.empty() && subject.constructors.empty() && !vocabulary.modifiers.empty())
      throw base::UserError(fmt::format("{} has no modifier", model.name));
    return std::move(subject);
  }
};

}  // namespace

std::string camel_case(const std::string& name) {
  std::string camel;
  bool begins = true;
  for (const char c : name) {
    if (!base::is_letter_or_digit(c)) {
      begins = true;
      continue;
    }
    camel += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    begins = false;
  }
  return camel;
}

std::string target_of(const Subject& subject, const Operation& operation) {
  return operation.is_overloaded_by_const ? fmt::format("std::as_const({})", subject.object) : subject.object;
}

Subject make_subject(const frontend::ClassModel& model, const Vocabulary& vocabulary) {
  return Reader{model, vocabulary}.read();
}

}  // namespace forall::infer
