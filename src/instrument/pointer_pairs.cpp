#include "instrument/pointer_pairs.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "abi/target_state.h"
#include "instrument/sites.h"

namespace forall::instrument {

namespace {

constexpr const char* kDifferenceName = "sub.ptr.sub";  // clang's name; differences of integers do not have it

std::optional<Mark> readPair(const llvm::Instruction& instruction) {
  if (const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
    if (!comparison->isRelational() || !comparison->getOperand(0)->getType()->isPointerTy()) return {};
    return Mark{MarkKind::Order, comparison->getOperand(0), comparison->getOperand(1)};
  }
  if (instruction.getOpcode() != llvm::Instruction::Sub || !instruction.getName().starts_with(kDifferenceName))
    return {};
  const auto* first = llvm::dyn_cast<llvm::PtrToIntOperator>(instruction.getOperand(0));
  const auto* second = llvm::dyn_cast<llvm::PtrToIntOperator>(instruction.getOperand(1));
  if (first == nullptr || second == nullptr) return {};
  return Mark{MarkKind::Difference, const_cast<llvm::Value*>(first->getPointerOperand()),
              const_cast<llvm::Value*>(second->getPointerOperand())};
}

const llvm::Value* holderOf(const llvm::Value* pointer, const llvm::DataLayout& layout) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(pointer);
  if (load == nullptr) return nullptr;
  llvm::APInt offset(64, 0);
  return load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
}

// The standard library's containers use their own pointers correctly.
bool isOfContainer(const Mark& pair, const llvm::Instruction& instruction) {
  const llvm::DILocation* location = instruction.getDebugLoc();
  if (location == nullptr || !isSystemFile(location->getFilename())) return false;
  const llvm::DataLayout& layout = instruction.getModule()->getDataLayout();
  const llvm::Value* holder = holderOf(pair.first, layout);
  return holder != nullptr && holder == holderOf(pair.second, layout);
}

// The pointer that all steps begin with, or null if there is more than one.
const llvm::Value* baseOf(const llvm::Value* pointer) {
  constexpr unsigned kMostSteps = 32;
  const llvm::Value* base = nullptr;
  llvm::SmallPtrSet<const llvm::Value*, 8> seen{pointer};
  llvm::SmallVector<const llvm::Value*, 8> work{pointer};
  const auto follow = [&](const llvm::Value* next) {
    if (seen.insert(next).second) work.push_back(next);
  };
  while (!work.empty()) {
    const llvm::Value* at = work.pop_back_val();
    if (seen.size() > kMostSteps) return nullptr;
    if (const auto* step = llvm::dyn_cast<llvm::GEPOperator>(at)) {
      follow(step->getPointerOperand());
    } else if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(at)) {
      for (const llvm::Value* each : phi->incoming_values()) follow(each);
    } else if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(at)) {
      follow(select->getTrueValue());
      follow(select->getFalseValue());
    } else if (base != nullptr && base != at) {
      return nullptr;
    } else {
      base = at;
    }
  }
  return base;
}

}  // namespace

void markPointerPairs(llvm::Module& module, const KnownCalls& known) {
  if (module.getNamedValue(abi::kModelMarker) != nullptr) return;
  for (llvm::Function& function : module) {
    if (!known.instruments(function)) continue;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      const std::optional<Mark> pair = readPair(instruction);
      if (!pair || isOfContainer(*pair, instruction) || haveOneBase(*pair)) continue;
      llvm::IRBuilder<> builder(&instruction);
      addMark(builder, *pair);
    }
  }
}

bool haveOneBase(const Mark& pair) {
  const llvm::Value* base = baseOf(pair.first);
  return base != nullptr && base == baseOf(pair.second);
}

}  // namespace forall::instrument
