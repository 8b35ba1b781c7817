// Loads, stores, addresses and aggregates.
//
// Before each access the flags of the memory it touches are checked (abi/target_state.h), together with the ids of
// the address and of a stored value:
//
//   %v = load i32, ptr %p      %f = load i8, ptr flag_address(%p)
//                              if ((%f | %p.id) != 0) %v.id = call @__forall_load(%p, %p.id, 4, site, base, size)
//                              %v = load i32, ptr %p
//
// The runtime decides a symbolic address before the native access happens. Accesses wider than abi::kMaxAccess are
// split; values that are not a whole number of bytes are zero-extended in memory, as LLVM stores them.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Operator.h>

#include "instrument/instrumenter.h"
#include "instrument/unset.h"

namespace forall::instrument {

llvm::Value* FunctionInstrumenter::flagAddress(llvm::IRBuilder<>& builder, llvm::Value* number) {
  llvm::Value* index = builder.CreateAnd(builder.CreateLShr(number, abi::kFlagShift), abi::kFlagMask);
  return builder.CreateIntToPtr(builder.CreateAdd(index, u64(abi::kFlagBase)), builder.getPtrTy());
}

// Flags of neighbouring bytes are neighbours, so one load gets those of up to 64 bytes. It may get a few too many: then
// the runtime, which is exact, is called unnecessarily. Fields of an object that share their 8 bytes share the flag,
// which stays in its register until something could change it.
llvm::Value* FunctionInstrumenter::flag(llvm::IRBuilder<>& builder, llvm::Value* address, std::uint64_t bytes,
                                        llvm::Align alignment) {
  constexpr std::int64_t kGranule = abi::kGranule;
  llvm::APInt constant(64, 0);
  llvm::Value* base = address->stripAndAccumulateConstantOffsets(context_.layout, constant, /*AllowNonInbounds=*/true);
  std::int64_t offset = constant.getSExtValue();
  if (alignment.value() >= abi::kGranule && offset % kGranule == 0) aligned_.insert(base);
  const bool base_is_aligned =
      aligned_.contains(base) || base->getPointerAlignment(context_.layout).value() >= abi::kGranule;
  std::uint64_t first = 0;  // the last byte of the 8 in which the access may begin
  if (base_is_aligned) {
    first = static_cast<std::uint64_t>(offset) % abi::kGranule;
    offset -= static_cast<std::int64_t>(first);
  } else {
    first = abi::kGranule - std::min<std::uint64_t>(alignment.value(), abi::kGranule);
  }
  const std::uint64_t granules = llvm::PowerOf2Ceil((first + bytes + abi::kGranule - 1) / abi::kGranule);
  llvm::Value*& known = flags_[{base, offset, granules}];
  if (known != nullptr) return known;
  llvm::Value* number = builder.CreatePtrToInt(base, builder.getInt64Ty());
  if (offset != 0) number = builder.CreateAdd(number, u64(static_cast<std::uint64_t>(offset)));
  llvm::Type* type = builder.getIntNTy(static_cast<unsigned>(8 * granules));
  llvm::Value* flags = builder.CreateAlignedLoad(type, flagAddress(builder, number), llvm::Align(1));
  // Tests have 32 bits.
  known = granules > 4 ? builder.CreateZExt(builder.CreateIsNotNull(flags), builder.getInt32Ty())
                       : builder.CreateZExt(flags, builder.getInt32Ty());
  return known;
}

ObjectHint FunctionInstrumenter::hint(llvm::Value* address) {
  llvm::Value* object = llvm::getUnderlyingObject(address);
  if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(object)) {
    const auto size = local->getAllocationSize(context_.layout);
    if (size && !size->isScalable()) return {local, size->getFixedValue()};
  }
  if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(object)) {
    const bool known = global->hasDefinitiveInitializer() && !global->isThreadLocal();
    if (known) return {global, context_.layout.getTypeAllocSize(global->getValueType()).getFixedValue()};
  }
  return {};
}

