// Calls: how ids are passed to a callee and back (the protocol is described at abi::TargetState).
//
//   instrumented here   ids are stored on a cold path, if one is not 0
//   model               the same: a function of the runtime that follows the protocol; it also gets the call's place
//   unknown             ids and the tag are always stored; a tag that is still set afterwards means that the callee was
//                       not instrumented, and the runtime puts it in the ledger
//   reader              as a model, which checks the memory that is read; functions that link nodes are called natively
//                       unless memory is symbolic or their nodes may not be used
//   harmless            symbolic arguments are decided
//   printing            runs suspended; text that it returns costs a ledger line
#include <llvm/IR/InlineAsm.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "instrument/casts.h"
#include "instrument/instrumenter.h"
#include "instrument/object_types.h"
#include "instrument/stand_in_thunks.h"

namespace forall::instrument {

namespace {

constexpr std::uint64_t kArgumentTag = offsetof(abi::TargetState, argument_callee);
constexpr std::uint64_t kResultTag = offsetof(abi::TargetState, result_callee);
constexpr std::uint64_t kSuspended = offsetof(abi::TargetState, suspended);
constexpr std::uint64_t kSymbolicBytes = offsetof(abi::TargetState, symbolic_bytes);
constexpr std::uint64_t kCallSite = offsetof(abi::TargetState, call_site);
constexpr std::uint64_t kIndirectSite = offsetof(abi::TargetState, indirect_site);
constexpr std::uint64_t kArguments = offsetof(abi::TargetState, arguments);

std::string nameOf(const llvm::Function* callee) {
  return callee != nullptr ? callee->getName().str() : "indirect call";
}

// Not 0 if a function of <ctype.h> may not be called with the value.
llvm::Value* isNoCharacter(llvm::IRBuilder<>& builder, llvm::Value* value) {
  llvm::Constant* end = llvm::ConstantInt::get(value->getType(), 256);
  llvm::Value* shifted = builder.CreateAdd(value, llvm::ConstantInt::get(value->getType(), 1));
  return builder.CreateZExt(builder.CreateICmpUGT(shifted, end), builder.getInt32Ty());
}

}  // namespace

std::uint64_t byValueLeaves(std::uint64_t bytes) { return (bytes + 7) / 8; }

llvm::Instruction* FunctionInstrumenter::afterCall(llvm::CallBase& call) {
  if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call)) {
    // before: invoke ... to %next        after: invoke ... to %edge;  edge: br %next
    llvm::BasicBlock* next = invoke->getNormalDest();
    llvm::BasicBlock* edge = llvm::BasicBlock::Create(function_.getContext(), "", &function_, next);
    llvm::BranchInst* jump = llvm::BranchInst::Create(next, edge);
    jump->setDebugLoc(call.getDebugLoc());
    invoke->setNormalDest(edge);
    next->replacePhiUsesWith(invoke->getParent(), edge);
    return jump;
  }
  llvm::Instruction* next = call.getNextNode();
  return call.doesNotReturn() || llvm::isa<llvm::UnreachableInst>(next) ? nullptr : next;
}

void FunctionInstrumenter::byValueIds(llvm::CallBase& call, unsigned index, ArgumentIds& result) {
  llvm::Value* address = call.getArgOperand(index);
  const std::uint64_t bytes = context_.layout.getTypeAllocSize(call.getParamByValType(index)).getFixedValue();
  concretize(call, {id(address)}, abi::LedgerKind::ConcretizedAddress, "argument passed by value");
  for (std::uint64_t done = 0; done < bytes; done += 8) {
    llvm::IRBuilder<> builder(&call);
    llvm::Value* place = done == 0 ? address : builder.CreatePtrAdd(address, u64(done));
    result.ids.push_back(
        loadLeaf(call, place, u32(0), std::min<std::uint64_t>(8, bytes - done), llvm::Align(1), hint(address), false));
  }
}

FunctionInstrumenter::ArgumentIds FunctionInstrumenter::argumentIds(llvm::CallBase& call) {
  ArgumentIds result;
  const unsigned fixed = call.getFunctionType()->getNumParams();
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    if (call.isByValArgument(i)) {
      byValueIds(call, i, result);
    } else {
      llvm::append_range(i < fixed ? static_cast<llvm::SmallVectorImpl<llvm::Value*>&>(result.ids) : result.variadic,
                         ids(call.getArgOperand(i)));
    }
  }
  if (result.ids.size() > abi::kMaxArguments) {
    result.variadic.append(result.ids.begin() + abi::kMaxArguments, result.ids.end());
    result.ids.truncate(abi::kMaxArguments);
  }
  return result;
}

