// A call of a method that axioms stand in for.
//
//   1. writes through references that earlier calls returned become calls themselves
//   2. what the call depends on: states of objects, arguments
//   3. what comes out of it, all inputs: next states, outputs, the result, the exception
//   4. the record of the call; after it the decision on the exception
//
// A reference that a call returns is the address of a *cell*, separate memory that holds the value. The next call of a
// method that may change the object makes its cells unreadable: what they hold then is unknown.
#include "runtime/stand_in_calls.h"

#include <cstdio>
#include <cstring>

#include "abi/stand_ins.h"
#include "runtime/calls_abi.h"
#include "runtime/decide.h"
#include "runtime/models/protocol.h"
#include "runtime/module.h"
#include "runtime/run.h"
#include "runtime/shadow.h"
#include "runtime/sites.h"
#include "runtime/stand_in_objects.h"
#include "runtime/stand_in_values.h"
#include "runtime/stand_ins.h"
#include "runtime/trace.h"

extern "C" {
[[gnu::weak, gnu::visibility("hidden")]] extern const forall::abi::StandInMethod* __start_forall_methods[];
[[gnu::weak, gnu::visibility("hidden")]] extern const forall::abi::StandInMethod* __stop_forall_methods[];
}

namespace forall::runtime {

using abi::StandInMethod;
using abi::StandInRole;

namespace {

constexpr u32 kMostParameters = 64;

struct Cell {
  const StandInMethod* method;
  void* owner;  // null: none
  void* memory;
  u32 call;        // that returned it
  u32 first_part;  // operands: its value when it was last read
  u32 part_count;
  bool is_writable;
  bool is_stale;  // the object may have changed since
};
constexpr u32 kMostCells = 4096;
Cell cells[kMostCells];
u32 cell_count = 0;

bool has(const StandInMethod& method, u32 flag) { return (method.flags & flag) != 0; }
bool has_this(const StandInMethod& method) { return !has(method, abi::kStandInStatic) && method.parameter_count > 0; }
bool is_writable(const StandInValue& result) {
  return result.is_output != 0 || std::strncmp(result.type, "const ", 6) != 0;
}

void note(const StaticSite* site, const StandInMethod& method, const char* before, const char* type,
          const char* behind = "") {
  const Text text = Text().add(before).add(type).add(behind).add(" ").add(method.name);
  add_ledger(abi::LedgerKind::UnsupportedCode, site, text.c_str());
}

// The compiler knows that a method throws nothing only where it sees the definition, but it is true in all modules.
bool never_throws(const StandInMethod& method) {
  if (has(method, abi::kStandInNoThrow) || is_mock_that_never_throws(*method.owner, method.short_name)) return true;
  for (auto* at = __start_forall_methods; at != __stop_forall_methods; ++at) {
    if (has(**at, abi::kStandInNoThrow) && std::strcmp((*at)->name, method.name) == 0) return true;
  }
  return false;
}

// ---- Cells

// The contents of the object's cells are no longer known.
void make_unreadable(const void* owner) {
  for (u32 i = 0; i < cell_count; ++i) {
    Cell& cell = cells[i];
    if (cell.owner != owner || cell.is_stale) continue;
    cell.is_stale = true;
    shadow_poison(cell.memory, cell.method->result.size, kUnreadable);
  }
}

// The object's lifetime ends, or another object begins in its place.
void forget_cells(const void* owner) {
  make_unreadable(owner);
  for (u32 i = 0; i < cell_count; ++i) {
    if (cells[i].owner == owner) cells[i].is_writable = false;
  }
}

// Whether other references might see a write to this cell, which their own cells do not.
bool is_shared(const Cell& cell) {
  if (cell.is_stale) return true;
  for (const Cell* other = &cell + 1; other != cells + cell_count; ++other) {
    if (other->owner == cell.owner && !other->is_stale) return true;
  }
  return false;
}

// The arguments of the call that returned the cell; states of objects other than its own count as arguments.
void add_original_arguments(CallWriter& call, const Cell& cell, bool& is_comparable) {
  const abi::CallRecord& original = g.calls[cell.call];
  for (u32 i = 0; i < original.operand_count; ++i) {
    abi::OperandRecord operand = g.operands[original.first_operand + i];
    if (operand.role == OperandRole::Unequal) is_comparable = false;
    if (operand.role > OperandRole::Argument || (operand.role == OperandRole::State && operand.parameter == 0))
      continue;
    operand.role = OperandRole::Argument;
    call.add(operand);
  }
}

// METHOD=(state, arguments, value): the next state.
void record_write(Cell& cell, StaticSite* site) {
  const StandInMethod& method = *cell.method;
  const StandInClass& type = *method.owner;
  if (is_shared(cell)) note(site, method, "a write while there are other references into the object, by", "");
  if (cell.owner == nullptr)
    note(site, method, "a write to memory of no object, through the reference returned by", "");
  if (cell.owner == nullptr || !has_state(type, cell.owner)) {
    cell.is_writable = false;
    return;
  }
  if (is_text(method.result)) decide_text(method.result, cell.memory, site);
  CallWriter call;
  bool is_comparable = !cell.is_stale;
  call.add(OperandRole::State, ScalarKind::UInt, state_of(type, cell.owner, site), "this", 0);
  add_original_arguments(call, cell, is_comparable);
  cell.first_part = call.count();
  add_parts(call, method.result, cell.memory, {"value", method.parameter_count}, is_comparable, site);
  cell.part_count = call.count() - cell.first_part;
  if (!is_comparable) call.add_unequal("value", method.parameter_count);
  const Text short_name = Text().add(method.short_name).add("=");
  const InputName base(Text().add(class_spelling(type)).add("::").add(short_name.c_str()).c_str());
  const Value next =
      new_state(type, InputName(Text().add(base.text.c_str()).add(".state").c_str()), abi::InputOrigin::Choice);
  call.add(OperandRole::NextState, ScalarKind::UInt, next, "this", 0);
  set_state(type, cell.owner, method.parameters[0].size, next);
  const Text name = Text().add(method.name).add("=");
  call.finish(name.c_str(), short_name.c_str(), method.flags | abi::kStandInNoThrow | abi::kStandInWrite,
              named_site(name.c_str()));
}

bool is_written(const Cell& cell) {
  return cell.is_writable && differs(cell.method->result, cell.memory, cell.first_part, cell.part_count);
}

// ---- One call

class StandInCall {
 public:
  StandInCall(const StandInMethod& method, void* const* slots, void* result, StaticSite* site)
      : method_(method), slots_(slots), result_(result), site_(site) {}

