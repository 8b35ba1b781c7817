#include "instrument/contents.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <optional>

#include "base/hash.h"

namespace forall::instrument {

namespace {

std::uint64_t ofText(llvm::StringRef text) { return base::fnv1a({text.data(), text.size()}); }

// The parameter of a function that is a source line and is only reported.
std::optional<unsigned> lineArgument(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) return std::nullopt;
  const llvm::StringRef name = callee->getName();
  if (name == "__forall_assume" || name == "__assert_fail" || name.starts_with("_ZN7testing11ScopedTraceC")) return 2;
  if (name.starts_with("_ZN7testing8internal12AssertHelperC")) return 3;
  if (name.starts_with("_ZN6forall8internal7declareI")) return call.arg_size() - 1;
  return std::nullopt;
}

}  // namespace

std::uint64_t combined(std::uint64_t hash, std::uint64_t next) {
  return base::mix(hash ^ next) + 0x9e3779b97f4a7c15ULL;
}

class ContentHasher::Body {
 public:
  Body(ContentHasher& shared, Reference reference) : shared_(shared), reference_(reference) {}

  std::uint64_t of(const llvm::GlobalValue& value) {
    add(value.getValueID());
    add(shared_.type(value.getValueType()));
    add(value.getLinkage());
    add(value.getVisibility());
    add(value.getThreadLocalMode());
    add(shared_.annotations_.lookup(&value));
    if (const auto* object = llvm::dyn_cast<llvm::GlobalObject>(&value)) {
      addText(object->getSection());
      addAlignment(object->getAlign());
    }
    if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value)) {
      add((variable->isConstant() ? 1U : 0U) | (variable->isExternallyInitialized() ? 2U : 0U));
      add(shared_.attributes(variable->getAttributesAsList(llvm::AttributeList::FunctionIndex)));
    }
    if (const auto* function = llvm::dyn_cast<llvm::Function>(&value)) {
      addFunction(*function);
    } else {
      for (const llvm::Use& use : value.operands()) add(*use.get());  // the initializer, the aliasee, the resolver
    }
    return hash_;
  }

 private:
  void add(std::uint64_t next) { hash_ = combined(hash_, next); }
  void addText(llvm::StringRef text) { add(ofText(text)); }
  void addAlignment(llvm::MaybeAlign alignment) { add(alignment ? alignment->value() : 0); }
  void addNumber(const llvm::APInt& number) {
    add(number.getBitWidth());
    for (unsigned i = 0; i < number.getNumWords(); ++i) add(number.getRawData()[i]);
  }
  void addIndices(llvm::ArrayRef<unsigned> indices) {
    add(indices.size());
    for (const unsigned index : indices) add(index);
  }

  void addFunction(const llvm::Function& function) {
    add(function.getCallingConv());
    // Whether clang knows that a body cannot throw depends on what it has seen before. Callers show what is declared.
    add(shared_.attributes(
        function.getAttributes().removeFnAttribute(function.getContext(), llvm::Attribute::NoUnwind)));
    if (function.hasGC()) addText(function.getGC());
    if (function.hasPrefixData()) add(*function.getPrefixData());
    if (function.hasPrologueData()) add(*function.getPrologueData());
    const Flow flow(function, shared_.quiet_);
    unsigned count = 0;
    unsigned block_number = 0;
    for (const llvm::Argument& argument : function.args()) locals_.try_emplace(&argument, count++);
    for (const llvm::BasicBlock* block : flow.blocks()) {
      // Continuations have the number of the block they belong to.
      if (!flow.isContinuation(*block)) block_number = count++;
      locals_.try_emplace(block, block_number);
      for (const llvm::Instruction& instruction : *block) {
        if (counts(instruction, flow)) locals_.try_emplace(&instruction, count++);
      }
    }
    for (const llvm::BasicBlock* block : flow.blocks()) {
      if (!flow.isContinuation(*block)) add(*block);
      for (const llvm::Instruction& instruction : *block) {
        if (counts(instruction, flow)) addInstruction(instruction, flow);
      }
    }
  }

  static bool counts(const llvm::Instruction& instruction, const Flow& flow) {
    if (instruction.isDebugOrPseudoInst() || flow.isIdle(instruction)) return false;
    return !llvm::isa<llvm::BranchInst>(instruction) || !flow.isContinued(*instruction.getParent());
  }

  void addInstruction(const llvm::Instruction& instruction, const Flow& flow) {
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return addCall(*call);
    add(instruction.getOpcode());
    add(shared_.type(instruction.getType()));
    add(instruction.getRawSubclassOptionalData());
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) return addPhi(*phi, flow);
    addState(instruction);
    add(instruction.getNumOperands());
    for (const llvm::Use& use : instruction.operands()) add(*use.get());
  }

  void addPhi(const llvm::PHINode& phi, const Flow& flow) {
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      if (!flow.isReached(*phi.getIncomingBlock(i))) continue;
      add(*phi.getIncomingBlock(i));
      add(*phi.getIncomingValue(i));
    }
  }

  // A call and an invoke that cannot throw are the same.
  void addCall(const llvm::CallBase& call) {
    const bool is_plain = llvm::isa<llvm::InvokeInst>(call) && !shared_.quiet_.canThrow(call);
    add(is_plain ? static_cast<unsigned>(llvm::Instruction::Call) : call.getOpcode());
    add(shared_.type(call.getFunctionType()));
    add(call.getRawSubclassOptionalData());
    add(call.getCallingConv());
    add(shared_.attributes(call.getAttributes()));
    const auto* plain = llvm::dyn_cast<llvm::CallInst>(&call);
    add(plain != nullptr ? plain->getTailCallKind() : llvm::CallInst::TCK_None);
    for (unsigned i = 0; i < call.getNumOperandBundles(); ++i) {
      const llvm::OperandBundleUse bundle = call.getOperandBundleAt(i);
      addText(bundle.getTagName());
      add(bundle.Inputs.size());
    }
    const std::optional<unsigned> line = lineArgument(call);
    for (const llvm::Use& use : call.data_ops()) {
      if (line != use.getOperandNo() || !llvm::isa<llvm::ConstantInt>(use.get())) add(*use.get());
    }
    add(*call.getCalledOperand());
    if (is_plain) return;
    for (unsigned i = 0; i < (call.isTerminator() ? call.getNumSuccessors() : 0); ++i) add(*call.getSuccessor(i));
  }

  // The parts of an instruction besides opcode, type, flags and operands that Instruction::isSameOperationAs compares.
  void addState(const llvm::Instruction& instruction) {
    if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction)) return add(compare->getPredicate());
    if (const auto* place = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
      return add(shared_.type(place->getSourceElementType()));
    if (const auto* object = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      add(shared_.type(object->getAllocatedType()));
      add(object->getAlign().value());
      add((object->isUsedWithInAlloca() ? 1U : 0U) | (object->isSwiftError() ? 2U : 0U));
    } else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      addAccess(load->getAlign(), load->isVolatile(), load->getOrdering(), load->getSyncScopeID());
    } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      addAccess(store->getAlign(), store->isVolatile(), store->getOrdering(), store->getSyncScopeID());
    } else if (const auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
      addIndices(extract->getIndices());
    } else if (const auto* insert = llvm::dyn_cast<llvm::InsertValueInst>(&instruction)) {
      addIndices(insert->getIndices());
    } else if (const auto* pad = llvm::dyn_cast<llvm::LandingPadInst>(&instruction)) {
      add(pad->isCleanup() ? 1U : 0U);
      add(*pad->getFunction()->getPersonalityFn());
      for (unsigned i = 0; i < pad->getNumClauses(); ++i) add(pad->isCatch(i) ? 1U : 0U);
    } else if (const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) {
      for (const int index : shuffle->getShuffleMask()) add(static_cast<std::uint64_t>(index));
    } else {
      addAtomic(instruction);
    }
  }

  void addAtomic(const llvm::Instruction& instruction) {
    if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      add(update->getOperation());
      addAccess(update->getAlign(), update->isVolatile(), update->getOrdering(), update->getSyncScopeID());
    } else if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
      addAccess(exchange->getAlign(), exchange->isVolatile(), exchange->getSuccessOrdering(),
                exchange->getSyncScopeID());
      add(static_cast<std::uint64_t>(exchange->getFailureOrdering()));
      add(exchange->isWeak() ? 1U : 0U);
    } else if (const auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) {
      addAccess(llvm::Align(1), false, fence->getOrdering(), fence->getSyncScopeID());
    }
  }

  void addAccess(llvm::Align alignment, bool is_volatile, llvm::AtomicOrdering ordering, llvm::SyncScope::ID scope) {
    add(alignment.value());
    add(is_volatile ? 1U : 0U);
    add(static_cast<std::uint64_t>(ordering));
    add(scope);
  }

  void add(const llvm::Value& value) {
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&value)) return addConstant(*constant);
    if (const auto local = locals_.find(&value); local != locals_.end()) return add(local->second);
    if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(&value)) {
      addText(assembly->getAsmString());
      addText(assembly->getConstraintString());
      add((assembly->hasSideEffects() ? 1U : 0U) | (assembly->isAlignStack() ? 2U : 0U) |
          (assembly->canThrow() ? 4U : 0U) | (static_cast<unsigned>(assembly->getDialect()) << 3));
    } else if (const auto* wrapper = llvm::dyn_cast<llvm::MetadataAsValue>(&value)) {
      addMetadata(*wrapper->getMetadata());
    }
  }

  // An operand of an intrinsic: the name of a register, a rounding mode.
  void addMetadata(const llvm::Metadata& metadata) {
    add(metadata.getMetadataID());
    if (const auto* text = llvm::dyn_cast<llvm::MDString>(&metadata)) return addText(text->getString());
    if (const auto* value = llvm::dyn_cast<llvm::ValueAsMetadata>(&metadata)) return add(*value->getValue());
    const auto* node = llvm::dyn_cast<llvm::MDNode>(&metadata);
    if (node == nullptr) return;
    for (const llvm::MDOperand& operand : node->operands()) {
      if (const auto* text = llvm::dyn_cast_or_null<llvm::MDString>(operand.get())) addText(text->getString());
    }
  }

  void addConstant(const llvm::Constant& constant) {
    if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(&constant)) return addGlobal(*global);
    add(constant.getValueID());
    add(shared_.type(constant.getType()));
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&constant)) return addNumber(number->getValue());
    if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&constant))
      return addNumber(number->getValueAPF().bitcastToAPInt());
    if (const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(&constant))
      return addText(data->getRawDataValues());
    if (const auto* place = llvm::dyn_cast<llvm::BlockAddress>(&constant)) {
      unsigned number = 0;
      for (const llvm::BasicBlock& block : *place->getFunction()) {
        if (&block == place->getBasicBlock()) break;
        ++number;
      }
      add(number);
      return addGlobal(*place->getFunction());
    }
    if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant)) {
      add(expression->getOpcode());
      add(expression->getRawSubclassOptionalData());
      if (const auto* address = llvm::dyn_cast<llvm::GEPOperator>(expression))
        add(shared_.type(address->getSourceElementType()));
    }
    for (const llvm::Use& use : constant.operands()) add(*use.get());
  }

  void addGlobal(const llvm::GlobalValue& global) {
    const auto* function = llvm::dyn_cast<llvm::Function>(&global);
    if (function != nullptr && function->isIntrinsic())
      return addText(llvm::Intrinsic::getBaseName(function->getIntrinsicID()));
    add(reference_(global));
  }

  ContentHasher& shared_;
  Reference reference_;
  std::uint64_t hash_ = 0;
  llvm::DenseMap<const llvm::Value*, unsigned> locals_;
};