void FunctionInstrumenter::storeArguments(llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> ids,
                                          llvm::Value* callee) {
  for (unsigned i = 0; i < ids.size(); ++i) {
    builder.CreateStore(ids[i], context_.runtime.field(kArguments + i * sizeof(std::uint32_t)));
  }
  builder.CreateStore(callee, context_.runtime.field(kArgumentTag));
}

void FunctionInstrumenter::takeResult(llvm::CallBase& call, llvm::Instruction& before, llvm::Value* callee) {
  const LeafList& leaves = context_.leaves.of(call.getType());
  llvm::IRBuilder<> builder(&before);
  llvm::Value* tag = builder.CreateLoad(builder.getPtrTy(), context_.runtime.field(kResultTag));
  llvm::BasicBlock* head = before.getParent();
  llvm::BasicBlock* cold_end = nullptr;
  Ids taken;
  when(builder.CreateIsNotNull(tag), before, [&](llvm::IRBuilder<>& cold) {
    cold.CreateStore(null(), context_.runtime.field(kResultTag));
    llvm::Instruction& end = *cold.GetInsertPoint();
    llvm::Value* own = cold.CreateICmpEQ(tag, callee);
    when(cold.CreateNot(own), end, [&](llvm::IRBuilder<>& foreign) {
      emitConcretize(foreign, context_.sites.place(call, abi::SiteKind::Call), abi::LedgerKind::ConcretizedCall,
                     "uninstrumented code got a symbolic result");
    });
    cold.SetInsertPoint(&end);
    for (unsigned i = 0; i < leaves.size(); ++i) {
      if (leaves[i].width == 0 || i >= abi::kMaxResults || !isSymbolic(&call)) {
        taken.push_back(u32(0));
        continue;
      }
      taken.push_back(ifSymbolic(end, {cold.CreateZExt(own, cold.getInt32Ty())}, u32(0), [&](llvm::IRBuilder<>& inner) {
        const auto [low, high] = bits(inner, leafValue(inner, &call, leaves[i]));
        return context_.runtime.emit(inner, RuntimeCall::call_result, {u32(i), low, high});
      }));
      cold.SetInsertPoint(&end);
    }
    cold_end = end.getParent();
  });
  if (!isSymbolic(&call)) return;
  Ids merged;
  builder.SetInsertPoint(before.getParent(), before.getParent()->begin());
  for (llvm::Value* leaf_id : taken) {
    llvm::PHINode* phi = builder.CreatePHI(builder.getInt32Ty(), 2);
    phi->addIncoming(leaf_id, cold_end);
    phi->addIncoming(u32(0), head);
    merged.push_back(phi);
  }
  setIds(call, std::move(merged));
}

void FunctionInstrumenter::reportExternal(llvm::CallBase& call, llvm::Instruction& before, llvm::Function* callee,
                                          llvm::ArrayRef<llvm::Value*> ids, llvm::Value* site) {
  llvm::IRBuilder<> builder(&before);
  llvm::Value* tag = builder.CreateLoad(builder.getPtrTy(), context_.runtime.field(kArgumentTag));
  when(builder.CreateIsNotNull(tag), before, [&](llvm::IRBuilder<>& cold) {
    cold.CreateStore(null(), context_.runtime.field(kArgumentTag));
    llvm::Constant* name = callee != nullptr ? context_.sites.text(callee->getName()) : null();
    context_.runtime.emit(cold, RuntimeCall::call_external_returned, {call.getCalledOperand(), name, site});
    giveAway(cold, call);
    leaveForeignFrames(cold);
    llvm::Instruction& end = *cold.GetInsertPoint();
    whenSymbolic(end, ids, [&](llvm::IRBuilder<>& inner) {
      emitConcretize(inner, site, abi::LedgerKind::ConcretizedCall, nameOf(callee));
    });
  });
}

// Code that is not instrumented may write to memory that it gets pointers to.
void FunctionInstrumenter::giveAway(llvm::IRBuilder<>& builder, llvm::CallBase& call) {
  const llvm::Function* callee = calledFunction(call);
  const bool is_deep = callee == nullptr || !context_.known.isShallow(*callee);
  for (llvm::Value* argument : call.args()) {
    if (!argument->getType()->isPointerTy() || llvm::isa<llvm::Constant>(argument)) continue;
    context_.runtime.emit(builder, RuntimeCall::call_given, {argument, builder.getInt1(is_deep)});
  }
}