  // A function that throws, or null.
  void (*operator()())() {
    if (has(method_, abi::kStandInDestructor)) return end_object(), nullptr;
    flush_writes(site_);
    if (method_.parameter_count > kMostParameters) cut_run(abi::Fault::TraceFull, site_);
    for (u32 i = 0; i < method_.parameter_count; ++i) {
      memory_[i] = find_argument(method_.parameters[i], slots_[i], site_);
    }
    if (has(method_, abi::kStandInCopies)) return copy(), nullptr;
    return make_up();
  }

 private:
  const StandInValue& parameter(u32 i) const { return method_.parameters[i]; }
  bool is_this(u32 i) const { return i == 0 && has_this(method_); }
  bool begins() const { return has(method_, abi::kStandInConstructor); }
  const char* name_of(u32 i) const { return is_this(i) ? "this" : parameter(i).name; }

  void end_object() {
    void* object = nullptr;
    std::memcpy(&object, slots_[0], sizeof object);
    forget_cells(object);
    shadow_clear(object, parameter(0).size);
  }

  // An object is constructed in this memory.
  void begin_object() {
    forget_cells(memory_[0]);
    clear_object(*method_.owner, memory_[0], parameter(0).size);
  }

  // The object gets the state of the other. A result that is a reference refers to the object itself.
  void copy() {
    const StandInClass& type = *method_.owner;
    const bool is_known = has_room(type);
    const Value state = is_known ? state_in(1) : Value{};
    if (begins()) {
      begin_object();
    } else {
      make_unreadable(memory_[0]);
    }
    if (is_known) set_state(type, memory_[0], parameter(0).size, state);
    if (method_.result.is_reference != 0) std::memcpy(result_, memory_, sizeof memory_[0]);
  }

  Value state_in(u32 i) {
    const StandInClass& type = *parameter(i).object;
    if (!has_state(type, memory_[i])) note(site_, method_, "an object that no stand-in made, in a call of", "");
    return state_of(type, memory_[i], site_);
  }

