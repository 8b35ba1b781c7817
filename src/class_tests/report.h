// The answers about a class as text, as JSON and as a graph.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "class_tests/deduce.h"
#include "class_tests/tests.h"

namespace forall::class_tests {

struct PairAnswer {
  Pair pair;
  Answer answer = Answer::Open;
  std::string how;  // "static", "deduction", "invariant", "exploration"; of an open one: why
  std::vector<Call> calls;
  bool is_minimal = false;    // no shorter sequence executes it
  bool is_confirmed = false;  // natively
};

// "addQtr():11", the place of a definition or use.
std::string place_text(const Subject& subject, std::size_t node);
// One line for each pair.
std::string pairs_text(const Subject& subject, const std::vector<PairAnswer>& answers);
std::string summaries_text(const Subject& subject, const expr::Pool& pool, const Summaries& summaries);
std::string tree_text(const Subject& subject, const expr::Pool& pool, const Summaries& summaries,
                      const std::vector<SearchNode>& nodes);

nlohmann::ordered_json pairs_json(const Subject& subject, const std::vector<PairAnswer>& answers);
nlohmann::ordered_json summaries_json(const Subject& subject, const expr::Pool& pool, const Summaries& summaries);
// What can be called, and what the marks in the copy of the header stand for: for tools that make sequences of their own.
nlohmann::ordered_json operations_json(const Subject& subject);
nlohmann::ordered_json accesses_json(const Subject& subject);
nlohmann::ordered_json graph_json(const Subject& subject);

// The class control-flow graph, for Graphviz.
std::string graph_dot(const Subject& subject);

}  // namespace forall::class_tests
