// Instruments one function: gives every value that may be symbolic a shadow, and every use of it its meaning.
//
// The shadow of a value is one i32 expression id per scalar leaf, 0 = concrete. Code for the concrete case comes first;
// symbolic values are handled by a call of the runtime on a cold path:
//
//   %r = add i32 %a, %b        %any = or i32 %a.id, %b.id
//                              %symbolic = icmp ne i32 %any, 0
//                              br i1 %symbolic, label %cold, label %next, !prof unlikely
//                            cold:
//                              %id = call i32 @__forall_binary(...)
//                              br label %next
//                            next:
//                              %r.id = phi i32 [ %id, %cold ], [ 0, %head ]
//                              %r = add i32 %a, %b
//
// Operations without effects that follow each other in a block are one group with one cold path, which evaluates them
// all when an id that goes into the group is not 0. The access or branch that ends a group shares its cold path.
//
// The class is split by instruction family: arithmetic.cpp, floating.cpp, memory.cpp, calls.cpp, intrinsics.cpp,
// control.cpp, checks.cpp, vectors.cpp; shadow.cpp has what they share.
#pragma once

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstVisitor.h>
#include <llvm/IR/IntrinsicInst.h>

#include "abi/intrinsics.h"
#include "abi/operators.h"
#include "abi/segment.h"
#include "instrument/floating.h"
#include "instrument/known_calls.h"
#include "instrument/leaves.h"
#include "instrument/pointer_pairs.h"
#include "instrument/pointer_steps.h"
#include "instrument/runtime_calls.h"
#include "instrument/sites.h"
#include "instrument/stand_ins.h"
#include "instrument/symbolic_values.h"
#include "instrument/type_layouts.h"

namespace forall::instrument {

// Shared by all functions of a module.
struct ModuleContext {
  llvm::Module& module;
  const llvm::DataLayout& layout;
  RuntimeCalls runtime;
  Leaves leaves;
  KnownCalls known;
  SiteTable sites;
  TypeLayouts types;
  // Functions whose address is taken in the source; the protocol's tags take more of them.
  llvm::DenseSet<const llvm::Function*> address_taken;
  bool has_stand_ins;

  explicit ModuleContext(llvm::Module& m)
      : module(m),
        layout(m.getDataLayout()),
        runtime(m),
        leaves(layout),
        known(m),
        sites(m),
        types(m, sites),
        has_stand_ins(hasStandIns(m)) {
    for (const llvm::Function& function : m) {
      if (function.hasAddressTaken()) address_taken.insert(&function);
    }
  }
};

using Ids = llvm::SmallVector<llvm::Value*, 2>;

// A scalar with its id and its width.
struct Scalar {
  llvm::Value* value;
  llvm::Value* id;
  unsigned width;
};

// The object that an address must stay in, if the pass can tell; base null = unknown.
struct ObjectHint {
  llvm::Value* base = nullptr;
  std::uint64_t size = 0;
};

// A variable on the stack that other code may know by its address, and its place in the frame.
struct StackVariable {
  llvm::AllocaInst* local;
  std::uint64_t size;
  std::uint64_t offset;
  llvm::SmallVector<llvm::IntrinsicInst*, 2> scope;  // where its lifetime begins and ends
  llvm::BitVector written;                           // its bytes that have a value from the beginning
};
struct StackFrame {
  llvm::SmallVector<StackVariable, 8> variables;
  std::uint64_t size = 0;
  llvm::Align alignment = llvm::Align(32);
  bool is_kept = false;
};

class FunctionInstrumenter : public llvm::InstVisitor<FunctionInstrumenter> {
 public:
  FunctionInstrumenter(ModuleContext& context, llvm::Function& function);
  void run();

