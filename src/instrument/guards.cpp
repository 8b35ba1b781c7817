// Variables on the stack that other code may know by their addresses are put into one frame, with guards between them,
// whose flags are closed (abi/target_state.h):
//
//   entry:  frame = memory of the stack, or kept memory if a pointer into it may be kept
//           flags of the frame = constants: guards closed, variables open, but those with a narrower scope closed
//           push {frame, layout}
//   scope:  flags of the variable = open at its begin, closed at its end
//   exit:   flags of the frame = 0, of a kept one: returned; state.stack_top = top at entry
//
// A variable of variable size has its own kept frame. If an exception ends calls, or other code has caught one, the
// runtime pops the frames above the function's own.
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "instrument/instrumenter.h"
#include "instrument/scopes.h"
#include "instrument/unset.h"

namespace forall::instrument {

namespace {

constexpr std::uint64_t kStackTop = offsetof(abi::TargetState, stack_top);
constexpr std::uint64_t kNextFrame = offsetof(abi::TargetState, next_frame);
constexpr std::uint64_t kFramesEnd = offsetof(abi::TargetState, frames_end);
constexpr std::uint64_t kGuard = 32;
constexpr std::uint64_t kMostGuard = 1024;

// Is every use of the variable an access in this function that stays inside it?
bool staysInside(const llvm::AllocaInst& local, std::uint64_t size, const llvm::DataLayout& layout) {
  llvm::SmallVector<std::pair<const llvm::Value*, std::uint64_t>, 8> work{{&local, 0}};
  const auto fits = [&](std::uint64_t offset, llvm::Type* type) {
    const llvm::TypeSize bytes = layout.getTypeStoreSize(type);
    return !bytes.isScalable() && offset + bytes.getFixedValue() <= size;
  };
  while (!work.empty()) {
    const auto [value, offset] = work.pop_back_val();
    for (const llvm::Use& use : value->uses()) {
      const llvm::User* user = use.getUser();
      if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
        if (!fits(offset, load->getType())) return false;
      } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        if (store->getValueOperand() == value || !fits(offset, store->getValueOperand()->getType())) return false;
      } else if (const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
        llvm::APInt more(64, 0);
        if (!gep->accumulateConstantOffset(layout, more) || more.isNegative()) return false;
        const std::uint64_t next = offset + more.getZExtValue();
        if (next > size) return false;
        work.push_back({gep, next});
      } else if (const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(user)) {
        const auto* length = llvm::dyn_cast<llvm::ConstantInt>(memory->getLength());
        if (length == nullptr || length->getZExtValue() > size - offset) return false;
      } else if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user)) {
        const std::optional<Mark> mark = markOf(*intrinsic);
        if (mark && mark->kind == MarkKind::Cast) return false;  // the runtime has to know its type
        if (!intrinsic->isLifetimeStartOrEnd() && !llvm::isa<llvm::DbgInfoIntrinsic>(intrinsic) && !mark) return false;
      } else {
        return false;
      }
    }
  }
  return true;
}

std::uint64_t sizeOf(const llvm::AllocaInst& local, const llvm::DataLayout& layout) {
  const auto size = local.getAllocationSize(layout);
  return size && !size->isScalable() ? size->getFixedValue() : 0;
}

std::uint64_t guardBehind(std::uint64_t size) {
  return llvm::alignTo(std::min(std::max(size / 8, kGuard), kMostGuard), kGuard);
}

using Flags = llvm::SmallVector<std::uint8_t, 64>;

// The bytes that are set by stores right after the lifetime of a variable begins, before anything could read them.
llvm::BitVector writtenFrom(const llvm::Instruction* at, const llvm::AllocaInst& local, std::uint64_t size,
                            const llvm::DataLayout& layout) {
  llvm::BitVector written(static_cast<unsigned>(size));
  for (; at != nullptr && !at->isTerminator(); at = at->getNextNode()) {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(at)) {
      llvm::APInt offset(64, 0);
      const llvm::Value* base = store->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
      const std::uint64_t bytes = layout.getTypeStoreSize(store->getValueOperand()->getType()).getFixedValue();
      const auto* source = llvm::dyn_cast<llvm::LoadInst>(store->getValueOperand());
      if (base != &local || (source != nullptr && (isUnsetValue(*source) || isEndedValue(*source)))) continue;
      if (!offset.isNegative() && offset.ule(size) && bytes <= size - offset.getZExtValue()) {
        const auto from = static_cast<unsigned>(offset.getZExtValue());
        written.set(from, from + static_cast<unsigned>(bytes));
      }
      continue;
    }
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(at)) {
      if (llvm::getUnderlyingObject(load->getPointerOperand()) == &local) break;
      continue;
    }
    const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(at);
    if (intrinsic != nullptr && (intrinsic->isLifetimeStartOrEnd() || llvm::isa<llvm::DbgInfoIntrinsic>(intrinsic)))
      continue;
    if (at->mayReadOrWriteMemory()) break;
  }
  return written;
}

