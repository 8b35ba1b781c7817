// Loads, stores, addresses and aggregates.
//
// Before each access the flag of the line it touches is looked at, together with the ids of the address and of a stored value:
//
//   %v = load i32, ptr %p      %f = load i8, ptr @__forall_flags[(%p >> 6) & mask]
//                              if ((%f | %p.id) != 0) %v.id = call @__forall_load(%p, %p.id, 4, site, base, size)
//                              %v = load i32, ptr %p
//
// The runtime decides a symbolic address before the native access happens. Accesses wider than abi::kMaxAccess are split;
// values that are not a whole number of bytes are zero-extended in memory, as LLVM stores them.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Operator.h>

#include "instrument/instrumenter.h"

namespace forall::instrument {

llvm::Value* FunctionInstrumenter::flag(llvm::IRBuilder<>& builder, llvm::Value* address) {
  llvm::Value* line = builder.CreateLShr(builder.CreatePtrToInt(address, builder.getInt64Ty()), abi::kFlagShift);
  llvm::Value* index = builder.CreateAnd(line, abi::kFlagMask);
  llvm::Value* place = builder.CreateInBoundsGEP(builder.getInt8Ty(), context_.runtime.flags(), index);
  return builder.CreateZExt(builder.CreateLoad(builder.getInt8Ty(), place), builder.getInt32Ty());
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
  concretize(instruction, {id(instruction.getArraySize())}, abi::LedgerKind::ConcretizedLength, "alloca");
}

llvm::Value* FunctionInstrumenter::loadLeaf(llvm::Instruction& before, llvm::Value* address, llvm::Value* address_id,
                                            std::uint64_t bytes, ObjectHint hint, bool may_be_symbolic) {
  llvm::SmallVector<llvm::Value*, 2> tests{address_id};
  if (may_be_symbolic) {
    llvm::IRBuilder<> builder(&before);
    tests.push_back(flag(builder, address));
  }
  return ifSymbolic(before, tests, u32(0), [&](llvm::IRBuilder<>& builder) {
    llvm::Value* base = hint.base != nullptr ? builder.CreatePtrToInt(hint.base, builder.getInt64Ty()) : u64(0);
    return context_.runtime.emit(builder, Call::call_load,
                                 {address, address_id, u32(bytes), context_.sites.place(before, abi::SiteKind::Memory), base,
                                  u64(hint.size)});
  });
}

Ids FunctionInstrumenter::loadIds(llvm::Instruction& before, llvm::Type* type, llvm::Value* address, llvm::Value* address_id,
                                  ObjectHint hint, bool may_be_symbolic) {
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
      leaf_id = loadLeaf(before, place, place_id, piece, hint, may_be_symbolic);
      if (leaf.width == 0) concretize(before, {leaf_id}, abi::LedgerKind::ConcretizedVector, "load");
    }
    if (leaf.width != 0 && leaf.width != 8 * bytes) {
      llvm::Value* whole = leaf_id;
      leaf_id = ifSymbolic(before, {whole}, u32(0), [&](llvm::IRBuilder<>& cold) {
        return unary(cold, abi::Op::Extract, leaf.width, whole);
      });
    }
    result.push_back(leaf.width == 0 ? u32(0) : leaf_id);
  }
  return result;
}

void FunctionInstrumenter::visitLoadInst(llvm::LoadInst& instruction) {
  llvm::Value* address = instruction.getPointerOperand();
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(address));
  const bool constant = global != nullptr && global->isConstant();
  setIds(instruction, loadIds(instruction, instruction.getType(), address, id(address), hint(address), !constant));
}

void FunctionInstrumenter::storePiece(llvm::Instruction& before, llvm::Value* piece, llvm::Value* piece_id,
                                      llvm::Value* address, llvm::Value* address_id, ObjectHint hint) {
  llvm::IRBuilder<> builder(&before);
  llvm::Value* line = flag(builder, address);
  const std::uint64_t bytes = context_.layout.getTypeStoreSize(piece->getType()).getFixedValue();
  const unsigned piece_width = width(piece->getType());
  whenSymbolic(before, {line, address_id, piece_id}, [&](llvm::IRBuilder<>& cold) {
    llvm::Value* stored_id = piece_id;
    llvm::Instruction& end = *cold.GetInsertPoint();
    if (piece_width != 8 * bytes && !llvm::isa<llvm::Constant>(piece_id)) {
      stored_id = ifSymbolic(end, {piece_id}, u32(0), [&](llvm::IRBuilder<>& inner) {
        return unary(inner, abi::Op::ZExt, static_cast<unsigned>(8 * bytes), piece_id);
      });
      cold.SetInsertPoint(&end);
    }
    const auto [low, high] = bits(cold, piece);
    llvm::Value* base = hint.base != nullptr ? cold.CreatePtrToInt(hint.base, cold.getInt64Ty()) : u64(0);
    context_.runtime.emit(cold, Call::call_store,
                          {address, address_id, u32(bytes), stored_id, low, high,
                           context_.sites.place(before, abi::SiteKind::Memory), base, u64(hint.size)});
  });
}

void FunctionInstrumenter::storeIds(llvm::Instruction& before, llvm::Value* value, llvm::Value* address,
                                    llvm::Value* address_id, ObjectHint hint) {
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
    storePiece(before, piece, piece_id, place, place_id, hint);
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
  llvm::Value* address = instruction.getPointerOperand();
  storeIds(instruction, instruction.getValueOperand(), address, id(address), hint(address));
}

