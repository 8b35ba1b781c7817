// The graph of all modules of a program, from the section abi::kCodeSection of its ELF file.
//
// Symbols with the same key are one node, with the hashes that the modules have for it, in link order: the linker keeps
// the first of several inline functions, but static functions of the same name in several files, and inlined code, are
// each module's own. So if the hashes differ, it matters which module has which. A PUT reaches everything that its own
// symbols (those with its tag), and the symbols that count for every PUT, refer to, directly or not. The order of
// initializers is one more part.
//
// A PUT that refers to code of the program that was compiled without the pass, or to assembly, depends on the whole
// file: it is not known what that code refers to. So does every PUT of a program in which the linker was told to use
// other symbols than those that the code names. This does not apply to forall's runtime, GoogleTest and shared
// libraries.
#include "program/code.h"

#include <cxxabi.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>

#include "abi/code_section.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/words.h"
#include "program/elf.h"

namespace forall::program {
namespace {

using testcase::CodePart;

constexpr const char* kLibraryCode = "library code";  // all parts without a name

std::uint64_t combined(std::uint64_t hash, std::uint64_t next) {
  return base::mix(hash ^ next) + 0x9e3779b97f4a7c15ULL;
}

// A file in memory; empty if it cannot be mapped.
class Mapping {
 public:
  explicit Mapping(const std::filesystem::path& path) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) throw base::UserError(fmt::format("{}: error: {}", path.string(), std::strerror(errno)));
    struct stat status{};
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
      size_ = static_cast<std::size_t>(status.st_size);
      data_ = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
    }
    close(file);
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() {
    if (data_ != MAP_FAILED) munmap(data_, size_);
  }

  std::string_view bytes() const {
    return data_ == MAP_FAILED ? std::string_view() : std::string_view(static_cast<const char*>(data_), size_);
  }

 private:
  void* data_ = MAP_FAILED;
  std::size_t size_ = 0;
};

// Reads from the front of a text; throws DamagedFile past its end.
class Cursor {
 public:
  explicit Cursor(std::string_view bytes) : rest_(bytes) {}

  bool at_end() const { return rest_.empty(); }
  std::string_view take(std::uint64_t bytes) {
    if (bytes > rest_.size()) throw DamagedFile();
    const std::string_view result = rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
    return result;
  }
  template <typename T>
  T read() {
    T result;
    std::memcpy(&result, take(sizeof result).data(), sizeof result);
    return result;
  }
  std::uint64_t number() {
    std::uint64_t result = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const auto byte = read<std::uint8_t>();
      result |= std::uint64_t{byte & 0x7FU} << shift;
      if ((byte & 0x80U) == 0) return result;
    }
    throw DamagedFile();
  }
  std::uint64_t number_below(std::uint64_t limit) {
    const std::uint64_t result = number();
    if (result >= limit) throw DamagedFile();
    return result;
  }
  std::string text() { return std::string(take(number())); }

 private:
  std::string_view rest_;
};

std::string demangled(std::string_view name) {
  int status = 0;
  char* text = ::abi::__cxa_demangle(std::string(name).c_str(), nullptr, nullptr, &status);
  const std::string result = status == 0 && text != nullptr ? text : "";
  std::free(text);
  return result;
}

// Whether the name is in namespace testing or forall and mentions no namespace but those of the libraries. Names that
// users define there, such as specializations, mention their types.
bool is_of_our_libraries(std::string_view mangled) {
  constexpr std::string_view kWords[] = {"vtable",   "typeinfo", "name",    "for",      "VTT",      "guard",
                                         "variable", "void",     "bool",    "char",     "int",      "short",
                                         "long",     "unsigned", "signed",  "float",    "double",   "const",
                                         "volatile", "wchar_t",  "char8_t", "char16_t", "char32_t", "__int128"};
  const std::string text = demangled(mangled);
  bool is_ours = false;
  for (std::size_t i = 0; i < text.size();) {
    if (text.compare(i, 5, "[abi:") == 0) i = std::min(text.find(']', i), text.size());
    if (i == text.size() || !base::is_word_character(text[i])) {
      ++i;
      continue;
    }
    const std::size_t begin = i;
    while (i < text.size() && base::is_word_character(text[i])) ++i;
    if (begin > 0 && (text[begin - 1] == ':' || text[begin - 1] == '~')) continue;  // in a scope checked before
    const std::string_view word = std::string_view(text).substr(begin, i - begin);
    const bool is_scope = text.compare(i, 2, "::") == 0;
    const bool is_library = word == "testing" || word == "forall";
    if (is_scope ? !is_library && word != "std" && word != "__gnu_cxx"
                 : std::find(std::begin(kWords), std::end(kWords), word) == std::end(kWords))
      return false;
    is_ours = is_ours || is_library;
  }
  return is_ours;
}