void FunctionInstrumenter::clearReturnSlot(llvm::CallBase& call) {
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    llvm::Type* type = call.getParamStructRetType(i);
    if (type == nullptr) continue;
    llvm::IRBuilder<> builder(&call);
    whenSymbolic(call, {builder.CreateLoad(builder.getInt32Ty(), context_.runtime.field(kSymbolicBytes))},
                 [&](llvm::IRBuilder<>& cold) {
                   const std::uint64_t size = context_.layout.getTypeAllocSize(type).getFixedValue();
                   context_.runtime.emit(cold, RuntimeCall::call_return_slot, {call.getArgOperand(i), u64(size)});
                 });
  }
}

// A model is told where it is called, and so is a thunk, which asks the runtime for its caller; any call through a
// pointer may be to a thunk. The method that a thunk calls has the thunk's place. Returns the place for the ledger.
llvm::Value* FunctionInstrumenter::tellPlace(llvm::CallBase& call, CalleeKind kind, const llvm::Function* callee) {
  const bool is_in_thunk = isThunk(function_);
  const bool is_told = kind == CalleeKind::Model || (callee != nullptr && isThunk(*callee));
  const bool is_needed = is_told ? !context_.sites.isModel() : kind == CalleeKind::Unknown;
  if (!is_in_thunk && !is_needed) return nullptr;
  llvm::GlobalVariable* own = context_.sites.place(call, abi::SiteKind::Call);
  llvm::Constant* told = context_.runtime.field(kCallSite);
  llvm::IRBuilder<> builder(&call);
  if (callee == nullptr && context_.has_stand_ins) builder.CreateStore(own, context_.runtime.field(kIndirectSite));
  if (!is_in_thunk && is_told) builder.CreateStore(own, told);
  if (!is_in_thunk || is_told) return own;
  llvm::Value* place = builder.CreateLoad(builder.getPtrTy(), told);
  builder.CreateStore(null(), told);
  return builder.CreateSelect(builder.CreateIsNull(place), own, place);
}

// The code that follows uses the one value that it has on this path.
void FunctionInstrumenter::decide(llvm::Instruction& before, llvm::Value* value, llvm::Value* value_id,
                                  abi::SiteKind site, abi::DecisionKind kind) {
  whenSymbolic(before, {value_id}, [&](llvm::IRBuilder<>& builder) {
    const auto [low, high] = bits(builder, value);
    context_.runtime.emit(
        builder, RuntimeCall::call_decide,
        {value_id, low, high, u32(static_cast<unsigned>(kind)), context_.sites.decision(before, site)});
  });
}

// Before a function is called through a pointer, or its code is read.
void FunctionInstrumenter::decideCallee(llvm::Instruction& before, llvm::Value* address) {
  decide(before, address, id(address), abi::SiteKind::Call, abi::DecisionKind::Callee);
  llvm::IRBuilder<> builder(&before);
  when(builder.CreateIsNull(address), before, [&](llvm::IRBuilder<>& cold) {
    context_.runtime.emit(cold, RuntimeCall::call_check_failed,
                          {context_.sites.decision(before, abi::SiteKind::Check, abi::Fault::NullDereference)});
  });
}

void FunctionInstrumenter::callProtocol(llvm::CallBase& call, CalleeKind kind, llvm::Function* callee) {
  llvm::Value* address = call.getCalledOperand();
  if (callee == nullptr) decideCallee(call, address);
  ArgumentIds arguments = argumentIds(call);
  const bool mismatched = callee != nullptr && callee->getFunctionType() != call.getFunctionType();
  if (mismatched) {
    // The leaves of the two types do not correspond, so no id can be passed.
    arguments.variadic.append(arguments.ids.begin(), arguments.ids.end());
    std::fill(arguments.ids.begin(), arguments.ids.end(), u32(0));
    kind = CalleeKind::Unknown;
  }
  // A model with variadic arguments handles them itself.
  if (kind != CalleeKind::Model) {
    concretize(call, arguments.variadic, abi::LedgerKind::ConcretizedCall, nameOf(callee), abi::SiteKind::Call);
  }
  // A model that returns an object writes it as uninstrumented code does.
  if (kind == CalleeKind::Model && call.arg_size() > 0 && call.paramHasAttr(0, llvm::Attribute::StructRet)) {
    llvm::IRBuilder<> builder(&call);
    context_.runtime.emit(builder, RuntimeCall::call_given, {call.getArgOperand(0), builder.getTrue()});
  }
  llvm::Value* place = tellPlace(call, kind, callee);
  if (kind == CalleeKind::Unknown) {
    clearReturnSlot(call);
    llvm::IRBuilder<> builder(&call);
    storeArguments(builder, arguments.ids, address);
  } else {
    whenSymbolic(call, arguments.ids, [&](llvm::IRBuilder<>& cold) { storeArguments(cold, arguments.ids, address); });
  }
  if (call.isMustTailCall()) {
    leaveFunction(call);
    return;
  }
  const bool has_result = context_.leaves.tracked(call.getType());
  const bool tag_may_stay = kind == CalleeKind::Unknown;
  if (!has_result && !tag_may_stay) return;
  llvm::Instruction* after = afterCall(call);
  if (after == nullptr) return;
  if (tag_may_stay) reportExternal(call, *after, callee, arguments.ids, place);
  takeResult(call, *after, mismatched ? null() : address);
}

