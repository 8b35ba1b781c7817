#include "spec/load.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "base/error.h"
#include "spec/resolve.h"

namespace forall::spec {
namespace {

namespace fs = std::filesystem;

// PriorityQueue -> priority_queue.spec
std::string file_of_class(const std::string& name) {
  std::string result;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    if (std::isupper(c) != 0 && i > 0 && name[i - 1] != '_') result += '_';
    result += static_cast<char>(std::tolower(c));
  }
  return result + ".spec";
}

std::string instance_name(const Signature& signature, const std::string& name, const std::vector<Sort>& arguments) {
  if (arguments.empty()) return name;
  std::vector<std::string> names;
  for (const Sort sort : arguments) names.push_back(signature.name(sort));
  return fmt::format("{}[{}]", name, fmt::join(names, ", "));
}

// What the names of sorts mean inside one class.
struct Names {
  std::map<std::string, Sort> parameters;
  std::map<std::string, Sort> classes;  // by simple name
};

class Loader {
 public:
  explicit Loader(base::Files& files) : files_(files) {
    result_.signature = std::make_unique<Signature>();
    result_.terms = std::make_unique<Terms>(*result_.signature);
  }

  Specification run(const fs::path& file, const LoadOptions& options) {
    const auto text = files_.read(file);
    if (!text) throw base::UserError(fmt::format("cannot read {}", file.string()));
    const Source source{file.string(), *text};
    const SyntaxSpecification syntax = parse_specification(source);
    if (options.arguments.size() > syntax.parameters.size())
      throw base::UserError(fmt::format("{} has {} parameter{}, but {} were given", syntax.name,
                                        syntax.parameters.size(), syntax.parameters.size() == 1 ? "" : "s",
                                        options.arguments.size()));
    std::vector<Sort> arguments;
    for (const std::string& name : options.arguments) {
      const auto sort = result_.signature->find_sort(name);
      if (!sort) {
        const auto names = result_.signature->sort_names();
        throw base::UserError(fmt::format("'{}' is no built-in sort{}", name, did_you_mean(name, names)));
      }
      arguments.push_back(*sort);
    }
    arguments.resize(syntax.parameters.size(), kInteger);
    result_.name = syntax.name;
    result_.file = file;
    result_.sort = declare(source, syntax, file, arguments);
    return std::move(result_);
  }

 private:
  // Everything of one class, after everything of the classes that it imports.
  Sort declare(const Source& source, const SyntaxSpecification& syntax, const fs::path& file,
               const std::vector<Sort>& arguments) {
    open_.push_back({fs::weakly_canonical(file), syntax.name});
    Names names;
    for (std::size_t i = 0; i < syntax.parameters.size(); ++i)
      names.parameters[syntax.parameters[i].name] = arguments[i];
    for (const SyntaxImport& one : syntax.imports) import(source, one, file, names);
    const std::string full_name = instance_name(*result_.signature, syntax.name, arguments);
    if (result_.signature->find_sort(full_name))
      fail(source, syntax.where, fmt::format("there is a sort named {} already", full_name));
    const Sort self = result_.signature->add_sort(full_name);
    names.classes[syntax.name] = self;
    declare_operations(source, syntax, names, self);
    declare_variables(source, syntax, names);
    add_axioms(source, syntax, names, self);
    check_mappings(source, syntax, self);
    ClassUse& use = result_.uses[self];
    for (const SyntaxName& exported : syntax.exports) use.exports.push_back(exported.name);
    for (const SyntaxMapping& m : syntax.mappings) use.mappings.push_back({m.operation, m.target});
    use.parameters = names.parameters;
    use.file = file;
    open_.pop_back();
    return self;
  }

  void import(const Source& source, const SyntaxImport& one, const fs::path& file, Names& names) {
    const fs::path path = file.parent_path() / (one.file.empty() ? file_of_class(one.sort.name) : one.file);
    const fs::path key = fs::weakly_canonical(path);
    for (std::size_t i = 0; i < open_.size(); ++i) {
      if (open_[i].first != key) continue;
      std::string circle;
      for (std::size_t j = i; j < open_.size(); ++j) circle += open_[j].second + " -> ";
      fail(source, one.where, fmt::format("circular import: {}{}", circle, open_[i].second));
    }
    std::vector<Sort> arguments;
    for (const SyntaxSort& argument : one.sort.arguments) arguments.push_back(sort(source, argument, names));
    const std::string full_name = instance_name(*result_.signature, one.sort.name, arguments);
    if (names.classes.contains(one.sort.name))
      fail(source, one.where,
           fmt::format("{} is imported twice; one import is for all of a specification", one.sort.name));
    if (const auto known = result_.signature->find_sort(full_name)) {  // along another way
      names.classes[one.sort.name] = *known;
      return;
    }
    const auto text = files_.read(path);
    if (!text)
      fail(source, one.where, fmt::format("cannot read {}, which {} is imported from", path.string(), one.sort.name));
    const Source imported{path.string(), *text};
    const SyntaxSpecification syntax = parse_specification(imported);
    if (syntax.name != one.sort.name)
      fail(source, one.where, fmt::format("{} specifies {}, not {}", path.string(), syntax.name, one.sort.name));
    if (syntax.parameters.size() != arguments.size())
      fail(source, one.sort.where,
           fmt::format("{} has {} parameter{}, but {} given", syntax.name, syntax.parameters.size(),
                       syntax.parameters.size() == 1 ? "" : "s",
                       arguments.size() == 1 ? "1 is" : fmt::format("{} are", arguments.size())));
    names.classes[one.sort.name] = declare(imported, syntax, path, arguments);
  }

