// A symbol has a record if its name stays the same when something else in the file is edited. Others (string literals,
// closures, initializers: clang numbers them through the file) are part of whatever mentions them:
//
//   1. Each symbol is hashed alone, with the names of the symbols it mentions and a mark for those without a stable
//      name.
//   2. The hash of a record covers its symbol and the unnamed ones that it reaches through unnamed ones, numbered in
//      the order of their first mention. The record refers to everything that any of these refers to.
//   3. An unnamed variable that can change is memory that its records share, so the set of records that share it counts
//      as well.
//
// The code that runs before main is one more record, which mentions the initializers in their order.
#include "instrument/fingerprints.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/LEB128.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <algorithm>
#include <map>

#include "abi/code_section.h"
#include "abi/target_state.h"
#include "base/hash.h"
#include "instrument/contents.h"
#include "instrument/initializers.h"
#include "instrument/known_calls.h"
#include "instrument/sites.h"

namespace forall::instrument {

namespace {

constexpr std::uint64_t kUnnamed = 0x756e6e616d656421;  // stands for an unnamed symbol in the hash of its user

struct Symbol {
  const llvm::GlobalValue* value = nullptr;  // null: what runs before main
  bool is_named = true;
  bool is_recorded = false;
  bool has_assembly = false;
  std::uint64_t key = 0;
  std::uint64_t hash = 0;
  std::vector<unsigned> unnamed;     // mentions, in order
  std::vector<unsigned> references;  // symbols with names, each once
};

struct Record {
  unsigned symbol = 0;
  std::uint64_t hash = 0;
  bool has_assembly = false;
  std::vector<unsigned> references;  // symbols
  std::vector<unsigned> shared;      // unnamed variables that can change
};

bool endsWithNumber(llvm::StringRef name) {
  const llvm::StringRef stem = name.rtrim("0123456789");
  return stem.size() < name.size() && stem.ends_with(".");
}

bool mentionsClosure(llvm::StringRef name) {
  for (std::size_t at = name.find("$_"); at != llvm::StringRef::npos; at = name.find("$_", at + 1)) {
    if (at + 2 < name.size() && llvm::isDigit(name[at + 2])) return true;
  }
  return false;
}

bool hasLastingName(const llvm::GlobalValue& value) {
  if (!value.hasLocalLinkage()) return true;
  const llvm::StringRef name = value.getName();
  return !value.hasPrivateLinkage() && !name.starts_with("__cxx_global_") && !name.starts_with("_GLOBAL__") &&
         !endsWithNumber(name) && !mentionsClosure(name);
}

bool canChange(const llvm::GlobalValue& value) {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value);
  return variable != nullptr && !variable->isConstant();
}

bool isWrittenByUser(const llvm::GlobalValue& value) {
  if (const auto* function = llvm::dyn_cast<llvm::Function>(&value)) return isUserCode(*function);
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value);
  if (variable == nullptr) return false;
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> descriptions;
  variable->getDebugInfo(descriptions);
  return llvm::any_of(descriptions, [](const llvm::DIGlobalVariableExpression* description) {
    const llvm::DIFile* file = description->getVariable()->getFile();
    return file != nullptr && !isSystemFile(file->getFilename());
  });
}

// Assembly that only makes names global, as in <iostream> of libstdc++ 13, has no contents.
bool hasContents(llvm::StringRef assembly) {
  llvm::SmallVector<llvm::StringRef> lines;
  assembly.split(lines, '\n');
  return llvm::any_of(lines, [](llvm::StringRef line) {
    line = line.trim();
    return !line.empty() && (!line.starts_with(".globl ") || line.contains(';'));
  });
}

bool hasAssembly(const llvm::GlobalValue& value) {
  const auto* function = llvm::dyn_cast<llvm::Function>(&value);
  return function != nullptr && llvm::any_of(llvm::instructions(*function), [](const llvm::Instruction& instruction) {
           const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
           const auto* assembly = call != nullptr ? llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand()) : nullptr;
           return assembly != nullptr && hasContents(assembly->getAsmString());
         });
}

class Fingerprints {
 public:
  explicit Fingerprints(llvm::Module& module) : module_(module), known_(module), hasher_(module) {}

  std::string text() {
    for (const llvm::GlobalValue& value : module_.global_values()) {
      if (!value.isDeclaration() && !value.getName().starts_with("llvm.")) hash(number(value));
    }
    addInitialization();
    std::vector<Record> records;
    for (unsigned symbol = 0; symbol < symbols_.size(); ++symbol) {
      if (symbols_[symbol].is_recorded && symbols_[symbol].is_named) records.push_back(record(symbol));
    }
    addSharing(records);
    return encode(records);
  }

 private:
  std::string nameOf(const Symbol& symbol) const {
    const std::string& file = module_.getSourceFileName();
    if (symbol.value == nullptr) return "initializers of " + file;
    const std::string name = symbol.value->getName().str();
    return symbol.value->hasLocalLinkage() ? file + ":" + name : name;
  }

