// The static tables of functions (parameter names of PUTs), of enums (names of their values), of globals (known
// objects, reset between runs), and of foreign globals.
#include <dlfcn.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <map>

#include "instrument/finish.h"
#include "instrument/guarded_globals.h"

namespace forall::instrument {

namespace {

void emitTable(llvm::Module& module, llvm::StringRef section, llvm::StructType* type,
               llvm::ArrayRef<llvm::Constant*> records, llvm::Comdat* group = nullptr) {
  if (records.empty()) return;
  auto* array = llvm::ArrayType::get(type, records.size());
  auto* table = new llvm::GlobalVariable(module, array, false, llvm::GlobalValue::InternalLinkage,
                                         llvm::ConstantArray::get(array, records), "__forall_table");
  table->setSection(section);
  table->setAlignment(llvm::Align(8));
  table->setComdat(group);
  // Only the bounds of its section refer to the table, which a linker that collects sections does not count.
  llvm::appendToUsed(module, {table});
}

// "first,second": the names in the source, without `this`.
std::string parameterNames(const llvm::DISubprogram& subprogram) {
  std::map<unsigned, llvm::StringRef> names;
  for (const llvm::DINode* node : subprogram.getRetainedNodes()) {
    const auto* variable = llvm::dyn_cast<llvm::DILocalVariable>(node);
    if (variable != nullptr && variable->isParameter() && !variable->isArtificial())
      names[variable->getArg()] = variable->getName();
  }
  std::string result;
  for (const auto& [index, name] : names) {
    if (!result.empty()) result += ',';
    result += name;
  }
  return result;
}

bool wantsEntry(const ModuleContext& context, const llvm::Function& function) {
  const llvm::DISubprogram* subprogram = function.getSubprogram();
  if (function.isDeclaration() || subprogram == nullptr) return false;
  if (context.address_taken.contains(&function)) return true;
  // Its address may be taken in another translation unit.
  return function.hasExternalLinkage() && subprogram->getFile() != nullptr &&
         !isSystemFile(subprogram->getFile()->getFilename());
}

bool isKnownObject(const llvm::GlobalVariable& variable) {
  if (variable.isDeclaration() || variable.hasAvailableExternallyLinkage() || variable.hasAppendingLinkage())
    return false;
  if (variable.isThreadLocal() || !variable.getValueType()->isSized()) return false;
  // The linker may discard a private copy in a section group, so nothing outside the group may refer to it.
  if (variable.hasComdat() && variable.hasLocalLinkage()) return false;
  const llvm::StringRef name = variable.getName();
  for (const char* prefix : {"llvm.", "__forall_", "_ZTI", "_ZTS", "_ZTT", "_ZTC", ".gcc_except"}) {
    if (name.starts_with(prefix)) return false;
  }
  return !variable.getSection().starts_with("forall_") && variable.getSection() != "llvm.metadata";
}

bool isUsedByCode(const llvm::Constant& constant) {
  return llvm::any_of(constant.users(), [](const llvm::User* user) {
    if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user))
      return !instruction->getFunction()->hasAvailableExternallyLinkage();
    const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(user);
    return expression != nullptr && isUsedByCode(*expression);
  });
}

// A variable that other code defines and that code of this module may change.
bool isForeign(const llvm::GlobalVariable& variable) {
  if (!variable.isDeclaration() || variable.isConstant() || variable.isThreadLocal()) return false;
  const llvm::StringRef name = variable.getName();
  for (const char* prefix : {"llvm.", "__forall_", "_ZT", "__start_", "__stop_", "__dso_handle"}) {
    if (name.starts_with(prefix)) return false;
  }
  return variable.getValueType()->isSized() && isUsedByCode(variable);
}

// Null where debug information has nothing about it.
const llvm::DIGlobalVariable* describedVariable(const llvm::GlobalVariable& variable) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> described;
  variable.getDebugInfo(described);
  return described.empty() ? nullptr : described.front()->getVariable();
}

