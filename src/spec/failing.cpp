#include "spec/failing.h"

namespace forall::spec {

// Arithmetic may overflow, and an axiom may lead to what may fail: the operations are added until there are no more.
Failing::Failing(const Specification& specification)
    : terms_(*specification.terms), operations_(kBuiltInOps + specification.signature->operations().size()) {
  for (const BuiltIn op : {BuiltIn::Add, BuiltIn::Sub, BuiltIn::Mul, BuiltIn::Div, BuiltIn::Mod, BuiltIn::Neg})
    operations_[op_of(op).index] = true;
  for (bool grows = true; grows;) {
    grows = false;
    for (const Rule& rule : specification.rules) {
      if (operations_[rule.op.index] || !may_fail(rule.right)) continue;
      operations_[rule.op.index] = true;
      known_.clear();
      grows = true;
    }
  }
}

bool Failing::may_fail(Term term) {
  std::vector<Term> open{term};
  while (!open.empty()) {
    const Term t = open.back();
    const TermNode& node = terms_[t];
    const bool joins_texts = node.sort == kText && node.kind == Kind::Apply && is_built_in(node.op);
    bool fails = node.kind == Kind::Error || (node.kind == Kind::Apply && operations_[node.op.index] && !joins_texts);
    bool waits = false;
    for (const Term argument : node.arguments) {
      const auto found = known_.find(argument.id);
      if (found == known_.end()) {
        open.push_back(argument);
        waits = true;
      } else {
        fails = fails || found->second;
      }
    }
    if (waits) continue;
    known_[t.id] = fails;
    open.pop_back();
  }
  return known_.at(term.id);
}

}  // namespace forall::spec