void FunctionInstrumenter::visitAllocaInst(llvm::AllocaInst& instruction) {
  if (instruction.isStaticAlloca()) return;
  variable_arrays_.push_back(&instruction);
  llvm::Value* size = instruction.getArraySize();
  decide(instruction, size, id(size), abi::SiteKind::Memory);
}

llvm::Value* FunctionInstrumenter::emitLoad(llvm::IRBuilder<>& cold, llvm::Instruction& where, llvm::Value* address,
                                            llvm::Value* address_id, std::uint64_t bytes, ObjectHint hint) {
  llvm::Value* base = hint.base != nullptr ? cold.CreatePtrToInt(hint.base, cold.getInt64Ty()) : u64(0);
  return context_.runtime.emit(
      cold, RuntimeCall::call_load,
      {address, address_id, u32(bytes), context_.sites.place(where, abi::SiteKind::Memory), base, u64(hint.size)});
}

llvm::Value* FunctionInstrumenter::loadLeaf(llvm::Instruction& before, llvm::Value* address, llvm::Value* address_id,
                                            std::uint64_t bytes, llvm::Align alignment, ObjectHint hint,
                                            bool is_constant) {
  llvm::SmallVector<llvm::Value*, 2> tests{address_id};
  if (!is_constant) {
    llvm::IRBuilder<> builder(&before);
    tests.push_back(flag(builder, address, bytes, alignment));
  }
  return ifSymbolic(before, tests, u32(0),
                    [&](llvm::IRBuilder<>& cold) { return emitLoad(cold, before, address, address_id, bytes, hint); });
}

Ids FunctionInstrumenter::loadIds(llvm::Instruction& before, llvm::Type* type, llvm::Value* address,
                                  llvm::Value* address_id, llvm::Align alignment, ObjectHint hint, bool is_constant) {
  Ids result;
  for (const Leaf& leaf : context_.leaves.of(type)) {
    const std::uint64_t bytes = context_.layout.getTypeStoreSize(leaf.type).getFixedValue();
    llvm::Value* leaf_id = u32(0);
    for (std::uint64_t done = 0; done < bytes; done += abi::kMaxAccess) {
      llvm::IRBuilder<> builder(&before);
      const std::uint64_t offset = leaf.offset + done;
      llvm::Value* place = offset == 0 ? address : builder.CreatePtrAdd(address, u64(offset));
      llvm::Value* place_id = address_id;
      if (offset != 0 && !llvm::isa<llvm::Constant>(address_id)) {
        place_id = ifSymbolic(before, {address_id}, u32(0), [&](llvm::IRBuilder<>& cold) {
          return binary(cold, abi::Op::Add, {address, address_id, 64}, {u64(offset), u32(0), 64});
        });
      }
      const std::uint64_t piece = std::min<std::uint64_t>(bytes - done, abi::kMaxAccess);
      leaf_id = loadLeaf(before, place, place_id, piece, commonAlignment(alignment, offset), hint, is_constant);
      if (leaf.width == 0) concretize(before, {leaf_id}, abi::LedgerKind::ConcretizedVector, "load");
    }
    if (leaf.width != 0 && leaf.width != 8 * bytes) {
      llvm::Value* whole = leaf_id;
      leaf_id = ifSymbolic(before, {whole}, u32(0),
                           [&](llvm::IRBuilder<>& cold) { return unary(cold, abi::Op::Extract, leaf.width, whole); });
    }
    result.push_back(leaf.width == 0 ? u32(0) : leaf_id);
  }
  return result;
}

namespace {

// Whether this is `environ`, read without getenv.
bool isEnvironment(const llvm::Value& address) {
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&address);
  return global != nullptr && global->isDeclaration() &&
         (global->getName() == "environ" || global->getName() == "__environ" || global->getName() == "_environ");
}

}  // namespace