  unsigned number(const llvm::GlobalValue& value) {
    const auto [entry, is_new] = numbers_.try_emplace(&value, static_cast<unsigned>(symbols_.size()));
    if (is_new) {
      Symbol& symbol = symbols_.emplace_back();
      symbol.value = &value;
      symbol.is_named = hasLastingName(value);
      if (symbol.is_named) symbol.key = base::fnv1a(nameOf(symbol));
    }
    return entry->second;
  }

  // The representation of a mention in the hash of `by`.
  std::uint64_t mention(unsigned by, unsigned symbol) {
    if (!symbols_[symbol].is_named) {
      symbols_[by].unnamed.push_back(symbol);
      return kUnnamed;
    }
    symbols_[by].references.push_back(symbol);
    return symbols_[symbol].key;
  }

  void hash(unsigned symbol) {
    const std::uint64_t hash = hasher_.hash(*symbols_[symbol].value, [&](const llvm::GlobalValue& mentioned) {
      return mention(symbol, number(mentioned));
    });
    symbols_[symbol].hash = hash;
    symbols_[symbol].is_recorded = true;
    symbols_[symbol].has_assembly = hasAssembly(*symbols_[symbol].value);
    std::vector<unsigned>& references = symbols_[symbol].references;
    llvm::sort(references);
    references.erase(std::unique(references.begin(), references.end()), references.end());
  }

  // Records that `by` depends on `on`; the mention becomes part of its hash.
  void depend(unsigned by, const llvm::GlobalValue& on) {
    const std::uint64_t mentioned = mention(by, number(on));
    symbols_[by].hash = combined(symbols_[by].hash, mentioned);
    symbols_[by].is_recorded = true;
  }

  void addInitialization() {
    const auto mentions = [&](const llvm::Function& function) {
      std::vector<const llvm::GlobalValue*> result;
      const Symbol& symbol = symbols_[number(function)];
      for (const unsigned each : symbol.references) result.push_back(symbols_[each].value);
      for (const unsigned each : symbol.unnamed) result.push_back(symbols_[each].value);
      return result;
    };
    const Initialization initialization = findInitialization(module_, mentions);
    for (const Dependence& dependence : initialization.dependences) depend(number(*dependence.from), *dependence.to);

    const auto start = static_cast<unsigned>(symbols_.size());
    symbols_.emplace_back();
    symbols_[start].key = base::fnv1a(nameOf(symbols_[start]));
    for (const Initializer& initializer : initialization.always) {
      symbols_[start].hash = combined(symbols_[start].hash, initializer.priority);
      depend(start, *initializer.function);
    }
    for (const llvm::GlobalValue* value : initialization.used) depend(start, *value);
    if (!module_.getModuleInlineAsm().empty()) {
      symbols_[start].hash = combined(symbols_[start].hash, base::fnv1a(module_.getModuleInlineAsm()));
      symbols_[start].is_recorded = true;
      symbols_[start].has_assembly = hasContents(module_.getModuleInlineAsm());
    }
  }

  Record record(unsigned symbol) const {
    Record result{symbol, symbols_[symbol].hash, symbols_[symbol].has_assembly, symbols_[symbol].references, {}};
    if (symbols_[symbol].unnamed.empty()) return result;
    llvm::DenseMap<unsigned, unsigned> positions;
    std::vector<unsigned> order{symbol};
    for (std::size_t i = 0; i < order.size(); ++i) {
      const Symbol& part = symbols_[order[i]];
      if (i > 0) {
        result.hash = combined(result.hash, part.hash);
        result.has_assembly = result.has_assembly || part.has_assembly;
        result.references.insert(result.references.end(), part.references.begin(), part.references.end());
        if (canChange(*part.value)) result.shared.push_back(order[i]);
      }
      for (const unsigned mentioned : part.unnamed) {
        const auto [entry, is_new] = positions.try_emplace(mentioned, static_cast<unsigned>(order.size()));
        if (is_new) order.push_back(mentioned);
        result.hash = combined(result.hash, entry->second);
      }
    }
    return result;
  }

  void addSharing(std::vector<Record>& records) const {
    std::map<unsigned, std::vector<std::uint64_t>> sharers;  // keys, by variable
    for (const Record& record : records) {
      for (const unsigned variable : record.shared) sharers[variable].push_back(symbols_[record.symbol].key);
    }
    for (auto& [variable, keys] : sharers) llvm::sort(keys);
    for (Record& record : records) {
      for (const unsigned variable : record.shared) {
        const std::vector<std::uint64_t>& keys = sharers[variable];
        if (keys.size() < 2) continue;
        for (const std::uint64_t key : keys) record.hash = combined(record.hash, key);
      }
    }
  }

  std::uint32_t flagsOf(const Symbol& symbol) const {
    if (symbol.value == nullptr) return abi::kInitial | abi::kNamed;
    std::uint32_t flags = isWrittenByUser(*symbol.value) ? abi::kNamed : 0U;
    if (!symbol.value->isStrongDefinitionForLinker() || symbol.value->hasLocalLinkage()) return flags;
    const llvm::StringRef name = symbol.value->getName();
    if (!name.starts_with("_Z")) flags |= abi::kPlainC;
    const auto is_operator = [&](llvm::StringRef prefix) { return name.starts_with(prefix); };
    if (known_.isLibraryName(name) || llvm::any_of(kAllocation, is_operator)) flags |= abi::kInitial;
    return flags;
  }