Flags openFlags(const StackVariable& variable) {
  Flags flags;
  for (std::uint64_t at = 0; at < variable.size; at += abi::kGranule) {
    const std::uint64_t end = std::min(at + abi::kGranule, variable.size);
    bool is_written = true;
    for (std::uint64_t i = at; i < end; ++i) is_written = is_written && variable.written[static_cast<unsigned>(i)];
    flags.push_back(static_cast<std::uint8_t>((end - at) % abi::kGranule | (is_written ? 0u : abi::kUnsetFlag)));
  }
  return flags;
}

Flags closedFlags(std::uint64_t bytes, abi::Use why) {
  return Flags((bytes + abi::kGranule - 1) / abi::kGranule, static_cast<std::uint8_t>(why));
}

}  // namespace

void FunctionInstrumenter::collectVariables() {
  for (llvm::Instruction& instruction : function_.getEntryBlock()) {
    auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (local == nullptr || !local->isStaticAlloca() || local->isSwiftError() || local->isUsedWithInAlloca()) continue;
    const std::uint64_t size = sizeOf(*local, context_.layout);
    if (size == 0) continue;
    llvm::SmallVector<llvm::IntrinsicInst*, 2> scope = scopeOf(*local);
    const bool begins_unset = takeUnsetMarks(*local);
    if (!begins_unset && staysInside(*local, size, context_.layout) && !isUsedAfterScope(*local, scope)) continue;
    llvm::BitVector written(static_cast<unsigned>(size), true);
    if (begins_unset) {
      bool has_begin = false;
      for (const llvm::IntrinsicInst* marker : scope) {
        if (!beginsScope(*marker)) continue;
        has_begin = true;
        written &= writtenFrom(marker->getNextNode(), *local, size, context_.layout);
      }
      if (!has_begin) written &= writtenFrom(&*local->getParent()->begin(), *local, size, context_.layout);
    }
    frame_.variables.push_back({local, size, 0, scope, written});
    frame_.is_kept |= llvm::PointerMayBeCaptured(local, /*ReturnCaptures=*/true, /*StoreCaptures=*/true);
  }
  layOutFrame();
}

void FunctionInstrumenter::layOutFrame() {
  if (frame_.variables.empty()) return;
  std::uint64_t offset = kGuard;
  for (StackVariable& variable : frame_.variables) {
    const llvm::Align alignment = std::max(variable.local->getAlign(), llvm::Align(16));
    frame_.alignment = std::max(frame_.alignment, alignment);
    variable.offset = llvm::alignTo(offset, alignment);
    offset = llvm::alignTo(variable.offset + variable.size + guardBehind(variable.size), kGuard);
  }
  frame_.size = llvm::alignTo(offset, frame_.alignment);
}

// Stores 8 flags at once; uses a fill if many are equal.
void FunctionInstrumenter::setFlags(llvm::IRBuilder<>& builder, llvm::Value* flags, std::uint64_t from,
                                    llvm::ArrayRef<std::uint8_t> bytes) {
  constexpr std::size_t kMany = 64;
  for (std::size_t at = 0; at < bytes.size();) {
    std::size_t alike = 1;
    while (at + alike < bytes.size() && bytes[at + alike] == bytes[at]) ++alike;
    llvm::Value* place = builder.CreatePtrAdd(flags, u64(from + at));
    if (alike >= kMany) {
      builder.CreateMemSet(place, builder.getInt8(bytes[at]), alike, llvm::MaybeAlign(1));
      at += alike;
      continue;
    }
    std::size_t width = 8;
    while (width > bytes.size() - at) width /= 2;
    std::uint64_t together = 0;
    for (std::size_t i = 0; i < width; ++i) together |= std::uint64_t{bytes[at + i]} << (8 * i);
    builder.CreateAlignedStore(builder.getIntN(static_cast<unsigned>(8 * width), together), place, llvm::Align(1));
    at += width;
  }
}

