#include "instrument/member_arrays.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <array>

#include "abi/target_state.h"
#include "instrument/sites.h"

namespace forall::instrument {

namespace {

// How many bytes a function touches behind a pointer.
enum class Touches : std::uint8_t {
  Nothing,
  Count,          // as many as an argument says
  Text,           // the text there, with its end
  TextOfNext,     // the text behind the next argument, with its end
  TextAndNext,    // both texts, with one end
  Printed,        // what it returns, and the end
  PrintedAtMost,  // the same, but at most as many as the next argument says
  UpToResult,     // up to where the result points
};

struct Argument {
  unsigned index = 0;
  Touches touches = Touches::Nothing;
  unsigned count = 0;  // the argument that says how many
};
using Arguments = std::array<Argument, 2>;

Arguments argumentsOf(const llvm::CallBase& call) {
  constexpr Argument first{0, Touches::Count, 2}, second{1, Touches::Count, 2};
  if (llvm::isa<llvm::MemTransferInst>(call)) return {first, second};
  if (llvm::isa<llvm::MemSetInst>(call)) return {first};
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) return {};
  const llvm::StringRef name = callee->getName();
  if (call.getType()->isPointerTy() && name.starts_with("_ZSt")) {
    for (const char* to_third : {"4copyI", "4moveI", "6copy_nI", "7copy_ifI", "11remove_copyI", "12reverse_copyI"}) {
      if (name.drop_front(4).starts_with(to_third) && call.arg_size() >= 3) return {Argument{2, Touches::UpToResult}};
    }
    for (const char* from_first : {"6fill_nI", "10generate_nI"}) {
      if (name.drop_front(4).starts_with(from_first)) return {Argument{0, Touches::UpToResult}};
    }
  }
  return llvm::StringSwitch<Arguments>(name)
      .Cases("memcpy", "memmove", "mempcpy", "memcmp", {first, second})
      .Cases("memset", "strncpy", "stpncpy", {first})
      .Case("bzero", {Argument{0, Touches::Count, 1}})
      .Case("fgets", {Argument{0, Touches::Count, 1}})
      .Cases("strlen", "strdup", {Argument{0, Touches::Text}})
      .Cases("strcpy", "stpcpy", {Argument{0, Touches::TextOfNext}, Argument{1, Touches::Text}})
      .Case("strcat", {Argument{0, Touches::TextAndNext}, Argument{1, Touches::Text}})
      .Cases("sprintf", "vsprintf", {Argument{0, Touches::Printed}})
      .Cases("snprintf", "vsnprintf", {Argument{0, Touches::PrintedAtMost}})
      .Default({});
}

// The bytes from an element of an array to its end, if that is a part of something larger: an i64, or null.
class Room {
 public:
  Room(llvm::IRBuilder<>& builder, const llvm::DataLayout& layout) : builder_(builder), layout_(layout) {}

  llvm::Value* of(llvm::Value* pointer) {
    auto* step = llvm::dyn_cast<llvm::GEPOperator>(pointer);
    if (step == nullptr) return nullptr;
    if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(step->getSourceElementType());
        array != nullptr && step->getNumIndices() == 2 && isPart(*step->getPointerOperand(), *array)) {
      return less(size_of(array), step->getOperand(2), array->getElementType());
    }
    if (llvm::isa<llvm::ConstantExpr>(step) &&
        step->getNumIndices() > 1) {  // where the array becomes a pointer is left out
      const auto* array = llvm::dyn_cast<llvm::ArrayType>(step->getResultElementType());
      return array != nullptr && isPart(*step, *array) ? size_of(array) : nullptr;
    }
    const llvm::StringRef name = step->getName();
    if (step->getNumIndices() != 1 || (!name.starts_with("add.ptr") && !name.starts_with("arrayidx"))) return nullptr;
    llvm::Value* whole = of(step->getPointerOperand());
    return whole == nullptr ? nullptr : less(whole, step->getOperand(1), step->getSourceElementType());
  }

 private:
  // The last member of a structure may be an array of open size.
  static bool isPart(llvm::Value& array, const llvm::ArrayType& type) {
    const auto* member = llvm::dyn_cast<llvm::GEPOperator>(&array);
    if (member == nullptr || type.getNumElements() == 0) return false;
    if (member->getNumIndices() < 2) return llvm::isa<llvm::ArrayType>(member->getSourceElementType());
    const auto* around = llvm::dyn_cast<llvm::StructType>(member->getSourceElementType());
    if (around == nullptr) return true;
    const auto* last = llvm::dyn_cast<llvm::ConstantInt>(member->getOperand(member->getNumOperands() - 1));
    const bool is_last = last != nullptr && last->getZExtValue() + 1 == around->getNumElements();
    return !is_last || type.getNumElements() > 1;
  }

  llvm::Value* size_of(const llvm::ArrayType* array) {
    return builder_.getInt64(layout_.getTypeAllocSize(const_cast<llvm::ArrayType*>(array)).getFixedValue());
  }