  // arithmetic.cpp
  void visitBinaryOperator(llvm::BinaryOperator& instruction);
  void visitICmpInst(llvm::ICmpInst& instruction);
  void visitCastInst(llvm::CastInst& instruction);
  void visitSelectInst(llvm::SelectInst& instruction);
  void visitFreezeInst(llvm::FreezeInst& instruction);
  // floating.cpp
  void visitUnaryOperator(llvm::UnaryOperator& instruction);
  void visitFCmpInst(llvm::FCmpInst& instruction);
  // memory.cpp
  void visitAllocaInst(llvm::AllocaInst& instruction);
  void visitLoadInst(llvm::LoadInst& instruction);
  void visitStoreInst(llvm::StoreInst& instruction);
  void visitGetElementPtrInst(llvm::GetElementPtrInst& instruction);
  void visitExtractValueInst(llvm::ExtractValueInst& instruction);
  void visitInsertValueInst(llvm::InsertValueInst& instruction);
  // vectors.cpp
  void visitExtractElementInst(llvm::ExtractElementInst& instruction);
  void visitInsertElementInst(llvm::InsertElementInst& instruction);
  void visitShuffleVectorInst(llvm::ShuffleVectorInst& instruction);
  // calls.cpp
  void visitCallBase(llvm::CallBase& call);
  // intrinsics.cpp
  void visitIntrinsicInst(llvm::IntrinsicInst& call);
  // control.cpp
  void visitPHINode(llvm::PHINode& phi);
  void visitBranchInst(llvm::BranchInst& branch);
  void visitSwitchInst(llvm::SwitchInst& instruction);
  void visitIndirectBrInst(llvm::IndirectBrInst& instruction);
  void visitReturnInst(llvm::ReturnInst& instruction);
  void visitResumeInst(llvm::ResumeInst& instruction);
  void visitLandingPadInst(llvm::LandingPadInst& pad);
  void visitUnreachableInst(llvm::UnreachableInst&) {}
  // Anything without a symbolic meaning: symbolic operands become concrete, and the ledger says so.
  void visitInstruction(llvm::Instruction& instruction);

 private:
  using Cold = llvm::function_ref<llvm::Value*(llvm::IRBuilder<>&)>;
  void instrument(llvm::Instruction& instruction);

  using ColdAction = llvm::function_ref<void(llvm::IRBuilder<>&)>;

  // Ids (shadow.cpp).
  bool isSymbolic(const llvm::Value* value) const { return symbolic_.contains(value); }
  Ids ids(llvm::Value* value);
  llvm::Value* id(llvm::Value* scalar) { return ids(scalar).front(); }
  void setIds(llvm::Instruction& instruction, Ids ids);
  unsigned width(llvm::Type* scalar) { return context_.leaves.of(scalar).front().width; }
  Scalar scalar(llvm::Value* value) { return {value, id(value), width(value->getType())}; }
  // The scalar value of a leaf; of an opaque leaf, the value of the whole leaf.
  llvm::Value* leafValue(llvm::IRBuilder<>& builder, llvm::Value* value, const Leaf& leaf);

  // Values as the runtime takes them (shadow.cpp).
  llvm::ConstantInt* u32(std::uint64_t value) const;
  llvm::ConstantInt* u64(std::uint64_t value) const;
  llvm::Constant* null() const;
  llvm::Value* asInteger(llvm::IRBuilder<>& builder, llvm::Value* scalar);
  std::pair<llvm::Value*, llvm::Value*> bits(llvm::IRBuilder<>& builder, llvm::Value* scalar);

  // Cold paths (shadow.cpp). `any` is the disjunction of ids, null if all are known to be 0.
  llvm::Value* any(llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> ids);
  llvm::Value* ifSymbolic(llvm::Instruction& before, llvm::ArrayRef<llvm::Value*> ids, llvm::Value* otherwise,
                          Cold cold);
  void whenSymbolic(llvm::Instruction& before, llvm::ArrayRef<llvm::Value*> ids, ColdAction cold);
  void when(llvm::Value* condition, llvm::Instruction& before, ColdAction cold);
  // Symbolic ids become concrete here, with a ledger line.
  void concretize(llvm::Instruction& before, llvm::ArrayRef<llvm::Value*> ids, abi::LedgerKind kind,
                  llvm::StringRef detail, abi::SiteKind site = abi::SiteKind::Other);
  void emitConcretize(llvm::IRBuilder<>& builder, llvm::Value* site, abi::LedgerKind kind, llvm::StringRef detail);
  void concretizeOperands(llvm::Instruction& instruction, abi::LedgerKind kind);