// Names that forall's runtime and GoogleTest define in a program.
bool is_known_name(std::string_view name) {
  constexpr std::string_view kRuntime[] = {"__cxa_throw", "__muloti4",    "free", "pthread_create",
                                           "realloc",     "__dso_handle", "main"};
  return std::find(std::begin(kRuntime), std::end(kRuntime), name) != std::end(kRuntime) ||
         name.starts_with("__forall_") || is_of_our_libraries(name);
}

// Not the hash used for parts: it goes word by word, for speed.
std::uint64_t hash_of_file(std::string_view bytes) {
  std::uint64_t hash = bytes.size();
  for (; !bytes.empty(); bytes.remove_prefix(std::min(sizeof hash, bytes.size()))) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), std::min(sizeof word, bytes.size()));
    hash = combined(hash, word);
  }
  return hash;
}

struct Definition {
  std::uint64_t hash = 0;
  std::uint64_t module = 0;  // a hash of the keys that its module defines
};

struct Node {
  std::vector<Definition> definitions;  // of all modules, in the order of the link
  std::vector<std::uint32_t> references;
  std::string name;         // empty: not the user's
  bool is_initial = false;  // counts for every PUT
  bool is_plain_c = false;  // counts for every PUT if nothing refers to it
  bool is_foreign = false;  // a part of the program that the pass never saw, or that is assembly

  std::uint64_t fingerprint() const {
    const auto differs = [&](const Definition& each) { return each.hash != definitions.front().hash; };
    if (std::none_of(definitions.begin(), definitions.end(), differs)) return definitions.front().hash;
    std::uint64_t result = definitions.size();
    // Library code is often optimized a little differently from module to module; the modules' hashes are left out,
    // because they would change all the time.
    for (const Definition& each : definitions)
      result = combined(name.empty() ? result : combined(result, each.module), each.hash);
    return result;
  }
};

class Graph : public Code {
 public:
  // Throws DamagedFile.
  explicit Graph(const Elf& program) {
    read_blocks(program.section(abi::kCodeSection));
    find_initial();
    find_foreign(program);
  }