  llvm::Value* less(llvm::Value* size, llvm::Value* index, llvm::Type* element) {
    llvm::Value* const each = builder_.getInt64(layout_.getTypeAllocSize(element).getFixedValue());
    return builder_.CreateSub(size, builder_.CreateMul(builder_.CreateSExtOrTrunc(index, builder_.getInt64Ty()), each));
  }

  llvm::IRBuilder<>& builder_;
  const llvm::DataLayout& layout_;
};

bool isOfLibrary(const llvm::Instruction& instruction) {
  const llvm::DILocation* location = instruction.getDebugLoc();
  return location == nullptr || isSystemFile(location->getFilename());
}

class Checker {
 public:
  explicit Checker(llvm::CallBase& call)
      : call_(call),
        module_(*call.getModule()),
        before_(&call),
        after_(&call),
        room_(before_, module_.getDataLayout()) {
    if (call.isTerminator()) return;
    after_.SetInsertPoint(call.getNextNode());
    after_.SetCurrentDebugLocation(call.getDebugLoc());
  }

  void operator()(const Argument& argument) {
    const bool is_known_after = argument.touches >= Touches::Printed;
    if (argument.touches == Touches::Nothing || argument.index >= call_.arg_size()) return;
    if (is_known_after && call_.isTerminator()) return;
    llvm::Value* const pointer = call_.getArgOperand(argument.index);
    if (argument.touches == Touches::Count && isWithinElement(*pointer, *call_.getArgOperand(argument.count))) return;
    llvm::Value* const room = room_.of(pointer);
    if (room == nullptr) return;
    llvm::IRBuilder<>& builder = is_known_after ? after_ : before_;
    const llvm::FunctionCallee check = module_.getOrInsertFunction("__forall_in_member", builder.getVoidTy(),
                                                                   builder.getInt64Ty(), builder.getInt64Ty());
    builder.CreateCall(check, {bytes(argument), room});
  }

 private:
  // As in the assignment of an element, whose index is checked.
  bool isWithinElement(const llvm::Value& pointer, const llvm::Value& count) const {
    const auto* step = llvm::dyn_cast<llvm::GEPOperator>(&pointer);
    const auto* known = llvm::dyn_cast<llvm::ConstantInt>(&count);
    return step != nullptr && known != nullptr &&
           known->getZExtValue() <=
               module_.getDataLayout().getTypeAllocSize(step->getResultElementType()).getFixedValue();
  }

  llvm::Value* bytes(const Argument& argument) {
    llvm::Value* const end = before_.getInt64(1);
    switch (argument.touches) {
      case Touches::Nothing: break;
      case Touches::Count: return before_.CreateSExtOrTrunc(call_.getArgOperand(argument.count), before_.getInt64Ty());
      case Touches::Text: return before_.CreateAdd(length(argument.index), end);
      case Touches::TextOfNext: return before_.CreateAdd(length(argument.index + 1), end);
      case Touches::TextAndNext:
        return before_.CreateAdd(before_.CreateAdd(length(argument.index), length(argument.index + 1)), end);
      case Touches::Printed:
      case Touches::PrintedAtMost: {
        llvm::Value* printed = after_.CreateAdd(after_.CreateSExt(&call_, after_.getInt64Ty()), end);  // an error is -1
        if (argument.touches == Touches::Printed) return printed;
        llvm::Value* const most = call_.getArgOperand(argument.index + 1);
        return after_.CreateSelect(after_.CreateICmpULT(printed, most), printed, most);
      }
      case Touches::UpToResult: {
        llvm::Type* const number = after_.getInt64Ty();
        return after_.CreateSub(after_.CreatePtrToInt(&call_, number),
                                after_.CreatePtrToInt(call_.getArgOperand(argument.index), number));
      }
    }
    llvm_unreachable("an argument of which nothing is touched");
  }

  llvm::Value* length(unsigned index) {
    const llvm::FunctionCallee strlen = module_.getOrInsertFunction("strlen", before_.getInt64Ty(), before_.getPtrTy());
    return before_.CreateCall(strlen, {call_.getArgOperand(index)});
  }

  llvm::CallBase& call_;
  llvm::Module& module_;
  llvm::IRBuilder<> before_, after_;
  Room room_;
};

}  // namespace

void checkMemberArrays(llvm::Module& module, const KnownCalls& known) {
  if (module.getNamedValue(abi::kModelMarker) != nullptr) return;
  llvm::SmallVector<llvm::CallBase*, 8> calls;
  for (llvm::Function& function : module) {
    if (!known.instruments(function)) continue;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || isOfLibrary(instruction) || argumentsOf(*call)[0].touches == Touches::Nothing) continue;
      calls.push_back(call);
    }
  }
  for (llvm::CallBase* call : calls) {
    Checker check(*call);
    for (const Argument& argument : argumentsOf(*call)) check(argument);
  }
}

}  // namespace forall::instrument