void FunctionInstrumenter::callPrinting(llvm::CallBase& call) {
  clearReturnSlot(call);
  llvm::IRBuilder<> builder(&call);
  giveAway(builder, call);
  const llvm::Function* callee = calledFunction(call);
  if (KnownCalls::givesText(*callee)) {
    llvm::Value* bytes = builder.CreateLoad(builder.getInt32Ty(), context_.runtime.field(kSymbolicBytes));
    concretize(call, {bytes}, abi::LedgerKind::ConcretizedCall, nameOf(callee), abi::SiteKind::Call);
    builder.SetInsertPoint(&call);
  }
  llvm::Constant* suspended = context_.runtime.field(kSuspended);
  llvm::Value* level = builder.CreateLoad(builder.getInt32Ty(), suspended);
  builder.CreateStore(builder.CreateAdd(level, u32(1)), suspended);
  llvm::Instruction* after = afterCall(call);
  if (after == nullptr) return;
  builder.SetInsertPoint(after);
  builder.CreateStore(level, suspended);
  builder.CreateStore(null(), context_.runtime.field(kResultTag));
}

void FunctionInstrumenter::callHarmless(llvm::CallBase& call) {
  for (llvm::Value* argument : call.args()) {
    const Ids argument_ids = ids(argument);
    const LeafList& leaves = context_.leaves.of(argument->getType());
    for (unsigned i = 0; i < leaves.size(); ++i) {
      whenSymbolic(call, {argument_ids[i]}, [&](llvm::IRBuilder<>& builder) {
        const auto [low, high] = bits(builder, leafValue(builder, argument, leaves[i]));
        context_.runtime.emit(builder, RuntimeCall::call_decide,
                              {argument_ids[i], low, high, u32(static_cast<unsigned>(abi::DecisionKind::Value)),
                               context_.sites.decision(call, abi::SiteKind::Call)});
      });
    }
  }
  clearReturnSlot(call);
  llvm::IRBuilder<> builder(&call);
  giveAway(builder, call);
}

// before: %r = call @strlen(%s)        after: if (symbolic_bytes | ids) %m = call @model(%s) else %n = call @strlen(%s)
//                                             %r = phi [ %m ], [ %n ]
void FunctionInstrumenter::callReader(llvm::CallBase& call, llvm::Function& callee) {
  llvm::Function* model =
      context_.runtime.model(context_.known.replacement(callee.getName()), callee.getFunctionType());
  const bool is_checked = !KnownCalls::isPure(callee) && !KnownCalls::linksNodes(callee);
  if (is_checked || !llvm::isa<llvm::CallInst>(call) || call.getFunctionType() != callee.getFunctionType()) {
    call.setCalledOperand(model);
    return callProtocol(call, CalleeKind::Model, model);
  }
  llvm::IRBuilder<> builder(&call);
  llvm::SmallVector<llvm::Value*, 4> tests;
  if (!KnownCalls::isPure(callee)) tests.push_back(symbolicBytes(call));
  for (llvm::Value* argument : call.args()) {
    llvm::append_range(tests, ids(argument));
    if (KnownCalls::isPure(callee)) tests.push_back(isNoCharacter(builder, argument));
    if (argument->getType()->isPointerTy()) tests.push_back(flag(builder, argument, abi::kGranule, llvm::Align(8)));
  }
  llvm::Instruction* after = call.getNextNode();
  llvm::Instruction* cold_end = nullptr;
  llvm::Instruction* native_end = nullptr;
  llvm::Value* tested = any(builder, tests);
  if (tested == nullptr) return setIds(call, {u32(0)});
  llvm::Value* symbolic = builder.CreateICmpNE(tested, u32(0));
  llvm::SplitBlockAndInsertIfThenElse(symbolic, &call, &cold_end, &native_end, unlikely_);
  auto* modeled = llvm::cast<llvm::CallInst>(call.clone());
  modeled->setCalledFunction(model);
  modeled->insertBefore(cold_end);
  call.moveBefore(native_end);
  if (call.getType()->isVoidTy()) return callProtocol(*modeled, CalleeKind::Model, model);
  builder.SetInsertPoint(after->getParent(), after->getParent()->begin());
  llvm::PHINode* result = builder.CreatePHI(call.getType(), 2);
  call.replaceAllUsesWith(result);
  symbolic_.add(modeled);
  symbolic_.add(result);
  callProtocol(*modeled, CalleeKind::Model, model);
  result->addIncoming(modeled, cold_end->getParent());
  result->addIncoming(&call, native_end->getParent());
  llvm::PHINode* result_id = builder.CreatePHI(builder.getInt32Ty(), 2);
  result_id->addIncoming(id(modeled), cold_end->getParent());
  result_id->addIncoming(u32(0), native_end->getParent());
  setIds(*result, {result_id});
}

