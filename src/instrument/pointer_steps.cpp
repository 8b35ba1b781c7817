#include "instrument/pointer_steps.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "abi/target_state.h"
#include "instrument/instrumenter.h"
#include "instrument/sites.h"

namespace forall::instrument {

namespace {

// An access so close to its base cannot lead over a guard, only into the next member.
constexpr std::int64_t kNear = 8;

// Clang's names for pointer + integer, ++pointer, and pointer[integer].
bool isSourceArithmetic(const llvm::GetElementPtrInst& step) {
  if (step.getNumIndices() != 1) return false;
  const llvm::StringRef name = step.getName();
  return name.starts_with("add.ptr") || name.starts_with("incdec.ptr") || name.starts_with("arrayidx");
}

// Other libraries of the system are code like the user's.
bool isOfStandardLibrary(llvm::StringRef file) {
  return file.contains("/include/c++/") || file.contains("/include/gtest/") || file.contains("/include/gmock/") ||
         file.contains("/include/forall/");
}

// Algorithms and containers of the standard library stay in their ranges, and walk through those of the user step by
// step: the guard is in their way. Iterators and std::advance go as far as the user says.
bool isLibrarysOwn(const llvm::Instruction& step) {
  const llvm::DILocation* location = step.getDebugLoc();
  if (location == nullptr) return true;
  const llvm::StringRef file = location->getFilename();
  if (!isOfStandardLibrary(file)) return false;
  return !file.ends_with("/stl_iterator.h") && !file.ends_with("/stl_iterator_base_funcs.h");
}

bool isLibraryStep(const llvm::Instruction& step) { return isOfStandardLibrary(step.getDebugLoc()->getFilename()); }

// Loads and stores, of members too. Clang's own checks of the address have !nosanitize.
bool isOnlyAccessed(const llvm::Instruction& address) {
  return llvm::all_of(address.users(), [&](const llvm::User* user) {
    const auto* instruction = llvm::cast<llvm::Instruction>(user);
    if (instruction->hasMetadata(llvm::LLVMContext::MD_nosanitize)) return true;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(instruction)) return store->getValueOperand() != &address;
    if (const auto* member = llvm::dyn_cast<llvm::GetElementPtrInst>(instruction))
      return member->getNumIndices() > 1 && isOnlyAccessed(*member);
    return llvm::isa<llvm::LoadInst>(instruction);
  });
}

// The one access of the block, or null. Behind it, a symbolic address has been decided.
llvm::Instruction* onlyAccess(llvm::GetElementPtrInst& address) {
  llvm::Instruction* found = nullptr;
  for (llvm::User* user : address.users()) {
    auto* instruction = llvm::cast<llvm::Instruction>(user);
    if (instruction->hasMetadata(llvm::LLVMContext::MD_nosanitize)) continue;
    const bool is_access = llvm::isa<llvm::LoadInst>(instruction) ||
                           (llvm::isa<llvm::StoreInst>(instruction) && instruction->getOperand(1) == &address);
    if (found != nullptr || !is_access || instruction->getParent() != address.getParent()) return nullptr;
    found = instruction;
  }
  return found;
}

// Does the pointer lead to something of which an array can be a part? Only then does the object's layout matter.
bool mayHaveParts(const llvm::Value* pointer) {
  const llvm::Value* base = llvm::getUnderlyingObject(pointer, /*MaxLookup=*/0);
  llvm::Type* type = nullptr;
  if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(base)) type = local->getAllocatedType();
  if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(base)) type = global->getValueType();
  while (const auto* array = llvm::dyn_cast_or_null<llvm::ArrayType>(type)) type = array->getElementType();
  return type == nullptr || type->isStructTy();
}

bool isMarked(const llvm::GetElementPtrInst& step, const llvm::DataLayout& layout) {
  if (!isSourceArithmetic(step) || isLibrarysOwn(step)) return false;
  llvm::APInt offset(64, 0);
  if (!step.accumulateConstantOffset(layout, offset)) return true;
  if (offset.isZero() || isLibraryStep(step)) return false;
  const bool may_be_in_member = layout.getTypeAllocSize(step.getSourceElementType()).getFixedValue() > 1;
  return may_be_in_member || offset.sgt(kNear) || offset.slt(-kNear) || !isOnlyAccessed(step);
}

}  // namespace

