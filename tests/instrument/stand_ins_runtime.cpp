// Lists what the pass wrote down, and says what it is asked if STAND_IN is set. Every scalar that it makes up is 7.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

#include "abi/stand_ins.h"

using namespace forall::abi;

extern "C" {
extern StandInClass __start_forall_classes[];
extern StandInClass __stop_forall_classes[];
extern StandInMethod* __start_forall_methods[];
extern StandInMethod* __stop_forall_methods[];
}

namespace {

constexpr const char* kFlagNames[] = {"constructor", "destructor", "const", "copies", "static", "nothrow", "public"};
constexpr const char* kRoleNames[] = {"none", "value", "text", "view", "object", "unknown"};

bool is_listed(const StandInClass& owner) { return std::strncmp(owner.key, "St", 2) != 0; }

void print(const char* what, const StandInValue& value) {
  std::printf("    %s %s '%s' %s", what, value.name, value.type, kRoleNames[static_cast<int>(value.role)]);
  if (value.is_indirect != 0) std::printf(" indirect");
  if (value.is_output != 0) std::printf(" output");
  if (value.is_reference != 0) std::printf(" reference");
  if (value.object != nullptr) std::printf(" of %s", value.object->key);
  std::printf(" %u bytes", value.size);
  for (unsigned i = 0; i < value.leaf_count; ++i)
    std::printf(" [%u: %u bits, kind %d]", value.leaves[i].offset, value.leaves[i].width,
                static_cast<int>(value.leaves[i].kind));
  std::printf("\n");
}

void print(const StandInMethod& method) {
  std::printf("  %s:", method.name);
  for (int i = 0; i < 7; ++i) {
    if ((method.flags >> i & 1U) != 0) std::printf(" %s", kFlagNames[i]);
  }
  std::printf("%s\n", method.invoke == nullptr ? " undefined" : "");
  for (unsigned i = 0; i < method.parameter_count; ++i) print("takes", method.parameters[i]);
  print("gives", method.result);
}

void make_up(const StandInValue& value, void* result) {
  static long cell[8];
  char* place = static_cast<char*>(result);
  if (value.is_reference != 0) {
    void* address = cell;
    std::memcpy(result, &address, sizeof address);
    place = reinterpret_cast<char*>(cell);
  }
  if (value.role == StandInRole::Text) new (result) std::string("made up");
  for (unsigned i = 0; i < value.leaf_count; ++i) {
    const StandInLeaf& leaf = value.leaves[i];
    const double number = 7;
    const long integer = leaf.width == 1 ? 1 : 7;
    const void* source = leaf.kind == ScalarKind::Double ? static_cast<const void*>(&number) : &integer;
    std::memcpy(place + leaf.offset, source, (leaf.width + 7U) / 8);
  }
}

void say_argument(const StandInValue& value, void* slot) {
  const char* place = value.is_indirect != 0 ? *static_cast<char**>(slot) : static_cast<char*>(slot);
  if (value.role == StandInRole::Text) std::printf(" \"%s\"", reinterpret_cast<const std::string*>(place)->c_str());
  for (unsigned i = 0; i < value.leaf_count; ++i) {
    const StandInLeaf& leaf = value.leaves[i];
    if (leaf.kind == ScalarKind::ULong) continue;  // an address
    if (leaf.kind == ScalarKind::Double) {
      double number = 0;
      std::memcpy(&number, place + leaf.offset, sizeof number);
      std::printf(" %g", number);
    } else if (leaf.width <= 64) {
      long number = 0;
      std::memcpy(&number, place + leaf.offset, (leaf.width + 7U) / 8);
      std::printf(" %ld", number);
    }
  }
}

void throw_seven() { throw 7; }

}  // namespace

bool is_stood_in() { return std::getenv("STAND_IN") != nullptr; }

void* stood_in_object(const char* key) {
  static struct {
    const void* functions;
    long state;
  } object;
  for (StandInClass* each = __start_forall_classes; each != __stop_forall_classes; ++each) {
    if (std::strcmp(each->key, key) == 0) object.functions = each->functions;
  }
  return &object;
}

__attribute__((constructor)) static void begin() {
  for (StandInClass* each = __start_forall_classes; each != __stop_forall_classes; ++each) {
    each->is_active = is_stood_in() ? 1 : 0;
    if (std::getenv("LIST") != nullptr && is_listed(*each))
      std::printf("%s '%s': %u bits at %u%s\n", each->key, each->spelling, each->state_bits, each->state_offset,
                  each->functions != nullptr ? ", virtual" : "");
  }
  for (StandInMethod** each = __start_forall_methods; each != __stop_forall_methods; ++each) {
    if (std::getenv("LIST") != nullptr && is_listed(*(*each)->owner)) print(**each);
  }
  if (std::getenv("LIST") != nullptr) std::exit(0);
}

extern "C" {
void (*__forall_stand_in(const StandInMethod* method, void* const* slots, void* result))() {
  std::printf("%s", method->short_name);
  for (unsigned i = 0; i < method->parameter_count; ++i) say_argument(method->parameters[i], slots[i]);
  std::printf("\n");
  if ((method->flags & kStandInConstructor) != 0 && method->owner->functions != nullptr)
    std::memcpy(*static_cast<void**>(slots[0]), &method->owner->functions, sizeof(void*));
  make_up(method->result, result);
  int key = 0;
  if (std::strcmp(method->short_name, "at") == 0) std::memcpy(&key, slots[1], sizeof key);
  return key == -1 ? &throw_seven : nullptr;
}

void __forall_not_defined(const StandInMethod* method) {
  std::printf("not defined: %s\n", method->name);
  std::exit(3);
}
}
