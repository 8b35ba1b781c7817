// How a model takes its arguments and returns its result: it follows the protocol of abi::TargetState as instrumented
// code does.
#pragma once

#include "runtime/decide.h"
#include "runtime/memory.h"
#include "runtime/references.h"
#include "runtime/shadow.h"
#include "runtime/sites.h"
#include "runtime/trace.h"
#include "runtime/value.h"

namespace forall::runtime {

class ModelCall {
 public:
  // `self` is the function that instrumented code called; the first `count` arguments can be symbolic.
  template <typename Function>
  ModelCall(Function* self, const char* name, unsigned count)
      : self_(reinterpret_cast<const void*>(self)),
        name_(name),
        site_(const_cast<StaticSite*>(__forall_state.call_site)) {
    __forall_state.call_site = nullptr;
    if (__forall_state.argument_callee != self_) return;
    __forall_state.argument_callee = nullptr;
    for (unsigned i = 0; i < count; ++i) symbolic_ = symbolic_ || __forall_state.arguments[i] != 0;
    symbolic_ = symbolic_ && g.in_run;
    for (unsigned i = 0; i < count && symbolic_; ++i) {
      u32& id = __forall_state.arguments[i];
      if (abi::is_unset_id(id)) id = known(id).id;
    }
  }
  ModelCall(const ModelCall&) = delete;
  ModelCall& operator=(const ModelCall&) = delete;

  // Is an argument symbolic?
  bool symbolic() const { return symbolic_; }

  Value argument(unsigned index, u64 bits, unsigned width) const {
    if (!symbolic_) return concrete(bits, width);
    const u32 id = __forall_state.arguments[index];
    if (id == 0) return concrete(bits, width);
    const Value value = zext_or_trunc(known(id), width);
    if (value.bits == bits) return value;
    add_ledger(abi::LedgerKind::UndefinedValue, nullptr, name_);
    return concrete(bits, width);
  }
  u32 argument_id(unsigned index) const { return symbolic_ ? __forall_state.arguments[index] : 0; }

  // Makes an argument concrete by deciding its value.
  void decide(unsigned index, u64 bits, unsigned width = 64) const {
    if (symbolic_) decide_value(argument(index, bits, width), site(), abi::DecisionKind::Value);
  }
  // Makes a pointer concrete through which `size` bytes are accessed. The object is decided before it is built.
  void resolve(unsigned index, const void* pointer, u64 size) const {
    if (symbolic_ && argument_id(index) != 0) resolve_address(pointer, argument_id(index), size, site(), {});
    touch(pointer, site_);
  }

  void give(Value result) const {
    if (!result.symbolic()) return;
    __forall_state.results[0] = result.id;
    __forall_state.result_callee = self_;
  }

  StaticSite* site() const {
    if (site_ != nullptr) return site_;
    return g.model_site != nullptr ? g.model_site : model_site(name_);
  }
  // The site that the pass passed, or null.
  StaticSite* call_site() const { return site_; }

 private:
  const void* self_;
  const char* name_;
  StaticSite* site_;
  bool symbolic_ = false;
};

// The byte at an address as a value.
inline Value byte_at(const void* address, const StaticSite* site) {
  if (!may_be_symbolic(address, 1)) return concrete(*static_cast<const u8*>(address), 8);
  const Value byte = shadow_load(address, 1, site);
  return byte.symbolic() ? known(byte.id) : byte;
}

}  // namespace forall::runtime
