#include "instrument/unset.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "instrument/known_calls.h"
#include "instrument/sites.h"

namespace forall::instrument {

namespace {

// The stored value: `source` only until the code is simplified, then `zeros` of the runtime.
struct Value {
  const char* source;
  const char* zeros;
  const char* mark;  // metadata of the stores
};
constexpr Value kUnset = {"__forall_unset", "__forall_zeros", "forall.unset"};
constexpr Value kEnded = {"__forall_ended", "__forall_ended_zeros", "forall.ended"};
constexpr const char* kHasUnset = "forall-unset";  // attribute of functions
// Names of attributes that have no meaning for an assumption.
constexpr const char* kChoice = "swiftasync";
constexpr const char* kArgument = "swiftself";
constexpr const char* kResult = "swifterror";
constexpr std::uint64_t kZeroBytes = 4096;
constexpr unsigned kMostParts = 16;  // of a variable whose parts get values one by one

llvm::GlobalVariable* memory(llvm::Module& module, const char* name) {
  if (llvm::GlobalVariable* known = module.getGlobalVariable(name, true)) return known;
  auto* type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), kZeroBytes);
  auto* made =
      new llvm::GlobalVariable(module, type, /*isConstant=*/false, llvm::GlobalValue::ExternalLinkage, nullptr, name);
  made->setVisibility(llvm::GlobalValue::HiddenVisibility);
  made->setDSOLocal(true);
  made->setAlignment(llvm::Align(16));
  return made;
}

struct Part {
  llvm::Type* type;
  std::uint64_t offset;
};

// The scalars that a type consists of, if they are few.
bool partsOf(llvm::Type* type, std::uint64_t offset, const llvm::DataLayout& layout,
             llvm::SmallVectorImpl<Part>& parts) {
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* places = layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i) {
      const std::uint64_t at = offset + places->getElementOffset(i).getFixedValue();
      if (!partsOf(structure->getElementType(i), at, layout, parts)) return false;
    }
    return true;
  }
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const std::uint64_t each = layout.getTypeAllocSize(array->getElementType()).getFixedValue();
    if (array->getNumElements() > kMostParts) return false;
    for (std::uint64_t i = 0; i < array->getNumElements(); ++i) {
      if (!partsOf(array->getElementType(), offset + i * each, layout, parts)) return false;
    }
    return true;
  }
  parts.push_back({type, offset});
  return parts.size() <= kMostParts;
}

// Is all of the variable written in this block before anything else happens to it?
bool isWrittenAtOnce(const llvm::AllocaInst& local, const llvm::Instruction& begin, std::uint64_t size,
                     const llvm::DataLayout& layout) {
  const llvm::Instruction* first = nullptr;
  for (const llvm::User* user : local.users()) {
    const auto* use = llvm::cast<llvm::Instruction>(user);
    if (use == &begin || use->getParent() != begin.getParent() || !begin.comesBefore(use)) continue;
    if (first == nullptr || use->comesBefore(first)) first = use;
  }
  const auto* store = llvm::dyn_cast_or_null<llvm::StoreInst>(first);
  return store != nullptr && store->getPointerOperand() == &local && store->getValueOperand() != &local &&
         layout.getTypeStoreSize(store->getValueOperand()->getType()).getFixedValue() >= size;
}

void give(const Value& given, llvm::AllocaInst& local, llvm::Instruction& before, std::uint64_t size,
          const llvm::DataLayout& layout) {
  llvm::Module& module = *local.getModule();
  llvm::IRBuilder<> builder(&before);
  llvm::GlobalVariable* source = memory(module, given.source);
  llvm::MDNode* mark = llvm::MDNode::get(module.getContext(), {});
  llvm::SmallVector<Part, kMostParts> parts;
  if (!partsOf(local.getAllocatedType(), 0, layout, parts)) {
    const std::uint64_t copied = std::min(size, kZeroBytes);
    builder.CreateMemCpy(&local, local.getAlign(), source, llvm::Align(1), copied)->setMetadata(given.mark, mark);
    return;
  }
  for (const Part& part : parts) {
    llvm::Value* place =
        part.offset == 0 ? &local : builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), &local, part.offset);
    llvm::Value* value = builder.CreateAlignedLoad(part.type, source, llvm::Align(1), /*isVolatile=*/true);
    builder.CreateAlignedStore(value, place, llvm::commonAlignment(local.getAlign(), part.offset))
        ->setMetadata(given.mark, mark);
  }
}

