#include "spec/values.h"

#include <algorithm>
#include <map>

#include "spec/rewrite.h"

namespace forall::spec {
namespace {

std::vector<Term> literals(Terms& terms, Sort sort) {
  if (sort == kBoolean) return {terms.truth(false), terms.truth(true)};
  if (sort == kCharacter) return {terms.character('a'), terms.character('b')};
  if (sort == kText) return {terms.text(""), terms.text("a"), terms.text("b")};
  return {terms.integer(0), terms.integer(1), terms.integer(2), terms.integer(kLeastInteger),
          terms.integer(kMostInteger)};
}

// Combinations of one element of each list; those with small indices first.
std::vector<std::vector<Term>> combinations(const std::vector<std::vector<Term>>& lists, std::size_t most) {
  std::vector<std::vector<Term>> result;
  std::size_t largest = 0;
  for (const auto& list : lists) {
    if (list.empty()) return {};
    largest = std::max(largest, list.size());
  }
  for (std::size_t bound = 1; bound <= std::max<std::size_t>(largest, 1); ++bound) {
    std::vector<std::size_t> index(lists.size(), 0);
    for (bool more = true; more;) {
      std::size_t highest = 0;
      for (const std::size_t i : index) highest = std::max(highest, i);
      if (highest + 1 == bound) {
        std::vector<Term> one;
        for (std::size_t i = 0; i < lists.size(); ++i) one.push_back(lists[i][index[i]]);
        result.push_back(std::move(one));
        if (result.size() >= most) return result;
      }
      more = false;
      for (std::size_t i = 0; i < lists.size(); ++i) {
        if (++index[i] < std::min(bound, lists[i].size())) {
          more = true;
          break;
        }
        index[i] = 0;
      }
    }
  }
  return result;
}

}  // namespace

std::vector<Term> small_values(const Specification& specification, Sort sort, std::size_t most) {
  Terms& terms = *specification.terms;
  if (is_built_in(sort)) return literals(terms, sort);
  const Signature& signature = *specification.signature;
  Rewriter rewriter(specification, {.steps = 10'000});
  // Level by level: the constructors of all classes on what the levels before have.
  std::map<Sort, std::vector<Term>> known;
  for (std::uint16_t i = 0; i < kBuiltInSorts; ++i) known[{i}] = literals(terms, {i});
  for (int level = 0; level < 4 && known[sort].size() < most; ++level) {
    auto next = known;
    for (const Op op : signature.operations()) {
      const Operation& operation = signature[op];
      if (operation.role != Role::Constructor) continue;
      std::vector<std::vector<Term>> lists;
      for (const Sort argument : operation.arguments) lists.push_back(known[argument]);
      for (auto& arguments : combinations(lists, most)) {
        const Term made = terms.apply(op, std::move(arguments));
        auto& all = next[operation.result];
        if (all.size() >= most || std::find(all.begin(), all.end(), made) != all.end()) continue;
        const Reduction reduction = rewriter.normalize(made);
        if (reduction.end == Reduction::End::Normal && reduction.result == made) all.push_back(made);
      }
    }
    known = std::move(next);
  }
  return known[sort];
}

std::vector<Substitution> small_instances(const Specification& specification, std::span<const Term> variables,
                                          std::size_t most) {
  std::vector<std::vector<Term>> lists;
  for (const Term variable : variables)
    lists.push_back(small_values(specification, (*specification.terms)[variable].sort, most));
  std::vector<Substitution> result;
  for (const auto& values : combinations(lists, most)) {
    Substitution one;
    for (std::size_t i = 0; i < values.size(); ++i) one[variables[i]] = values[i];
    result.push_back(std::move(one));
  }
  return result;
}

}  // namespace forall::spec