// "ns::Outer::Color", empty where the source has no name for it.
std::string qualifiedName(const llvm::DIType& type) {
  std::string result = type.getName().str();
  if (result.empty()) return {};
  for (const llvm::DIScope* scope = type.getScope(); scope != nullptr; scope = scope->getScope()) {
    if (llvm::isa<llvm::DIFile, llvm::DICompileUnit>(scope)) break;
    const bool is_anonymous = llvm::isa<llvm::DINamespace>(scope) && scope->getName().empty();
    const bool is_named = llvm::isa<llvm::DINamespace, llvm::DICompositeType>(scope) && !scope->getName().empty();
    if (!is_anonymous && !is_named) return {};
    result = (is_anonymous ? "(anonymous namespace)" : scope->getName().str()) + "::" + result;
  }
  return result;
}

// "Red=0,Green=-1"
std::string enumeratorsOf(const llvm::DICompositeType& type) {
  std::string result;
  for (const llvm::DINode* node : type.getElements()) {
    const auto* enumerator = llvm::dyn_cast_or_null<llvm::DIEnumerator>(node);
    if (enumerator == nullptr || enumerator->getValue().getBitWidth() > 64) return {};
    if (!result.empty()) result += ',';
    result +=
        (enumerator->getName() + "=" + llvm::toString(enumerator->getValue(), 10, !enumerator->isUnsigned())).str();
  }
  return result;
}

// Of enums of the system, only those matter whose enumerators say which values there are.
bool isOfNoInterest(const llvm::DICompositeType& type) {
  const llvm::StringRef file = type.getFile()->getFilename();
  const bool is_scoped = (type.getFlags() & llvm::DINode::FlagEnumClass) != 0;
  const bool is_internal = type.getName().empty() || type.getName().starts_with("_");
  return isSystemFile(file) && (is_scoped || (file.contains("/c++/") && is_internal) || file.contains("/gtest/"));
}

// typedef enum { Red } Colour; has a name only by its typedef.
using TypeNames = std::multimap<const llvm::DIType*, const llvm::DIType*>;
TypeNames namesOfUnnamedEnums(const llvm::Module& module) {
  TypeNames names;
  const auto units = module.debug_compile_units();
  const bool hasUnnamed = std::any_of(units.begin(), units.end(), [](const llvm::DICompileUnit* unit) {
    return llvm::any_of(unit->getEnumTypes(),
                        [](const llvm::DICompositeType* type) { return type->getName().empty(); });
  });
  if (!hasUnnamed) return names;
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  for (const llvm::DIType* type : finder.types()) {
    const auto* named = llvm::dyn_cast<llvm::DIDerivedType>(type);
    if (named != nullptr && named->getTag() == llvm::dwarf::DW_TAG_typedef && named->getBaseType() != nullptr)
      names.emplace(named->getBaseType(), named);
  }
  return names;
}

// Debug information does not say it; source/ does, in the same process.
bool hasFewValues(const std::string& name) {
  using Ask = bool (*)(const char*);
  static const auto ask = reinterpret_cast<Ask>(dlsym(RTLD_DEFAULT, abi::kAskForFewValues));
  return ask != nullptr && ask(name.c_str());
}

void emitEnums(ModuleContext& context, llvm::StructType* type) {
  constexpr std::size_t kMostEnumerators = 256;
  llvm::SmallVector<llvm::Constant*, 8> records;
  const auto unnamed = namesOfUnnamedEnums(context.module);
  for (const llvm::DICompileUnit* unit : context.module.debug_compile_units()) {
    for (const llvm::DICompositeType* described : unit->getEnumTypes()) {
      if (described->getFile() == nullptr || isOfNoInterest(*described)) continue;
      if (described->getElements().size() > kMostEnumerators) continue;
      const std::string enumerators = enumeratorsOf(*described);
      if (enumerators.empty() && !described->getElements().empty()) continue;
      const auto add = [&](const std::string& name) {
        if (name.empty()) return;
        llvm::Constant* few = llvm::ConstantInt::get(type->getElementType(2), hasFewValues(name) ? 1 : 0);
        records.push_back(
            llvm::ConstantStruct::get(type, {context.sites.text(name), context.sites.text(enumerators), few}));
      };
      add(qualifiedName(*described));
      const auto [begin, end] = unnamed.equal_range(described);
      for (auto alias = begin; alias != end; ++alias) add(qualifiedName(*alias->second));
    }
  }
  emitTable(context.module, "forall_enums", type, records);
}

