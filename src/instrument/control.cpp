// Branches, switches, phis, returns and landing pads; branch coverage.
#include "instrument/instrumenter.h"
#include "instrument/source_branches.h"

namespace forall::instrument {

namespace {

constexpr std::uint64_t kArgumentTag = offsetof(abi::TargetState, argument_callee);
constexpr std::uint64_t kResultTag = offsetof(abi::TargetState, result_callee);
constexpr std::uint64_t kSuspended = offsetof(abi::TargetState, suspended);
constexpr std::uint64_t kResults = offsetof(abi::TargetState, results);

}  // namespace

void FunctionInstrumenter::visitPHINode(llvm::PHINode& phi) {
  if (!isSymbolic(&phi)) return;
  llvm::IRBuilder<> builder(&phi);
  Ids shadow;
  for (const Leaf& leaf : context_.leaves.of(phi.getType())) {
    shadow.push_back(leaf.width == 0 ? static_cast<llvm::Value*>(u32(0))
                                     : builder.CreatePHI(builder.getInt32Ty(), phi.getNumIncomingValues()));
  }
  setIds(phi, std::move(shadow));
  phis_.push_back(&phi);
}

// Splitting blocks kept the original phis right, so the shadows follow them.
void FunctionInstrumenter::fillPhis() {
  for (llvm::PHINode* phi : phis_) {
    const Ids shadow = ids(phi);
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      const Ids incoming = ids(phi->getIncomingValue(i));
      for (unsigned leaf = 0; leaf < shadow.size(); ++leaf) {
        if (auto* leaf_phi = llvm::dyn_cast<llvm::PHINode>(shadow[leaf])) {
          leaf_phi->addIncoming(incoming[leaf], phi->getIncomingBlock(i));
        }
      }
    }
  }
}

// The macros of GoogleTest branch to code that prints: that is not a branch of the code under test.
bool FunctionInstrumenter::isAssertion(const llvm::BranchInst& branch) const {
  return llvm::any_of(branch.successors(), [&](const llvm::BasicBlock* block) {
    for (const llvm::Instruction& instruction : *block) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call)) continue;
      const llvm::Function* callee = calledFunction(*call);
      return callee != nullptr && context_.known.isPrinting(*callee);
    }
    return false;
  });
}

void FunctionInstrumenter::cover(llvm::Instruction& before, llvm::GlobalVariable* site, llvm::Value* direction) {
  llvm::IRBuilder<> builder(&before);
  llvm::Constant* field =
      llvm::ConstantExpr::getInBoundsGetElementPtr(builder.getInt8Ty(), site, u64(offsetof(abi::StaticSite, covered)));
  llvm::Value* covered = builder.CreateLoad(builder.getInt64Ty(), field);
  llvm::Value* bit = direction;
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(direction))
    bit = u64(std::min<std::uint64_t>(constant->getZExtValue(), 63));
  llvm::Value* seen = builder.CreateTrunc(builder.CreateLShr(covered, bit), builder.getInt1Ty());
  when(builder.CreateNot(seen), before, [&](llvm::IRBuilder<>& cold) {
    context_.runtime.emit(cold, RuntimeCall::call_cover, {site, cold.CreateTrunc(direction, cold.getInt32Ty())});
  });
}

void FunctionInstrumenter::visitBranchInst(llvm::BranchInst& branch) {
  if (branch.isUnconditional()) return flush(branch);
  llvm::Value* condition = branch.getCondition();
  const abi::Fault fault = checkGuardedBy(branch);
  const bool counted = fault == abi::Fault::None && context_.sites.isCounted(branch) && !isAssertion(branch);
  llvm::GlobalVariable* site = nullptr;
  const auto here = [&] {
    const abi::SiteKind kind = fault != abi::Fault::None ? abi::SiteKind::Check : abi::SiteKind::Branch;
    if (site == nullptr) site = context_.sites.decision(branch, kind, fault, counted ? 2 : 0);
    return site;
  };
  if (fault != abi::Fault::None) {
    for (const llvm::BasicBlock* successor : branch.successors()) {
      if (trapIn(*successor) != nullptr) trap_sites_[successor] = here();
    }
  }
  const auto decide = [&](llvm::IRBuilder<>& cold) {
    context_.runtime.emit(cold, RuntimeCall::call_branch, {id(condition), condition, here()});
  };
  if (usesPending(branch)) {
    flushInto(branch, {}, [&](llvm::IRBuilder<>& cold) {
      whenSymbolic(*cold.GetInsertPoint(), {id(condition)}, decide);
      return nullptr;
    });
  } else {
    flush(branch);
    whenSymbolic(branch, {id(condition)}, decide);
  }
  if (counted) {
    llvm::IRBuilder<> builder(&branch);
    llvm::Value* side = isTurnedRound(branch) ? builder.CreateNot(condition) : condition;
    cover(branch, here(), builder.CreateZExt(side, builder.getInt64Ty()));
  }
}