void FunctionInstrumenter::callAssembly(llvm::CallBase& call) {
  llvm::SmallVector<llvm::Value*, 4> operands;
  for (llvm::Value* argument : call.args()) llvm::append_range(operands, ids(argument));
  concretize(call, operands, abi::LedgerKind::UnsupportedCode, "inline assembly");
  const auto* assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  if (assembly->getAsmString().empty() || call.doesNotAccessMemory()) return;
  llvm::IRBuilder<> builder(&call);
  giveAway(builder, call);
  llvm::Value* bytes = builder.CreateLoad(builder.getInt32Ty(), context_.runtime.field(kSymbolicBytes));
  concretize(call, {bytes}, abi::LedgerKind::UnsupportedCode, "inline assembly");
}

// An intrinsic that may throw is not an IntrinsicInst: resuming and destroying a coroutine, whose code is not
// instrumented.
void FunctionInstrumenter::callIntrinsic(llvm::CallBase& call, llvm::Function& callee) {
  llvm::SmallVector<llvm::Value*, 4> operands;
  for (llvm::Value* argument : call.args()) llvm::append_range(operands, ids(argument));
  llvm::IRBuilder<> builder(&call);
  operands.push_back(builder.CreateLoad(builder.getInt32Ty(), context_.runtime.field(kSymbolicBytes)));
  concretize(call, operands, abi::LedgerKind::UnsupportedCode, callee.getName());
}

// What the answer depends on is decided, so it is a constant on this path.
void FunctionInstrumenter::askForType(llvm::CallBase& call) {
  if (usesPending(call)) flush(call);
  call.setArgOperand(1, id(call.getArgOperand(0)));
  call.setArgOperand(3, context_.sites.decision(call, abi::SiteKind::Call));
}

void FunctionInstrumenter::visitCallBase(llvm::CallBase& call) {
  if (call.isInlineAsm()) return callAssembly(call);
  if (llvm::isa<llvm::CallBrInst>(call)) return visitInstruction(call);
  llvm::Function* callee = calledFunction(call);
  if (callee != nullptr && callee->isIntrinsic()) return callIntrinsic(call, *callee);
  if (call.hasFnAttr(llvm::Attribute::ReturnsTwice)) {
    // Ids in registers are stale after the second return.
    llvm::IRBuilder<> builder(&call);
    emitConcretize(builder, context_.sites.place(call, abi::SiteKind::Call), abi::LedgerKind::UnsupportedCode,
                   nameOf(callee));
    if (llvm::Instruction* after = afterCall(call)) {
      builder.SetInsertPoint(after);
      leaveForeignFrames(builder);
    }
  }
  if (isMathCall(call)) return callMath(llvm::cast<llvm::CallInst>(call));
  if (callee != nullptr && callee->getName() == kHasType) return askForType(call);
  const bool makes_object =
      callee != nullptr && (callee->getName().starts_with("__forall_model_new") || callee->getName() == kIsMade);
  if (makes_object) noteAllocatedType(call);
  const CalleeKind kind = callee != nullptr ? context_.known.kind(*callee) : CalleeKind::Unknown;
  if (callee != nullptr && callee->isDeclaration()) checkPrinted(call, *callee);
  switch (kind) {
    case CalleeKind::Printing: return callPrinting(call);
    case CalleeKind::Harmless: return callHarmless(call);
    case CalleeKind::Reader: return callReader(call, *callee);
    case CalleeKind::Output: return callOutput(call, *callee);
    case CalleeKind::Environment: return callEnvironment(call, *callee);
    default: return callProtocol(call, kind, callee);
  }
}

}  // namespace forall::instrument