// Annotations say how the pass treats a function. Each is {what, text, file, line, arguments}.
ContentHasher::ContentHasher(const llvm::Module& module) : quiet_(module) {
  const llvm::GlobalVariable* table = module.getGlobalVariable("llvm.global.annotations");
  if (table == nullptr || !table->hasInitializer()) return;
  for (const llvm::Use& use : table->getInitializer()->operands()) {
    const auto* entry = llvm::dyn_cast<llvm::ConstantStruct>(use.get());
    if (entry == nullptr) continue;
    const auto* annotated = llvm::dyn_cast<llvm::GlobalValue>(entry->getOperand(0)->stripPointerCasts());
    const auto* label = llvm::dyn_cast<llvm::GlobalVariable>(entry->getOperand(1)->stripPointerCasts());
    if (annotated == nullptr || label == nullptr || !label->hasInitializer()) continue;
    if (const auto* text = llvm::dyn_cast<llvm::ConstantDataSequential>(label->getInitializer())) {
      std::uint64_t& hash = annotations_[annotated];
      hash = combined(hash, ofText(text->getRawDataValues()));
    }
  }
}

std::uint64_t ContentHasher::hash(const llvm::GlobalValue& value, Reference reference) {
  return Body(*this, reference).of(value);
}

// Named structs count by their members: their names are numbered in order of appearance.
std::uint64_t ContentHasher::type(const llvm::Type* type) {
  if (const auto found = types_.find(type); found != types_.end()) return found->second;
  std::uint64_t hash = combined(type->getTypeID(), type->getNumContainedTypes());
  for (const llvm::Type* part : type->subtypes()) hash = combined(hash, this->type(part));
  if (const auto* integer = llvm::dyn_cast<llvm::IntegerType>(type)) {
    hash = combined(hash, integer->getBitWidth());
  } else if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    hash = combined(hash, array->getNumElements());
  } else if (const auto* vector = llvm::dyn_cast<llvm::VectorType>(type)) {
    hash = combined(hash, vector->getElementCount().getKnownMinValue());
  } else if (const auto* pointer = llvm::dyn_cast<llvm::PointerType>(type)) {
    hash = combined(hash, pointer->getAddressSpace());
  } else if (const auto* function = llvm::dyn_cast<llvm::FunctionType>(type)) {
    hash = combined(hash, function->isVarArg() ? 1U : 0U);
  } else if (const auto* record = llvm::dyn_cast<llvm::StructType>(type)) {
    hash = combined(hash, record->isPacked() ? 1U : 0U);
  } else if (const auto* extension = llvm::dyn_cast<llvm::TargetExtType>(type)) {
    hash = combined(hash, ofText(extension->getName()));
    for (const unsigned parameter : extension->int_params()) hash = combined(hash, parameter);
  }
  return types_[type] = hash;
}

std::uint64_t ContentHasher::attributes(const llvm::AttributeList& list) {
  if (list.isEmpty()) return 0;
  if (const auto found = attributes_.find(list.getRawPointer()); found != attributes_.end()) return found->second;
  std::uint64_t hash = 0;
  for (const unsigned index : list.indexes()) {
    hash = combined(hash, index);
    for (const llvm::Attribute attribute : list.getAttributes(index)) {
      if (attribute.isTypeAttribute()) {
        hash = combined(hash, attribute.getKindAsEnum());
        if (attribute.getValueAsType() != nullptr) hash = combined(hash, type(attribute.getValueAsType()));
      } else {
        hash = combined(hash, ofText(attribute.getAsString()));
      }
    }
  }
  return attributes_[list.getRawPointer()] = hash;
}

}  // namespace forall::instrument