// -fsanitize=function looks up the type of a function before its code, through the pointer that is called.
//
//   %signature = load i32, ptr (%function - 8), !nosanitize
static llvm::Value* functionOfSignature(const llvm::LoadInst& load) {
  const auto* place = llvm::dyn_cast<llvm::GEPOperator>(load.getPointerOperand());
  const bool is_signature = load.hasMetadata(llvm::LLVMContext::MD_nosanitize) && load.getType()->isIntegerTy(32);
  return is_signature && place != nullptr ? const_cast<llvm::Value*>(place->getPointerOperand()) : nullptr;
}

// Does the load certainly read a constant and nothing else?
bool FunctionInstrumenter::readsConstant(llvm::Value* address, std::uint64_t bytes) const {
  llvm::APInt offset(64, 0);
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(
      address->stripAndAccumulateConstantOffsets(context_.layout, offset, /*AllowNonInbounds=*/true));
  if (global == nullptr || !global->isConstant() || !global->getValueType()->isSized()) return false;
  const std::uint64_t size = context_.layout.getTypeAllocSize(global->getValueType()).getFixedValue();
  return !offset.isNegative() && bytes <= size && offset.ule(size - bytes);
}

// Ids that are not constants, because a constant would be taken for 0.
Ids FunctionInstrumenter::unsetIds(llvm::LoadInst& instruction) {
  llvm::IRBuilder<> builder(&instruction);
  auto* type = llvm::ArrayType::get(builder.getInt32Ty(), 2 * abi::kUnsetWidths);
  const unsigned first = isEndedValue(instruction) ? abi::kUnsetWidths : 0;
  auto* table = llvm::cast<llvm::GlobalVariable>(context_.module.getOrInsertGlobal("__forall_unset_ids", type));
  table->setVisibility(llvm::GlobalValue::HiddenVisibility);
  table->setDSOLocal(true);
  Ids result;
  for (const Leaf& leaf : context_.leaves.of(instruction.getType())) {
    if (leaf.width == 0) {
      result.push_back(u32(0));
      continue;
    }
    llvm::Value* place = builder.CreateConstInBoundsGEP2_64(type, table, 0, first + leaf.width);
    result.push_back(builder.CreateLoad(builder.getInt32Ty(), place));
  }
  return result;
}

void FunctionInstrumenter::visitLoadInst(llvm::LoadInst& instruction) {
  if (isUnsetValue(instruction) || isEndedValue(instruction)) return setIds(instruction, unsetIds(instruction));
  if (llvm::Value* function = functionOfSignature(instruction)) {
    if (usesPending(instruction)) flush(instruction);
    return decideCallee(instruction, function);
  }
  llvm::Value* address = instruction.getPointerOperand();
  if (isEnvironment(*address)) {
    llvm::IRBuilder<> builder(&instruction);
    emitConcretize(builder, context_.sites.place(instruction, abi::SiteKind::Call), abi::LedgerKind::Environment,
                   "environ");
  }
  const LeafList& leaves = context_.leaves.of(instruction.getType());
  const std::uint64_t bytes = context_.layout.getTypeStoreSize(instruction.getType()).getFixedValue();
  const bool is_constant = readsConstant(address, bytes);
  const bool one_access = leaves.size() == 1 && leaves[0].width == 8 * bytes;
  if (!usesPending(instruction) || !one_access) {
    if (usesPending(instruction)) flush(instruction);
    return setIds(instruction, loadIds(instruction, instruction.getType(), address, id(address), instruction.getAlign(),
                                       hint(address), is_constant));
  }
  llvm::SmallVector<llvm::Value*, 1> tests;
  llvm::IRBuilder<> builder(&instruction);
  if (!is_constant) tests.push_back(flag(builder, address, bytes, instruction.getAlign()));
  llvm::Value* result = flushInto(instruction, tests, [&](llvm::IRBuilder<>& cold) {
    return emitLoad(cold, instruction, address, id(address), bytes, hint(address));
  });
  setIds(instruction, {result != nullptr ? result : u32(0)});
}