  // Groups (group.cpp). A deferred instruction has its ids only after, or while, its group is flushed.
  static bool isPure(const llvm::Instruction& instruction);
  void defer(llvm::Instruction& instruction) { pending_.insert(&instruction); }
  bool usesPending(const llvm::Instruction& instruction) const;
  void flush(llvm::Instruction& before) {
    flushInto(before, {}, [](llvm::IRBuilder<>&) { return nullptr; });
  }
  // Ends the group before an instruction whose own cold path is `cold`, taken also when one of `tests` is not 0.
  // Returns the merged result of `cold`, or null if there is no cold path or no result.
  llvm::Value* flushInto(llvm::Instruction& before, llvm::ArrayRef<llvm::Value*> tests, Cold cold);
  Ids evaluate(llvm::Instruction& instruction, llvm::IRBuilder<>& cold);

  // Floating point (floating.cpp).
  llvm::Value* floating(llvm::IRBuilder<>& builder, llvm::Instruction& instruction);
  void visitFloat(llvm::Instruction& instruction);
  void callMath(llvm::CallInst& call);

  // Operators on a cold path (arithmetic.cpp). The runtime returns 0 for concrete operands.
  llvm::Value* binary(llvm::IRBuilder<>& builder, abi::Op op, const Scalar& a, const Scalar& b);
  llvm::Value* unary(llvm::IRBuilder<>& builder, abi::Op op, unsigned width, llvm::Value* id, unsigned lowest = 0);
  llvm::Value* resize(llvm::IRBuilder<>& builder, llvm::Value* id, unsigned from, unsigned to, bool is_signed);
  llvm::Value* compare(llvm::IRBuilder<>& builder, llvm::CmpInst::Predicate predicate, const Scalar& a,
                       const Scalar& b);
  void noteUndefined(llvm::IRBuilder<>& builder, llvm::Instruction& instruction, llvm::Value* undefined,
                     llvm::Value* any_id, llvm::StringRef detail);
  Ids evaluateBinary(llvm::BinaryOperator& instruction, llvm::IRBuilder<>& cold);
  Ids evaluateCast(llvm::CastInst& instruction, llvm::IRBuilder<>& cold);
  Ids evaluateSelect(llvm::SelectInst& instruction, llvm::IRBuilder<>& cold);
  Ids evaluateAddress(llvm::GetElementPtrInst& instruction, llvm::IRBuilder<>& cold);
  Ids evaluateIntrinsic(llvm::IntrinsicInst& call, llvm::IRBuilder<>& cold);
  // Vectors (vectors.cpp).
  void visitLanes(llvm::Instruction& instruction);
  Ids movedLanes(llvm::Instruction& instruction);
  Ids evaluateBitCast(llvm::BitCastInst& cast, llvm::IRBuilder<>& cold);
  Ids extractedIds(llvm::ExtractValueInst& instruction);
  Ids insertedIds(llvm::InsertValueInst& instruction);

