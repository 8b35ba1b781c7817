#include "axioms/axiom_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/error.h"

namespace forall::axioms {
namespace {

using testcase::Put;

bool describes_same_class(const Put& x, const Put& y) {
  return std::any_of(x.describes.begin(), x.describes.end(), [&](const auto& one) {
    return std::any_of(y.describes.begin(), y.describes.end(),
                       [&](const auto& other) { return one.index == other.index; });
  });
}

void check_describes(const std::vector<Put>& puts, const std::string& suite, const std::string& who) {
  std::set<std::string> known;
  for (const Put& put : puts) {
    if (!put.describes.empty()) known.insert(put.suite);
  }
  if (known.count(suite) != 0) return;
  throw base::UserError(
      fmt::format("{}: error: suite {} describes no class: {}", who, suite,
                  known.empty() ? "write FORALL_AXIOMS(Class, " + suite + "), and name the file that has its tests, too"
                                : fmt::format("those that do are {}", fmt::join(known, ", "))));
}

}  // namespace

AxiomPlan::AxiomPlan(const std::vector<Put>& puts, const PlanOptions& options)
    : puts_(puts), axioms_(puts.size()), layers_(puts.size()) {
  if (options.deep && !options.using_suites.empty()) {
    throw base::UserError(
        "error: with --deep all code runs, so nothing can stand in for it: leave out --deep or --using");
  }
  if (options.deep) return;
  for (const std::string& suite : options.using_suites) check_describes(puts, suite, "--using " + suite);
  for (std::size_t i = 0; i < puts.size(); ++i) {
    for (const std::string& suite : suites_of(puts[i], options)) {
      check_describes(puts, suite, fmt::format("{}:{}", puts[i].file, puts[i].line));
      for (std::size_t k = 0; k < puts.size(); ++k) {
        if (puts[k].suite == suite) axioms_[i].push_back(k);
      }
    }
  }
  find_layers();
}

// A suite that describes a class is not explored with another description of it in the place of its code, and of two
// suites of the command line only the later one uses the other.
std::vector<std::string> AxiomPlan::suites_of(const Put& put, const PlanOptions& options) const {
  std::vector<std::string> suites;
  const auto add = [&](const std::string& suite) {
    if (std::find(suites.begin(), suites.end(), suite) == suites.end()) suites.push_back(suite);
  };
  for (const std::string& suite : put.uses) add(suite);
  for (const std::string& suite : options.using_suites) {
    if (suite == put.suite) break;
    const bool is_rival = std::any_of(puts_.begin(), puts_.end(), [&](const Put& other) {
      return other.suite == suite && describes_same_class(put, other);
    });
    if (!is_rival) add(suite);
  }
  return suites;
}

// Topological layers; a remainder is a cycle.
void AxiomPlan::find_layers() {
  std::vector<std::size_t> waiting;
  for (std::size_t i = 0; i < puts_.size(); ++i) {
    if (!axioms_[i].empty()) waiting.push_back(i);
  }
  std::vector<bool> is_done(puts_.size(), true);
  for (const std::size_t i : waiting) is_done[i] = false;
  for (unsigned layer = 1; !waiting.empty(); ++layer) {
    const auto is_ready = [&](std::size_t i) {
      return std::all_of(axioms_[i].begin(), axioms_[i].end(), [&](std::size_t k) { return is_done[k]; });
    };
    const auto rest = std::stable_partition(waiting.begin(), waiting.end(), is_ready);
    if (rest == waiting.begin()) {
      std::set<std::string> suites;
      for (const std::size_t i : waiting) {
        for (const std::size_t k : axioms_[i]) {
          if (!is_done[k]) suites.insert(puts_[k].suite);
        }
      }
      const Put& put = puts_[waiting.front()];
      throw base::UserError(
          fmt::format("{}:{}: error: circular Using: {} depends on itself. Suites that use each other: {}", put.file,
                      put.line, put.full_name(), fmt::join(suites, ", ")));
    }
    for (auto at = waiting.begin(); at != rest; ++at) {
      is_done[*at] = true;
      layers_[*at] = layer;
    }
    waiting.erase(waiting.begin(), rest);
  }
}

std::vector<std::size_t> AxiomPlan::used_by(const std::vector<std::size_t>& puts) const {
  std::set<std::size_t> used;
  std::vector<std::size_t> pending = puts;
  while (!pending.empty()) {
    const std::size_t put = pending.back();
    pending.pop_back();
    for (const std::size_t axiom : axioms_[put]) {
      if (used.insert(axiom).second) pending.push_back(axiom);
    }
  }
  return {used.begin(), used.end()};
}

}  // namespace forall::axioms