  void (*make_up())() {
    call_ = CallWriter();
    if (method_.owner->has_public_data != 0) {
      note(site_, method_, "public data members of ", method_.owner->spelling, ", which may change without a method,");
    }
    add_what_it_depends_on();
    const InputName name(Text().add(class_spelling(*method_.owner)).add("::").add(method_.short_name).c_str());
    make_next_states(name);
    make_outputs(name);
    make_result(name);
    const Value exception = make_exception(name);
    const u32 index = call_.finish(method_.name, method_.short_name, method_.flags, named_site(method_.name));
    if (cell_ != nullptr) cell_->call = index;
    decide_value(exception, site_, abi::DecisionKind::Value);
    return thrower_of(static_cast<u32>(exception.bits));
  }

  void add_what_it_depends_on() {
    for (u32 i = 0; i < method_.parameter_count; ++i) {
      if (parameter(i).role != StandInRole::Object || (is_this(i) && begins()) || !has_room(*parameter(i).object))
        continue;
      call_.add(OperandRole::State, ScalarKind::UInt, state_in(i), name_of(i), i);
    }
    bool is_comparable[kMostParameters];
    for (u32 i = 0; i < method_.parameter_count; ++i) {
      is_comparable[i] = !is_alias(i);
      if (parameter(i).role == StandInRole::Object) {
        is_comparable[i] = is_comparable[i] && has_room(*parameter(i).object);
        continue;
      }
      add_parts(call_, parameter(i), memory_[i], {name_of(i), i}, is_comparable[i], site_);
      see_pointer(parameter(i), memory_[i], site_);
    }
    for (u32 i = 0; i < method_.parameter_count; ++i) {
      if (!is_comparable[i]) call_.add_unequal(name_of(i), i);
    }
  }

  // Memory that the call may change and that is another parameter as well: other calls do not say what happens then.
  bool is_alias(u32 i) const {
    if (parameter(i).is_indirect == 0) return false;
    for (u32 k = 0; k < method_.parameter_count; ++k) {
      const bool changes = changes_state(k) || parameter(k).is_output != 0 || changes_state(i);
      if (k != i && changes && parameter(k).is_indirect != 0 && memory_[k] == memory_[i]) return true;
    }
    return false;
  }

  bool changes_state(u32 i) const {
    if (parameter(i).role != StandInRole::Object) return false;
    return is_this(i) ? !keeps_state() : parameter(i).is_output != 0;
  }
  bool keeps_state() const { return has(method_, abi::kStandInConst) && is_deterministic(*method_.owner); }

  Text part(const InputName& base, u32 i) const {
    Text text;
    text.add(base.text.c_str());
    if (is_this(i)) return text;
    char number[16] = "";
    if (parameter(i).name[0] == 0) std::snprintf(number, sizeof number, "%u", i);
    return text.add(".").add(parameter(i).name).add(number);
  }

  void make_next_states(const InputName& base) {
    for (u32 i = 0; i < method_.parameter_count; ++i) {
      if (is_this(i) && keeps_state() && parameter(i).role == StandInRole::Object && has_room(*parameter(i).object)) {
        call_.add(OperandRole::NextState, ScalarKind::UInt, state_in(i), name_of(i), i);
      }
      if (!changes_state(i)) continue;
      const StandInClass& type = *parameter(i).object;
      if (is_this(i) && begins()) begin_object();
      if (!is_this(i) || !has(method_, abi::kStandInConst)) make_unreadable(memory_[i]);
      if (!has_room(type)) continue;
      const Value next = new_state(type, InputName(part(base, i).add(".state").c_str()), abi::InputOrigin::Choice);
      set_state(type, memory_[i], parameter(i).size, next);
      call_.add(OperandRole::NextState, ScalarKind::UInt, next, name_of(i), i);
    }
  }

  void make_outputs(const InputName& base) {
    for (u32 i = 0; i < method_.parameter_count; ++i) {
      const StandInValue& value = parameter(i);
      if (value.is_output == 0 || value.role == StandInRole::Object) continue;
      if (value.role == StandInRole::Unknown) {
        note(site_, method_, "what a call does to a ", value.type, ":");
        continue;
      }
      make_value(call_, value, memory_[i], InputName(part(base, i).c_str()), {name_of(i), i, OperandRole::Output});
    }
  }

