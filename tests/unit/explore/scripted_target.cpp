#include "scripted_target.h"

#include <cstring>

#include "base/hash.h"

namespace forall::explore::testing {

namespace {

target::SegmentCapacities small() {
  target::SegmentCapacities c;
  c.sites = 64;
  c.catalog = 64;
  c.strings = 1u << 20;
  return c;
}

}  // namespace

template <typename Record>
Record& Script::append(abi::Table& table) {
  auto* records = reinterpret_cast<Record*>(reinterpret_cast<char*>(&memory_.header()) + table.offset);
  Record& record = records[table.count++];
  record = {};
  return record;
}

std::uint32_t Script::text(const std::string& s) {
  abi::Table& strings = memory_.header().strings;
  const std::uint32_t offset = strings.count;
  std::memcpy(reinterpret_cast<char*>(&memory_.header()) + strings.offset + offset, s.c_str(), s.size() + 1);
  strings.count += static_cast<std::uint32_t>(s.size() + 1);
  return offset;
}

Value Script::input(const std::string& name, unsigned width, std::uint64_t otherwise, abi::InputOrigin origin) {
  abi::Header& h = memory_.header();
  const auto preset = values_.find(name);
  const std::uint64_t value = preset == values_.end() ? otherwise : preset->second.lo;
  const std::uint32_t index = h.inputs.count;
  const std::uint32_t node = h.nodes.count;
  auto& record = append<abi::InputRecord>(h.inputs);
  record.key = base::fnv1a(name);
  record.name = text(name);
  record.type = text("unsigned int");
  record.node = node;
  record.width = static_cast<std::uint16_t>(width);
  record.kind = abi::ScalarKind::UInt;
  record.is_choice = static_cast<std::uint8_t>(origin);
  record.value = {value, 0};
  append<abi::Node>(h.nodes) = {abi::Op::Input, 0, static_cast<std::uint16_t>(width), index, 0, 0, {value, 0}};
  return {node, width, value};
}

Value Script::constant(std::uint64_t value, unsigned width) {
  abi::Table& nodes = memory_.header().nodes;
  const std::uint32_t node = nodes.count;
  append<abi::Node>(nodes) = {abi::Op::Const, 0, static_cast<std::uint16_t>(width), 0, 0, 0, {value, 0}};
  return {node, width, value};
}

Value Script::binary(abi::Op op, Value a, Value b) {
  abi::Table& nodes = memory_.header().nodes;
  const unsigned width = abi::info(op).result == abi::ResultWidth::Bool ? 1 : a.width;
  const auto value = static_cast<std::uint64_t>(expr::apply(op, width, a.width, a.value, b.value, 0, 0));
  const std::uint32_t node = nodes.count;
  append<abi::Node>(nodes) = {op, 0, static_cast<std::uint16_t>(width), a.node, b.node, 0, {value, 0}};
  return {node, width, value};
}

void Script::note(std::uint32_t site, std::uint32_t node, std::uint64_t value, abi::DecisionKind kind) {
  abi::Header& h = memory_.header();
  if (is_concrete_) return;
  if (unfold_ != 0 && decided_[site]++ >= unfold_) end(abi::OutcomeKind::Cut, abi::Fault::UnfoldBound, site);
  if (max_decisions_ != 0 && h.decisions.count >= max_decisions_) {
    end(abi::OutcomeKind::Cut, abi::Fault::DecisionBound, site);
  }
  auto& decision = append<abi::Decision>(h.decisions);
  decision.site = site;
  decision.node = node;
  decision.value = value;
  decision.kind = kind;
  path_.append(std::to_string(site)).append("=").append(std::to_string(value)).append(" ");
}

bool Script::branch(std::uint32_t site, Value condition, abi::DecisionKind kind) {
  note(site, condition.node, condition.value, kind);
  abi::Header& h = memory_.header();
  append<abi::CoverRecord>(h.coverage) = {site, static_cast<std::uint32_t>(condition.value)};
  return condition.value != 0;
}

std::uint64_t Script::decide(std::uint32_t site, Value value) {
  note(site, value.node, value.value, abi::DecisionKind::Value);
  return value.value;
}

void Script::assume(std::uint32_t site, Value condition) {
  note(site, condition.node, condition.value, abi::DecisionKind::Assume);
  if (condition.value == 0) end(abi::OutcomeKind::Discarded, abi::Fault::None, site);
}

void Script::bound(std::uint32_t site, Value condition, const std::string& beyond, abi::LedgerKind limit) {
  abi::Header& h = memory_.header();
  auto* sites = reinterpret_cast<abi::SiteRecord*>(reinterpret_cast<char*>(&h) + h.sites.offset);
  sites[site].kind = abi::SiteKind::Other;
  sites[site].limit = limit;
  sites[site].function = text(beyond);
  note(site, condition.node, condition.value, abi::DecisionKind::Bound);
  if (condition.value == 0) end(abi::OutcomeKind::Discarded, abi::Fault::None, site);
}

void Script::observe(const std::string& name, Value value) {
  auto& record = append<abi::Observation>(memory_.header().observations);
  record.name = text(name);
  record.type = text("unsigned int");
  record.node = value.node;
  record.width = static_cast<std::uint16_t>(value.width);
  record.kind = abi::ScalarKind::UInt;
  record.value = {value.value, 0};
}

void Script::approximate(abi::LedgerKind kind, std::uint32_t site, const std::string& detail) {
  const std::uint32_t offset = text(detail);
  auto& record = append<abi::LedgerRecord>(memory_.header().ledger);
  record.kind = kind;
  record.site = site;
  record.detail = offset;
  record.count = 1;
}

Script::Outcome Script::stand_in(const std::string& method, const std::vector<Value>& states,
                                 const std::vector<Value>& arguments, unsigned result_width) {
  abi::Header& h = memory_.header();
  const std::uint32_t number = h.calls.count;
  const std::string name = method + "#" + std::to_string(number);
  std::string parameters;
  for (std::size_t i = 0; i < arguments.size(); ++i) parameters += i == 0 ? "unsigned int" : ", unsigned int";
  Outcome out{input(name + ".state", 8, 100 + number), {}, {}};
  if (result_width != 0) out.result = input(name, result_width);
  out.exception = input(name + ".exception", 1);
  const std::uint32_t first = h.operands.count;
  const auto add = [&](abi::OperandRole role, Value value, const char* parameter) {
    const std::uint32_t offset = text(parameter);
    auto& record = append<abi::OperandRecord>(h.operands);
    record.role = role;
    record.kind = abi::ScalarKind::UInt;
    record.width = static_cast<std::uint16_t>(value.width);
    record.node = value.node;
    record.name = offset;
    record.value = {value.value, 0};
    record.parameter = role == abi::OperandRole::Exception ? 1 : 0;
  };
  for (const Value& state : states) add(abi::OperandRole::State, state, "");
  for (const Value& argument : arguments) add(abi::OperandRole::Argument, argument, "key");
  add(abi::OperandRole::NextState, out.state, "");
  if (result_width != 0) add(abi::OperandRole::Result, out.result, "");
  add(abi::OperandRole::Exception, out.exception, "");
  const std::uint32_t method_name = text("Table::" + method + "(" + parameters + ")");
  const std::uint32_t short_name = text(method);
  auto* sites = reinterpret_cast<abi::SiteRecord*>(reinterpret_cast<char*>(&h) + h.sites.offset);
  const std::uint32_t site = h.sites.count - 1;
  sites[site].kind = abi::SiteKind::Other;
  auto& call = append<abi::CallRecord>(h.calls);
  call = {method_name, site, h.decisions.count, first, h.operands.count - first, short_name, 0, 0};
  decide(site, out.exception);
  return out;
}

void Script::fail(unsigned line, const std::string& message, const std::string& file) {
  abi::Outcome& outcome = memory_.header().outcome;
  outcome.message = text(message);
  outcome.file = text(file);
  outcome.line = line;
  end(abi::OutcomeKind::Failed, abi::Fault::None, abi::kNoSite);
}

void Script::end(abi::OutcomeKind kind, abi::Fault fault, std::uint32_t site) {
  abi::Outcome& outcome = memory_.header().outcome;
  outcome.kind = kind;
  outcome.fault = fault;
  outcome.site = site;
  outcome.decisions = memory_.header().decisions.count;
  path_.append(testcase::to_string(kind));
  throw Ended{};
}

void Script::die(int wait_status, bool timed_out) {
  report_ = {true, timed_out, wait_status};
  throw Ended{};
}

ScriptedTarget::ScriptedTarget(Body body, std::uint32_t site_count) : memory_(small()) {
  bodies_.push_back(std::move(body));
  puts_.push_back({.suite = "Scripted", .name = "Test", .file = "test.cpp", .line = 7});
  memory_.header().sites.count = site_count;
  for (std::uint32_t i = 0; i < site_count; ++i) {
    sites_.push_back({.id = 1000 + i,
                      .branch = 1000 + i,
                      .file = "test.cpp",
                      .line = 100 + i,
                      .function = "f",
                      .kind = abi::SiteKind::Branch,
                      .directions = 2});
  }
}

target::RunReport ScriptedTarget::run(const target::RunRequest& request) {
  memory_.prepare_run({request.put, request.unfold, request.decisions, 0}, request.values);
  Script script(memory_, request.values);
  script.set_bounds(request.unfold, request.decisions);
  if (request.concrete) script.set_concrete();
  try {
    if (request.concrete && !runs_concretely) script.end(abi::OutcomeKind::Cut, abi::Fault::TraceFull, 0);
    bodies_.at(request.put)(script);
    memory_.header().outcome.kind = abi::OutcomeKind::Passed;
  } catch (const Script::Ended&) {
  }
  if (!request.concrete) paths.push_back(script.path());
  return script.report_;
}

testcase::Put& ScriptedTarget::add_put(const std::string& suite, const std::string& name, Body body) {
  bodies_.push_back(std::move(body));
  puts_.push_back({.suite = suite, .name = name, .file = "test.cpp", .line = 8});
  return puts_.back();
}

std::vector<target::Target::Frame> ScriptedTarget::symbolize(const std::vector<std::uint64_t>&) { return frames; }

}  // namespace forall::explore::testing
