#include "runtime/stand_ins.h"

#include <cstring>

#include "runtime/decide.h"
#include "runtime/models/protocol.h"
#include "runtime/module.h"
#include "runtime/run.h"
#include "runtime/sites.h"
#include "runtime/stand_in_calls.h"
#include "runtime/stand_in_objects.h"
#include "runtime/stand_in_values.h"

extern "C" {
[[gnu::weak, gnu::visibility("hidden")]] extern forall::abi::StandInClass __start_forall_classes[];
[[gnu::weak, gnu::visibility("hidden")]] extern forall::abi::StandInClass __stop_forall_classes[];
void __forall_throw_other();
}

namespace forall::runtime {

namespace {

constexpr u32 kMostClasses = 64;  // as many as the request has bits

// An object of the inputs.
struct StoodInObject {
  const abi::StandInClass* type;
  void* object;
  Value first;
  u32 name;  // string offset
};
constexpr u32 kMostObjects = 1024;
StoodInObject objects[kMostObjects];
u32 object_count = 0;

u64 active = 0;  // the classes that are marked as active

bool is_same(const char* a, const char* b) { return std::strcmp(a, b) == 0; }

bool comparing_states = false;

u64 deterministic = 0;  // classes, by their index

void activate(u64 classes) {
  if (classes == active) return;
  active = classes;
  for (auto* type = __start_forall_classes; type != __stop_forall_classes; ++type) {
    const u32 index = class_index(type->key);
    type->is_active = index < kMostClasses && (classes >> index & 1) != 0;
  }
}

const abi::StandInClass* active_class(const char* key) {
  for (auto* type = __start_forall_classes; type != __stop_forall_classes; ++type) {
    if (type->is_active != 0 && is_same(type->key, key)) return type;
  }
  return nullptr;
}

bool describes(const char* suite, const char* key) {
  for (const ForallAxioms* axioms = g.first_axioms; axioms != nullptr; axioms = axioms->next) {
    if (is_same(axioms->class_key, key) && is_same(axioms->suite, suite)) return true;
  }
  return false;
}

bool is_expected_before(const ForallPut* put, const char* key) {
  for (const ForallPut* other = g.first_put; other != put; other = other->next) {
    if (other->expected_type == nullptr || !is_same(other->expected_type, put->expected_type)) continue;
    if (describes(other->suite, key)) return true;
  }
  return false;
}

// Calls visit(put) for the first PUT of each exception that axioms of the class expect.
template <typename Visit>
void for_each_expected(const char* key, Visit visit) {
  for (const ForallPut* put = g.first_put; put != nullptr; put = put->next) {
    if (put->expected_type == nullptr || !describes(put->suite, key) || is_expected_before(put, key)) continue;
    visit(*put);
  }
}

// A module that knows a class by its methods only does not know where its state is.
void agree_on_classes() {
  for (auto* type = __start_forall_classes; type != __stop_forall_classes; ++type) {
    for (auto* other = __start_forall_classes; other != __stop_forall_classes; ++other) {
      const bool knows_more = other->state_offset > type->state_offset ||
                              (other->state_offset == type->state_offset && other->state_bits < type->state_bits);
      if (!is_same(type->key, other->key) || !knows_more) continue;
      type->state_offset = other->state_offset;
      type->state_bits = other->state_bits;
      type->functions = other->functions;
    }
  }
}

// The classes with their exceptions, computed once.
struct Exceptions {
  const char* key;
  u32 count;
};
Exceptions exceptions[kMostClasses];
u32 exceptions_known = 0;

constexpr Kept kKept[] = {objects, object_count, active, comparing_states, deterministic, exceptions, exceptions_known};

void begin() {
  object_count = 0;
  comparing_states = false;
  deterministic = 0;
  activate(g.header->request.stand_ins);
}

void end() { activate(0); }

}  // namespace

FORALL_MODULE(stand_ins) = {
    .phase = Phase::Tables, .keeps = kKept, .start = agree_on_classes, .begin_run = begin, .end_run = end};

bool is_first_registration(const ForallAxioms* given) {
  for (const ForallAxioms* axioms = g.first_axioms; axioms != given; axioms = axioms->next) {
    if (is_same(axioms->class_key, given->class_key) && is_same(axioms->suite, given->suite)) return false;
  }
  return true;
}

const char* class_spelling(const abi::StandInClass& type) {
  for (const ForallAxioms* axioms = g.first_axioms; axioms != nullptr; axioms = axioms->next) {
    if (is_same(axioms->class_key, type.key)) return axioms->class_spelling;
  }
  return type.spelling;
}

u32 class_index(const char* key) {
  u32 index = 0;
  for (const ForallAxioms* axioms = g.first_axioms; axioms != nullptr; axioms = axioms->next) {
    if (is_same(axioms->class_key, key)) return index;
    bool is_first = true;
    for (const ForallAxioms* other = g.first_axioms; other != axioms && is_first; other = other->next) {
      is_first = !is_same(other->class_key, axioms->class_key);
    }
    if (is_first) ++index;
  }
  return kMostClasses;
}

void note_decision(Value value, const StaticSite* site) {
  if (!comparing_states) note_use_of_state(value, site);
}

bool is_deterministic(const abi::StandInClass& type) {
  const u32 index = class_index(type.key);
  return index < kMostClasses && (deterministic >> index & 1) != 0;
}

bool is_mock_that_never_throws(const abi::StandInClass& type, const char* method) {
  if (thrower_count(type.key) > 1) return false;  // an axiom says that one does
  for (const ForallMock* mock = g.first_mock; mock != nullptr; mock = mock->next) {
    if (is_same(mock->class_key, type.key)) return !mock->may_throw(method);
  }
  return false;
}

u32 thrower_count(const char* key) {
  for (u32 i = 0; i < exceptions_known; ++i) {
    if (is_same(exceptions[i].key, key)) return exceptions[i].count;
  }
  u32 count = 1;
  for_each_expected(key, [&](const ForallPut&) { ++count; });
  if (count > 255) count = 255;
  if (exceptions_known < kMostClasses) exceptions[exceptions_known++] = {key, count};
  return count;
}

Thrower thrower(const char* key, u32 number) {
  Thrower found = {&__forall_throw_other, nullptr};
  u32 next = 1;
  for_each_expected(key, [&](const ForallPut& put) {
    if (next++ != number || number == thrower_count(key)) return;
    if (put.throw_expected != nullptr) {
      found.function = put.throw_expected;
    } else {
      found.missing = put.expected_type;
    }
  });
  return found;
}

}  // namespace forall::runtime