llvm::Constant* FunctionInstrumenter::describe(const StackVariable& variable) {
  llvm::StringRef name, file;
  unsigned line = 0;
  const llvm::DIType* type = nullptr;
  const auto take = [&](const llvm::DILocalVariable* described) {
    name = described->getName();
    type = described->getType();
    file = described->getFilename();
    line = described->getLine();
  };
  for (const llvm::DbgVariableRecord* record : llvm::findDVRDeclares(variable.local)) take(record->getVariable());
  for (const llvm::DbgDeclareInst* declaration : llvm::findDbgDeclares(variable.local))
    take(declaration->getVariable());
  for (const llvm::DbgVariableRecord* record : llvm::at::getDVRAssignmentMarkers(variable.local)) {
    take(record->getVariable());
  }
  for (const llvm::DbgAssignIntrinsic* assigned : llvm::at::getAssignmentMarkers(variable.local)) {
    take(assigned->getVariable());
  }
  const auto text = [&](llvm::StringRef each) -> llvm::Constant* {
    return each.empty() ? null() : context_.sites.text(each);
  };
  return llvm::ConstantStruct::getAnon(
      {u64(variable.offset), u64(variable.size), text(name), text(file), u64(line), context_.types.of(type)});
}

// Pops frames of calls that ended without a return.
void FunctionInstrumenter::leaveForeignFrames(llvm::IRBuilder<>& builder) {
  llvm::Value* own = builder.CreateLoad(builder.getPtrTy(), own_stack_top_);
  llvm::Value* top = builder.CreateLoad(builder.getPtrTy(), context_.runtime.field(kStackTop));
  llvm::Instruction& next = *builder.GetInsertPoint();
  when(builder.CreateICmpNE(own, top), next,
       [&](llvm::IRBuilder<>& cold) { context_.runtime.emit(cold, RuntimeCall::call_frames_left, {own}); });
  builder.SetInsertPoint(&next);
}

void FunctionInstrumenter::replaceVariableArrays() {
  for (llvm::AllocaInst* array : variable_arrays_) {
    llvm::IRBuilder<> builder(array);
    const std::uint64_t each = context_.layout.getTypeAllocSize(array->getAllocatedType()).getFixedValue();
    llvm::Value* count = builder.CreateZExtOrTrunc(array->getArraySize(), builder.getInt64Ty());
    llvm::Value* size = builder.CreateMul(count, u64(each));
    const std::uint64_t alignment = std::max<std::uint64_t>(array->getAlign().value(), 32);
    llvm::Constant* description = describe({array, 0, 0, {}, {}});
    auto* variable = new llvm::GlobalVariable(context_.module, description->getType(), true,
                                              llvm::GlobalValue::PrivateLinkage, description, "__forall_variable");
    llvm::Value* memory =
        context_.runtime.emit(builder, RuntimeCall::call_variable_array, {size, u64(alignment), variable});
    llvm::Value* top = builder.CreateLoad(builder.getPtrTy(), context_.runtime.field(kStackTop));
    builder.CreateStore(top, own_stack_top_);
    array->replaceAllUsesWith(memory);
    array->eraseFromParent();
  }
}

