// Reading a trace, in four sweeps over the segment:
//
//   1. check that the tables are inside the segment and that inputs are well-formed and have distinct keys;
//   2. mark, from the last node to the first, what decisions and observations reach (operands have smaller indices);
//   3. import the marked nodes, from the first to the last, into the pool: check widths, recompute the recorded value
//      from the recorded values of the operands, build the simplified expression;
//   4. turn decisions into steps, evaluating each simplified condition under the run's inputs. It must hold: this
//      checks the simplifier against the trace on every path.
#include "trace/path.h"

#include <algorithm>
#include <cstring>

#include "abi/input_origin.h"
#include "base/error.h"
#include "expr/floating.h"
#include "trace/tables.h"

namespace forall::trace {

using abi::Op;
using abi::ResultWidth;
using expr::Expr;
using expr::to_u128;

namespace {

[[noreturn]] void unsound(const std::string& what) {
  throw base::SoundnessError(std::string("the trace of this run is inconsistent: ").append(what));
}

[[noreturn]] void unsound_node(const abi::Node& node, std::uint32_t index, const char* what) {
  std::string text = "node " + std::to_string(index);
  if (static_cast<unsigned>(node.op) < abi::kOpCount) text.append(" (").append(abi::info(node.op).name).append(")");
  unsound(text.append(" ").append(what));
}

// How many of a, b, c are operands. An Extract's b is a bit number, an Input's a an index of another table, the field
// after the operands of FRound and FMath their parameter.
unsigned operand_count(const abi::Node& node) { return abi::info(node.op).arity; }

unsigned parameter_of(const abi::Node& node) {
  return !expr::has_parameter(node.op) ? 0 : node.op == Op::FMath2 ? node.c : node.b;
}

void check_header(const abi::Header& segment) {
  if (segment.magic != abi::kTraceMagic) unsound("the segment's header was overwritten");
  if (segment.version != abi::kTraceVersion) unsound("the segment has a different format version");
  for (const TableField& t : kTables) {
    if (const std::string error = table_error(t, segment.*t.field, segment.segment_size); !error.empty())
      unsound(error);
  }
}

bool fits(abi::Bits value, unsigned width) { return (to_u128(value) & ~expr::mask(width)) == 0; }

// The widths of a node against those of its operands, as the result column of the operator table says.
bool has_sound_widths(const abi::Node& node, const abi::Node* nodes) {
  const unsigned w = node.width;
  if (w < 1 || w > abi::kMaxWidth) return false;
  if (expr::is_floating(node.op)) {
    const std::uint32_t operands[] = {node.a, node.b, node.c};
    const unsigned operand_width = nodes[node.a].width;
    for (unsigned k = 1; k < operand_count(node); ++k) {
      if (nodes[operands[k]].width != operand_width) return false;
    }
    return expr::floating_error(node.op, w, operand_width, parameter_of(node)) == nullptr;
  }
  switch (abi::info(node.op).result) {
    case ResultWidth::Leaf: return true;
    case ResultWidth::Same: return nodes[node.a].width == w && (operand_count(node) < 2 || nodes[node.b].width == w);
    case ResultWidth::Bool: return w == 1 && nodes[node.a].width == nodes[node.b].width;
    case ResultWidth::Cast:
      if (node.op == Op::Extract) return node.b < nodes[node.a].width && w <= nodes[node.a].width - node.b;
      return w >= nodes[node.a].width;
    case ResultWidth::Sum: return w == unsigned{nodes[node.a].width} + nodes[node.b].width;
    case ResultWidth::Branches: return nodes[node.a].width == 1 && nodes[node.b].width == w && nodes[node.c].width == w;
  }
  return false;
}

// Whether the recorded value follows from the recorded values of the operands.
bool has_sound_value(const abi::Node& node, const abi::Node* nodes) {
  if (!fits(node.value, node.width)) return false;
  const unsigned count = operand_count(node);
  if (count == 0) return true;
  const unsigned operand_width = nodes[node.op == Op::Concat || node.op == Op::Ite ? node.b : node.a].width;
  const expr::U128 a = to_u128(nodes[node.a].value);
  const expr::U128 b = count > 1 ? to_u128(nodes[node.b].value) : 0;
  const expr::U128 c = count > 2 ? to_u128(nodes[node.c].value) : 0;
  const unsigned low = expr::is_floating(node.op) ? parameter_of(node) : node.b;
  const expr::U128 computed = expr::apply_any(node.op, node.width, operand_width, a, b, c, low);
  if (computed == to_u128(node.value)) return true;
  // Which NaN an operation returns is the machine's choice.
  return expr::gives_float(node.op) && expr::is_nan(computed, node.width) &&
         expr::is_nan(to_u128(node.value), node.width);
}

// Whether this is the observed value. All NaNs of a floating-point type are one value.
bool is_observed(const abi::Observation& o, abi::Bits value) {
  if (value == o.value) return true;
  return o.kind >= abi::ScalarKind::Half && o.kind <= abi::ScalarKind::LongDouble && expr::is_format(o.width) &&
         expr::is_nan(to_u128(value), o.width) && expr::is_nan(to_u128(o.value), o.width);
}

}  // namespace

std::string string_at(const abi::Header& segment, std::uint32_t offset) {
  const abi::Table& t = segment.strings;
  if (offset >= t.count) return {};
  const char* begin = table<char>(segment, t) + offset;
  return std::string(begin, strnlen(begin, t.count - offset));
}

Path PathReader::read(const abi::Header& segment, const base::Deadline& deadline) {
  check_header(segment);
  if (++run_ == 0) {  // wrapped: old marks would look current
    std::fill(decided_.begin(), decided_.end(), 0);
    run_ = 1;
  }
  Path path;
  check_inputs(segment);
  mark(segment);
  import_nodes(segment, deadline);

  read_inputs(segment, path);
  read_objects(segment, path);
  read_steps(segment, deadline, path);
  read_calls(segment, path);
  read_observations(segment, path);

  const auto* ledger = table<abi::LedgerRecord>(segment, segment.ledger);
  path.ledger.assign(ledger, ledger + segment.ledger.count);
  for (const abi::LedgerRecord& line : path.ledger) path.ledger_details.push_back(string_at(segment, line.detail));
  const auto* covered = table<abi::CoverRecord>(segment, segment.coverage);
  path.covered.assign(covered, covered + segment.coverage.count);
  return path;
}

void PathReader::read_inputs(const abi::Header& segment, Path& path) {
  expr::Assignment values;
  const auto* inputs = table<abi::InputRecord>(segment, segment.inputs);
  path.inputs.reserve(segment.inputs.count);
  for (std::uint32_t i = 0; i < segment.inputs.count; ++i) {
    const abi::InputRecord& in = inputs[i];
    const auto origin = static_cast<abi::InputOrigin>(in.is_choice);
    path.inputs.push_back({string_at(segment, in.name),
                           string_at(segment, in.type),
                           in.kind,
                           in.width,
                           origin != abi::InputOrigin::Parameter,
                           in.value,
                           {},
                           origin == abi::InputOrigin::Unset});
    if (const Expr known = pool_.find_variable(in.key)) values.set(pool_[known].low, in.value);
  }
  evaluate_.assign(values);
}

// Objects do not overlap, so the one a pointer belongs to follows from its value.
void PathReader::read_objects(const abi::Header& segment, Path& path) {
  const auto* objects = table<abi::ObjectRecord>(segment, segment.objects);
  std::vector<bool> is_used(segment.objects.count);
  for (std::uint32_t i = 0; i < segment.objects.count; ++i) is_used[i] = objects[i].is_built != 0;
  for (testcase::InputValue& input : path.inputs) {
    if (input.kind != abi::ScalarKind::Pointer || input.value == abi::Bits{}) continue;
    const auto* end = objects + segment.objects.count;
    const auto* target =
        std::find_if(objects, end, [&](const abi::ObjectRecord& o) { return input.value.lo - o.address < o.size; });
    if (target == end) unsound("the pointer '" + input.name + "' points to no object");
    input.target = string_at(segment, target->name);
    is_used[static_cast<std::size_t>(target - objects)] = true;
  }
  for (std::uint32_t i = 0; i < segment.objects.count; ++i) {
    if (!is_used[i]) continue;
    path.objects.push_back(
        {string_at(segment, objects[i].name), string_at(segment, objects[i].type), objects[i].address});
  }
}

void PathReader::check_inputs(const abi::Header& segment) {
  const auto* inputs = table<abi::InputRecord>(segment, segment.inputs);
  keys_.clear();
  for (std::uint32_t i = 0; i < segment.inputs.count; ++i) {
    const abi::InputRecord& in = inputs[i];
    if (in.width < 1 || in.width > abi::kMaxWidth || !fits(in.value, in.width)) {
      unsound("input '" + string_at(segment, in.name) + "' has a value that does not fit its width");
    }
    keys_.push_back(in.key);
  }
  std::sort(keys_.begin(), keys_.end());
  const auto twice = std::adjacent_find(keys_.begin(), keys_.end());
  if (twice == keys_.end()) return;
  for (std::uint32_t i = 0; i < segment.inputs.count; ++i) {
    if (inputs[i].key == *twice) unsound("input '" + string_at(segment, inputs[i].name) + "' was made twice");
  }
}

void PathReader::mark(const abi::Header& segment) {
  const std::uint32_t count = segment.nodes.count;
  const auto* nodes = table<abi::Node>(segment, segment.nodes);
  marked_.assign(count, 0);
  last_marked_ = 0;
  const auto root = [&](std::uint32_t node, const char* what) {
    if (node >= count)
      unsound(std::string(what).append(" refers to node ") + std::to_string(node) + ", which does not exist");
    marked_[node] = 1;
    last_marked_ = std::max(last_marked_, node);
  };
  const auto* decisions = table<abi::Decision>(segment, segment.decisions);
  for (std::uint32_t i = 0; i < segment.decisions.count; ++i) {
    if (decisions[i].node == 0) unsound("decision " + std::to_string(i) + " has no expression");
    root(decisions[i].node, "a decision");
  }
  const auto* observations = table<abi::Observation>(segment, segment.observations);
  for (std::uint32_t i = 0; i < segment.observations.count; ++i) {
    if (observations[i].node != 0) root(observations[i].node, "an observation");
  }
  const auto* operands_of_calls = table<abi::OperandRecord>(segment, segment.operands);
  for (std::uint32_t i = 0; i < segment.operands.count; ++i) {
    if (operands_of_calls[i].node != 0) root(operands_of_calls[i].node, "a call");
  }
  for (std::uint32_t i = last_marked_; i > 0; --i) {
    if (!marked_[i]) continue;
    const abi::Node& node = nodes[i];
    if (static_cast<unsigned>(node.op) >= abi::kOpCount) unsound_node(node, i, "has an unknown operator");
    const std::uint32_t operands[] = {node.a, node.b, node.c};
    for (unsigned k = 0; k < operand_count(node); ++k) {
      if (operands[k] == 0 || operands[k] >= i) {
        const std::string what = "refers to operand " + std::to_string(operands[k]) + ", which is not before it";
        unsound_node(node, i, what.c_str());
      }
      marked_[operands[k]] = 1;
    }
  }
}

void PathReader::import_nodes(const abi::Header& segment, const base::Deadline& deadline) {
  constexpr std::uint32_t kBetweenLooks = 1024;
  const auto* nodes = table<abi::Node>(segment, segment.nodes);
  imported_.resize(std::max<std::size_t>(imported_.size(), last_marked_ + 1));
  for (std::uint32_t i = 1; i <= last_marked_; ++i) {
    if (i % kBetweenLooks == 0 && deadline.passed()) throw base::OutOfTime();
    if (!marked_[i]) continue;
    const abi::Node& node = nodes[i];
    if (!has_sound_widths(node, nodes)) unsound_node(node, i, "does not have the width its operands ask for");
    if (!has_sound_value(node, nodes)) unsound_node(node, i, "recorded a value that does not follow from its operands");
    switch (node.op) {
      case Op::Const: imported_[i] = pool_.constant(node.value, node.width); break;
      case Op::Input:
        imported_[i] = abi::is_unset_leaf(node) ? pool_.constant(node.value, node.width) : import_input(segment, i);
        break;
      case Op::Not:
      case Op::Neg: imported_[i] = pool_.unary(node.op, imported_[node.a]); break;
      case Op::ZExt:
      case Op::SExt: imported_[i] = pool_.cast(node.op, imported_[node.a], node.width); break;
      case Op::Extract: imported_[i] = pool_.extract(imported_[node.a], node.b, node.width); break;
      case Op::Ite: imported_[i] = pool_.ite(imported_[node.a], imported_[node.b], imported_[node.c]); break;
      default:
        imported_[i] = expr::is_floating(node.op) ? import_floating(node)
                                                  : pool_.binary(node.op, imported_[node.a], imported_[node.b]);
        break;
    }
  }
}

Expr PathReader::import_floating(const abi::Node& node) {
  const unsigned count = operand_count(node);
  return pool_.floating(node.op, node.width, parameter_of(node), imported_[node.a],
                        count > 1 ? imported_[node.b] : Expr{}, count > 2 ? imported_[node.c] : Expr{});
}

Expr PathReader::import_input(const abi::Header& segment, std::uint32_t index) {
  const abi::Node& node = table<abi::Node>(segment, segment.nodes)[index];
  if (node.a >= segment.inputs.count) unsound_node(node, index, "refers to an input that does not exist");
  const abi::InputRecord& in = table<abi::InputRecord>(segment, segment.inputs)[node.a];
  if (in.node != index || in.width != node.width || in.value != node.value) {
    unsound_node(node, index, "disagrees with the record of its input");
  }
  const Expr known = pool_.find_variable(in.key);
  if (known && pool_.width(known) == in.width) return known;
  return pool_.variable({in.key, string_at(segment, in.name), string_at(segment, in.type), in.kind, in.width});
}

void PathReader::read_steps(const abi::Header& segment, const base::Deadline& deadline, Path& path) {
  constexpr std::uint32_t kBetweenLooks = 64;
  const auto* nodes = table<abi::Node>(segment, segment.nodes);
  const auto* decisions = table<abi::Decision>(segment, segment.decisions);
  path.steps.reserve(segment.decisions.count);
  steps_before_.clear();
  for (std::uint32_t i = 0; i < segment.decisions.count; ++i) {
    if (i % kBetweenLooks == kBetweenLooks - 1 && deadline.passed()) throw base::OutOfTime();
    steps_before_.push_back(path.steps.size());
    const abi::Decision& d = decisions[i];
    if (d.site >= segment.sites.count) unsound("decision " + std::to_string(i) + " is at a site that does not exist");
    if (nodes[d.node].value != abi::Bits{d.value, 0}) {
      unsound_node(nodes[d.node], d.node, "was decided to have a value it did not have");
    }
    const Expr subject = imported_[d.node];
    const Expr condition = pool_.equals(subject, abi::Bits{d.value, 0});
    if (!evaluate_.holds(condition)) {
      unsound_node(nodes[d.node], d.node, "simplifies to a condition that does not hold under the inputs of the run");
    }
    if (pool_.is_constant(condition)) continue;
    if (decided_.size() <= condition.id) decided_.resize(pool_.size(), 0);
    if (decided_[condition.id] == run_) continue;
    // A limit on the inputs that holds decides nothing for the program.
    if (d.kind != abi::DecisionKind::Bound) decided_[condition.id] = run_;
    path.steps.push_back({d.site, d.kind, subject, d.value, condition});
  }
  steps_before_.push_back(path.steps.size());
  if (segment.outcome.decisions > segment.decisions.count) unsound("its outcome is past its end");
  path.steps_to_outcome = steps_before_[segment.outcome.decisions];
}

void PathReader::read_calls(const abi::Header& segment, Path& path) {
  const auto* nodes = table<abi::Node>(segment, segment.nodes);
  const auto* calls = table<abi::CallRecord>(segment, segment.calls);
  const auto* operands = table<abi::OperandRecord>(segment, segment.operands);
  path.calls.reserve(segment.calls.count);
  for (std::uint32_t i = 0; i < segment.calls.count; ++i) {
    const abi::CallRecord& record = calls[i];
    if (record.decisions > segment.decisions.count || record.site >= segment.sites.count ||
        record.first_operand > segment.operands.count ||
        record.operand_count > segment.operands.count - record.first_operand) {
      unsound("call " + std::to_string(i) + " refers to records that do not exist");
    }
    Call call;
    call.method = string_at(segment, record.method);
    call.short_name = string_at(segment, record.short_name);
    call.flags = record.flags;
    call.site = record.site;
    call.step = steps_before_[record.decisions];
    for (std::uint32_t k = 0; k < record.operand_count; ++k) {
      const abi::OperandRecord& o = operands[record.first_operand + k];
      if (o.width < 1 || o.width > abi::kMaxWidth || !fits(o.value, o.width)) {
        unsound("an operand of call " + std::to_string(i) + " does not fit its width");
      }
      if (o.node != 0 && (nodes[o.node].width != o.width || nodes[o.node].value != o.value)) {
        unsound_node(nodes[o.node], o.node, "disagrees with the operand of a call");
      }
      const Expr value = o.node != 0 ? imported_[o.node] : pool_.constant(o.value, o.width);
      if (o.role == abi::OperandRole::Unequal) call.is_comparable = false;
      auto& side = o.role >= abi::OperandRole::NextState ? call.out : call.in;
      const std::uint32_t most = o.role == abi::OperandRole::Exception ? o.parameter : 0;
      side.push_back({o.role, o.kind, value, string_at(segment, o.name), most});
    }
    path.calls.push_back(std::move(call));
  }
}

void PathReader::read_observations(const abi::Header& segment, Path& path) {
  const auto* nodes = table<abi::Node>(segment, segment.nodes);
  const auto* observations = table<abi::Observation>(segment, segment.observations);
  for (std::uint32_t i = 0; i < segment.observations.count; ++i) {
    const abi::Observation& o = observations[i];
    Expr expression;
    if (o.node != 0) {
      const abi::Node& node = nodes[o.node];
      if (node.width != o.width || node.value != o.value) {
        unsound_node(node, o.node, "disagrees with the observation made of it");
      }
      const Expr e = imported_[o.node];
      if (!is_observed(o, evaluate_(e)))
        unsound_node(node, o.node, "simplifies to a value other than the observed one");
      if (!pool_.is_constant(e)) expression = e;
    }
    path.observations.push_back(
        {string_at(segment, o.name), string_at(segment, o.type), o.kind, o.width, o.value, expression});
  }
}

Path read_path(const abi::Header& segment, expr::Pool& pool) { return PathReader(pool).read(segment); }

}  // namespace forall::trace