void FunctionInstrumenter::emitStore(llvm::IRBuilder<>& cold, llvm::Instruction& where, llvm::Value* piece,
                                     llvm::Value* piece_id, llvm::Value* address, llvm::Value* address_id,
                                     ObjectHint hint) {
  const std::uint64_t bytes = context_.layout.getTypeStoreSize(piece->getType()).getFixedValue();
  llvm::Value* stored_id = piece_id;
  if (width(piece->getType()) != 8 * bytes && !llvm::isa<llvm::Constant>(piece_id)) {
    stored_id = unary(cold, abi::Op::ZExt, static_cast<unsigned>(8 * bytes), piece_id);
  }
  const auto [low, high] = bits(cold, piece);
  llvm::Value* base = hint.base != nullptr ? cold.CreatePtrToInt(hint.base, cold.getInt64Ty()) : u64(0);
  const std::uint64_t pointer = piece->getType()->isPointerTy() ? abi::kStoresPointer : 0;
  context_.runtime.emit(cold, RuntimeCall::call_store,
                        {address, address_id, u32(bytes | pointer), stored_id, low, high,
                         context_.sites.place(where, abi::SiteKind::Memory), base, u64(hint.size)});
}

void FunctionInstrumenter::storePiece(llvm::Instruction& before, llvm::Value* piece, llvm::Value* piece_id,
                                      llvm::Value* address, llvm::Value* address_id, llvm::Align alignment,
                                      ObjectHint hint) {
  llvm::IRBuilder<> builder(&before);
  const std::uint64_t bytes = context_.layout.getTypeStoreSize(piece->getType()).getFixedValue();
  whenSymbolic(before, {flag(builder, address, bytes, alignment), address_id, piece_id},
               [&](llvm::IRBuilder<>& cold) { emitStore(cold, before, piece, piece_id, address, address_id, hint); });
}

void FunctionInstrumenter::storeIds(llvm::Instruction& before, llvm::Value* value, llvm::Value* address,
                                    llvm::Value* address_id, llvm::Align alignment, ObjectHint hint) {
  const Ids value_ids = ids(value);
  const LeafList& leaves = context_.leaves.of(value->getType());
  const auto store = [&](llvm::Value* piece, llvm::Value* piece_id, std::uint64_t offset) {
    llvm::IRBuilder<> builder(&before);
    llvm::Value* place = offset == 0 ? address : builder.CreatePtrAdd(address, u64(offset));
    llvm::Value* place_id = address_id;
    if (offset != 0 && !llvm::isa<llvm::Constant>(address_id)) {
      place_id = ifSymbolic(before, {address_id}, u32(0), [&](llvm::IRBuilder<>& cold) {
        return binary(cold, abi::Op::Add, {address, address_id, 64}, {u64(offset), u32(0), 64});
      });
    }
    storePiece(before, piece, piece_id, place, place_id, commonAlignment(alignment, offset), hint);
  };
  for (unsigned i = 0; i < leaves.size(); ++i) {
    const Leaf& leaf = leaves[i];
    llvm::IRBuilder<> builder(&before);
    llvm::Value* part = leafValue(builder, value, leaf);
    const std::uint64_t bytes = context_.layout.getTypeStoreSize(leaf.type).getFixedValue();
    if (leaf.width != 0) {
      store(part, value_ids[i], leaf.offset);
      continue;
    }
    // Opaque and concrete: only the shadow of the memory it overwrites matters, piece by piece.
    if (leaf.type->isAggregateType()) {
      clearShadow(before, address, bytes);
      continue;
    }
    const auto all_bits = static_cast<unsigned>(context_.layout.getTypeSizeInBits(leaf.type).getFixedValue());
    llvm::Value* integer = part;
    if (leaf.type->isPtrOrPtrVectorTy()) {
      integer = builder.CreatePtrToInt(part, llvm::VectorType::getInteger(llvm::cast<llvm::VectorType>(leaf.type)));
    }
    integer = builder.CreateBitCast(integer, builder.getIntNTy(all_bits));
    for (std::uint64_t done = 0; done < bytes; done += abi::kMaxAccess) {
      builder.SetInsertPoint(&before);
      const std::uint64_t piece_bytes = std::min<std::uint64_t>(bytes - done, abi::kMaxAccess);
      llvm::Value* piece = done == 0 ? integer : builder.CreateLShr(integer, 8 * done);
      piece = builder.CreateZExtOrTrunc(piece, builder.getIntNTy(static_cast<unsigned>(8 * piece_bytes)));
      store(piece, u32(0), leaf.offset + done);
    }
  }
}