  // Memory (memory.cpp).
  llvm::Value* flagAddress(llvm::IRBuilder<>& builder, llvm::Value* number);
  llvm::Value* flag(llvm::IRBuilder<>& builder, llvm::Value* address, std::uint64_t bytes, llvm::Align alignment);
  bool readsConstant(llvm::Value* address, std::uint64_t bytes) const;
  // The flags checked before may have been set since.
  void forgetFlags() { flags_.clear(); }
  ObjectHint hint(llvm::Value* address);
  Ids loadIds(llvm::Instruction& before, llvm::Type* type, llvm::Value* address, llvm::Value* address_id,
              llvm::Align alignment, ObjectHint hint, bool is_constant);
  llvm::Value* emitLoad(llvm::IRBuilder<>& cold, llvm::Instruction& where, llvm::Value* address,
                        llvm::Value* address_id, std::uint64_t bytes, ObjectHint hint);
  void emitStore(llvm::IRBuilder<>& cold, llvm::Instruction& where, llvm::Value* piece, llvm::Value* piece_id,
                 llvm::Value* address, llvm::Value* address_id, ObjectHint hint);
  llvm::Value* loadLeaf(llvm::Instruction& before, llvm::Value* address, llvm::Value* address_id, std::uint64_t bytes,
                        llvm::Align alignment, ObjectHint hint, bool is_constant);
  void storeIds(llvm::Instruction& before, llvm::Value* value, llvm::Value* address, llvm::Value* address_id,
                llvm::Align alignment, ObjectHint hint);
  void storePiece(llvm::Instruction& before, llvm::Value* piece, llvm::Value* piece_id, llvm::Value* address,
                  llvm::Value* address_id, llvm::Align alignment, ObjectHint hint);
  Ids unsetIds(llvm::LoadInst& instruction);
  void instrumentStore(llvm::StoreInst& instruction);
  void clearShadow(llvm::Instruction& before, llvm::Value* address, std::uint64_t bytes);
  llvm::Value* rangeFlags(llvm::IRBuilder<>& builder, llvm::Value* address, std::uint64_t bytes);
  void memoryTransfer(llvm::MemIntrinsic& call);

  // Calls (calls.cpp).
  struct ArgumentIds {
    llvm::SmallVector<llvm::Value*, 8> ids;       // one per leaf of the fixed parameters
    llvm::SmallVector<llvm::Value*, 4> variadic;  // ids that cannot be passed
  };
  ArgumentIds argumentIds(llvm::CallBase& call);
  void byValueIds(llvm::CallBase& call, unsigned index, ArgumentIds& result);
  void callProtocol(llvm::CallBase& call, CalleeKind kind, llvm::Function* callee);
  void callPrinting(llvm::CallBase& call);
  void callHarmless(llvm::CallBase& call);
  void askForType(llvm::CallBase& call);
  void decideCallee(llvm::Instruction& before, llvm::Value* address);
  void decide(llvm::Instruction& before, llvm::Value* value, llvm::Value* value_id, abi::SiteKind site,
              abi::DecisionKind kind = abi::DecisionKind::Value);
  void callReader(llvm::CallBase& call, llvm::Function& callee);
  void callAssembly(llvm::CallBase& call);
  // library_calls.cpp
  void callOutput(llvm::CallBase& call, llvm::Function& callee);
  void checkPrinted(llvm::CallBase& call, const llvm::Function& callee);
  void checkFormat(llvm::CallBase& call, unsigned format);
  void callEnvironment(llvm::CallBase& call, llvm::Function& callee);
  llvm::Value* symbolicBytes(llvm::Instruction& before);
  void callIntrinsic(llvm::CallBase& call, llvm::Function& callee);
  void clearReturnSlot(llvm::CallBase& call);
  void giveAway(llvm::IRBuilder<>& builder, llvm::CallBase& call);
  void storeArguments(llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> ids, llvm::Value* callee);
  void takeResult(llvm::CallBase& call, llvm::Instruction& before, llvm::Value* callee);
  llvm::Value* tellPlace(llvm::CallBase& call, CalleeKind kind, const llvm::Function* callee);
  void reportExternal(llvm::CallBase& call, llvm::Instruction& before, llvm::Function* callee,
                      llvm::ArrayRef<llvm::Value*> ids, llvm::Value* site);
  // The place right after a call; null if it does not return.
  llvm::Instruction* afterCall(llvm::CallBase& call);