  void make_result(const InputName& name) {
    const StandInValue& result = method_.result;
    if (result.role == StandInRole::None) return;
    void* const memory = result_memory(result, result_);
    clear_value(result, memory);
    if (result.role == StandInRole::Unknown) return note(site_, method_, "a result of type ", result.type, ":");
    const u32 first = call_.count();
    make_value(call_, result, memory, name, {"", abi::kNoParameter, OperandRole::Result});
    if (result.is_reference == 0) return;
    if (cell_count == kMostCells) cut_run(abi::Fault::TraceFull, site_);
    cell_ = &cells[cell_count++];
    *cell_ = {&method_,
              has_this(method_) ? memory_[0] : nullptr,
              memory,
              0,
              first,
              call_.count() - first,
              is_writable(result),
              false};
  }

 public:
  // The result's memory, or that of a new cell, whose address the result is.
  static void* result_memory(const StandInValue& result, void* place) {
    if (result.is_reference == 0) return place;
    void* const memory = new_cell(result.size);
    std::memcpy(place, &memory, sizeof memory);
    shadow_clear(place, sizeof memory);
    return memory;
  }

 private:
  Value make_exception(const InputName& base) {
    Value exception = concrete(0, 8);
    u32 count = 0;
    if (!never_throws(method_)) {
      count = thrower_count(method_.owner->key);
      const InputName name(Text().add(base.text.c_str()).add(".exception").c_str());
      U128 bits = chosen_value(name.key, {0, 0}, 8);
      if (bits > count) bits = 0;
      exception = new_input(name, "unsigned char", ScalarKind::UChar, 8, bits, abi::InputOrigin::Choice);
      hold(binary(Op::Ule, exception, U128{count}), inputs_site(), abi::DecisionKind::Assume);
    }
    call_.add(OperandRole::Exception, ScalarKind::UChar, exception, "", count);
    return exception;
  }

  void (*thrower_of(u32 number))() {
    if (number == 0) return nullptr;
    const Thrower thrown = thrower(method_.owner->key, number);
    if (thrown.missing != nullptr) {
      note(site_, method_, "an exception that cannot be made, of type ", thrown.missing, ", from");
    }
    return thrown.function;
  }

  const StandInMethod& method_;
  void* const* slots_;
  void* result_;
  StaticSite* site_;
  CallWriter call_;
  Cell* cell_ = nullptr;
  void* memory_[kMostParameters];
};

constexpr Kept kKept[] = {cells, cell_count};

void begin() { cell_count = 0; }

}  // namespace

FORALL_MODULE(stand_in_calls) = {.phase = Phase::Tables, .keeps = kKept, .begin_run = begin};

void flush_writes(StaticSite* site) {
  for (u32 i = 0; i < cell_count; ++i) {
    if (is_written(cells[i])) record_write(cells[i], site);
  }
}

void note_late_writes() {
  for (u32 i = 0; i < cell_count; ++i) {
    if (is_written(cells[i]) && is_shared(cells[i])) {
      note(nullptr, *cells[i].method, "a write while there are other references into the object, by", "");
    }
  }
}

}  // namespace forall::runtime

using namespace forall::runtime;

extern "C" {

const void* __forall_stand_in(const void* described, const void* slots, const void* place) {
  const ModelCall call(&__forall_stand_in, "__forall_stand_in", 0);
  const auto& method = *static_cast<const forall::abi::StandInMethod*>(described);
  void* const result = const_cast<void*>(place);
  auto* const indirect = const_cast<StaticSite*>(__forall_state.indirect_site);
  StaticSite* site = call.call_site() != nullptr ? call.call_site() : indirect;
  if (site == nullptr) site = named_site(method.name);
  if (!deciding(site)) {
    if (method.result.role != forall::abi::StandInRole::None && g.in_run) {
      clear_value(method.result, StandInCall::result_memory(method.result, result));
    }
    return nullptr;
  }
  return reinterpret_cast<const void*>(StandInCall(method, static_cast<void* const*>(slots), result, site)());
}

void __forall_not_defined(const void* described) {
  const ModelCall call(&__forall_not_defined, "__forall_not_defined", 0);
  const auto& method = *static_cast<const forall::abi::StandInMethod*>(described);
  const Text text = Text().add(method.name).add(" is declared but never defined");
  end_run(forall::abi::OutcomeKind::Crashed, forall::abi::Fault::NotDefined, call.call_site(), text.c_str(),
          __builtin_return_address(0));
}

}  // extern "C"
