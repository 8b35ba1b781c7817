#include "instrument/prepare.h"

#include <llvm/Analysis/MemoryBuiltins.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Coroutines/CoroCleanup.h>
#include <llvm/Transforms/Coroutines/CoroEarly.h>
#include <llvm/Transforms/Coroutines/CoroSplit.h>
#include <llvm/Transforms/IPO/FunctionAttrs.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Inliner.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LowerAtomicPass.h>
#include <llvm/Transforms/Scalar/LowerConstantIntrinsics.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include "instrument/bookkeeping.h"
#include "instrument/checks.h"
#include "instrument/expand.h"
#include "instrument/exposed.h"
#include "instrument/floating.h"
#include "instrument/known_calls.h"
#include "instrument/scopes.h"
#include "instrument/sites.h"

namespace forall::instrument {

namespace {

llvm::FunctionPassManager scalarPasses() {
  llvm::FunctionPassManager passes;
  passes.addPass(TrapOutsidePass());
  passes.addPass(PromotePass());
  passes.addPass(llvm::EarlyCSEPass());
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass(llvm::SimplifyCFGOptions()
                                           .bonusInstThreshold(0)
                                           .speculateBlocks(false)
                                           .setSimplifyCondBranch(false)
                                           .hoistCommonInsts(false)
                                           .sinkCommonInsts(false)
                                           .convertSwitchRangeToICmp(false)
                                           .convertSwitchToLookupTable(false)));
  return passes;
}

// User code that uninstrumented code calls (an operator<<, say) stays a function, so that it is instrumented.
void keepUserCalls(llvm::Function& function, const KnownCalls& known) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
    if (callee != nullptr && known.instruments(*callee) && isUserCode(*callee)) call->setIsNoInline();
  }
}

// Makes inline functions and instances of templates of the standard library that have a model declarations.
void forgetModeledBodies(llvm::Module& module, const KnownCalls& known) {
  for (const auto& entry : known.replacements()) {
    llvm::Function* function = module.getFunction(entry.first());
    if (function == nullptr || function->isDeclaration() || !entry.first().starts_with("_Z")) continue;
    if (!function->hasLinkOnceLinkage() && !function->hasWeakODRLinkage() && !function->hasAvailableExternallyLinkage())
      continue;
    function->deleteBody();
    function->setComdat(nullptr);
  }
}

bool isAllocation(const llvm::CallBase& call, const llvm::TargetLibraryInfo& library) {
  return llvm::isAllocationFn(&call, &library) || llvm::getFreedOperand(&call, &library) != nullptr;
}

// Keeps calls of libm and of the allocator as the source has them. A compiler may remove a block that is only written,
// and with it a write past its end, or after it was freed. An isdigit that became arithmetic accepts any value.
void keepLibraryCalls(llvm::Function& function, const llvm::TargetLibraryInfo& library) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    keepMathCall(instruction);
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr) continue;
    llvm::Function* callee = call->getCalledFunction();
    const bool is_allocation = isAllocation(*call, library);
    if (!is_allocation && (callee == nullptr || !KnownCalls::isPure(*callee))) continue;
    call->removeFnAttr(llvm::Attribute::Builtin);
    call->addFnAttr(llvm::Attribute::NoBuiltin);
    if (is_allocation && callee != nullptr) callee->removeFnAttr(llvm::Attribute::AllocKind);
  }
}

bool usesVectors(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    return instruction.getType()->isVectorTy() ||
           llvm::any_of(instruction.operands(), [](const llvm::Use& use) { return use->getType()->isVectorTy(); });
  });
}

class PlainOperationsPass : public llvm::PassInfoMixin<PlainOperationsPass> {
 public:
  explicit PlainOperationsPass(bool takes_vectors_apart) : takes_vectors_apart_(takes_vectors_apart) {}

  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    expandOperations(function);
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
    if (!takes_vectors_apart_ || !usesVectors(function)) return llvm::PreservedAnalyses::none();
    llvm::ScalarizerPassOptions options;
    options.ScalarizeVariableInsertExtract = true;
    options.ScalarizeLoadStore = true;
    llvm::ScalarizerPass(options).run(function, analyses);
    return llvm::PreservedAnalyses::none();
  }

  static bool isRequired() { return true; }

 private:
  bool takes_vectors_apart_;
};

}  // namespace

