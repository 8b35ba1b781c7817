#include "class_tests/report.h"

#include <fmt/format.h>

#include <algorithm>

namespace forall::class_tests {
namespace {

std::string sequence_text(const Subject& subject, const std::vector<Call>& calls) {
  std::string text;
  for (const Call& call : calls) text += (text.empty() ? "" : " ") + call_text(subject, call);
  return text;
}

std::string event_text(const Subject& subject, const frontend::FlowEvent& event) {
  if (event.kind == frontend::FlowEvent::Kind::Throw) return "may throw";
  if (event.kind == frontend::FlowEvent::Kind::Call) return "calls " + subject.flow.methods[event.index].name;
  const frontend::FlowNode& node = subject.flow.nodes[event.index];
  return fmt::format("{}: {} {}", node.line, node.is_definition ? "def" : "use", node.variable);
}

// Values are for proofs, not for readers.
bool is_shown(const frontend::FlowEvent& event) {
  return event.kind != frontend::FlowEvent::Kind::Set && event.kind != frontend::FlowEvent::Kind::Assume;
}

std::string escaped(std::string text) {
  for (std::size_t at = text.find('"'); at != std::string::npos; at = text.find('"', at + 2)) text.insert(at, "\\");
  return text;
}

}  // namespace

std::string place_text(const Subject& subject, std::size_t node) {
  const frontend::FlowNode& place = subject.flow.nodes[node];
  return fmt::format("{}:{}", subject.flow.methods[place.method].name, place.line);
}

std::string pairs_text(const Subject& subject, const std::vector<PairAnswer>& answers) {
  std::size_t variable = 8;
  std::size_t place = 10;
  for (const PairAnswer& each : answers) {
    variable = std::max(variable, subject.flow.nodes[each.pair.use].variable.size());
    place =
        std::max({place, place_text(subject, each.pair.definition).size(), place_text(subject, each.pair.use).size()});
  }
  std::string text = fmt::format("{:>3}  {:<{}}  {:<{}}  {:<{}}  answer\n", "#", "variable", variable, "definition",
                                 place, "use", place);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const PairAnswer& each = answers[i];
    text += fmt::format("{:>3}  {:<{}}  {:<{}}  {:<{}}  {}", i + 1, subject.flow.nodes[each.pair.use].variable,
                        variable, place_text(subject, each.pair.definition), place, place_text(subject, each.pair.use),
                        place, to_string(each.answer));
    text += each.answer == Answer::Feasible ? fmt::format("    {}\n", sequence_text(subject, each.calls))
            : each.answer == Answer::Open   ? fmt::format("        {}\n", each.how)
                                          : fmt::format("  by {}\n", each.how == "static" ? "control flow" : each.how);
  }
  return text;
}

std::string summaries_text(const Subject& subject, const expr::Pool& pool, const Summaries& summaries) {
  std::string text;
  for (const PathSummary& path : summaries.paths) {
    if (subject.operations[path.operation].is_question) continue;
    text += fmt::format("{}\n    {}\n    => {}\n", path_name(subject, summaries, path),
                        condition_text(subject, pool, path.condition), effect_text(subject, pool, path));
  }
  for (const std::string& gap : summaries.gaps) text += fmt::format("not all paths: {}\n", gap);
  return text;
}

std::string tree_text(const Subject& subject, const expr::Pool& pool, const Summaries& summaries,
                      const std::vector<SearchNode>& nodes) {
  std::string text;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const SearchNode& node = nodes[i];
    const bool is_root = node.parent == i;
    text += fmt::format(
        "{:>3}  {}{} [{}]{}{}\n", i, std::string(2 * node.depth, ' '),
        path_name(subject, summaries, summaries.paths[node.path]), condition_text(subject, pool, node.condition),
        is_root ? "" : fmt::format(" before {}", node.parent), node.note.empty() ? "" : ", " + node.note);
  }
  return text;
}

nlohmann::ordered_json pairs_json(const Subject& subject, const std::vector<PairAnswer>& answers) {
  nlohmann::ordered_json result = nlohmann::ordered_json::array();
  const auto place = [&](std::size_t node) {
    return nlohmann::ordered_json{{"method", subject.flow.methods[subject.flow.nodes[node].method].name},
                                  {"line", subject.flow.nodes[node].line},
                                  {"column", subject.flow.nodes[node].column}};
  };
  for (const PairAnswer& each : answers) {
    nlohmann::ordered_json pair{{"variable", subject.flow.nodes[each.pair.use].variable},
                                {"definition", place(each.pair.definition)},
                                {"use", place(each.pair.use)},
                                {"answer", to_string(each.answer)},
                                {"how", each.how}};
    pair["sequence"] = nlohmann::ordered_json::array();
    for (const Call& call : each.calls) pair["sequence"].push_back(call_text(subject, call));
    if (each.answer == Answer::Feasible) {
      pair["minimal"] = each.is_minimal;
      pair["confirmed"] = each.is_confirmed;
    }
    result.push_back(std::move(pair));
  }
  return result;
}