// The flags of all lines of a short range: an access at both ends covers what lies between.
llvm::Value* FunctionInstrumenter::rangeFlags(llvm::IRBuilder<>& builder, llvm::Value* address, std::uint64_t bytes) {
  llvm::Value* result = flag(builder, address);
  const std::uint64_t step = 1u << abi::kFlagShift;
  for (std::uint64_t reach = abi::kMaxAccess; reach < bytes;) {
    const std::uint64_t next = std::min(reach + step, bytes) - abi::kMaxAccess;
    result = builder.CreateOr(result, flag(builder, builder.CreatePtrAdd(address, u64(next))));
    reach = next + abi::kMaxAccess;
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
    llvm::FunctionType* type = llvm::FunctionType::get(cold.getPtrTy(), {cold.getPtrTy(), cold.getInt32Ty(), cold.getInt64Ty()}, false);
    cold.CreateCall(context_.runtime.model(context_.known.replacement("memset"), type), {address, cold.getInt32(0), u64(bytes)});
  });
}

void FunctionInstrumenter::visitGetElementPtrInst(llvm::GetElementPtrInst& instruction) {
  if (!isSymbolic(&instruction) || instruction.getType()->isVectorTy()) {
    if (instruction.getType()->isVectorTy()) concretizeOperands(instruction, abi::LedgerKind::ConcretizedVector);
    return;
  }
  llvm::MapVector<llvm::Value*, llvm::APInt> variable;
  llvm::APInt constant(64, 0);
  if (!llvm::cast<llvm::GEPOperator>(instruction).collectOffset(context_.layout, 64, variable, constant)) {
    concretizeOperands(instruction, abi::LedgerKind::ConcretizedAddress);
    return;
  }
  llvm::Value* base = instruction.getPointerOperand();
  llvm::Value* base_id = id(base);
  if (variable.empty() && constant.isZero()) {
    setIds(instruction, {base_id});
    return;
  }
  llvm::SmallVector<llvm::Value*, 4> tests{base_id};
  for (const auto& term : variable) tests.push_back(id(term.first));
  // With a single candidate, reaching the cold path means that it is symbolic.
  const bool certain = llvm::count_if(tests, [](llvm::Value* test) { return !llvm::isa<llvm::Constant>(test); }) == 1;
  setIds(instruction, {ifSymbolic(instruction, tests, u32(0), [&](llvm::IRBuilder<>& builder) {
           const Scalar start{builder.CreatePtrToInt(base, builder.getInt64Ty()), base_id, 64};
           Scalar sum = start;
           for (const auto& [index, scale] : variable) {
             const unsigned index_width = width(index->getType());
             Scalar term{builder.CreateSExtOrTrunc(index, builder.getInt64Ty()), id(index), 64};
             if (!llvm::isa<llvm::Constant>(term.id)) {
               llvm::Instruction& end = *builder.GetInsertPoint();
               llvm::Value* index_id = term.id;
               const auto scaled = [&](llvm::IRBuilder<>& cold) {
                 const Scalar extended{term.value, resize(cold, index_id, index_width, 64, true), 64};
                 return scale.isOne() ? extended.id
                                      : binary(cold, abi::Op::Mul, extended, {u64(scale.getZExtValue()), u32(0), 64});
               };
               term.id = certain ? scaled(builder) : ifSymbolic(end, {index_id}, u32(0), scaled);
               builder.SetInsertPoint(&end);
             }
             term.value = builder.CreateMul(term.value, u64(scale.getZExtValue()));
             const bool concrete = llvm::isa<llvm::Constant>(sum.id) && llvm::isa<llvm::Constant>(term.id);
             if (!concrete) sum.id = binary(builder, abi::Op::Add, sum, term, certain);
             sum.value = builder.CreateAdd(sum.value, term.value);
           }
           if (!constant.isZero()) sum.id = binary(builder, abi::Op::Add, sum, {u64(constant.getZExtValue()), u32(0), 64}, certain);
           return sum.id;
         })});
}

void FunctionInstrumenter::visitExtractValueInst(llvm::ExtractValueInst& instruction) {
  if (!isSymbolic(&instruction)) return;
  llvm::Value* aggregate = instruction.getAggregateOperand();
  const Ids all = ids(aggregate);
  const auto [first, last] = context_.leaves.range(aggregate->getType(), instruction.getIndices());
  if (first == last) {
    ids_[&instruction] = Ids(context_.leaves.of(instruction.getType()).size(), u32(0));
    return;
  }
  setIds(instruction, Ids(all.begin() + first, all.begin() + last));
}

void FunctionInstrumenter::visitInsertValueInst(llvm::InsertValueInst& instruction) {
  llvm::Value* inserted = instruction.getInsertedValueOperand();
  const auto [first, last] = context_.leaves.range(instruction.getType(), instruction.getIndices());
  const Ids part = ids(inserted);
  if (last - first != part.size()) {
    concretize(instruction, part, abi::LedgerKind::ConcretizedVector, "insertvalue");
    return;
  }
  if (!isSymbolic(&instruction)) return;
  Ids all = ids(instruction.getAggregateOperand());
  std::copy(part.begin(), part.end(), all.begin() + first);
  setIds(instruction, std::move(all));
}

}  // namespace forall::instrument