void FunctionInstrumenter::visitStoreInst(llvm::StoreInst& instruction) {
  instrumentStore(instruction);
  const bool may_raise = isSymbolic(instruction.getValueOperand()) || isSymbolic(instruction.getPointerOperand());
  if (may_raise) forgetFlags();
}

void FunctionInstrumenter::instrumentStore(llvm::StoreInst& instruction) {
  llvm::Value* address = instruction.getPointerOperand();
  llvm::Value* value = instruction.getValueOperand();
  const LeafList& leaves = context_.leaves.of(value->getType());
  const bool one_access = leaves.size() == 1 && leaves[0].width != 0;
  if (!usesPending(instruction) || !one_access) {
    if (usesPending(instruction)) flush(instruction);
    return storeIds(instruction, value, address, id(address), instruction.getAlign(), hint(address));
  }
  llvm::IRBuilder<> builder(&instruction);
  const std::uint64_t bytes = context_.layout.getTypeStoreSize(value->getType()).getFixedValue();
  llvm::SmallVector<llvm::Value*, 3> tests{flag(builder, address, bytes, instruction.getAlign())};
  for (llvm::Value* operand : {value, address}) {
    auto* definition = llvm::dyn_cast<llvm::Instruction>(operand);
    if (definition == nullptr || !pending_.contains(definition)) tests.push_back(id(operand));
  }
  flushInto(instruction, tests, [&](llvm::IRBuilder<>& cold) {
    emitStore(cold, instruction, value, id(value), address, id(address), hint(address));
    return nullptr;
  });
}

// The flags of all bytes of a short range.
llvm::Value* FunctionInstrumenter::rangeFlags(llvm::IRBuilder<>& builder, llvm::Value* address, std::uint64_t bytes) {
  constexpr std::uint64_t kAtOnce = 56;  // one load, wherever the range begins
  llvm::Value* result = flag(builder, address, std::min(bytes, kAtOnce), llvm::Align(1));
  for (std::uint64_t done = kAtOnce; done < bytes; done += kAtOnce) {
    llvm::Value* place = builder.CreatePtrAdd(address, u64(done));
    result = builder.CreateOr(result, flag(builder, place, std::min(bytes - done, kAtOnce), llvm::Align(1)));
  }
  return result;
}

// The memory is about to be overwritten by code that does not know the shadow.
void FunctionInstrumenter::clearShadow(llvm::Instruction& before, llvm::Value* address, std::uint64_t bytes) {
  if (bytes == 0) return;
  llvm::IRBuilder<> builder(&before);
  constexpr std::uint64_t kInline = 256;
  llvm::Value* tested = bytes <= kInline
                            ? rangeFlags(builder, address, bytes)
                            : builder.CreateLoad(builder.getInt32Ty(),
                                                 context_.runtime.field(offsetof(abi::TargetState, symbolic_bytes)));
  whenSymbolic(before, {tested}, [&](llvm::IRBuilder<>& cold) {
    llvm::FunctionType* type =
        llvm::FunctionType::get(cold.getPtrTy(), {cold.getPtrTy(), cold.getInt32Ty(), cold.getInt64Ty()}, false);
    cold.CreateCall(context_.runtime.model(context_.known.replacement("memset"), type),
                    {address, cold.getInt32(0), u64(bytes)});
  });
}

