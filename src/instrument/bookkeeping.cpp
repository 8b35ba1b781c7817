// Bookkeeping begins in functions with the annotation, in the initialisers of the variables that FORALL and its headers
// and the macros of GoogleTest define, and in what GoogleTest calls to register tests, and extends to the functions that
// they call by name. A function whose address they take is called by other code: it is instrumented, and so is everything
// that instrumented code refers to, directly or not, and that other modules or the linker can reach.
#include "instrument/bookkeeping.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>

#include <vector>

namespace forall::instrument {

namespace {

// A variable that forall's headers define if the standard library's classes have their usual layout.
constexpr llvm::StringLiteral kUsualLayout = "_ZN6forall8internalL13kUsesDefaultsE";
// The suffix of the functions that are compiled once (runtime/descriptions.cpp).
constexpr llvm::StringLiteral kCompiledSuffix = FORALL_COMPILED_SUFFIX;

class Reached {
 public:
  void add(const llvm::Value* value) {
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) {
      if (seen_.insert(constant).second) pending_.push_back(constant);
    }
  }
  bool contains(const llvm::Function& function) const { return seen_.contains(&function); }

  // Does not enter the bodies of functions for which `isOwn` is true.
  template <typename IsOwn>
  void close(IsOwn isOwn) {
    while (!pending_.empty()) {
      const llvm::Constant* constant = pending_.pop_back_val();
      for (const llvm::Use& use : constant->operands()) add(use.get());
      const auto* function = llvm::dyn_cast<llvm::Function>(constant);
      if (function == nullptr || isOwn(*function)) continue;
      for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
        for (const llvm::Use& use : instruction.operands()) add(use.get());
      }
    }
  }

 private:
  llvm::DenseSet<const llvm::Constant*> seen_;
  llvm::SmallVector<const llvm::Constant*, 256> pending_;
};

// The static member that FORALL(Suite, Name) defines, as nameRegistrations has named it.
bool isRegistration(llvm::StringRef variable) { return variable.contains("_Forall12registrationE"); }
bool isOwnVariable(llvm::StringRef variable) {
  return isRegistration(variable) || variable.starts_with("_ZN6forall8internal") ||
         variable.starts_with("_ZGVN6forall8internal");
}

// The variables that TEST, TYPED_TEST, TEST_P and INSTANTIATE_TEST_SUITE_P define.
bool isGoogleTestVariable(llvm::StringRef variable) {
  variable.consume_back("E");  // of a namespace or class
  return variable.ends_with("_Test10test_info_") || variable.ends_with("_Test24gtest_registering_dummy_") ||
         (variable.contains("gtest_") && (variable.ends_with("_dummy_") || variable.ends_with("_registered_")));
}
// Functions that GoogleTest calls by pointers, to make tests out of parameters. The values of the parameters are not
// made by them.
bool registersGoogleTests(llvm::StringRef function) {
  return (function.starts_with("_ZN7testing8internal26ParameterizedTestSuiteInfoI") &&
          function.ends_with("13RegisterTestsEv")) ||
         function.contains("_EvalGenerateName_");
}

template <typename Matches>
bool initialises(const llvm::Function& function, Matches matches) {
  if (!function.hasLocalLinkage() || !function.getName().starts_with("__cxx_global_var_init")) return false;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    for (const llvm::Use& use : instruction.operands()) {
      const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(use.get());
      if (variable != nullptr && matches(variable->getName())) return true;
    }
  }
  return false;
}

bool canBeDropped(const llvm::GlobalValue& value) {
  return value.hasLocalLinkage() || value.hasLinkOnceLinkage() || value.hasAvailableExternallyLinkage();
}

// The functions that these call by name, directly or not. Everything else that they refer to is reached.
llvm::DenseSet<const llvm::Function*> callClosure(llvm::SmallVector<const llvm::Function*, 64> pending,
                                                  Reached& reached) {
  llvm::DenseSet<const llvm::Function*> called(pending.begin(), pending.end());
  while (!pending.empty()) {
    const llvm::Function* function = pending.pop_back_val();
    for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      for (const llvm::Use& use : instruction.operands()) {
        const auto* callee = llvm::dyn_cast<llvm::Function>(use.get());
        if (call == nullptr || !call->isCallee(&use) || callee == nullptr) {
          reached.add(use.get());
        } else if (!callee->isDeclaration() && called.insert(callee).second) {
          pending.push_back(callee);
        }
      }
    }
  }
  return called;
}

