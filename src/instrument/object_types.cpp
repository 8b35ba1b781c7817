#include "instrument/object_types.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/Local.h>

#include "abi/target_state.h"
#include "instrument/checks.h"
#include "instrument/sites.h"

namespace forall::instrument {

namespace {

constexpr const char* kHandlers[] = {"__ubsan_handle_dynamic_type_cache_miss",
                                     "__ubsan_handle_dynamic_type_cache_miss_abort"};

// A check as clang emits it: the handler's data say how the object is used, and as which class.
struct Check {
  llvm::CallInst* handler;
  llvm::BranchInst* branch;
  llvm::LoadInst* table;
  llvm::Constant* type;
  bool is_downcast;
};

// clang's CodeGenFunction::TypeCheckKind.
enum : unsigned { kDowncastPointer = 6, kDowncastReference = 7 };

// `address` is that of the object, as a number. That of a null pointer is a constant.
llvm::LoadInst* loadOfTable(llvm::BasicBlock& block, const llvm::Value* address) {
  const auto* object = llvm::dyn_cast<llvm::PtrToIntOperator>(address);
  if (object == nullptr && !llvm::isa<llvm::ConstantInt>(address)) return nullptr;
  for (llvm::Instruction& instruction : llvm::reverse(block)) {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (load == nullptr || !load->getType()->isPointerTy()) continue;
    const llvm::Value* from = load->getPointerOperand();
    if (object != nullptr ? from == object->getPointerOperand() : llvm::isa<llvm::Constant>(from)) return load;
  }
  return nullptr;
}

// Empty if the code is not as expected.
std::optional<Check> readCheck(llvm::CallInst& handler) {
  llvm::BasicBlock* head = handler.getParent()->getSinglePredecessor();
  auto* branch = head != nullptr ? llvm::dyn_cast<llvm::BranchInst>(head->getTerminator()) : nullptr;
  const auto* data = llvm::dyn_cast<llvm::GlobalVariable>(handler.getArgOperand(0));
  if (branch == nullptr || branch->isUnconditional() || branch->getSuccessor(1) != handler.getParent()) return {};
  if (data == nullptr || !data->hasInitializer()) return {};
  llvm::LoadInst* table = loadOfTable(*head, handler.getArgOperand(1));
  llvm::Constant* type = data->getInitializer()->getAggregateElement(2);
  const auto* kind = llvm::dyn_cast_or_null<llvm::ConstantInt>(data->getInitializer()->getAggregateElement(3));
  if (table == nullptr || type == nullptr || kind == nullptr) return {};
  const std::uint64_t what = kind->getZExtValue();
  return Check{&handler, branch, table, type, what == kDowncastPointer || what == kDowncastReference};
}

// Casts always need the check. Other uses do not in the standard library, nor for a variable, whose class is known.
bool isNeeded(const Check& check) {
  if (check.is_downcast) return true;
  const llvm::DILocation* location = check.branch->getDebugLoc();
  if (location == nullptr || isSystemFile(location->getFilename())) return false;
  const llvm::Value* object = llvm::getUnderlyingObject(check.table->getPointerOperand());
  return !llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(object);
}

llvm::Function* declareQuestion(llvm::Module& module) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* pointer = llvm::PointerType::getUnqual(context);
  auto* type = llvm::FunctionType::get(llvm::Type::getInt1Ty(context),
                                       {pointer, llvm::Type::getInt32Ty(context), pointer, pointer}, false);
  auto* function = llvm::cast<llvm::Function>(module.getOrInsertFunction(kHasType, type).getCallee());
  function->setVisibility(llvm::GlobalValue::HiddenVisibility);
  function->setDSOLocal(true);
  function->setOnlyReadsMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  function->addRetAttr(llvm::Attribute::ZExt);
  return function;
}

void replace(const Check& check, bool is_asked) {
  llvm::BasicBlock* block = check.handler->getParent();
  llvm::Value* before = check.branch->getCondition();
  llvm::IRBuilder<> builder(check.branch);
  llvm::Value* holds = builder.getTrue();
  if (is_asked) {
    llvm::Value* nothing = llvm::ConstantPointerNull::get(builder.getPtrTy());
    holds = builder.CreateCall(declareQuestion(*block->getModule()),
                               {check.table->getPointerOperand(), builder.getInt32(0), check.type, nothing});
  }
  check.branch->setCondition(holds);
  llvm::SmallVector<llvm::WeakTrackingVH, 4> unused{before};
  for (llvm::Value* argument : check.handler->args()) unused.emplace_back(argument);
  builder.SetInsertPoint(check.handler);
  llvm::Function* trap = llvm::Intrinsic::getDeclaration(block->getModule(), llvm::Intrinsic::ubsantrap);
  builder.CreateCall(trap, {builder.getInt8(static_cast<std::uint8_t>(trapOfType()))})->setDoesNotReturn();
  llvm::changeToUnreachable(check.handler);
  llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(unused);  // also the load of the table
}

bool hasVirtualFunctions(const llvm::DICompositeType& type) {
  return llvm::any_of(type.getElements(), [](const llvm::DINode* node) {
    const auto* part = llvm::dyn_cast_or_null<llvm::DIDerivedType>(node);
    if (part == nullptr) return false;
    if (part->getName().starts_with("_vptr$")) return true;
    const auto* base = llvm::dyn_cast_or_null<llvm::DICompositeType>(part->getBaseType());
    return part->getTag() == llvm::dwarf::DW_TAG_inheritance && base != nullptr && hasVirtualFunctions(*base);
  });
}

}  // namespace