  // Entry and exit (frame.cpp).
  void hoistAllocas();
  void enterFunction();
  llvm::Instruction* whenIdsArePassed(llvm::Instruction& before);
  void takeArguments(llvm::Instruction& before);
  void takeByValue(llvm::IRBuilder<>& builder, llvm::Argument& argument, unsigned first_leaf);
  bool callsOtherCode() const;
  void noteStackTop(llvm::Instruction& before);
  void leaveFunction(llvm::Instruction& before) { exits_.push_back(&before); }

  // Variables that other code may know (guards.cpp).
  void collectVariables();
  void layOutFrame();
  void makeFrame();
  void replaceVariableArrays();
  void leaveForeignFrames(llvm::IRBuilder<>& builder);
  void setFlags(llvm::IRBuilder<>& builder, llvm::Value* flags, std::uint64_t from, llvm::ArrayRef<std::uint8_t> bytes);
  llvm::Constant* describe(const StackVariable& variable);
  bool isCalledFromOutside() const;

  // Control (control.cpp).
  void fillPhis();
  void coverBranch(llvm::BranchInst& branch, llvm::GlobalVariable* site);
  void coverSwitch(llvm::SwitchInst& instruction, llvm::GlobalVariable* site,
                   llvm::ArrayRef<llvm::BasicBlock*> directions);
  void cover(llvm::Instruction& before, llvm::GlobalVariable* site, llvm::Value* direction);
  bool isAssertion(const llvm::BranchInst& branch) const;

  // Checks (checks.cpp).
  void failCheck(llvm::IntrinsicInst& trap);
  abi::Fault checkGuardedBy(const llvm::BranchInst& branch) const;
  void check(llvm::Instruction& instruction, const Mark& mark);
  void checkPair(llvm::Instruction& mark, const Mark& pair);

  // Pointer arithmetic (pointer_steps.cpp).
  void checkStep(llvm::Instruction& mark, const Mark& step);
  llvm::GlobalVariable* makeStepObject();

  // Casts, and the types of allocations (casts.cpp).
  void checkCast(llvm::Instruction& mark, const Mark& cast);
  void noteAllocatedType(llvm::CallBase& call);

  ModuleContext& context_;
  llvm::Function& function_;
  SymbolicValues symbolic_;
  llvm::MDNode* unlikely_;
  llvm::DenseMap<const llvm::Value*, Ids> ids_;
  llvm::SmallVector<llvm::PHINode*, 16> phis_;
  llvm::SmallSetVector<llvm::Instruction*, 16> pending_;  // the group that is open
  // Flags in registers: base, offset, and the number of granules of 8 bytes.
  using Window = std::tuple<const llvm::Value*, std::int64_t, std::uint64_t>;
  llvm::DenseMap<Window, llvm::Value*> flags_;
  llvm::DenseSet<const llvm::Instruction*> ended_addresses_;  // comparisons with one
  llvm::DenseSet<const llvm::Value*> aligned_;                // pointers to multiples of 8
  llvm::DenseMap<const llvm::BasicBlock*, llvm::GlobalVariable*> trap_sites_;
  llvm::Instruction* entry_stack_top_ = nullptr;  // set in functions with landing pads, frames or calls of other code
  llvm::Value* entry_suspended_ = nullptr;        // set in functions with landing pads
  llvm::AllocaInst* own_stack_top_ = nullptr;     // a variable with the top above this function's own frames
  StackFrame frame_;
  llvm::SmallVector<llvm::Instruction*, 4> exits_;
  llvm::SmallVector<llvm::AllocaInst*, 1> variable_arrays_;
};

// The leaves of a parameter passed by value in memory: 8 bytes each, the last one shorter.
std::uint64_t byValueLeaves(std::uint64_t bytes);

// The fault of a check that ends in this trap.
abi::Fault faultOfTrap(const llvm::IntrinsicInst& trap);
// The trap at the start of a block, or null.
llvm::IntrinsicInst* trapIn(const llvm::BasicBlock& block);

}  // namespace forall::instrument