void emitForeign(ModuleContext& context, llvm::StructType* type) {
  llvm::Type* u64 = llvm::Type::getInt64Ty(context.module.getContext());
  llvm::SmallVector<llvm::Constant*, 8> records;
  for (llvm::GlobalVariable& variable : context.module.globals()) {
    if (!isForeign(variable)) continue;
    const std::uint64_t size = context.layout.getTypeAllocSize(variable.getValueType()).getFixedValue();
    if (size == 0) continue;
    llvm::SmallVector<llvm::Constant*, 8> fields{&variable, llvm::ConstantInt::get(u64, size)};
    for (llvm::Type* rest : type->elements().drop_front(2)) fields.push_back(llvm::Constant::getNullValue(rest));
    records.push_back(llvm::ConstantStruct::get(type, fields));
  }
  emitTable(context.module, "forall_foreign", type, records);
}

}  // namespace

void emitTables(ModuleContext& context) {
  llvm::Module& module = context.module;
  llvm::LLVMContext& llvm_context = module.getContext();
  llvm::Type* ptr = llvm::PointerType::getUnqual(llvm_context);
  llvm::Type* u32 = llvm::Type::getInt32Ty(llvm_context);
  llvm::Type* u64 = llvm::Type::getInt64Ty(llvm_context);

  llvm::StructType* function_type = llvm::StructType::get(llvm_context, {ptr, ptr});
  llvm::SmallVector<llvm::Constant*, 32> functions;
  for (llvm::Function& function : module) {
    if (!wantsEntry(context, function)) continue;
    const std::string names = parameterNames(*function.getSubprogram());
    if (!names.empty())
      functions.push_back(llvm::ConstantStruct::get(function_type, {&function, context.sites.text(names)}));
  }
  emitTable(module, "forall_functions", function_type, functions);
  emitEnums(context, llvm::StructType::get(llvm_context, {ptr, ptr, u64}));

  llvm::StructType* global_type = llvm::StructType::get(llvm_context, {ptr, u64, u32, u32, u64, ptr, ptr});
  llvm::SmallVector<llvm::Constant*, 32> globals;
  llvm::SmallVector<llvm::GlobalVariable*, 32> known;
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (isKnownObject(variable)) known.push_back(&variable);
  }
  const auto number = [&](std::uint64_t value) { return llvm::ConstantInt::get(u64, value); };
  for (llvm::GlobalVariable* variable : known) {
    const std::uint64_t size = context.layout.getTypeAllocSize(variable->getValueType()).getFixedValue();
    const llvm::DIGlobalVariable* described = describedVariable(*variable);
    const llvm::StringRef name = described != nullptr ? described->getName() : "";
    llvm::Constant* text = name.empty() ? llvm::Constant::getNullValue(ptr) : context.sites.text(name);
    llvm::Constant* type = context.types.of(described != nullptr ? described->getType() : nullptr);
    llvm::Constant* is_constant = llvm::ConstantInt::get(u32, variable->isConstant() ? 1 : 0);
    llvm::Constant* is_merged = llvm::ConstantInt::get(u32, variable->hasComdat() ? 1 : 0);
    const GuardedGlobal guarded = guardGlobal(*variable, context.layout);
    const auto record = [&](std::uint64_t guard) {
      return llvm::ConstantStruct::get(
          global_type, {guarded.address, number(size), is_constant, is_merged, number(guard), text, type});
    };
    globals.push_back(record(guarded.group == nullptr ? guarded.guard : 0));
    if (guarded.group != nullptr)
      emitTable(module, "forall_globals", global_type, {record(guarded.guard)}, guarded.group);
  }
  emitTable(module, "forall_globals", global_type, globals);
  emitForeign(context, global_type);
}

}  // namespace forall::instrument
