#include "runtime/catalog.h"

#include <cxxabi.h>
#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/hash.h"
#include "runtime/sites.h"
#include "runtime/stand_ins.h"
#include "runtime/trace.h"

extern "C" {
[[gnu::weak, gnu::visibility("hidden")]] extern forall::abi::StaticEnum __start_forall_enums[];
[[gnu::weak, gnu::visibility("hidden")]] extern forall::abi::StaticEnum __stop_forall_enums[];
}

namespace forall::runtime {

namespace {

// Offsets of strings already written, by the address of the text: the pass shares one literal per file and function.
class StringsByAddress {
 public:
  explicit StringsByAddress(std::size_t expected) {
    while (capacity_ < expected * 2) capacity_ *= 2;
    void* memory = mmap(nullptr, capacity_ * sizeof(Entry), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    entries_ = memory == MAP_FAILED ? nullptr : static_cast<Entry*>(memory);
  }
  StringsByAddress(const StringsByAddress&) = delete;
  StringsByAddress& operator=(const StringsByAddress&) = delete;
  ~StringsByAddress() {
    if (entries_ != nullptr) munmap(entries_, capacity_ * sizeof(Entry));
  }

  template <typename Make>
  u32 offset_of(const char* text, Make make) {
    if (text == nullptr || *text == 0) return 0;
    if (entries_ == nullptr) return make(text);
    std::size_t at = base::mix(reinterpret_cast<std::uintptr_t>(text)) & (capacity_ - 1);
    while (entries_[at].text != nullptr && entries_[at].text != text) at = (at + 1) & (capacity_ - 1);
    if (entries_[at].text == nullptr) entries_[at] = {text, make(text)};
    return entries_[at].offset;
  }

 private:
  struct Entry {
    const char* text;
    u32 offset;
  };
  std::size_t capacity_ = 1024;
  Entry* entries_ = nullptr;
};

u32 add_plain(const char* text) { return add_string(text); }

u32 add_demangled(const char* text) {
  int status = 0;
  char* name = __cxxabiv1::__cxa_demangle(text, nullptr, nullptr, &status);
  const u32 offset = add_string(status == 0 ? name : text);
  std::free(name);
  return offset;
}

// Writes the text as a JSON string. put_text returns false if there is no room.
template <typename PutText>
bool put_quoted(const char* text, PutText put_text) {
  bool fits = put_text("\"", 1);
  for (; *text != 0 && fits; ++text) {
    if (*text == '"' || *text == '\\') fits = put_text("\\", 1);
    fits = fits && put_text(text, 1);
  }
  return fits && put_text("\"", 1);
}

// The object after the PUTs: which suite describes which class.
template <typename PutText>
bool write_axioms(PutText put_text) {
  const auto put = [&](const char* piece) { return put_text(piece, std::strlen(piece)); };
  if (g.first_axioms == nullptr) return true;
  bool fits = put(g.first_put == nullptr ? "{\"axioms\":[" : ",{\"axioms\":[");
  for (const ForallAxioms* axioms = g.first_axioms; axioms != nullptr; axioms = axioms->next) {
    if (!is_first_registration(axioms)) continue;
    char index[16];
    std::snprintf(index, sizeof index, "%u", class_index(axioms->class_key));
    fits = fits && put(axioms == g.first_axioms ? "{\"suite\":" : ",{\"suite\":") &&
           put_quoted(axioms->suite, put_text) && put(",\"class\":") && put_quoted(axioms->class_spelling, put_text) &&
           put(",\"index\":") && put(index) && put("}");
  }
  return fits && put("]}");
}

// Another object after the PUTs: the names of the values of enums.
template <typename PutText>
bool write_enums(PutText put_text) {
  const auto put = [&](const char* piece) { return put_text(piece, std::strlen(piece)); };
  if (&__start_forall_enums[0] == &__stop_forall_enums[0]) return true;
  bool fits = put(g.first_put == nullptr ? "{\"enums\":[" : ",{\"enums\":[");
  for (const abi::StaticEnum* entry = __start_forall_enums; entry != __stop_forall_enums && fits; ++entry) {
    fits = put(entry == __start_forall_enums ? "{\"type\":" : ",{\"type\":") && put_quoted(entry->type, put_text) &&
           put(",\"enumerators\":") && put_quoted(entry->enumerators, put_text) && put("}");
  }
  return fits && put("]}");
}

const char* write_puts() {
  abi::Table& table = g.header->catalog;
  char* text = reinterpret_cast<char*>(g.header) + table.offset;
  u32 size = 0;
  const auto put_text = [&](const char* piece, std::size_t length) {
    if (table.capacity - size < length) return false;
    std::memcpy(text + size, piece, length);
    size += static_cast<u32>(length);
    return true;
  };
  bool fits = put_text("[", 1);
  for (ForallPut* put = g.first_put; put != nullptr && fits; put = put->next) {
    const char* description = put->describe(put);
    fits = put_text(description, std::strlen(description)) && (put->next == nullptr || put_text(",", 1));
  }
  fits = fits && write_axioms(put_text);
  // Names are a convenience: without room for them there are none.
  if (const u32 before = size; fits && (!write_enums(put_text) || table.capacity == size)) size = before;
  if (!fits || !put_text("]", 1)) return "the descriptions of the parameterized tests do not fit into the segment";
  table.count = size;
  return nullptr;
}

u32 reserve_string() {
  char blank[kDynamicStringSize];
  std::memset(blank, ' ', sizeof blank);
  const u32 offset = add_string(blank, sizeof blank - 1);
  if (offset != 0) g.strings[offset] = 0;
  return offset;
}

const char* write_sites() {
  abi::Table& table = g.header->sites;
  const StaticSite* first = first_static_site();
  const auto count = static_cast<std::size_t>(end_of_static_sites() - first);
  if (count + kDynamicSites > table.capacity) return "the code has more decision sites than the segment holds";
  StringsByAddress strings(count * 2 + 1);
  for (std::size_t i = 0; i < count; ++i) {
    const StaticSite& site = first[i];
    abi::SiteRecord record{};
    record.id = site.id;
    record.branch = site.branch;
    record.file = strings.offset_of(site.file, add_plain);
    record.function = strings.offset_of(site.function, add_demangled);
    record.line = site.line;
    record.column = site.column;
    record.user_file = strings.offset_of(site.user_file, add_plain);
    record.user_line = site.user_line;
    record.kind = site.kind;
    record.fault = site.fault;
    record.is_system = site.is_system;
    record.directions = site.directions;
    g.sites[i] = record;
  }
  g.static_sites = static_cast<u32>(count);
  for (u32 k = 0; k < kDynamicSites; ++k) {
    abi::SiteRecord record{};
    record.kind = abi::SiteKind::Other;
    record.is_system = 1;
    record.file = reserve_string();
    record.function = reserve_string();
    if (record.file == 0 || record.function == 0) return "the names in the code do not fit into the segment";
    g.sites[count + k] = record;
  }
  table.count = static_cast<u32>(count) + kDynamicSites;
  return nullptr;
}

}  // namespace

const char* write_catalog() {
  if (const char* problem = write_puts()) return problem;
  if (const char* problem = write_sites()) return problem;
  g.catalog_strings = g.header->strings.count;
  return nullptr;
}

}  // namespace forall::runtime
