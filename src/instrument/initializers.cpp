#include "instrument/initializers.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <optional>

namespace forall::instrument {

namespace {

using Globals = std::vector<const llvm::GlobalValue*>;

const llvm::Constant* initializerOf(const llvm::Module& module, llvm::StringRef name) {
  const llvm::GlobalVariable* table = module.getGlobalVariable(name, true);
  return table != nullptr && table->hasInitializer() ? table->getInitializer() : nullptr;
}

// The functions that a function calls one after the other, if it does nothing else: clang's initializer of a file.
std::optional<std::vector<const llvm::Function*>> onlyCalls(const llvm::Function& function) {
  std::vector<const llvm::Function*> callees;
  if (function.size() != 1) return std::nullopt;
  for (const llvm::Instruction& instruction : function.front()) {
    if (instruction.isDebugOrPseudoInst() || llvm::isa<llvm::ReturnInst>(instruction)) continue;
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
    if (callee == nullptr || !callee->hasLocalLinkage() || call->arg_size() != 0) return std::nullopt;
    callees.push_back(callee);
  }
  return callees;
}

bool isForallVariable(llvm::StringRef name) {
  return name.starts_with("_ZN6forall8internal") || name.starts_with("_ZGVN6forall8internal");
}

Globals variablesOf(const Globals& mentioned) {
  Globals result;
  for (const llvm::GlobalValue* value : mentioned) {
    if (llvm::isa<llvm::GlobalVariable>(value) && !value->hasPrivateLinkage() && value->getName() != "__dso_handle")
      result.push_back(value);
  }
  return result;
}

template <typename Predicate>
const llvm::GlobalValue* first(const Globals& values, Predicate holds) {
  const auto found = llvm::find_if(values, [&](const llvm::GlobalValue* value) { return holds(value->getName()); });
  return found == values.end() ? nullptr : *found;
}

// The list of a FORALL_VALUES counts for every user of the test's function.
bool attachCandidates(const llvm::Function& initializer, const Globals& mentioned, std::vector<Dependence>& result) {
  if (first(mentioned, [](auto name) { return name.starts_with("_ZN6forall8internal21CandidateRegistrationC"); }) ==
      nullptr) {
    return false;
  }
  bool is_attached = false;
  for (const llvm::GlobalValue* value : mentioned) {
    if (!llvm::isa<llvm::Function>(value) || value->getName().starts_with("_ZN6forall8internal")) continue;
    result.push_back({value, &initializer});
    is_attached = true;
  }
  return is_attached;
}

// Makes the variable depend on its initializer, if nothing else depends on the initializer.
bool attach(const llvm::Function& initializer, const Globals& mentioned, std::vector<Dependence>& result) {
  if (attachCandidates(initializer, mentioned, result)) return true;
  const Globals variables = variablesOf(mentioned);
  const llvm::GlobalValue* registration =
      first(variables, [](llvm::StringRef name) { return name.ends_with("12registrationE") && !tagsIn(name).empty(); });
  if (registration != nullptr) {
    result.push_back({registration, &initializer});
    return true;
  }
  const llvm::GlobalValue* test =
      first(variables, [](llvm::StringRef name) { return name.ends_with("_Test10test_info_E"); });
  if (test != nullptr && first(mentioned, [](llvm::StringRef name) {
        return name.starts_with("_ZN7testing8internal23MakeAndRegisterTestInfo");
      })) {
    return true;  // a TEST, which no exploration runs
  }
  if (first(variables, [](llvm::StringRef name) { return name == "_ZStL8__ioinit"; }) != nullptr) return true;
  if (variables.empty() || first(variables, [](llvm::StringRef name) { return !isForallVariable(name); }) != nullptr)
    return false;
  for (const llvm::GlobalValue* variable : variables) result.push_back({variable, &initializer});
  return true;
}

}  // namespace

Initialization findInitialization(const llvm::Module& module, Mentions mentions) {
  Initialization result;
  std::vector<Initializer> all;
  llvm::SmallPtrSet<const llvm::Value*, 16> keys;  // variables that are only kept for their initializer
  if (const llvm::Constant* table = initializerOf(module, "llvm.global_ctors")) {
    for (const llvm::Use& use : table->operands()) {
      const auto* entry = llvm::dyn_cast<llvm::ConstantStruct>(use.get());
      if (entry == nullptr) continue;
      const auto* function = llvm::dyn_cast<llvm::Function>(entry->getOperand(1)->stripPointerCasts());
      if (function == nullptr) continue;
      keys.insert(entry->getOperand(2)->stripPointerCasts());
      const std::uint64_t priority = llvm::cast<llvm::ConstantInt>(entry->getOperand(0))->getZExtValue();
      const auto callees = function->getName().starts_with("_GLOBAL__") ? onlyCalls(*function) : std::nullopt;
      if (!callees) all.push_back({function, priority});
      for (const llvm::Function* callee : callees.value_or(std::vector<const llvm::Function*>()))
        all.push_back({callee, priority});
    }
  }
  for (const Initializer& initializer : all) {
    if (!attach(*initializer.function, mentions(*initializer.function), result.dependences))
      result.always.push_back(initializer);
  }
  for (const char* name : {"llvm.used", "llvm.compiler.used"}) {
    const llvm::Constant* table = initializerOf(module, name);
    if (table == nullptr) continue;
    for (const llvm::Use& use : table->operands()) {
      const auto* value = llvm::dyn_cast<llvm::GlobalValue>(use->stripPointerCasts());
      if (value != nullptr && !keys.contains(value)) result.used.push_back(value);
    }
  }
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (variable.hasSection() && variable.getSection() != "llvm.metadata") result.used.push_back(&variable);
  }
  return result;
}

std::vector<llvm::StringRef> tagsIn(llvm::StringRef mangled) {
  constexpr llvm::StringLiteral kEnd = "_Forall";
  std::vector<llvm::StringRef> result;
  for (std::size_t at = mangled.find(kEnd); at != llvm::StringRef::npos; at = mangled.find(kEnd, at + 1)) {
    const std::size_t end = at + kEnd.size();
    for (std::size_t begin = at; begin > 0; --begin) {
      // An identifier follows its length. Only the last of the digits before it are sure to be the length.
      if (!llvm::isDigit(mangled[begin - 1]) || llvm::isDigit(mangled[begin])) continue;
      const std::string length = std::to_string(end - begin);
      if (!mangled.take_front(begin).ends_with(length)) continue;
      const llvm::StringRef tag = mangled.slice(begin, end);
      if (!llvm::is_contained(result, tag)) result.push_back(tag);
    }
  }
  return result;
}

}  // namespace forall::instrument
