#include "driver.h"

#include "expr/bits.h"
#include "runtime/shadow.h"
#include "table_entry.h"

namespace forall::runtime_tests {

TABLE_ENTRY("forall_sites")
abi::StaticSite branch_site = {1, 1, "a.cpp", "f", "a.cpp", 10, 1, 10, 2, abi::SiteKind::Branch, abi::Fault::None,
                               0, 0, 0,       0};
TABLE_ENTRY("forall_sites")
abi::StaticSite check_site = {
    2, 2, "a.cpp", "f", "a.cpp", 20, 1, 20, 2, abi::SiteKind::Check, abi::Fault::SignedOverflow, 0, 0, 0, 0};

namespace {

const std::function<void()>* current_body = nullptr;
void run_body(const ForallPut*) { (*current_body)(); }
const char* describe_put(const ForallPut*) { return "{}"; }
ForallPut put = {"Suite", "Name", "a.cpp", 1, nullptr, describe_put, run_body, nullptr, nullptr};

}  // namespace

Driver& Driver::instance() {
  static Driver driver;
  return driver;
}

Driver::Driver() {
  header_ = static_cast<abi::Header*>(std::calloc(1, lay_out(nullptr)));
  lay_out(header_);
  if (!runtime::attach(header_)) std::abort();
  __forall_register(&put);
  if (runtime::write_catalog() != nullptr) std::abort();
  runtime::prepare_runs();
}

void Driver::run(const std::function<void()>& body, const std::map<std::string, u64>& presets) {
  u32 count = 0;
  for (const auto& [name, value] : presets) {
    records<abi::Preset>(*header_, header_->presets)[count++] = {base::fnv1a(name), {value, 0}};
  }
  header_->presets.count = count;
  header_->request = {0, unfold, decision_bound, 0, length, object_bound, stand_ins};
  current_body = &body;
  runtime::run_put(&put);
}

std::vector<abi::OperandRecord> Driver::operands_of(const abi::CallRecord& call) {
  const auto* first = records<abi::OperandRecord>(*header_, header_->operands) + call.first_operand;
  return {first, first + call.operand_count};
}

abi::Bits Driver::evaluate(u32 id, const std::map<std::string, u64>& inputs) {
  std::vector<expr::U128> values(id + 1);
  for (u32 i = 1; i <= id; ++i) {
    const abi::Node n = node(i);
    if (n.op == abi::Op::Const || abi::is_unset_leaf(n)) {
      values[i] = expr::to_u128(n.value);
    } else if (n.op == abi::Op::Input) {
      const auto record = records<abi::InputRecord>(*header_, header_->inputs)[n.a];
      values[i] = inputs.at(text(record.name));
    } else {
      const unsigned arity = info(n.op).arity;
      const u32 low_part = n.op == abi::Op::Concat ? n.b : n.a;
      values[i] = expr::apply(n.op, n.width, node(low_part).width, values[n.a], arity >= 2 ? values[n.b] : 0,
                              arity >= 3 ? values[n.c] : 0, n.op == abi::Op::Extract ? n.b : 0);
    }
  }
  return expr::from_u128(values[id]);
}

u32 input(void* address, std::size_t bytes, const char* name, u64 otherwise) {
  __forall_input(address, bytes, static_cast<unsigned>(8 * bytes), static_cast<unsigned>(abi::ScalarKind::UInt), name,
                 "t", otherwise, 0, false);
  return load(address, static_cast<u32>(bytes));
}

u32 load(const void* address, u32 bytes) { return __forall_load(address, 0, bytes, &branch_site, 0, 0); }

void store(void* address, u32 bytes, u32 id, u64 value) {
  std::memcpy(address, &value, bytes);
  __forall_store(address, 0, bytes, id, value, 0, &branch_site, 0, 0);
}

}  // namespace forall::runtime_tests
