// Which arguments of an IR function make up which parameter of a method in the source, by the calling conventions of
// the supported targets.
#pragma once

#include <llvm/IR/Attributes.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "instrument/stand_in_types.h"

namespace forall::instrument {

inline constexpr std::uint64_t kRegisterBytes = 8;

struct Parameter {
  ValueShape shape;
  llvm::SmallVector<unsigned, 2> arguments;  // several: each is 8 bytes of the value; none: a value without contents
};

struct Signature {
  llvm::FunctionType* type = nullptr;
  llvm::AttributeList attributes;
  std::vector<Parameter> parameters;  // `this` first
  ValueShape result;
  std::optional<unsigned> result_argument;  // the result is written to where this argument points
  bool is_static = false;
};

struct MethodType {
  const llvm::DISubprogram* subprogram = nullptr;  // null: nothing is known but the types of IR
  ValueShape object;                               // `this`
};

Signature readSignature(const llvm::Module& module, llvm::FunctionType* type, const llvm::AttributeList& attributes,
                        const MethodType& method, const ShapeReader& shapes);

// The signature of a method that the module does not mention. Empty if that depends on details of the calling
// conventions that are not implemented here.
std::optional<Signature> deriveSignature(const llvm::Module& module, const MethodType& method,
                                         const ShapeReader& shapes);

}  // namespace forall::instrument