void FunctionInstrumenter::visitGetElementPtrInst(llvm::GetElementPtrInst& instruction) {
  if (isSymbolic(&instruction)) return defer(instruction);
  if (!instruction.getType()->isVectorTy()) return;
  if (usesPending(instruction)) flush(instruction);
  concretizeOperands(instruction, abi::LedgerKind::ConcretizedVector);
}

Ids FunctionInstrumenter::evaluateAddress(llvm::GetElementPtrInst& instruction, llvm::IRBuilder<>& cold) {
  llvm::MapVector<llvm::Value*, llvm::APInt> variable;
  llvm::APInt constant(64, 0);
  llvm::Value* base = instruction.getPointerOperand();
  if (!llvm::cast<llvm::GEPOperator>(instruction).collectOffset(context_.layout, 64, variable, constant)) {
    emitConcretize(cold, context_.sites.place(instruction, abi::SiteKind::Memory), abi::LedgerKind::ConcretizedAddress,
                   "address of unknown layout");
    return {u32(0)};
  }
  Scalar sum{cold.CreatePtrToInt(base, cold.getInt64Ty()), id(base), 64};
  const auto add = [&](const Scalar& term) {
    if (!llvm::isa<llvm::Constant>(sum.id) || !llvm::isa<llvm::Constant>(term.id)) {
      sum.id = binary(cold, abi::Op::Add, sum, term);
    }
    sum.value = cold.CreateAdd(sum.value, term.value);
  };
  for (const auto& [index, scale] : variable) {
    const Scalar factor{u64(scale.getZExtValue()), u32(0), 64};
    Scalar term{cold.CreateSExtOrTrunc(index, cold.getInt64Ty()), id(index), 64};
    if (!llvm::isa<llvm::Constant>(term.id)) {
      term.id = resize(cold, term.id, width(index->getType()), 64, true);
      if (!scale.isOne()) term.id = binary(cold, abi::Op::Mul, term, factor);
    }
    term.value = cold.CreateMul(term.value, factor.value);
    add(term);
  }
  if (!constant.isZero()) add({u64(constant.getZExtValue()), u32(0), 64});
  return {sum.id};
}

void FunctionInstrumenter::visitExtractValueInst(llvm::ExtractValueInst& instruction) {
  if (isSymbolic(&instruction)) defer(instruction);
}

Ids FunctionInstrumenter::extractedIds(llvm::ExtractValueInst& instruction) {
  llvm::Value* aggregate = instruction.getAggregateOperand();
  const Ids all = ids(aggregate);
  const auto [first, last] = context_.leaves.range(aggregate->getType(), instruction.getIndices());
  if (first == last) return Ids(context_.leaves.of(instruction.getType()).size(), u32(0));
  return Ids(all.begin() + first, all.begin() + last);
}

void FunctionInstrumenter::visitInsertValueInst(llvm::InsertValueInst& instruction) {
  const auto [first, last] = context_.leaves.range(instruction.getType(), instruction.getIndices());
  if (last - first == context_.leaves.of(instruction.getInsertedValueOperand()->getType()).size()) {
    if (isSymbolic(&instruction)) defer(instruction);
    return;
  }
  if (usesPending(instruction)) flush(instruction);
  concretize(instruction, ids(instruction.getInsertedValueOperand()), abi::LedgerKind::ConcretizedVector,
             "insertvalue");
}

Ids FunctionInstrumenter::insertedIds(llvm::InsertValueInst& instruction) {
  const unsigned first = context_.leaves.range(instruction.getType(), instruction.getIndices()).first;
  const Ids part = ids(instruction.getInsertedValueOperand());
  Ids all = ids(instruction.getAggregateOperand());
  std::copy(part.begin(), part.end(), all.begin() + first);
  return all;
}

}  // namespace forall::instrument