// The functions that the runtime has compiled.
const llvm::StringSet<>& compiledOnes() {
  static const llvm::StringSet<> names{
#include "compiled_functions.inc"
  };
  return names;
}

// The functions that refer to variables, directly or through functions of this module.
llvm::DenseSet<const llvm::Function*> findStateful(const llvm::Module& module) {
  llvm::DenseSet<const llvm::Function*> stateful;
  llvm::SmallVector<const llvm::Value*, 64> pending;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (!variable.isConstant() && !variable.getName().starts_with("llvm.")) pending.push_back(&variable);
  }
  while (!pending.empty()) {
    for (const llvm::User* user : pending.pop_back_val()->users()) {
      if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
        const llvm::Function* function = instruction->getFunction();
        if (stateful.insert(function).second) pending.push_back(function);
      } else if (llvm::isa<llvm::Constant>(user)) {
        pending.push_back(user);
      }
    }
  }
  return stateful;
}

// Replaces the functions that the runtime has compiled by declarations, under the names that they have there.
void callCompiledOnes(llvm::ArrayRef<llvm::Function*> bookkeeping) {
  if (bookkeeping.empty()) return;
  const llvm::DenseSet<const llvm::Function*> stateful = findStateful(*bookkeeping.front()->getParent());
  for (llvm::Function* function : bookkeeping) {
    const bool is_same = function->hasLinkOnceODRLinkage() && compiledOnes().contains(function->getName());
    if (!is_same || stateful.contains(function)) continue;
    function->deleteBody();
    function->setComdat(nullptr);
    function->setName(function->getName() + kCompiledSuffix);
  }
}

}  // namespace

void nameRegistrations(llvm::Module& module) {
  constexpr llvm::StringLiteral kPlace = "_Forall8ForallAtILi", kMember = "E12registrationE";
  for (llvm::GlobalVariable& variable : module.globals()) {
    const llvm::StringRef name = variable.getName();
    const std::size_t at = name.find(kPlace);
    if (at == llvm::StringRef::npos || !name.ends_with(kMember)) continue;
    variable.setName((name.take_front(at) + "_Forall" + kMember.drop_front()).str());
  }
}

void leaveBookkeepingAlone(llvm::Module& module, const KnownCalls& known) {
  llvm::SmallVector<const llvm::Function*, 64> own;
  bool has_tests = false;
  for (const llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    has_tests |= initialises(function, isRegistration);
    if (initialises(function, isOwnVariable) || initialises(function, isGoogleTestVariable) ||
        registersGoogleTests(function.getName()) || known.isAnnotated(function))
      own.push_back(&function);
  }
  if (!has_tests) return;
  const llvm::DenseSet<const llvm::Function*> beginnings(own.begin(), own.end());
  const auto is_own = [&](const llvm::Function& function) { return beginnings.contains(&function); };
  Reached reached;
  const llvm::DenseSet<const llvm::Function*> called = callClosure(own, reached);
  for (const llvm::Function& function : module) {
    if (!function.isDeclaration() && !canBeDropped(function) && !is_own(function)) reached.add(&function);
  }
  for (const llvm::GlobalVariable& variable : module.globals()) {
    const bool is_annotation = variable.getName() == "llvm.global.annotations";
    if (variable.hasInitializer() && !canBeDropped(variable) && !is_annotation) reached.add(&variable);
  }
  for (const llvm::GlobalAlias& alias : module.aliases()) reached.add(&alias);
  for (const llvm::GlobalIFunc& ifunc : module.ifuncs()) reached.add(&ifunc);
  reached.close(is_own);
  std::vector<llvm::Function*> bookkeeping;
  for (llvm::Function& function : module) {
    const bool is_bookkeeping = called.contains(&function) && (is_own(function) || !reached.contains(function));
    if (!is_bookkeeping || !canBeDropped(function)) continue;
    function.addFnAttr("forall-uninstrumented");
    bookkeeping.push_back(&function);
  }
  if (module.getNamedGlobal(kUsualLayout) != nullptr) callCompiledOnes(bookkeeping);
}

}  // namespace forall::instrument
