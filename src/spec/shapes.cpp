#include "spec/shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/error.h"
#include "spec/use.h"

namespace forall::spec {
namespace {

class Shapes {
 public:
  Shapes(const Specification& spec, std::size_t most)
      : spec_(spec), signature_(*spec.signature), terms_(*spec.terms), most_(most) {}

  // Objects of a sort. All their variables are the same one, until `distinct` renames them.
  const std::vector<Term>& objects(Sort sort, std::size_t length) {
    const auto known = objects_.find({sort, length});
    if (known != objects_.end()) return known->second;
    std::vector<Term> found;
    for (const Op op : signature_.operations()) {
      const Operation& operation = signature_[op];
      if (operation.role == Role::Observer || operation.owner != sort || !is_exported(spec_, operation)) continue;
      const bool has_objects =
          std::any_of(operation.arguments.begin(), operation.arguments.end(), [](Sort s) { return !is_built_in(s); });
      const std::size_t own = has_objects ? 1 : 0;
      if (length >= own && (has_objects || length == 0)) applications(op, length - own, {}, found);
    }
    return objects_[{sort, length}] = std::move(found);
  }

  std::vector<Term> all(std::size_t length) {
    std::vector<Term> found = objects(spec_.sort, length);
    for (const Op op : signature_.operations()) {
      const Operation& operation = signature_[op];
      if (operation.role == Role::Observer && operation.owner == spec_.sort && is_exported(spec_, operation) &&
          operation.name != "eqn" && operation.arguments.size() > 1 && is_built_in(operation.result))
        applications(op, length, {}, found);
    }
    return found;
  }

  Term distinct(Term t, int& variables) {
    const TermNode& node = terms_[t];
    if (node.kind == Kind::Variable) return terms_.variable(fmt::format("x{}", ++variables), node.sort);
    std::vector<Term> arguments;
    for (const Term argument : std::vector<Term>(node.arguments)) arguments.push_back(distinct(argument, variables));
    return terms_.apply(terms_[t].op, std::move(arguments));
  }

  std::string name(Term t) const {
    const TermNode& node = terms_[t];
    std::string text;
    for (const Term argument : node.arguments) {
      if (!is_built_in(terms_[argument].sort)) text += (text.empty() ? "" : "_") + name(argument);
    }
    return (text.empty() ? "" : text + "_") + signature_[node.op].name;
  }

 private:
  // The operation with objects whose lengths add up to `length`.
  void applications(Op op, std::size_t length, std::vector<Term> arguments, std::vector<Term>& found) {
    const Operation& operation = signature_[op];
    if (arguments.size() == operation.arguments.size()) {
      if (length == 0) found.push_back(terms_.apply(op, std::move(arguments)));
      if (found.size() > most_)
        throw base::UserError(
            fmt::format("there are more than {} sequences of this length; explore shorter ones", most_));
      return;
    }
    const Sort sort = operation.arguments[arguments.size()];
    arguments.emplace_back();
    if (is_built_in(sort)) {
      arguments.back() = terms_.variable("x", sort);
      applications(op, length, std::move(arguments), found);
      return;
    }
    for (std::size_t part = length + 1; part-- > 0;) {  // long sequences first, with short arguments
      for (const Term object : std::vector<Term>(objects(sort, part))) {
        arguments.back() = object;
        applications(op, length - part, arguments, found);
      }
    }
  }

  const Specification& spec_;
  const Signature& signature_;
  Terms& terms_;
  std::size_t most_;
  std::map<std::pair<Sort, std::size_t>, std::vector<Term>> objects_;
};

}  // namespace

std::vector<Shape> shapes_of_length(const Specification& specification, std::size_t length, std::size_t most) {
  Shapes shapes(specification, most);
  std::vector<Shape> result;
  std::set<std::string> names;
  for (const Term term : shapes.all(length)) {
    int variables = 0;
    Shape shape{shapes.name(term), shapes.distinct(term, variables)};
    const std::string plain = shape.name;
    for (int i = 2; !names.insert(shape.name).second; ++i) shape.name = fmt::format("{}_{}", plain, i);
    result.push_back(std::move(shape));
  }
  return result;
}

}  // namespace forall::spec
