// Random sequences. The generator is written out, so that a seed means the same cases everywhere.
#include <fmt/format.h>

#include <optional>

#include "spec/generate.h"
#include "spec/rewrite.h"
#include "spec/use.h"

namespace forall::spec {
namespace {

// SplitMix64.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t below(std::uint64_t n) { return next() % n; }
  double fraction() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

class Generator {
 public:
  Generator(const Specification& spec, const RandomOptions& options)
      : spec_(spec), terms_(*spec.terms), options_(options), random_(options.seed), rewriter_(spec) {}

  // Errors are passed on, so only the last operation may lead to one, and only if other arguments would, too.
  Term sequence(Sort sort, std::size_t length) {
    std::vector<Op> creators, adders, removers;
    for (const Op op : spec_.signature->operations()) {
      const Operation& operation = (*spec_.signature)[op];
      if (operation.owner != sort || operation.role == Role::Observer || !is_exported(spec_, operation)) continue;
      (operation.creates ? creators : operation.role == Role::Constructor ? adders : removers).push_back(op);
    }
    if (adders.empty() &&
        removers.size() > 1) {  // constructors are not for users: the first transformer builds objects
      adders.push_back(removers.front());
      removers.erase(removers.begin());
    }
    Step last = step(creators[random_.below(creators.size())], std::nullopt, length);
    if (adders.empty() && removers.empty()) return last.term;
    std::size_t tries = 4 * length;
    for (std::size_t i = 0; i < length && tries > 0 && !terms_.is_error(last.normal); --tries) {
      const bool adds = removers.empty() || (!adders.empty() && random_.fraction() * (options_.mix + 1) < options_.mix);
      const std::vector<Op>& from = adds ? adders : removers;
      const Step next = step(from[random_.below(from.size())], last, length);
      if (terms_.is_error(next.normal) && i + 1 < length) continue;
      last = next;
      ++i;
    }
    return last.term;
  }

 private:
  struct Step {
    Term term, normal;
  };

  // Where arguments lead to an error, smaller ones may not: places in a list are such.
  Step step(Op op, const std::optional<Step>& before, std::size_t length) {
    Step result;
    for (std::int64_t range = options_.range; range > 0; range /= 2) {
      const auto& sorts = (*spec_.signature)[op].arguments;
      std::vector<Term> arguments;
      if (before) arguments.push_back(before->term);
      while (arguments.size() < sorts.size()) arguments.push_back(value(sorts[arguments.size()], length, range));
      const bool has_choice = arguments.size() > (before ? 1u : 0u);
      result.term = terms_.apply(op, arguments);
      if (before) arguments[0] = before->normal;
      const Reduction reduction = rewriter_.normalize(terms_.apply(op, std::move(arguments)));
      result.normal = reduction.end == Reduction::End::Normal ? reduction.result : result.term;
      if (!terms_.is_error(result.normal) || !has_choice) break;
    }
    return result;
  }

  Term value(Sort sort, std::size_t length, std::int64_t range) {
    const auto n = random_.below(static_cast<std::uint64_t>(range));
    if (sort == kBoolean) return terms_.truth(n % 2 == 0);
    if (sort == kCharacter) return terms_.character(static_cast<char>('a' + n % 26));
    if (sort == kText) return terms_.text(fmt::format("t{}", n + 1));
    return sort == kInteger ? terms_.integer(static_cast<std::int64_t>(n) + 1) : sequence(sort, length / 3);
  }

  const Specification& spec_;
  Terms& terms_;
  RandomOptions options_;
  Random random_;
  Rewriter rewriter_;
};

}  // namespace

Cases random_cases(const Specification& specification, const RandomOptions& options) {
  Cases result;
  Generator generator(specification, options);
  Rewriter rewriter(specification);
  std::vector<Term> forms;
  for (std::size_t tries = 0; result.cases.size() < options.count && tries < 20 * options.count; ++tries) {
    const Term original = generator.sequence(specification.sort, options.length);
    const Reduction normal = rewriter.normalize(original);
    if (normal.end != Reduction::End::Normal) {
      result.bounded.push_back(fmt::format("{} has no normal form", to_text(*specification.terms, original)));
      break;
    }
    if (!is_executable(specification, normal.result)) continue;
    forms.push_back(normal.result);
    const bool wants_different = options.different && result.cases.size() % 2 == 1;
    const Term second = wants_different && forms.size() > 1 ? forms[forms.size() - 2] : normal.result;
    if (wants_different && are_equivalent(specification, normal.result, second) != std::optional(false)) continue;
    result.cases.push_back({original, second, !wants_different});
  }
  if (result.cases.size() < options.count && result.bounded.empty())
    result.bounded.push_back(fmt::format("only {} of {} cases were found", result.cases.size(), options.count));
  return result;
}

}  // namespace forall::spec