void giveUnsetValues(llvm::Function& function) {
  const llvm::DataLayout& layout = function.getDataLayout();
  llvm::SmallVector<llvm::AllocaInst*, 16> locals;
  for (llvm::Instruction& instruction : function.getEntryBlock()) {
    auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (local != nullptr && local->isStaticAlloca() && !local->isSwiftError() && !local->isUsedWithInAlloca())
      locals.push_back(local);
  }
  if (locals.empty()) return;
  llvm::Instruction* behind_all = locals.back();  // variables come first
  for (llvm::AllocaInst* local : locals) {
    const auto bytes = local->getAllocationSize(layout);
    if (!bytes || bytes->isScalable() || bytes->getFixedValue() == 0) continue;
    if (!local->getAllocatedType()->isSized() || local->isArrayAllocation()) continue;
    llvm::SmallVector<llvm::Instruction*, 2> begins;
    for (llvm::User* user : local->users()) {
      auto* marker = llvm::dyn_cast<llvm::IntrinsicInst>(user);
      if (marker != nullptr && marker->getIntrinsicID() == llvm::Intrinsic::lifetime_start) begins.push_back(marker);
    }
    if (begins.empty()) begins.push_back(behind_all);
    for (llvm::Instruction* begin : begins) {
      if (isWrittenAtOnce(*local, *begin, bytes->getFixedValue(), layout)) continue;
      give(kUnset, *local, *begin->getNextNode(), bytes->getFixedValue(), layout);
    }
  }
}

bool readsSource(const llvm::Value* pointer, const llvm::GlobalVariable* source) {
  return llvm::isa<llvm::Instruction, llvm::Constant>(pointer) && pointer->stripInBoundsOffsets() == source;
}

bool isLoadOf(const llvm::LoadInst& load, const char* name) {
  const auto* source = llvm::dyn_cast<llvm::GlobalVariable>(load.getPointerOperand());
  return source != nullptr && source->getName() == name;
}

void settle(llvm::Module& module, const Value& given) {
  llvm::GlobalVariable* source = module.getGlobalVariable(given.source, true);
  if (source == nullptr) return;
  llvm::GlobalVariable* zeros = memory(module, given.zeros);
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load == nullptr || !readsSource(load->getPointerOperand(), source)) continue;
      if (load->use_empty()) {
        load->eraseFromParent();
        continue;
      }
      load->setVolatile(false);
      load->setOperand(0, zeros);
    }
  }
  source->replaceAllUsesWith(zeros);
  source->eraseFromParent();
}

void addMark(const char* name, llvm::Value* value, llvm::Instruction& before) {
  llvm::Value* const values[] = {value};
  llvm::IRBuilder<> builder(&before);
  builder.CreateAssumption(builder.getTrue(), llvm::OperandBundleDef(name, values));
}

llvm::Value* markedValue(const llvm::Instruction& instruction, const char* name) {
  const auto* mark = llvm::dyn_cast<llvm::AssumeInst>(&instruction);
  if (mark == nullptr || mark->getNumOperandBundles() != 1) return nullptr;
  const llvm::OperandBundleUse bundle = mark->getOperandBundleAt(0);
  return bundle.getTagName() == name ? bundle.Inputs[0].get() : nullptr;
}

// Arguments and results of calls were looked at where they were passed. An unset character may be passed on.
bool mayBeUnset(const llvm::Value* value) {
  const llvm::Type* type = value->getType();
  if (type->isIntegerTy(8) || !(type->isIntegerTy() || type->isPointerTy() || type->isFloatingPointTy())) return false;
  return llvm::isa<llvm::LoadInst, llvm::PHINode, llvm::SelectInst, llvm::BinaryOperator, llvm::CastInst, llvm::CmpInst,
                   llvm::FreezeInst>(value);
}

}  // namespace

void giveUnsetValues(llvm::Module& module) {
  const KnownCalls known(module);
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !known.instruments(function)) continue;
    function.addFnAttr(kHasUnset);
    giveUnsetValues(function);
  }
}