void FunctionInstrumenter::makeFrame() {
  const bool has_frame = !frame_.variables.empty();
  if (has_frame) {
    // Described before their uses change.
    llvm::SmallVector<llvm::Constant*, 8> described;
    for (const StackVariable& variable : frame_.variables) described.push_back(describe(variable));
    auto* type = llvm::ArrayType::get(described.front()->getType(), described.size());
    auto* variables = new llvm::GlobalVariable(context_.module, type, true, llvm::GlobalValue::PrivateLinkage,
                                               llvm::ConstantArray::get(type, described), "__forall_variables");
    llvm::Constant* layout_value =
        llvm::ConstantStruct::getAnon({u64(frame_.size), u64(frame_.variables.size()), variables});
    auto* layout = new llvm::GlobalVariable(context_.module, layout_value->getType(), true,
                                            llvm::GlobalValue::PrivateLinkage, layout_value, "__forall_frame");

    llvm::Instruction& anchor = *entry_stack_top_;
    llvm::IRBuilder<> builder(&anchor);
    llvm::Value* frame = nullptr;   // a pointer
    llvm::Value* number = nullptr;  // its address
    if (frame_.is_kept) {
      const std::uint64_t room = frame_.size + (frame_.alignment.value() > 32 ? frame_.alignment.value() : 0);
      llvm::Value* next = builder.CreateLoad(builder.getInt64Ty(), context_.runtime.field(kNextFrame));
      llvm::Value* end = builder.CreateLoad(builder.getInt64Ty(), context_.runtime.field(kFramesEnd));
      llvm::Value* after = builder.CreateAdd(next, u64(room));
      llvm::Instruction* full = nullptr;
      llvm::Instruction* fits = nullptr;
      llvm::SplitBlockAndInsertIfThenElse(builder.CreateICmpUGT(after, end), &anchor, &full, &fits, unlikely_);
      builder.SetInsertPoint(full);
      llvm::Value* made = context_.runtime.emit(builder, RuntimeCall::call_frame_room, {u64(room)});
      builder.SetInsertPoint(fits);
      builder.CreateStore(after, context_.runtime.field(kNextFrame));
      builder.SetInsertPoint(&anchor);
      llvm::PHINode* place = builder.CreatePHI(builder.getInt64Ty(), 2);
      place->addIncoming(made, full->getParent());
      place->addIncoming(next, fits->getParent());
      number = place;
      if (room != frame_.size) {
        number = builder.CreateAnd(builder.CreateAdd(place, u64(frame_.alignment.value() - 1)),
                                   u64(~(frame_.alignment.value() - 1)));
      }
      frame = builder.CreateIntToPtr(number, builder.getPtrTy());
      builder.CreateStore(layout, frame);
    } else {
      llvm::BasicBlock& entry = function_.getEntryBlock();
      llvm::IRBuilder<> allocas(&entry, entry.begin());
      llvm::AllocaInst* memory = allocas.CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), frame_.size));
      memory->setAlignment(frame_.alignment);
      frame = memory;
      number = builder.CreatePtrToInt(frame, builder.getInt64Ty());
    }
    llvm::Value* flags = flagAddress(builder, number);

    Flags all = closedFlags(frame_.size, abi::Use::StackGuard);
    all[0] = static_cast<std::uint8_t>(abi::Use::FrameStart);
    for (const StackVariable& variable : frame_.variables) {
      const bool has_scope = llvm::any_of(variable.scope, [](auto* marker) { return beginsScope(*marker); });
      const Flags own = has_scope ? closedFlags(variable.size, abi::Use::OutOfScope) : openFlags(variable);
      llvm::copy(own, all.begin() + static_cast<std::ptrdiff_t>(variable.offset / abi::kGranule));
    }
    setFlags(builder, flags, 0, all);
    builder.SetInsertPoint(anchor.getNextNode());
    const auto slot = [&](std::uint64_t field) { return builder.CreatePtrAdd(&anchor, u64(field)); };
    builder.CreateStore(number, slot(offsetof(abi::StackFrame, address)));
    builder.CreateStore(layout, slot(offsetof(abi::StackFrame, layout)));
    builder.CreateStore(
        u64(static_cast<std::uint64_t>(frame_.is_kept ? abi::FrameKind::Kept : abi::FrameKind::OnStack)),
        slot(offsetof(abi::StackFrame, kind)));
    llvm::Value* own = slot(sizeof(abi::StackFrame));
    builder.CreateStore(own, context_.runtime.field(kStackTop));
    // The first store of this variable is that of the top at entry, right after it.
    llvm::Instruction* first_store = nullptr;
    for (llvm::User* user : own_stack_top_->users()) {
      auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
      if (store != nullptr && store->getValueOperand() == &anchor) first_store = store;
    }
    first_store->setOperand(0, own);

    for (StackVariable& variable : frame_.variables) {
      const std::uint64_t at = variable.offset / abi::kGranule;
      for (llvm::IntrinsicInst* marker : variable.scope) {
        llvm::IRBuilder<> scope(marker);
        setFlags(scope, flags, at,
                 beginsScope(*marker) ? openFlags(variable) : closedFlags(variable.size, abi::Use::OutOfScope));
        marker->eraseFromParent();
      }
      builder.SetInsertPoint(first_store);
      variable.local->replaceAllUsesWith(builder.CreatePtrAdd(frame, u64(variable.offset)));
      variable.local->eraseFromParent();
    }
    for (llvm::Instruction* exit : exits_) {
      builder.SetInsertPoint(exit);
      if (frame_.is_kept) {
        setFlags(builder, flags, 1, closedFlags(frame_.size - abi::kGranule, abi::Use::Returned));
      } else {
        setFlags(builder, flags, 0, Flags(frame_.size / abi::kGranule, 0));
      }
    }
  }
  if (!has_frame && variable_arrays_.empty()) return;
  for (llvm::Instruction* exit : exits_) {
    llvm::IRBuilder<> builder(exit);
    if (variable_arrays_.empty()) {
      builder.CreateStore(entry_stack_top_, context_.runtime.field(kStackTop));
    } else {
      context_.runtime.emit(builder, RuntimeCall::call_frames_left, {entry_stack_top_});
    }
  }
}

}  // namespace forall::instrument