nlohmann::ordered_json summaries_json(const Subject& subject, const expr::Pool& pool, const Summaries& summaries) {
  nlohmann::ordered_json result = nlohmann::ordered_json::array();
  for (const PathSummary& path : summaries.paths) {
    if (subject.operations[path.operation].is_question) continue;
    result.push_back({{"path", path_name(subject, summaries, path)},
                      {"condition", condition_text(subject, pool, path.condition)},
                      {"effect", effect_text(subject, pool, path)},
                      {"throws", path.throws}});
  }
  return result;
}

nlohmann::ordered_json operations_json(const Subject& subject) {
  nlohmann::ordered_json result = nlohmann::ordered_json::array();
  for (const Operation& operation : subject.operations) {
    if (operation.is_question) continue;
    const frontend::FlowMethod& method = subject.flow.methods[operation.method];
    nlohmann::ordered_json types = nlohmann::ordered_json::array();
    for (const frontend::TypeFacts& type : method.types) types.push_back(type.spelling);
    result.push_back({{"method", method.name}, {"is_constructor", method.is_constructor}, {"types", types}});
  }
  return result;
}

nlohmann::ordered_json accesses_json(const Subject& subject) {
  nlohmann::ordered_json result = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < subject.flow.accesses.size(); ++i) {
    nlohmann::ordered_json nodes = nlohmann::ordered_json::array();
    for (const std::size_t number : subject.flow.accesses[i]) {
      const frontend::FlowNode& node = subject.flow.nodes[number];
      nodes.push_back({{"variable", node.variable},
                       {"is_definition", node.is_definition},
                       {"line", node.line},
                       {"column", node.column}});
    }
    result.push_back(std::move(nodes));
  }
  return result;
}

nlohmann::ordered_json graph_json(const Subject& subject) {
  nlohmann::ordered_json result = nlohmann::ordered_json::array();
  for (const frontend::FlowMethod& method : subject.flow.methods) {
    nlohmann::ordered_json blocks = nlohmann::ordered_json::array();
    for (const frontend::FlowBlock& block : method.blocks) {
      nlohmann::ordered_json events = nlohmann::ordered_json::array();
      for (const frontend::FlowEvent& event : block.events) {
        if (is_shown(event)) events.push_back(event_text(subject, event));
      }
      blocks.push_back({{"events", events}, {"successors", block.successors}});
    }
    result.push_back({{"method", method.name},
                      {"declared_in", method.declared_in},
                      {"line", method.line},
                      {"entry", method.entry},
                      {"exit", method.exit},
                      {"blocks", blocks}});
  }
  return result;
}

std::string graph_dot(const Subject& subject) {
  std::string text = fmt::format(
      "digraph \"{}\" {{\n  node [shape=box, fontname=monospace];\n  \"class\" [shape=doublecircle, label=\"{}\"];\n",
      subject.flow.model.name, subject.flow.model.name);
  for (std::size_t i = 0; i < subject.flow.methods.size(); ++i) {
    const frontend::FlowMethod& method = subject.flow.methods[i];
    text += fmt::format("  subgraph cluster{} {{\n    label=\"{}\";\n", i, escaped(method.name));
    std::string edges;
    for (std::size_t k = 0; k < method.blocks.size(); ++k) {
      std::string label = k == method.entry ? "entry" : k == method.exit ? "exit" : "";
      for (const frontend::FlowEvent& event : method.blocks[k].events) {
        if (is_shown(event)) label += (label.empty() ? "" : "\\l") + escaped(event_text(subject, event));
      }
      text += fmt::format("    b{}_{} [label=\"{}\\l\"];\n", i, k, label);
      for (const std::size_t next : method.blocks[k].successors)
        edges += fmt::format("    b{0}_{1} -> b{0}_{2};\n", i, k, next);
    }
    text += edges + "  }\n";
    const bool starts = method.is_constructor && method.is_own;
    if (starts || is_callable(method)) text += fmt::format("  b{}_{} -> \"class\";\n", i, method.exit);
    if (is_callable(method) || method.is_destructor) text += fmt::format("  \"class\" -> b{}_{};\n", i, method.entry);
  }
  return text + "}\n";
}

}  // namespace forall::class_tests
