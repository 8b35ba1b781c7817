#include "runtime/methods.h"

#include <cxxabi.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/models/protocol.h"

extern "C" {
[[gnu::weak, gnu::visibility("hidden")]] extern const forall::abi::StandInMethod* __start_forall_methods[];
[[gnu::weak, gnu::visibility("hidden")]] extern const forall::abi::StandInMethod* __stop_forall_methods[];
void __forall_input(void* address, std::size_t bytes, unsigned width, unsigned kind, const char* name, const char* type,
                    std::uint64_t default_lo, std::uint64_t default_hi, bool is_choice);
}

namespace forall::runtime {

namespace {

using abi::ScalarKind;
using abi::StandInLeaf;
using abi::StandInRole;
using abi::StandInValue;

bool is_same(const char* a, const char* b) { return std::strcmp(a, b) == 0; }

bool is_public_method(const StandInMethod& method, const char* key) {
  constexpr u32 kOther = abi::kStandInConstructor | abi::kStandInDestructor | abi::kStandInCopies | abi::kStandInStatic;
  return (method.flags & abi::kStandInPublic) != 0 && (method.flags & kOther) == 0 && method.parameter_count > 0 &&
         is_same(method.owner->key, key);
}

// A reference to a type without a description: only its address is known.
bool is_bare_reference(const StandInValue& value) {
  return value.leaf_count == 1 && value.leaves[0].is_address != 0 && std::strchr(value.type, '*') == nullptr;
}

// Can it be an input, or be compared?
bool is_described(const StandInValue& value) {
  if (value.role == StandInRole::Value) return !is_bare_reference(value);
  return value.role == StandInRole::Text || value.role == StandInRole::TextView;
}

void add_leaf(Text& text, const StandInLeaf& leaf, const void* memory) {
  char digits[64];
  u64 bits = 0;
  const unsigned bytes = (leaf.width + 7U) / 8U;
  std::memcpy(&bits, static_cast<const char*>(memory) + leaf.offset, bytes < 8 ? bytes : 8);
  if (leaf.is_address != 0) {
    text.add(bits == 0 ? "null" : "a pointer");
    return;
  }
  switch (leaf.kind) {
    case ScalarKind::Bool: text.add((bits & 1) != 0 ? "true" : "false"); return;
    case ScalarKind::Float: {
      float number = 0;
      std::memcpy(&number, &bits, sizeof number);
      std::snprintf(digits, sizeof digits, "%g", static_cast<double>(number));
      break;
    }
    case ScalarKind::Double: {
      double number = 0;
      std::memcpy(&number, &bits, sizeof number);
      std::snprintf(digits, sizeof digits, "%g", number);
      break;
    }
    case ScalarKind::UChar:
    case ScalarKind::UShort:
    case ScalarKind::UInt:
    case ScalarKind::ULong:
    case ScalarKind::ULongLong:
    case ScalarKind::UnsignedEnum:
      std::snprintf(digits, sizeof digits, "%llu", static_cast<unsigned long long>(bits));
      break;
    default: {
      const unsigned unused = leaf.width < 64 ? 64U - leaf.width : 0;
      std::snprintf(digits, sizeof digits, "%lld",
                    static_cast<long long>(static_cast<std::int64_t>(bits << unused) >> unused));
    }
  }
  text.add(digits);
}

void add_value(Text& text, const StandInValue& value, const void* memory) {
  if (value.role == StandInRole::Text || value.role == StandInRole::TextView) {
    u64 words[2];  // a string begins with its characters, a view with its length
    std::memcpy(words, memory, sizeof words);
    const bool is_view = value.role == StandInRole::TextView;
    const u64 size = is_view ? words[0] : words[1];
    const char* data = reinterpret_cast<const char*>(is_view ? words[1] : words[0]);
    char shown[40];
    std::snprintf(shown, sizeof shown, "\"%.*s\"", static_cast<int>(size < 32 ? size : 32), data);
    text.add(shown);
    return;
  }
  if (value.leaf_count != 1) text.add("{");
  for (u32 i = 0; i < value.leaf_count; ++i) {
    if (i > 0) text.add(", ");
    add_leaf(text, value.leaves[i], memory);
  }
  if (value.leaf_count != 1) text.add("}");
}

// Is this the type of pointers to objects of the class? For "app::Key", "const app::Key *" is.
bool points_to(const char* type, const char* spelling) {
  unsigned stars = 0;
  for (; *type != '\0'; ++type) {
    if (std::strncmp(type, "const ", 6) == 0) {
      type += 5;
    } else if (*type == '*') {
      ++stars;
    } else if (*type != ' ') {
      while (*spelling == ' ') ++spelling;
      if (stars > 0 || *type != *spelling++) return false;
    }
  }
  return stars == 1 && *spelling == '\0';
}

const void* memory_of(const StandInValue& value, const void* slot) {
  return value.is_indirect != 0 || value.is_reference != 0 ? *static_cast<void* const*>(slot) : slot;
}

// --- C++

const char* without_const(const char* type) { return std::strncmp(type, "const ", 6) == 0 ? type + 6 : type; }

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

void add_bytes_code(Text& text, const StandInValue& value, const void* memory) {
  char number[16];
  text.add("forall::replay::made_of<").add(without_const(value.type)).add(">({");
  for (u32 i = 0; i < value.size; ++i) {
    std::snprintf(number, sizeof number, "%s%u", i == 0 ? "" : ", ", static_cast<const u8*>(memory)[i]);
    text.add(number);
  }
  text.add("})");
}

// Octal, so that nothing in it looks like the end of a literal or of a call.
void add_text_code(Text& text, const StandInValue& value, const void* memory) {
  u64 words[2];
  std::memcpy(words, memory, sizeof words);
  const bool is_view = value.role == StandInRole::TextView;
  const auto* data = reinterpret_cast<const u8*>(is_view ? words[1] : words[0]);
  const u64 size = is_view ? words[0] : words[1];
  char piece[24];
  text.add(is_view ? "std::string_view(\"" : "std::string(\"");
  for (u64 i = 0; i < size; ++i) {
    std::snprintf(piece, sizeof piece, is_letter(static_cast<char>(data[i])) ? "%c" : "\\%03o", data[i]);
    text.add(piece);
  }
  std::snprintf(piece, sizeof piece, "\", %llu)", static_cast<unsigned long long>(size));
  text.add(piece);
}

// A pointer is written as the name of the input that it points to, which the closed test knows.
bool add_pointer_code(Text& text, u64 address) {
  if (address == 0) return text.add("nullptr"), true;
  for (u32 i = 0; i < g.header->objects.count; ++i) {
    if (g.objects[i].address != address) continue;
    text.add("@").add(g.strings + g.objects[i].name).add("@");
    return true;
  }
  return false;
}

bool add_number_code(Text& text, const StandInValue& value, const void* memory) {
  const StandInLeaf& leaf = value.leaves[0];
  const bool is_float = leaf.kind >= ScalarKind::Half && leaf.kind <= ScalarKind::LongDouble;
  if (is_float || value.size > 8) return false;
  u64 bits = 0;
  std::memcpy(&bits, memory, value.size);
  const unsigned unused = 64U - 8U * value.size;
  const auto plain = static_cast<std::int64_t>(bits << unused) >> unused;  // the cast restores the type
  constexpr std::int64_t kMost = 1'000'000'000;
  if (plain > kMost || plain < -kMost) return false;
  char number[24];
  std::snprintf(number, sizeof number, "%lld", static_cast<long long>(plain));
  if (is_same(without_const(value.type), "int")) {
    text.add(number);
  } else {
    text.add("static_cast<").add(without_const(value.type)).add(">(").add(number).add(")");
  }
  return true;
}

bool add_value_code(Text& text, const StandInValue& value, const void* memory) {
  if (value.role != StandInRole::Value) return add_text_code(text, value, memory), true;
  if (std::strchr(value.type, '(') != nullptr) return false;
  const bool is_one = value.leaf_count == 1 && value.leaves[0].offset == 0;
  if (is_one && value.leaves[0].is_address != 0) {
    u64 address = 0;
    std::memcpy(&address, memory, sizeof address);
    return add_pointer_code(text, address);
  }
  for (u32 i = 0; i < value.leaf_count; ++i) {
    if (value.leaves[i].is_address != 0) return false;
  }
  const bool is_scalar = is_one && (value.leaves[0].width + 7U) / 8U == value.size;
  if (!is_scalar || !add_number_code(text, value, memory)) add_bytes_code(text, value, memory);
  return true;
}

}  // namespace

void visit_methods(const char* key, void (*visit)(const StandInMethod& method, void* data), void* data) {
  for (auto* at = __start_forall_methods; at != __stop_forall_methods; ++at) {
    if (!is_public_method(**at, key)) continue;
    const StandInMethod* best = *at;
    bool is_first = true;
    for (auto* other = __start_forall_methods; other != __stop_forall_methods; ++other) {
      if (!is_same((*other)->name, (*at)->name) || !is_public_method(**other, key)) continue;
      if (other < at) is_first = false;
      if (!can_be_called(*best) && can_be_called(**other)) best = *other;
    }
    if (is_first) visit(*best, data);
  }
}

bool can_be_called(const StandInMethod& method) {
  if (method.invoke == nullptr || method.parameter_count > abi::kMostComparedParameters) return false;
  for (u32 i = 1; i < method.parameter_count; ++i) {
    if (!is_described(method.parameters[i])) return false;
  }
  return true;
}

bool has_observable_result(const StandInMethod& method) { return is_described(method.result); }

void add_call(Text& text, const StandInMethod& method, void* const* slots) {
  text.add(method.short_name).add("(");
  for (u32 i = 1; i < method.parameter_count; ++i) {
    if (i > 1) text.add(", ");
    add_value(text, method.parameters[i], memory_of(method.parameters[i], slots[i]));
  }
  text.add(")");
}

void add_outcome(Text& text, const StandInMethod& method, const char* thrown, const void* result) {
  if (thrown != nullptr) {
    int status = 0;
    char* name = __cxxabiv1::__cxa_demangle(thrown, nullptr, nullptr, &status);
    text.add("throws ").add(status == 0 ? name : thrown);
    std::free(name);
  } else if (method.result.role == StandInRole::None) {
    text.add("returns");
  } else {
    text.add("returns ");
    add_value(text, method.result, memory_of(method.result, result));
  }
}

bool add_call_code(Text& text, const StandInMethod& method, void* const* slots) {
  const Text as_template = Text().add(method.short_name).add("<");
  if (std::strstr(method.name, as_template.c_str()) != nullptr && std::strstr(method.name, "operator") == nullptr) {
    return false;  // its template arguments might not be deducible
  }
  text.add(method.short_name).add("(");
  for (u32 i = 1; i < method.parameter_count; ++i) {
    const StandInValue& value = method.parameters[i];
    if (i > 1) text.add(", ");
    if (value.is_output != 0) text.add("forall::replay::lvalue(");
    if (!add_value_code(text, value, memory_of(value, slots[i]))) return false;
    if (value.is_output != 0) text.add(")");
  }
  text.add(")");
  return true;
}

}  // namespace forall::runtime