  Sort sort(const Source& source, const SyntaxSort& syntax, const Names& names) const {
    const Signature& signature = *result_.signature;
    if (syntax.arguments.empty()) {
      if (const auto found = names.parameters.find(syntax.name); found != names.parameters.end()) return found->second;
      if (const auto found = names.classes.find(syntax.name); found != names.classes.end()) return found->second;
      const auto found = signature.find_sort(syntax.name);
      if (found && is_built_in(*found)) return *found;
    } else {
      std::vector<Sort> arguments;
      for (const SyntaxSort& argument : syntax.arguments) arguments.push_back(sort(source, argument, names));
      if (const auto found = signature.find_sort(instance_name(signature, syntax.name, arguments))) return *found;
    }
    std::vector<std::string> candidates = {"Integer", "Boolean", "Character", "Text"};
    for (const auto& [name, s] : names.parameters) candidates.push_back(name);
    for (const auto& [name, s] : names.classes) candidates.push_back(name);
    const std::string hint = did_you_mean(syntax.name, candidates);
    fail(source, syntax.where,
         fmt::format("unknown sort '{}'{}", syntax.name,
                     hint.empty() ? "; a class of another specification must be imported" : hint));
  }

  void declare_operations(const Source& source, const SyntaxSpecification& syntax, const Names& names, Sort self) {
    const auto declare_all = [&](const std::vector<SyntaxDeclaration>& declarations, Role role) {
      for (const SyntaxDeclaration& d : declarations) declare_operation(source, d, role, names, self);
    };
    declare_all(syntax.constructors, Role::Constructor);
    declare_all(syntax.transformers, Role::Transformer);
    declare_all(syntax.observers, Role::Observer);
    const auto constructors = result_.signature->constructors(self);
    if (std::none_of(constructors.begin(), constructors.end(), [&](Op op) { return (*result_.signature)[op].creates; }))
      fail(source, syntax.where,
           "no constructor creates an object: one must be called 'create' or be declared 'create NAME'");
    const auto known = result_.signature->names(self);
    for (const SyntaxName& exported : syntax.exports) {
      if (std::find(known.begin(), known.end(), exported.name) == known.end())
        fail(source, exported.where,
             fmt::format("'{}' is exported but not declared{}", exported.name, did_you_mean(exported.name, known)));
    }
  }

  void declare_operation(const Source& source, const SyntaxDeclaration& d, Role role, const Names& names, Sort self) {
    if (result_.signature->find(self, d.name)) fail(source, d.where, fmt::format("'{}' is declared twice", d.name));
    Operation operation{d.name, self, role, d.creates, {}, {}, self};
    if (d.creates && role == Role::Observer) fail(source, d.where, "an observer is sent to an object");
    if (!d.creates) operation.arguments.push_back(self);
    for (const SyntaxParameter& parameter : d.parameters) {
      operation.parameters.push_back(parameter.name);
      operation.arguments.push_back(sort(source, parameter.sort, names));
    }
    if (!d.result.empty()) operation.result = sort(source, d.result[0], names);
    if (d.result.empty() && role == Role::Observer)
      fail(source, d.where, fmt::format("an observer has a result: {}: Sort", d.name));
    if (role != Role::Observer && operation.result != self)
      fail(source, d.result[0].where,
           fmt::format("the result of a {} is of sort {}; an operation with another result is an observer",
                       role == Role::Constructor ? "constructor" : "transformer", result_.signature->name(self)));
    result_.signature->add(std::move(operation));
  }

  void declare_variables(const Source& source, const SyntaxSpecification& syntax, const Names& names) {
    result_.variables.clear();
    for (const SyntaxVariable& variable : syntax.variables) {
      const Sort s = sort(source, variable.sort, names);
      if (!result_.variables.emplace(variable.name, s).second)
        fail(source, variable.where, fmt::format("the variable '{}' is declared twice", variable.name));
    }
    result_.class_names = names.classes;
  }