bool hasTable(const llvm::Function& function) {
  const llvm::StringRef name = function.getName();
  const llvm::DISubprogram* subprogram = function.getSubprogram();
  if (subprogram == nullptr || (!name.ends_with("D1Ev") && !name.ends_with("D2Ev"))) return false;
  const llvm::DISubprogram* declared = subprogram->getDeclaration();
  const auto* owner =
      llvm::dyn_cast_or_null<llvm::DICompositeType>((declared != nullptr ? declared : subprogram)->getScope());
  return owner != nullptr && subprogram->getName().starts_with("~") && hasVirtualFunctions(*owner);
}

void markDestroyedObjects(llvm::Module& module, const KnownCalls& known) {
  if (module.getNamedValue(abi::kModelMarker) != nullptr) return;
  llvm::Type* pointer = llvm::PointerType::getUnqual(module.getContext());
  for (llvm::Function& function : module) {
    if (!known.instruments(function) || !isUserCode(function) || !hasTable(function)) continue;
    auto* table = llvm::cast<llvm::GlobalVariable>(module.getOrInsertGlobal("__forall_destroyed", pointer));
    table->setVisibility(llvm::GlobalValue::HiddenVisibility);
    table->setDSOLocal(true);
    for (llvm::BasicBlock& block : function) {
      if (auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator()))
        llvm::IRBuilder<>(end).CreateStore(table, function.getArg(0));
    }
  }
}

void askForObjectTypes(llvm::Module& module, const KnownCalls& known) {
  llvm::SmallVector<llvm::CallInst*, 16> handlers;
  for (const char* name : kHandlers) {
    const llvm::Function* function = module.getFunction(name);
    if (function == nullptr) continue;
    for (const llvm::User* user : function->users()) {
      if (const auto* call = llvm::dyn_cast<llvm::CallInst>(user))
        handlers.push_back(const_cast<llvm::CallInst*>(call));
    }
  }
  // Models access the library's classes by casts to their own classes.
  const bool is_model = module.getNamedValue(abi::kModelMarker) != nullptr;
  for (llvm::CallInst* handler : handlers) {
    const std::optional<Check> check = readCheck(*handler);
    if (!check) llvm::report_fatal_error("forall: a check of an object's type is not as expected");
    replace(*check, !is_model && isNeeded(*check) && known.instruments(*handler->getFunction()));
  }
}

}  // namespace forall::instrument