bool hasUnsetValues(const llvm::Function& function) { return function.hasFnAttribute(kHasUnset); }

void settleUnsetValues(llvm::Module& module) {
  for (llvm::Function& function : module) {
    function.removeFnAttr(kHasUnset);
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      const auto passed = passedValue(instruction);
      if (passed && !mayBeUnset(passed->value)) instruction.eraseFromParent();
    }
  }
  settle(module, kUnset);
  settle(module, kEnded);
}

bool isUnsetValue(const llvm::LoadInst& load) { return isLoadOf(load, kUnset.zeros); }
bool isEndedValue(const llvm::LoadInst& load) { return isLoadOf(load, kEnded.zeros); }

void giveEndedValue(llvm::AllocaInst& local, llvm::Instruction& end) {
  const llvm::DataLayout& layout = local.getDataLayout();
  const auto bytes = local.getAllocationSize(layout);
  if (!bytes || bytes->isScalable() || bytes->getFixedValue() == 0 || local.isArrayAllocation()) return;
  give(kEnded, local, end, bytes->getFixedValue(), layout);
}

void forgetEndedValues(llvm::Function& function) {
  const llvm::GlobalVariable* source = function.getParent()->getGlobalVariable(kEnded.source, true);
  if (source == nullptr) return;
  llvm::SmallVector<llvm::Instruction*, 16> idle;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (instruction.hasMetadata(kEnded.mark)) idle.push_back(&instruction);
  }
  for (llvm::Instruction* mark : idle) mark->eraseFromParent();
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (load != nullptr && load->use_empty() && readsSource(load->getPointerOperand(), source))
      instruction.eraseFromParent();
  }
}

void markChoices(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* choice = llvm::dyn_cast<llvm::SelectInst>(&instruction);
      if (choice == nullptr || choice->getCondition()->getType()->isVectorTy()) continue;
      addMark(kChoice, choice->getCondition(), *choice);
    }
  }
}

llvm::Value* conditionOfChoice(const llvm::Instruction& instruction) { return markedValue(instruction, kChoice); }

void markPassedValues(llvm::Module& module) {
  const KnownCalls known(module);
  for (llvm::Function& function : module) {
    if (!known.instruments(function) || !isUserCode(function)) continue;
    const bool returns_set = function.hasRetAttribute(llvm::Attribute::NoUndef);
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (auto* end = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
        if (returns_set && mayBeUnset(end->getReturnValue())) addMark(kResult, end->getReturnValue(), *end);
        continue;
      }
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call)) continue;
      for (unsigned i = 0; i < call->arg_size(); ++i) {
        llvm::Value* argument = call->getArgOperand(i);
        if (call->paramHasAttr(i, llvm::Attribute::NoUndef) && mayBeUnset(argument))
          addMark(kArgument, argument, *call);
      }
    }
  }
}

std::optional<PassedValue> passedValue(const llvm::Instruction& instruction) {
  if (llvm::Value* value = markedValue(instruction, kArgument)) return PassedValue{value, false};
  if (llvm::Value* value = markedValue(instruction, kResult)) return PassedValue{value, true};
  return {};
}

bool takeUnsetMarks(llvm::AllocaInst& local) {
  llvm::SmallVector<llvm::Value*, 8> work{&local};
  llvm::SmallVector<llvm::Instruction*, 8> marks;
  while (!work.empty()) {
    for (llvm::User* user : work.pop_back_val()->users()) {
      auto* use = llvm::cast<llvm::Instruction>(user);
      if (use->hasMetadata(kUnset.mark)) marks.push_back(use);
      if (llvm::isa<llvm::GetElementPtrInst>(use)) work.push_back(use);
    }
  }
  for (llvm::Instruction* mark : marks) {
    auto* load = llvm::isa<llvm::StoreInst>(mark) ? llvm::dyn_cast<llvm::LoadInst>(mark->getOperand(0)) : nullptr;
    mark->eraseFromParent();
    if (load != nullptr && load->use_empty() && isUnsetValue(*load)) load->eraseFromParent();
  }
  return !marks.empty();
}

}  // namespace forall::instrument
