#include "fake_engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csetjmp>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace fake {
namespace {

ForallPut* registered = nullptr;
ForallAxioms* registered_axioms = nullptr;
std::vector<std::string> stand_ins;
Run* current = nullptr;
const std::map<std::string, long long>* presets = nullptr;
std::jmp_buf end_of_run;
std::vector<void*> memory;

void* allocate(std::size_t bytes, std::size_t alignment) {
  void* block = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  std::memset(block, 0xa5, bytes);
  memory.push_back(block);
  return block;
}

const char* keep(const std::string& name) {
  return std::strcpy(static_cast<char*>(allocate(name.size() + 1, 1)), name.c_str());
}

}  // namespace

bool is_memory_unchanged = false;

const ForallPut* find_put(const std::string& suite, const std::string& name) {
  for (const ForallPut* put = registered; put != nullptr; put = put->next) {
    if (suite == put->suite && name == put->name) return put;
  }
  ADD_FAILURE() << suite << "." << name << " is not registered";
  return nullptr;
}

Run run(const ForallPut* put, const std::map<std::string, long long>& values) {
  static Run result;
  result = Run{};
  current = &result;
  presets = &values;
  if (setjmp(end_of_run) == 0) put->run(put);
  for (void* block : memory) std::free(block);
  memory.clear();
  return result;
}

std::vector<std::string> axioms() {
  std::vector<std::string> result;
  for (const ForallAxioms* axioms = registered_axioms; axioms != nullptr; axioms = axioms->next) {
    result.push_back(std::string(axioms->suite) + " " + axioms->class_key + " " + axioms->class_spelling);
  }
  return result;
}

void stand_in(std::vector<std::string> keys) { stand_ins = std::move(keys); }

}  // namespace fake

using fake::current;

extern "C" {

void __forall_register(ForallPut* put) {
  put->next = fake::registered;
  fake::registered = put;
}

void __forall_register_axioms(ForallAxioms* axioms) {
  axioms->next = fake::registered_axioms;
  fake::registered_axioms = axioms;
}
void __forall_register_mock(ForallMock*) {}
void __forall_stand_in_deterministic(const char*) {}
bool __forall_stands_in_for(const char* class_key) {
  return std::find(fake::stand_ins.begin(), fake::stand_ins.end(), class_key) != fake::stand_ins.end();
}
bool __forall_stands_in(void) { return !fake::stand_ins.empty(); }
bool __forall_stand_in_object(void* object, std::size_t size, const char* class_key, const char* name) {
  for (const std::string& key : fake::stand_ins) {
    if (key != class_key) continue;
    current->stood_in.push_back(key + " " + name + " " + std::to_string(size));
    static_cast<char*>(object)[size - 1] = 7;
    return true;
  }
  return false;
}
void __forall_remember_memory(void) {}
bool __forall_is_memory_unchanged(void) { return fake::is_memory_unchanged; }
void __forall_compare_objects(const char*, const char* spelling, void* object, void* before, unsigned depth, unsigned,
                              const char*, int) {
  if (before != nullptr && object != before)
    current->compared.push_back(std::string(spelling) + " " + std::to_string(depth));
}
void __forall_expect_same_states(const char*, int) { ++current->expects_same_states; }
void __forall_not_shown(unsigned ledger, const char* what) {
  current->not_shown.push_back(std::to_string(ledger) + " " + what);
}

void __forall_input(void* address, std::size_t bytes, unsigned width, unsigned kind, const char* name, const char* type,
                    std::uint64_t default_lo, std::uint64_t default_hi, bool is_choice) {
  current->inputs.push_back({name, type, bytes, width, kind, default_lo, default_hi, is_choice, address});
  const auto preset = fake::presets->find(name);
  std::uint64_t value[2] = {default_lo, default_hi};
  if (preset != fake::presets->end()) {
    value[0] = static_cast<std::uint64_t>(preset->second);
    value[1] = preset->second < 0 ? ~std::uint64_t{0} : 0;
  }
  std::memcpy(address, value, bytes);
}

void __forall_enum_values(const void*, std::size_t, const char*) {}

void __forall_assume(bool condition, const char*, int line) {
  current->assumptions.push_back(condition);
  if (condition) return;
  current->discarded_line = line;
  std::longjmp(fake::end_of_run, 1);
}

void __forall_bound(bool condition, const char* what) {
  if (condition) return;
  current->cut_by = what;
  std::longjmp(fake::end_of_run, 1);
}
std::size_t __forall_length_bound(void) { return fake::kLength; }
std::size_t __forall_concrete(std::size_t value) { return value; }
void __forall_building(int delta) { current->building += delta; }
void __forall_is_made(void*) {}
void __forall_extent(const void* block, const void* count, std::size_t count_bytes, std::size_t stride) {
  std::uint64_t elements = 0;
  std::memcpy(&elements, count, count_bytes);
  current->extents.push_back({block, elements, stride});
}
void __forall_text(const char*, std::size_t) {}

// Null, or an object of its own, which is built at once: a preset of "&name" or "name" that is not zero.
void __forall_pointer(void** address, const char* name, const ForallClass* type, unsigned flags) {
  const auto preset = fake::presets->find(name);
  const bool is_null = (flags & FORALL_MAY_BE_NULL) != 0 && (preset == fake::presets->end() || preset->second == 0);
  *address = nullptr;
  if (is_null) return;
  *address = fake::allocate(type->subtypes[0]->size, type->alignment);
  const std::string object = *name == '&' ? std::string(name + 1) : std::string("*") + name;
  current->objects.push_back(object);
  const ForallClass* dynamic = type->subtypes[0];
  dynamic->build(dynamic, *address, object.c_str());
}

void __forall_symbolic_environment(unsigned) {}

void __forall_observe(const void* address, std::size_t bytes, unsigned width, unsigned kind, const char* name,
                      const char* type) {
  std::uint64_t value = 0;
  std::memcpy(&value, address, bytes < sizeof value ? bytes : sizeof value);
  current->observations.push_back({name, type, width, kind, value});
}

void __forall_failed(const char* file, int line, const char* message) {
  current->failures.push_back({file, line, message});
}

void __forall_threw(const char* mangled_type, const char* what) {
  current->thrown.push_back(std::string(mangled_type) + ": " + what);
}

void* __forall_allocate(std::size_t bytes, std::size_t alignment) { return fake::allocate(bytes, alignment); }

const char* __forall_member_name(const char* of, const char* member) {
  return fake::keep(*of == '*' ? std::string(of + 1) + "->" + member : std::string(of) + "." + member);
}
const char* __forall_element_name(const char* of, std::size_t index) {
  const std::string number = "[" + std::to_string(index) + "]";
  return fake::keep(*of == '*' ? "(" + std::string(of) + ")" + number : of + number);
}
const char* __forall_reference_name(const char* to) { return fake::keep("&" + std::string(to)); }

bool __forall_serve(const char* (*)(void)) { return false; }
}
