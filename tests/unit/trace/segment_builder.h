// Builds segments in memory as a target would, computing each node's value from its operands.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "abi/segment.h"
#include "base/hash.h"
#include "expr/floating.h"

namespace forall::trace::testing {

class SegmentBuilder {
 public:
  SegmentBuilder() {
    strings.push_back('\0');
    nodes.push_back(abi::Node{});
    sites.resize(4);
  }

  std::uint32_t text(const std::string& s) {
    const auto offset = static_cast<std::uint32_t>(strings.size());
    strings.append(s).push_back('\0');
    return offset;
  }

  std::uint32_t input(const std::string& name, unsigned width, std::uint64_t value,
                      abi::ScalarKind kind = abi::ScalarKind::Int) {
    const auto node = static_cast<std::uint32_t>(nodes.size());
    abi::InputRecord record{};
    record.key = base::fnv1a(name);
    record.name = text(name);
    record.type = text("int");
    record.node = node;
    record.width = static_cast<std::uint16_t>(width);
    record.kind = kind;
    record.value = {value, 0};
    nodes.push_back({abi::Op::Input, 0, record.width, static_cast<std::uint32_t>(inputs.size()), 0, 0, record.value});
    inputs.push_back(record);
    return node;
  }

  std::uint32_t constant(std::uint64_t value, unsigned width) {
    return push({abi::Op::Const, 0, static_cast<std::uint16_t>(width), 0, 0, 0, {value, 0}});
  }

  // An operator; for Extract b is the lowest bit, after the operands of FRound and FMath comes the parameter.
  std::uint32_t op(abi::Op op, unsigned width, std::uint32_t a, std::uint32_t b = 0, std::uint32_t c = 0) {
    const unsigned arity = abi::info(op).arity;
    const auto value = [&](std::uint32_t i, bool used) { return used ? expr::to_u128(nodes[i].value) : 0; };
    const unsigned operand_width = nodes[op == abi::Op::Concat || op == abi::Op::Ite ? b : a].width;
    const expr::U128 result =
        expr::apply_any(op, width, operand_width, value(a, true), value(b, arity > 1), value(c, arity > 2),
                        op == abi::Op::FMath2                               ? c
                        : op == abi::Op::Extract || expr::has_parameter(op) ? b
                                                                            : 0);
    return push({op, 0, static_cast<std::uint16_t>(width), a, b, c, expr::from_u128(result)});
  }

  void decide(std::uint32_t node, std::uint32_t site = 0, abi::DecisionKind kind = abi::DecisionKind::Branch) {
    decisions.push_back({site, node, nodes[node].value.lo, kind, {}});
  }

  void observe(const std::string& name, std::uint32_t node) {
    abi::Observation o{};
    o.name = text(name);
    o.type = text("int");
    o.node = node;
    o.width = nodes[node].width;
    o.kind = abi::ScalarKind::Int;
    o.value = nodes[node].value;
    observations.push_back(o);
  }

  // Lays the tables out with room to spare. The reference is good until the next call.
  abi::Header& build() {
    words_.assign(1u << 16, 0);
    end_ = sizeof(abi::Header);
    abi::Header& h = header();
    h.magic = abi::kTraceMagic;
    h.version = abi::kTraceVersion;
    h.header_size = sizeof(abi::Header);
    h.segment_size = words_.size() * sizeof(std::uint64_t);
    h.outcome.kind = abi::OutcomeKind::Passed;
    place(h.presets, presets.data(), presets.size(), sizeof(abi::Preset));
    place(h.sites, sites.data(), sites.size(), sizeof(abi::SiteRecord));
    place(h.catalog, catalog.data(), catalog.size(), 1);
    place(h.nodes, nodes.data(), nodes.size(), sizeof(abi::Node));
    place(h.decisions, decisions.data(), decisions.size(), sizeof(abi::Decision));
    place(h.inputs, inputs.data(), inputs.size(), sizeof(abi::InputRecord));
    place(h.observations, observations.data(), observations.size(), sizeof(abi::Observation));
    place(h.ledger, ledger.data(), ledger.size(), sizeof(abi::LedgerRecord));
    place(h.coverage, coverage.data(), coverage.size(), sizeof(abi::CoverRecord));
    place(h.objects, objects.data(), objects.size(), sizeof(abi::ObjectRecord));
    place(h.calls, calls.data(), calls.size(), sizeof(abi::CallRecord));
    place(h.operands, operands.data(), operands.size(), sizeof(abi::OperandRecord));
    place(h.strings, strings.data(), strings.size(), 1);
    return h;
  }

  std::vector<abi::Preset> presets;
  std::vector<abi::SiteRecord> sites;
  std::string catalog = "[]";
  std::vector<abi::Node> nodes;
  std::vector<abi::Decision> decisions;
  std::vector<abi::InputRecord> inputs;
  std::vector<abi::Observation> observations;
  std::vector<abi::LedgerRecord> ledger;
  std::vector<abi::CoverRecord> coverage;
  std::vector<abi::ObjectRecord> objects;
  std::vector<abi::CallRecord> calls;
  std::vector<abi::OperandRecord> operands;
  std::string strings;

 private:
  abi::Header& header() { return *reinterpret_cast<abi::Header*>(words_.data()); }
  std::uint32_t push(const abi::Node& node) {
    nodes.push_back(node);
    return static_cast<std::uint32_t>(nodes.size() - 1);
  }
  void place(abi::Table& table, const void* records, std::size_t count, std::size_t record_size) {
    table.offset = end_;
    table.count = static_cast<std::uint32_t>(count);
    table.capacity = table.count + 8;
    if (count != 0) std::memcpy(reinterpret_cast<char*>(words_.data()) + end_, records, count * record_size);
    end_ += (table.capacity * record_size + 7) / 8 * 8;
  }

  std::vector<std::uint64_t> words_;
  std::size_t end_ = 0;
};

}  // namespace forall::trace::testing
