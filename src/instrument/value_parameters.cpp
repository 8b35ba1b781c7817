#include "instrument/value_parameters.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace forall::instrument {

namespace {

void copy(llvm::Argument& parameter) {
  llvm::Function& function = *parameter.getParent();
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  llvm::Type* type = parameter.getParamByValType();
  const llvm::Align alignment = parameter.getParamAlign().value_or(layout.getABITypeAlign(type));
  llvm::BasicBlock& entry = function.getEntryBlock();
  llvm::IRBuilder<> builder(&entry, entry.begin());
  llvm::AllocaInst* variable = builder.CreateAlloca(type);
  variable->setAlignment(alignment);
  variable->takeName(&parameter);
  parameter.replaceAllUsesWith(variable);
  builder.SetInsertPoint(&*entry.getFirstNonPHIOrDbgOrAlloca());
  builder.CreateMemCpy(variable, alignment, &parameter, alignment, layout.getTypeAllocSize(type).getFixedValue());
}

}  // namespace

void copyValueParameters(llvm::Module& module, const KnownCalls& known) {
  for (llvm::Function& function : module) {
    if (!known.instruments(function)) continue;
    for (llvm::Argument& parameter : function.args()) {
      if (parameter.hasByValAttr() && !parameter.use_empty()) copy(parameter);
    }
  }
}

}  // namespace forall::instrument
