// The pass plugin: one module pass at the start of the pipeline.
//
//   forall             everything, as clang runs it with -fpass-plugin
//   forall-instrument  without the short pipeline before it, so that tests see the code they wrote
//   forall-stand-ins   only the thunks of classes that axioms describe
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>
#include <utility>

#include "instrument/address_numbers.h"
#include "instrument/bitset_indices.h"
#include "instrument/bookkeeping.h"
#include "instrument/casts.h"
#include "instrument/checks.h"
#include "instrument/destroyed.h"
#include "instrument/end_iterators.h"
#include "instrument/exposed.h"
#include "instrument/fingerprints.h"
#include "instrument/finish.h"
#include "instrument/instrumenter.h"
#include "instrument/kept_calls.h"
#include "instrument/library_instances.h"
#include "instrument/member_arrays.h"
#include "instrument/object_types.h"
#include "instrument/pointer_pairs.h"
#include "instrument/pointer_steps.h"
#include "instrument/prepare.h"
#include "instrument/promises.h"
#include "instrument/scopes.h"
#include "instrument/source_branches.h"
#include "instrument/stand_ins.h"
#include "instrument/unset.h"
#include "instrument/value_parameters.h"

namespace forall::instrument {

namespace {

[[noreturn]] void fail(const llvm::Twine& where, const std::string& message) {
  llvm::report_fatal_error("forall: the instrumentation of " + where + " is not valid: " + message, false);
}

class ForallPass : public llvm::PassInfoMixin<ForallPass> {
 public:
  explicit ForallPass(bool simplifies) : simplifies_(simplifies) {}

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    if (module.getNamedValue("__forall_state") != nullptr)
      return llvm::PreservedAnalyses::all();  // instrumented before
    nameRegistrations(module);
    callAddressNumbers(module, KnownCalls(module));
    checkBitsetIndices(module, KnownCalls(module));
    checkMemberArrays(module, KnownCalls(module));
    checkEndIterators(module, KnownCalls(module));
    tellDestroyed(module, KnownCalls(module));
    markCasts(module, KnownCalls(module));
    askForObjectTypes(module, KnownCalls(module));  // before the fingerprints: clang's own form has line numbers
    if (simplifies_) emitFingerprints(module);
    addStandIns(module);
    copyValueParameters(module, KnownCalls(module));
    markPassedValues(module);
    dropPromises(module);
    markDestroyedObjects(module, KnownCalls(module));
    markPointerPairs(module, KnownCalls(module));
    markPointerSteps(module, KnownCalls(module));
    markChoices(module);
    protectSource(module);
    std::optional<ConstantsAsVariables> constants(std::in_place, module);
    lowerAtomics(module, analyses);
    if (simplifies_) {
      keepBranches(module);
      keepLibraryCalls(module);
      keepLoads(module);
      callVariableTransfers(module);
      giveUnsetValues(module);
      simplify(module, analyses);
      unpinVariables(module);
      releaseLoads(module);
      settleUnsetValues(module);
      restoreTransfers(module);
      releaseBranches(module);
      joinAssumptions(module);
    }
    callVariadicModels(module);
    passVariadicArgumentsInMemory(module);
    usePlainOperations(module, analyses, simplifies_);
    callModels(module);
    findCaptures(module, analyses);
    if (simplifies_) dropCompiledInstances(module);
    constants.reset();
    instrument(module);
    return llvm::PreservedAnalyses::none();
  }

  // Also at -O0, where functions are marked optnone.
  static bool isRequired() { return true; }

 private:
  static void instrument(llvm::Module& module) {
    llvm::SmallVector<llvm::Function*, 64> functions;
    ModuleContext context(module);
    for (llvm::Function& function : module) {
      if (context.known.instruments(function)) functions.push_back(&function);
    }
    for (llvm::Function* function : functions) {
      llvm::EliminateUnreachableBlocks(*function);
      fixFloatMeaning(*function);
      separateChecks(*function);
      FunctionInstrumenter(context, *function).run();
      keepWritesToConstants(*function);
      std::string message;
      llvm::raw_string_ostream stream(message);
      if (llvm::verifyFunction(*function, &stream)) fail("function " + function->getName(), message);
    }
    emitTables(context);
    dropBrokenPromises(module);
    noteReplacedFunctions(module, context.known);
    makePrivate(module, context.address_taken);
    dropDebugVariables(module);
    std::string message;
    llvm::raw_string_ostream stream(message);
    if (llvm::verifyModule(module, &stream)) fail("module " + llvm::Twine(module.getName()), message);
  }

  bool simplifies_;
};

class StandInsPass : public llvm::PassInfoMixin<StandInsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    addStandIns(module);
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

void registerPasses(llvm::PassBuilder& builder) {
  builder.registerPipelineStartEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) { passes.addPass(ForallPass(true)); });
  builder.registerPipelineParsingCallback(
      [](llvm::StringRef name, llvm::ModulePassManager& passes, llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
        if (name == "forall-stand-ins") {
          passes.addPass(StandInsPass());
          return true;
        }
        if (name != "forall" && name != "forall-instrument") return false;
        passes.addPass(ForallPass(name == "forall"));
        return true;
      });
}

}  // namespace

}  // namespace forall::instrument

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "forall", "1", forall::instrument::registerPasses};
}