void markPointerSteps(llvm::Module& module, const KnownCalls& known) {
  if (module.getNamedValue(abi::kModelMarker) != nullptr) return;
  llvm::SmallVector<llvm::GetElementPtrInst*, 64> steps;
  for (llvm::Function& function : module) {
    if (!known.instruments(function)) continue;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
      if (step == nullptr || step->getType()->isVectorTy() || !isMarked(*step, module.getDataLayout())) continue;
      steps.push_back(step);
    }
  }
  for (llvm::GetElementPtrInst* step : steps) {
    llvm::Instruction* access = onlyAccess(*step);
    llvm::IRBuilder<> builder(access != nullptr ? access->getNextNode() : step->getNextNode());
    builder.SetCurrentDebugLocation(step->getDebugLoc());
    const MarkKind kind = isOnlyAccessed(*step) ? MarkKind::Access : MarkKind::Move;
    const std::uint64_t element = module.getDataLayout().getTypeAllocSize(step->getSourceElementType()).getFixedValue();
    addMark(builder, {kind, step->getPointerOperand(), step, element});
  }
}

// The object that the last step of this place stayed in: the runtime fills it in.
llvm::GlobalVariable* FunctionInstrumenter::makeStepObject() {
  auto* type = llvm::ArrayType::get(llvm::Type::getInt64Ty(context_.module.getContext()), 2);
  auto* object = new llvm::GlobalVariable(context_.module, type, false, llvm::GlobalValue::InternalLinkage,
                                          llvm::ConstantAggregateZero::get(type), "__forall_step");
  object->setSection("forall_steps");
  object->setAlignment(llvm::Align(8));
  return object;
}

// The inline code only checks whether both are concrete and in the object of this place.
void FunctionInstrumenter::checkStep(llvm::Instruction& mark, const Mark& step) {
  llvm::Value* const from = step.first;
  llvm::Value* const to = step.second;
  llvm::IRBuilder<> builder(&mark);
  const auto number = [&](llvm::Value* pointer) { return builder.CreatePtrToInt(pointer, builder.getInt64Ty()); };
  llvm::Constant* remembered = llvm::ConstantPointerNull::get(builder.getPtrTy());
  llvm::Value* is_asked = nullptr;
  const bool may_be_part = step.element > 1 && mayHaveParts(from);
  const ObjectHint known = may_be_part ? ObjectHint{} : hint(from);
  if (known.base != nullptr) {
    llvm::APInt offset(64, 0);
    const llvm::Value* base = to->stripAndAccumulateConstantOffsets(context_.layout, offset, /*AllowNonInbounds=*/true);
    if (base == known.base && offset.ule(known.size)) return;
    is_asked = builder.CreateICmpUGT(builder.CreateSub(number(to), number(known.base)), u64(known.size));
  } else {
    auto* object = makeStepObject();
    remembered = object;
    llvm::Value* base = builder.CreateLoad(builder.getInt64Ty(), object);
    llvm::Value* size =
        builder.CreateLoad(builder.getInt64Ty(), builder.CreateConstInBoundsGEP1_64(builder.getInt64Ty(), object, 1));
    const auto leaves = [&](llvm::Value* pointer) {
      return builder.CreateICmpUGT(builder.CreateSub(number(pointer), base), size);
    };
    is_asked = builder.CreateOr(leaves(from), leaves(to));
  }
  if (usesPending(mark)) flush(mark);
  builder.SetInsertPoint(&mark);
  if (llvm::Value* symbolic = any(builder, {id(from), id(to)}))
    is_asked = builder.CreateOr(is_asked, builder.CreateICmpNE(symbolic, u32(0)));
  when(is_asked, mark, [&](llvm::IRBuilder<>& cold) {
    llvm::Value* site = context_.sites.place(mark, abi::SiteKind::Memory);
    llvm::Value* base = known.base != nullptr ? cold.CreatePtrToInt(known.base, cold.getInt64Ty()) : u64(0);
    context_.runtime.emit(cold, RuntimeCall::call_pointer_step,
                          {from, id(from), to, id(to), builder.getInt1(step.kind == MarkKind::Access),
                           u64(may_be_part ? step.element : 0), remembered, site, base, u64(known.size)});
  });
}

}  // namespace forall::instrument