using namespace forall::runtime;

extern "C" {

// The n-th method of the class that can be called with inputs; null after the last.
const void* __forall_method(const char* key, unsigned n) {
  const ModelCall call(&__forall_method, "__forall_method", 0);
  const StandInMethod* found = nullptr;
  unsigned index = 0;
  for_each_method(key, [&](const StandInMethod& method) {
    if (can_be_called(method) && index++ == n) found = &method;
  });
  return found;
}

bool __forall_is_observable(const void* of) {
  const ModelCall call(&__forall_is_observable, "__forall_is_observable", 0);
  return has_observable_result(*static_cast<const StandInMethod*>(of));
}

// An input for one part of an argument: a leaf of a value or a character of a text; -1 is the length of a text, or the
// number of the object that a pointer points to.
void __forall_method_argument(const void* of, unsigned parameter, int part, void* address) {
  const ModelCall call(&__forall_method_argument, "__forall_method_argument", 0);
  const StandInMethod& method = *static_cast<const StandInMethod*>(of);
  const StandInValue& value = method.parameters[parameter];
  Text name;
  name.add(method.short_name).add(".");
  if (*value.name != '\0') {
    name.add(value.name);
  } else {
    char number[16];
    std::snprintf(number, sizeof number, "%u", parameter);
    name.add(number);
  }
  char suffix[24] = "";
  if (part < 0) {
    if (value.role != StandInRole::Value) name.add(".size");
    __forall_input(address, 4, 32, static_cast<unsigned>(ScalarKind::UInt), name.c_str(), "unsigned int", 0, 0, true);
    return;
  }
  if (value.role != StandInRole::Value || value.leaf_count > 1) std::snprintf(suffix, sizeof suffix, "[%d]", part);
  const StandInLeaf character = {0, 8, ScalarKind::Char, 0};
  const StandInLeaf& leaf = value.role == StandInRole::Value ? value.leaves[part] : character;
  __forall_input(address, (leaf.width + 7U) / 8U, leaf.width, static_cast<unsigned>(leaf.kind),
                 name.add(suffix).c_str(), value.type, 0, 0, true);
}

// The n-th object of this run that a pointer among the arguments can point to; null after the last.
void* __forall_method_object(const void* of, unsigned parameter, unsigned n) {
  const ModelCall call(&__forall_method_object, "__forall_method_object", 0);
  const StandInValue& value = static_cast<const StandInMethod*>(of)->parameters[parameter];
  if (!g.in_run || value.leaf_count != 1) return nullptr;
  for (u32 i = 0; i < g.header->objects.count; ++i) {
    const forall::abi::ObjectRecord& object = g.objects[i];
    if (object.is_built == 0 || !points_to(value.type, g.strings + object.type)) continue;
    if (n-- == 0) return reinterpret_cast<void*>(object.address);
  }
  return nullptr;
}

}  // extern "C"