  // Keys of records come first, both kinds in ascending order: the text is the same for the same module.
  std::string encode(std::vector<Record>& records) {
    const auto key = [&](unsigned symbol) { return symbols_[symbol].key; };
    llvm::sort(records, [&](const Record& a, const Record& b) { return key(a.symbol) < key(b.symbol); });
    std::vector<unsigned> order;
    llvm::DenseMap<unsigned, unsigned> places;
    for (const Record& record : records) order.push_back(record.symbol);
    for (const Record& record : records) places[record.symbol] = static_cast<unsigned>(places.size());
    for (unsigned symbol = 0; symbol < symbols_.size(); ++symbol) {
      if (symbols_[symbol].is_named && symbols_[symbol].value != nullptr && !places.contains(symbol))
        order.push_back(symbol);
    }
    std::sort(order.begin() + static_cast<std::ptrdiff_t>(records.size()), order.end(),
              [&](unsigned a, unsigned b) { return key(a) < key(b); });
    for (std::size_t i = records.size(); i < order.size(); ++i) places[order[i]] = static_cast<unsigned>(i);

    std::string body;
    llvm::raw_string_ostream stream(body);
    for (Record& record : records) write(stream, record, places);
    abi::CodeBlock header;
    header.symbols = static_cast<std::uint32_t>(order.size());
    header.records = static_cast<std::uint32_t>(records.size());
    header.tags = static_cast<std::uint32_t>(tags_.size());
    std::string text(reinterpret_cast<const char*>(&header), sizeof header);
    llvm::raw_string_ostream whole(text);
    const auto write_number = [&](std::uint64_t number) {
      whole.write(reinterpret_cast<const char*>(&number), sizeof number);
    };
    for (const unsigned symbol : order) write_number(key(symbol));
    for (const Record& record : records) write_number(record.hash);
    for (const std::string& tag : tags_) writeText(whole, tag);
    whole << body;
    whole.flush();
    reinterpret_cast<abi::CodeBlock*>(text.data())->bytes = static_cast<std::uint32_t>(text.size());
    return text;
  }

  void write(llvm::raw_ostream& stream, Record& record, const llvm::DenseMap<unsigned, unsigned>& places) {
    const Symbol& symbol = symbols_[record.symbol];
    const std::vector<llvm::StringRef> tags =
        symbol.value == nullptr ? std::vector<llvm::StringRef>() : tagsIn(symbol.value->getName());
    const std::uint32_t flags =
        flagsOf(symbol) | (tags.empty() ? 0U : abi::kTagged) | (record.has_assembly ? abi::kOpaque : 0U);
    llvm::encodeULEB128(flags, stream);
    if ((flags & abi::kNamed) != 0) writeText(stream, nameOf(symbol));
    if (!tags.empty()) {
      llvm::encodeULEB128(tags.size(), stream);
      for (const llvm::StringRef tag : tags) llvm::encodeULEB128(numberOfTag(tag), stream);
    }
    std::vector<unsigned>& references = record.references;
    for (unsigned& reference : references) reference = places.lookup(reference);
    llvm::sort(references);
    references.erase(std::unique(references.begin(), references.end()), references.end());
    llvm::encodeULEB128(references.size(), stream);
    unsigned last = 0;
    for (const unsigned reference : references) {
      llvm::encodeULEB128(reference - last, stream);
      last = reference;
    }
  }

  static void writeText(llvm::raw_ostream& stream, const std::string& text) {
    llvm::encodeULEB128(text.size(), stream);
    stream << text;
  }

  std::size_t numberOfTag(llvm::StringRef tag) {
    const auto found = llvm::find(tags_, tag);
    const auto number = static_cast<std::size_t>(found - tags_.begin());
    if (found == tags_.end()) tags_.push_back(tag.str());
    return number;
  }

  static constexpr llvm::StringLiteral kAllocation[] = {"_Znw", "_Zna", "_Zdl", "_Zda"};

  llvm::Module& module_;
  KnownCalls known_;
  ContentHasher hasher_;
  std::vector<Symbol> symbols_;
  llvm::DenseMap<const llvm::GlobalValue*, unsigned> numbers_;
  std::vector<std::string> tags_;
};

}  // namespace

void emitFingerprints(llvm::Module& module) {
  if (module.getNamedValue(abi::kModelMarker) != nullptr) return;
  llvm::Constant* text = llvm::ConstantDataArray::getString(module.getContext(), Fingerprints(module).text(), false);
  auto* block = new llvm::GlobalVariable(module, text->getType(), true, llvm::GlobalValue::InternalLinkage, text,
                                         "__forall_code");
  block->setSection(abi::kCodeSection);
  block->setAlignment(llvm::Align(abi::kCodeAlignment));
  llvm::appendToUsed(module, {block});  // even if the linker drops unreferenced sections
}

}  // namespace forall::instrument