void protectSource(llvm::Module& module) {
  const KnownCalls known(module);
  forgetModeledBodies(module, known);
  leaveBookkeepingAlone(module, known);
  const llvm::TargetLibraryInfoImpl target(llvm::Triple(module.getTargetTriple()));
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    keepLibraryCalls(function, llvm::TargetLibraryInfo(target, &function));
    function.addFnAttr(llvm::Attribute::OptForFuzzing);
    if (!known.instruments(function)) {
      function.removeFnAttr(llvm::Attribute::AlwaysInline);
      function.removeFnAttr(llvm::Attribute::InlineHint);
      function.addFnAttr(llvm::Attribute::NoInline);
      keepUserCalls(function, known);
    }
    separateChecks(function);
    if (known.instruments(function)) keepBasesOfPointers(function);
  }
}

void simplify(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  llvm::FunctionPassManager first;
  first.addPass(TrapOutsidePass());
  first.addPass(PromotePass());
  first.addPass(llvm::EarlyCSEPass());
  llvm::ModulePassManager passes;
  // Coroutines become ordinary functions over their frame.
  passes.addPass(llvm::CoroEarlyPass());
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(first)));
  llvm::ModuleInlinerWrapperPass inliner(llvm::getInlineParams(2, 0));
  inliner.getPM().addPass(llvm::createCGSCCToFunctionPassAdaptor(scalarPasses()));
  inliner.getPM().addPass(llvm::CoroSplitPass(/*OptimizeFrame=*/true));
  passes.addPass(std::move(inliner));
  passes.addPass(llvm::CoroCleanupPass());
  passes.addPass(llvm::GlobalDCEPass());
  passes.run(module, analyses);
}

void lowerAtomics(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  llvm::ModulePassManager passes;
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::LowerAtomicPass()));
  passes.run(module, analyses);
}

void usePlainOperations(llvm::Module& module, llvm::ModuleAnalysisManager& analyses, bool takes_vectors_apart) {
  analyses.invalidate(module, llvm::PreservedAnalyses::none());
  llvm::FunctionPassManager functions;
  // Whether something is constant, and how large an object is, is determined before values become symbolic.
  functions.addPass(llvm::LowerConstantIntrinsicsPass());
  functions.addPass(PlainOperationsPass(takes_vectors_apart));
  llvm::ModulePassManager passes;
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(functions)));
  passes.run(module, analyses);
}

void findCaptures(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  analyses.invalidate(module, llvm::PreservedAnalyses::none());
  llvm::ModulePassManager passes;
  passes.addPass(llvm::createModuleToPostOrderCGSCCPassAdaptor(llvm::PostOrderFunctionAttrsPass()));
  passes.run(module, analyses);
  analyses.invalidate(module, llvm::PreservedAnalyses::none());
}

void callModels(llvm::Module& module) {
  const KnownCalls known(module);
  for (const auto& entry : known.replacements()) {
    llvm::Function* original = module.getFunction(entry.first());
    // A definition in this module is the user's own function of that name.
    if (original == nullptr || !original->isDeclaration()) continue;
    auto* model =
        llvm::cast<llvm::Function>(module.getOrInsertFunction(entry.second, original->getFunctionType()).getCallee());
    model->setVisibility(llvm::GlobalValue::HiddenVisibility);
    model->setDSOLocal(true);
    model->setAttributes(original->getAttributes());
    model->removeFnAttr(llvm::Attribute::AllocKind);
    model->removeFnAttr(llvm::Attribute::AllocSize);
    model->removeFnAttr("alloc-family");
    const bool reader = known.kind(*original) == CalleeKind::Reader;
    original->replaceUsesWithIf(model, [&](llvm::Use& use) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
      const bool called = call != nullptr && call->isCallee(&use);
      return !reader || !called;
    });
  }
}

}  // namespace forall::instrument