  void add_axioms(const Source& source, const SyntaxSpecification& syntax, const Names& names, Sort self) {
    Terms& terms = *result_.terms;
    const Scope scope{source, *result_.signature, terms, self, result_.variables, names.classes};
    std::set<std::string> labels;
    for (std::size_t i = 0; i < syntax.axioms.size(); ++i) {
      const SyntaxAxiom& axiom = syntax.axioms[i];
      const std::string label = axiom.label.empty() ? std::to_string(i + 1) : axiom.label;
      if (!labels.insert(label).second) fail(source, axiom.where, fmt::format("there are two axioms {}", label));
      const Term left = resolve(scope, axiom.left, nullptr);
      check_left(source, axiom, left, self);
      const Sort wanted = terms[left].sort;
      const Term right = resolve(scope, axiom.right, &wanted);
      const auto bound = variables_of(terms, left);
      for (const Term variable : variables_of(terms, right)) {
        if (std::find(bound.begin(), bound.end(), variable) == bound.end())
          fail(source, axiom.right.where,
               fmt::format("the variable '{}' does not occur on the left side of axiom {}", to_text(terms, variable),
                           label));
      }
      result_.rules.push_back({label, terms[left].op, left, right, self, axiom.where});
    }
  }

  void check_left(const Source& source, const SyntaxAxiom& axiom, Term left, Sort self) const {
    const Terms& terms = *result_.terms;
    if (terms[left].kind != Kind::Apply || is_built_in(terms[left].op))
      fail(source, axiom.left.where,
           "the left side of an axiom is an operation and what it is sent to, such as A.add(x).delete");
    visit_bottom_up(terms, left, [&](Term t) {
      if (terms.is_error(t))
        fail(source, axiom.left.where, "an error cannot stand on the left side: all operations pass errors on");
      if (terms[t].kind == Kind::Apply && is_built_in(terms[t].op))
        fail(source, axiom.left.where,
             fmt::format("'{}' computes a value and cannot stand on the left side", to_text(terms, t)));
    });
    const Operation& operation = (*result_.signature)[terms[left].op];
    if (operation.owner != self)
      fail(source, axiom.left.where,
           fmt::format("'{}' belongs to {}, whose axioms are in its own specification", operation.name,
                       result_.signature->name(operation.owner)));
  }

  void check_mappings(const Source& source, const SyntaxSpecification& syntax, Sort self) const {
    auto known = result_.signature->names(self);
    for (const char* word : {"class", "error", "include"}) known.emplace_back(word);
    for (const SyntaxMapping& mapping : syntax.mappings) {
      if (std::find(known.begin(), known.end(), mapping.operation) == known.end())
        fail(source, mapping.where,
             fmt::format("'{}' is mapped but not declared{}", mapping.operation,
                         did_you_mean(mapping.operation, known)));
    }
  }

  base::Files& files_;
  Specification result_;
  std::vector<std::pair<fs::path, std::string>> open_;  // the classes being read, with their files
};

Scope scope_of(const Specification& spec, const Source& source) {
  return {source, *spec.signature, *spec.terms, spec.sort, spec.variables, spec.class_names};
}

}  // namespace

Specification load(base::Files& files, const fs::path& file, const LoadOptions& options) {
  return Loader(files).run(file, options);
}

Term read_term(const Specification& specification, const Source& source) {
  const SyntaxTerm syntax = parse_term(source);
  return resolve(scope_of(specification, source), syntax, nullptr);
}

std::vector<Case> read_cases(const Specification& specification, const Source& source) {
  std::vector<Case> result;
  const Terms& terms = *specification.terms;
  for (const SyntaxCase& syntax : parse_cases(source)) {
    const Scope scope = scope_of(specification, source);
    const Term first = resolve(scope, syntax.first, nullptr);
    const Sort sort = terms[first].sort;
    const Term second = resolve(scope, syntax.second, &sort);
    for (const Term t : {first, second}) {
      if (!terms[t].ground)
        fail(source, syntax.where, fmt::format("a case has no variables; {} has", to_text(terms, t)));
    }
    result.push_back({first, second, syntax.equivalent});
  }
  return result;
}

std::string cases_text(const Specification& specification, const std::vector<Case>& cases) {
  std::string text;
  for (const Case& one : cases) {
    text += fmt::format("({}, {}, {})\n", to_text(*specification.terms, one.first),
                        to_text(*specification.terms, one.second), one.equivalent ? "equivalent" : "not equivalent");
  }
  return text;
}

}  // namespace forall::spec