using namespace forall::runtime;

extern "C" {

void __forall_register_axioms(ForallAxioms* axioms) {
  const ModelCall call(&__forall_register_axioms, "__forall_register_axioms", 0);
  axioms->next = nullptr;
  ForallAxioms** end = &g.first_axioms;
  while (*end != nullptr) end = &(*end)->next;
  *end = axioms;
}

void __forall_register_mock(ForallMock* mock) {
  const ModelCall call(&__forall_register_mock, "__forall_register_mock", 0);
  mock->next = g.first_mock;
  g.first_mock = mock;
}

void __forall_stand_in_deterministic(const char* class_key) {
  const ModelCall call(&__forall_stand_in_deterministic, "__forall_stand_in_deterministic", 0);
  const u32 index = class_index(class_key);
  if (index < kMostClasses) deterministic |= u64{1} << index;
}

bool __forall_stands_in() {
  const ModelCall call(&__forall_stands_in, "__forall_stands_in", 0);
  return g.in_run && g.header->request.stand_ins != 0;
}

bool __forall_stand_in_object(void* object, std::size_t size, const char* class_key, const char* name) {
  const ModelCall call(&__forall_stand_in_object, "__forall_stand_in_object", 0);
  if (!g.in_run || g.header->request.stand_ins == 0) return false;
  const forall::abi::StandInClass* type = active_class(class_key);
  if (type == nullptr || type->state_offset + type->state_bits / 8 > size) return false;
  if (object_count == kMostObjects) cut_run(forall::abi::Fault::TraceFull, nullptr);
  clear_object(*type, object, size);
  if (!has_room(*type)) return true;
  const bool is_pointed_to = name[0] == '*';  // "*h": its parts are "h->state"
  const InputName unique(Text().add(name + (is_pointed_to ? 1 : 0)).add(is_pointed_to ? "->state" : ".state").c_str());
  const Value state = new_state(*type, unique, forall::abi::InputOrigin::Parameter);
  set_state(*type, object, size, state);
  objects[object_count++] = {type, object, state, add_string(name)};
  return true;
}

void __forall_expect_same_states(const char* file, int line) {
  const ModelCall call(&__forall_expect_same_states, "__forall_expect_same_states", 0);
  if (!observing()) return;
  StaticSite* site = line_site(file, line);
  flush_writes(site);
  for (u32 i = 0; i < object_count; ++i) {
    const StoodInObject& o = objects[i];
    if (!has_state(*o.type, o.object)) continue;  // it was deleted
    const Value unchanged = equals(state_of(*o.type, o.object, site), o.first);
    comparing_states = true;
    const bool holds = branch_on(unchanged, site);
    comparing_states = false;
    if (holds) continue;
    const Text text = Text().add("the state of ").add(g.strings + o.name).add(" is not what it was");
    __forall_failed(file, line, text.c_str());
  }
}

}  // extern "C"