// A block per direction tests and sets its bit:  switch -> %covered -> %destination
void FunctionInstrumenter::coverSwitch(llvm::SwitchInst& instruction, llvm::GlobalVariable* site,
                                       llvm::ArrayRef<llvm::BasicBlock*> directions) {
  for (unsigned direction = 0; direction < directions.size(); ++direction) {
    llvm::BasicBlock* destination = directions[direction];
    llvm::BasicBlock* edge = llvm::BasicBlock::Create(function_.getContext(), "", &function_, destination);
    llvm::BranchInst* jump = llvm::BranchInst::Create(destination, edge);
    jump->setDebugLoc(instruction.getDebugLoc());
    for (llvm::PHINode& phi : destination->phis()) {
      llvm::Value* value = phi.getIncomingValueForBlock(instruction.getParent());
      phi.removeIncomingValueIf([&](unsigned i) { return phi.getIncomingBlock(i) == instruction.getParent(); }, false);
      phi.addIncoming(value, edge);
    }
    for (unsigned i = 0; i < instruction.getNumSuccessors(); ++i) {
      if (instruction.getSuccessor(i) == destination) instruction.setSuccessor(i, edge);
    }
    cover(*jump, site, u64(direction));
  }
}

void FunctionInstrumenter::visitSwitchInst(llvm::SwitchInst& instruction) {
  llvm::Value* condition = instruction.getCondition();
  llvm::Value* condition_id = id(condition);
  // Direction 0 is the default; each other destination has the next number.
  llvm::SmallVector<llvm::BasicBlock*, 8> directions{instruction.getDefaultDest()};
  llvm::SmallVector<llvm::Constant*, 8> table;
  llvm::StructType* entry = llvm::StructType::get(function_.getContext(), {u64(0)->getType(), u64(0)->getType()});
  for (const auto& each : instruction.cases()) {
    auto* found = llvm::find(directions, each.getCaseSuccessor());
    const auto direction = static_cast<unsigned>(found - directions.begin());
    if (found == directions.end()) directions.push_back(each.getCaseSuccessor());
    const llvm::APInt value = each.getCaseValue()->getValue().zextOrTrunc(64);
    table.push_back(llvm::ConstantStruct::get(entry, {u64(value.getZExtValue()), u64(direction)}));
  }
  const bool counted = context_.sites.isCounted(instruction);
  if (llvm::isa<llvm::Constant>(condition_id) && !counted) return;
  llvm::GlobalVariable* site = context_.sites.decision(instruction, abi::SiteKind::Switch, abi::Fault::None,
                                                       counted ? static_cast<unsigned>(directions.size()) : 0);
  whenSymbolic(instruction, {condition_id}, [&](llvm::IRBuilder<>& builder) {
    const auto [low, high] = bits(builder, condition);
    if (width(condition->getType()) > 64) {
      context_.runtime.emit(builder, RuntimeCall::call_decide,
                            {condition_id, low, high, u32(static_cast<unsigned>(abi::DecisionKind::Value)), site});
      return;
    }
    auto* array = llvm::ArrayType::get(entry, table.size());
    auto* cases = new llvm::GlobalVariable(context_.module, array, true, llvm::GlobalValue::PrivateLinkage,
                                           llvm::ConstantArray::get(array, table), "__forall_cases");
    context_.runtime.emit(builder, RuntimeCall::call_switch, {condition_id, low, site, u32(table.size()), cases});
  });
  if (counted) coverSwitch(instruction, site, directions);
}

void FunctionInstrumenter::visitIndirectBrInst(llvm::IndirectBrInst& instruction) {
  llvm::Value* address = instruction.getAddress();
  decide(instruction, address, id(address), abi::SiteKind::Other);
}

void FunctionInstrumenter::visitReturnInst(llvm::ReturnInst& instruction) {
  if (instruction.getParent()->getTerminatingMustTailCall() != nullptr) return;
  if (llvm::Value* value = instruction.getReturnValue()) {
    Ids value_ids = ids(value);
    if (value_ids.size() > abi::kMaxResults) {
      concretize(instruction, llvm::ArrayRef(value_ids).drop_front(abi::kMaxResults), abi::LedgerKind::ConcretizedCall,
                 "result");
      value_ids.truncate(abi::kMaxResults);
    }
    whenSymbolic(instruction, value_ids, [&](llvm::IRBuilder<>& cold) {
      for (unsigned i = 0; i < value_ids.size(); ++i) {
        cold.CreateStore(value_ids[i], context_.runtime.field(kResults + i * sizeof(std::uint32_t)));
      }
      cold.CreateStore(&function_, context_.runtime.field(kResultTag));
    });
  }
  leaveFunction(instruction);
}

void FunctionInstrumenter::visitResumeInst(llvm::ResumeInst& instruction) { leaveFunction(instruction); }

// An exception may have passed through calls that had raised a counter or pushed frames.
void FunctionInstrumenter::visitLandingPadInst(llvm::LandingPadInst& pad) {
  llvm::Instruction& after = *pad.getNextNode();
  llvm::IRBuilder<> builder(&after);
  builder.CreateStore(null(), context_.runtime.field(kResultTag));
  builder.CreateStore(entry_suspended_, context_.runtime.field(kSuspended));
  leaveForeignFrames(builder);
  llvm::Value* tag = builder.CreateLoad(builder.getPtrTy(), context_.runtime.field(kArgumentTag));
  when(builder.CreateIsNotNull(tag), after, [&](llvm::IRBuilder<>& cold) {
    cold.CreateStore(null(), context_.runtime.field(kArgumentTag));
    context_.runtime.emit(cold, RuntimeCall::call_external_returned,
                          {tag, null(), context_.sites.place(pad, abi::SiteKind::Call)});
  });
}

}  // namespace forall::instrument