  std::vector<CodePart> reached_by(const testcase::Put& put) const override {
    const auto own = tagged_.find(put.suite + "_" + put.name + "_Forall");
    if (own == tagged_.end()) return {};
    std::vector<std::uint32_t> reached = own->second;
    reached.insert(reached.end(), initial_.begin(), initial_.end());
    std::vector<bool> is_reached(nodes_.size());
    std::erase_if(reached, [&](std::uint32_t node) {
      const bool again = is_reached[node];
      is_reached[node] = true;
      return again;
    });
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (const std::uint32_t next : nodes_[reached[i]].references) {
        if (!is_reached[next]) reached.push_back(next);
        is_reached[next] = true;
      }
    }
    return parts(is_reached);
  }

 private:
  std::uint32_t node_of(std::uint64_t key) {
    const auto [entry, is_new] = numbers_.try_emplace(key, static_cast<std::uint32_t>(nodes_.size()));
    if (is_new) {
      nodes_.emplace_back();
      keys_.push_back(key);
    }
    return entry->second;
  }

  // The blocks of all modules, one after the other.
  void read_blocks(std::string_view section) {
    Cursor cursor(section);
    while (!cursor.at_end()) {
      // Blocks begin at multiples of their alignment.
      const auto word = cursor.take(std::min<std::uint64_t>(abi::kCodeAlignment, section.size()));
      if (word.find_first_not_of('\0') == std::string_view::npos) continue;
      std::string_view rest(word.data(), static_cast<std::size_t>(section.data() + section.size() - word.data()));
      Cursor here(rest);
      const auto block = here.read<abi::CodeBlock>();
      if (block.magic != abi::kCodeMagic || block.bytes < sizeof block) throw DamagedFile();
      const std::string_view text = Cursor(rest).take(block.bytes);
      read_block(block, Cursor(text.substr(sizeof block)));
      rest.remove_prefix(
          std::min<std::size_t>(rest.size(), (block.bytes + abi::kCodeAlignment - 1) & ~(abi::kCodeAlignment - 1)));
      cursor = Cursor(rest);
    }
  }

  void read_block(const abi::CodeBlock& block, Cursor cursor) {
    if (block.records > block.symbols) throw DamagedFile();
    Cursor keys(cursor.take(std::uint64_t{block.symbols} * sizeof(std::uint64_t)));
    Cursor hashes(cursor.take(std::uint64_t{block.records} * sizeof(std::uint64_t)));
    std::vector<std::uint32_t> symbols(block.symbols);
    std::uint64_t module = block.records;
    for (std::uint32_t i = 0; i < block.symbols; ++i) {
      const auto key = keys.read<std::uint64_t>();
      symbols[i] = node_of(key);
      if (i < block.records) module = combined(module, key);
    }
    std::vector<std::string> tags;
    for (std::uint32_t i = 0; i < block.tags; ++i) tags.push_back(cursor.text());
    for (std::uint32_t i = 0; i < block.records; ++i) {
      read_record(symbols, tags, symbols[i], {hashes.read<std::uint64_t>(), module}, cursor);
    }
    if (!cursor.at_end()) throw DamagedFile();
  }

  void read_record(const std::vector<std::uint32_t>& symbols, const std::vector<std::string>& tags,
                   std::uint32_t number, const Definition& definition, Cursor& cursor) {
    Node& node = nodes_[number];
    node.definitions.push_back(definition);
    const std::uint64_t flags = cursor.number();
    if ((flags & abi::kNamed) != 0) node.name = cursor.text();
    if ((flags & abi::kTagged) != 0) {
      for (std::uint64_t left = cursor.number(); left > 0; --left)
        tagged_[tags[cursor.number_below(tags.size())]].push_back(number);
    }
    node.is_plain_c = node.is_plain_c || (flags & abi::kPlainC) != 0;
    node.is_foreign = node.is_foreign || (flags & abi::kOpaque) != 0;
    if ((flags & abi::kInitial) != 0) {
      node.is_initial = true;
      order_ = combined(order_, keys_[number]);
    }
    std::uint64_t symbol = 0;
    for (std::uint64_t left = cursor.number_below(symbols.size() + 1); left > 0; --left) {
      symbol += cursor.number_below(symbols.size());
      if (symbol >= symbols.size()) throw DamagedFile();
      node.references.push_back(symbols[symbol]);
    }
  }

  void find_initial() {
    std::vector<bool> is_mentioned(nodes_.size());
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
      for (const std::uint32_t next : nodes_[node].references) {
        if (next != node) is_mentioned[next] = true;
      }
    }
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
      if (nodes_[node].is_initial || (nodes_[node].is_plain_c && !is_mentioned[node])) initial_.push_back(node);
    }
  }

  void find_foreign(const Elf& program) {
    for (const std::string_view name : program.definitions()) {
      is_relinked_ = is_relinked_ || name == abi::kRelinkedSymbol;
      const auto found = numbers_.find(base::fnv1a(name));
      if (found == numbers_.end() || !nodes_[found->second].definitions.empty() || is_known_name(name)) continue;
      nodes_[found->second].is_foreign = true;
    }
    if (is_relinked_ || std::any_of(nodes_.begin(), nodes_.end(), [](const Node& node) { return node.is_foreign; }))
      file_ = hash_of_file(program.bytes());
  }

  std::vector<CodePart> parts(const std::vector<bool>& is_reached) const {
    std::vector<CodePart> result{{"order of initializers", order_}};
    std::vector<std::pair<std::uint64_t, std::uint64_t>> unnamed;  // key and hash
    bool is_foreign = is_relinked_;
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
      if (!is_reached[node]) continue;
      is_foreign = is_foreign || nodes_[node].is_foreign;
      if (nodes_[node].definitions.empty()) continue;
      if (nodes_[node].name.empty()) {
        unnamed.emplace_back(keys_[node], nodes_[node].fingerprint());
      } else {
        result.push_back({nodes_[node].name, nodes_[node].fingerprint()});
      }
    }
    std::sort(unnamed.begin(), unnamed.end());
    CodePart library{kLibraryCode, 0};
    for (const auto& [key, hash] : unnamed) library.fingerprint = combined(combined(library.fingerprint, key), hash);
    result.push_back(library);
    if (is_foreign) result.push_back({"program with code that is not instrumented", file_});
    std::sort(result.begin(), result.end());
    return result;
  }

  std::vector<Node> nodes_;
  std::vector<std::uint64_t> keys_;  // of nodes
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
  std::map<std::string, std::vector<std::uint32_t>> tagged_;
  std::vector<std::uint32_t> initial_;
  std::uint64_t order_ = 0;
  bool is_relinked_ = false;
  std::uint64_t file_ = 0;  // hash of the whole program, if it counts for any PUT
};

}  // namespace

std::unique_ptr<Code> read_code(const std::filesystem::path& program) {
  const Mapping mapping(program);
  try {
    return std::make_unique<Graph>(Elf(mapping.bytes()));
  } catch (const DamagedFile&) {
    throw base::UserError(
        fmt::format("{}: error: the section that the compiler plugin wrote is damaged: build the "
                    "program again",
                    program.string()));
  }
}

}  // namespace forall::program
