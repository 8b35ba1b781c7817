#include "runtime/inputs.h"

#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "abi/settings.h"
#include "base/hash.h"
#include "runtime/decide.h"
#include "runtime/leaks.h"
#include "runtime/module.h"
#include "runtime/run.h"
#include "runtime/sites.h"
#include "runtime/trace.h"

namespace forall::runtime {

namespace {

// Indices by key, for one run. Entries of earlier runs count as free.
class KeyTable {
 public:
  bool start(std::size_t most) {
    while (capacity_ < most * 2) capacity_ *= 2;
    void* memory = mmap(nullptr, capacity_ * sizeof(Entry), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    entries_ = memory == MAP_FAILED ? nullptr : static_cast<Entry*>(memory);
    if (entries_ != nullptr) ignore_in_leak_search(memory, capacity_ * sizeof(Entry));
    return entries_ != nullptr;
  }
  // The entry of the key, or the free one where it belongs.
  bool find(u64 key, u32& index) const {
    const Entry& entry = *at(key);
    if (entry.epoch != g.epoch) return false;
    index = entry.index;
    return true;
  }
  void insert(u64 key, u32 index) { *at(key) = {key, g.epoch, index}; }

 private:
  struct Entry {
    u64 key;
    u32 epoch;
    u32 index;
  };
  Entry* at(u64 key) const {
    std::size_t i = base::mix(key) & (capacity_ - 1);
    while (entries_[i].epoch == g.epoch && entries_[i].key != key) i = (i + 1) & (capacity_ - 1);
    return entries_ + i;
  }
  std::size_t capacity_ = 1024;
  Entry* entries_ = nullptr;
};

KeyTable names_by_key;
KeyTable presets_by_key;
u32 names_used = 0;  // in this run: inputs, and pointers that need none
bool is_concrete = false;

constexpr Kept kKept[] = {names_by_key, presets_by_key, names_used, is_concrete};

void start() {
  // A pointer that is not an input still has a name.
  const std::size_t names = std::size_t{g.header->inputs.capacity} + g.header->objects.capacity;
  const bool started = names_by_key.start(names) && presets_by_key.start(g.header->presets.capacity);
  if (!started) std::abort();
}

void begin() {
  names_used = 0;
  for (u32 i = 0; i < g.header->presets.count; ++i) presets_by_key.insert(g.presets[i].key, i);
  is_concrete = chosen_value(base::fnv1a(abi::kConcreteRun), {}, 1) != 0;
}

}  // namespace

FORALL_MODULE(inputs) = {.phase = Phase::Inputs, .keeps = kKept, .start = start, .begin_run = begin};

Text& Text::add(const char* piece) {
  const std::size_t size = std::strlen(piece);
  if (size_ + size >= sizeof text_) cut_run(abi::Fault::TraceFull, nullptr);
  std::memcpy(text_ + size_, piece, size + 1);
  size_ += size;
  return *this;
}

InputName::InputName(const char* name) {
  if (names_used++ >= g.header->inputs.capacity + g.header->objects.capacity) {
    cut_run(abi::Fault::TraceFull, nullptr);
  }
  text.add(name);
  key = base::fnv1a(text.c_str());
  u32 index = 0;
  for (unsigned n = 2; names_by_key.find(key, index); ++n) {
    char number[16];
    std::snprintf(number, sizeof number, "#%u", n);
    text = Text().add(name).add(number);
    key = base::fnv1a(text.c_str());
  }
  names_by_key.insert(key, 0);
}

U128 chosen_value(u64 key, Bits otherwise, unsigned width) {
  u32 index = 0;
  const Bits bits = presets_by_key.find(key, index) ? g.presets[index].value : otherwise;
  return expr::to_u128(bits) & expr::mask(width);
}

bool is_concrete_run() { return is_concrete; }

namespace {

// The 80 bits of x87 have the leading bit of the fraction, which follows from the exponent. No operation makes a number
// for which it does not, and libm returns anything for one.
void hold_leading_bit(Value number) {
  const Value leads = extract(number, 63, 1), is_normal = logical_not(equals(extract(number, 64, 15), U128{0}));
  const Value fits = equals(leads, is_normal);
  hold(fits, inputs_site(), abi::DecisionKind::Assume);
  if (fits.truth()) return;
  end_run(abi::OutcomeKind::Discarded, abi::Fault::None, nullptr, "", __builtin_return_address(0));
}

}  // namespace

Value new_input(const InputName& name, const char* type, abi::ScalarKind kind, unsigned width, U128 bits,
                abi::InputOrigin origin) {
  const Value input = is_concrete ? concrete(bits, width) : make_input(g.header->inputs.count, bits, width);
  abi::InputRecord record{};
  record.key = name.key;
  record.name = add_string(name.text.c_str());
  record.node = input.id;
  record.width = static_cast<u16>(width);
  record.kind = kind;
  record.is_choice = static_cast<std::uint8_t>(origin);
  record.type = add_string(type);
  record.value = expr::from_u128(bits);
  if (!append(g.header->inputs, g.inputs, record)) cut_run(abi::Fault::TraceFull, nullptr);
  if (kind == abi::ScalarKind::LongDouble && width == 80) hold_leading_bit(input);
  return input;
}

}  // namespace forall::runtime
