#include "instrument/stand_in_signatures.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>

namespace forall::instrument {

namespace {

namespace dwarf = llvm::dwarf;

bool isClassType(const llvm::DIType& stripped) {
  const unsigned tag = stripped.getTag();
  return tag == dwarf::DW_TAG_class_type || tag == dwarf::DW_TAG_structure_type || tag == dwarf::DW_TAG_union_type;
}

bool hasNoContents(const llvm::DIType& stripped) {
  const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(&stripped);
  if (composite == nullptr || composite->getTag() == dwarf::DW_TAG_union_type) return false;
  return llvm::none_of(composite->getElements(), [](const llvm::DINode* node) {
    const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(node);
    if (member == nullptr || member->isStaticMember()) return false;
    if (member->getTag() == dwarf::DW_TAG_inheritance) return !hasNoContents(*strippedType(member->getBaseType()));
    return member->getTag() == dwarf::DW_TAG_member;
  });
}

llvm::DITypeRefArray typesOf(const llvm::DISubprogram& subprogram) { return subprogram.getType()->getTypeArray(); }

bool hasObject(const llvm::DISubprogram& subprogram) {
  const llvm::DITypeRefArray types = typesOf(subprogram);
  return types.size() > 1 && types[1] != nullptr && types[1]->isObjectPointer();
}

// The name of a parameter in the definition, by its number.
std::string parameterName(const llvm::DISubprogram& subprogram, unsigned number) {
  for (const llvm::DINode* node : subprogram.getRetainedNodes()) {
    const auto* variable = llvm::dyn_cast<llvm::DILocalVariable>(node);
    if (variable != nullptr && variable->getArg() == number) return variable->getName().str();
  }
  return {};
}

class SignatureReader {
 public:
  SignatureReader(const llvm::Module& module, llvm::FunctionType* type, const llvm::AttributeList& attributes,
                  const MethodType& method, const ShapeReader& shapes)
      : layout_(module.getDataLayout()),
        drops_empty_(llvm::Triple(module.getTargetTriple()).isX86()),
        method_(method),
        shapes_(shapes) {
    signature_.type = type;
    signature_.attributes = attributes;
  }

  Signature operator()() {
    if (next_ < count() && signature_.attributes.hasParamAttr(next_, llvm::Attribute::StructRet))
      signature_.result_argument = next_++;
    const unsigned first = next_;
    if (method_.subprogram != nullptr && readParameters() && next_ == count()) return std::move(signature_);
    next_ = first;
    signature_.parameters.clear();
    takeAsTheyCome();
    return std::move(signature_);
  }

 private:
  unsigned count() const { return signature_.type->getNumParams(); }

  void takeObject() {
    Parameter object{method_.object, {next_++}};
    signature_.parameters.push_back(std::move(object));
  }

  bool readParameters() {
    const llvm::DITypeRefArray types = typesOf(*method_.subprogram);
    signature_.result = shapes_.read(types.size() == 0 ? nullptr : types[0], true);
    signature_.is_static = !hasObject(*method_.subprogram);
    for (unsigned i = 1; i < types.size(); ++i) {
      if (next_ > count() || types[i] == nullptr) return false;
      if (i == 1 && !signature_.is_static) {
        takeObject();
        continue;
      }
      Parameter parameter{shapes_.read(types[i], false), {}};
      parameter.shape.name = parameterName(*method_.subprogram, i);
      if (!takeArguments(*strippedType(types[i]), parameter)) return false;
      signature_.parameters.push_back(std::move(parameter));
    }
    return true;
  }

  bool takeArguments(const llvm::DIType& stripped, Parameter& parameter) {
    if (isClassType(stripped) && !isPassedByAddress(stripped)) return takeClass(stripped, parameter);
    if (next_ == count()) return false;
    if (isClassType(stripped)) parameter.shape.is_indirect = true;
    parameter.arguments.push_back(next_++);
    return true;
  }

  bool takeClass(const llvm::DIType& stripped, Parameter& parameter) {
    if (drops_empty_ && hasNoContents(stripped)) return true;
    if (next_ == count()) return false;
    const std::uint64_t size = stripped.getSizeInBits() / 8;
    llvm::Type* type = signature_.type->getParamType(next_);
    parameter.shape.is_indirect = signature_.attributes.hasParamAttr(next_, llvm::Attribute::ByVal) ||
                                  (type->isPointerTy() && size > 2 * kRegisterBytes);
    parameter.arguments.push_back(next_++);
    if (parameter.shape.is_indirect) return true;
    const std::uint64_t taken = layout_.getTypeAllocSize(type).getFixedValue();
    if (size > kRegisterBytes && taken <= kRegisterBytes) {
      if (next_ == count()) return false;
      parameter.arguments.push_back(next_++);
    }
    return true;
  }

  // For arguments that do not fit what is known about the parameters, or if nothing is known.
  void takeAsTheyCome() {
    if (method_.subprogram == nullptr && !signature_.type->getReturnType()->isVoidTy()) {
      signature_.result.role = abi::StandInRole::Unknown;
    } else if (method_.subprogram == nullptr) {
      signature_.result.role = signature_.result_argument ? abi::StandInRole::Unknown : abi::StandInRole::None;
    }
    if (!signature_.is_static && next_ < count()) takeObject();
    while (next_ < count()) {
      Parameter parameter;
      parameter.shape.size = layout_.getTypeAllocSize(signature_.type->getParamType(next_)).getFixedValue();
      parameter.arguments.push_back(next_++);
      signature_.parameters.push_back(std::move(parameter));
    }
  }

  const llvm::DataLayout& layout_;
  const bool drops_empty_;
  const MethodType& method_;
  const ShapeReader& shapes_;
  Signature signature_;
  unsigned next_ = 0;
};

// Null if it is not passed as one value.
llvm::Type* scalarType(llvm::LLVMContext& context, const llvm::DIType& stripped, bool& is_signed) {
  is_signed = false;
  const unsigned tag = stripped.getTag();
  if (tag == dwarf::DW_TAG_pointer_type || isReference(stripped) || tag == dwarf::DW_TAG_unspecified_type)
    return llvm::PointerType::getUnqual(context);
  const llvm::DIType* number = &stripped;
  if (tag == dwarf::DW_TAG_enumeration_type)
    number = strippedType(llvm::cast<llvm::DICompositeType>(stripped).getBaseType());
  const auto* basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(number);
  if (basic == nullptr || basic->getName().contains("_BitInt")) return nullptr;
  const auto bits = static_cast<unsigned>(basic->getSizeInBits());
  switch (basic->getEncoding()) {
    case dwarf::DW_ATE_boolean: return llvm::Type::getInt1Ty(context);
    case dwarf::DW_ATE_float:
      return bits == 32 ? llvm::Type::getFloatTy(context) : bits == 64 ? llvm::Type::getDoubleTy(context) : nullptr;
    case dwarf::DW_ATE_signed:
    case dwarf::DW_ATE_signed_char: is_signed = true; [[fallthrough]];
    case dwarf::DW_ATE_unsigned:
    case dwarf::DW_ATE_unsigned_char:
    case dwarf::DW_ATE_UTF: return llvm::Type::getIntNTy(context, bits);
    default: return nullptr;
  }
}

void addExtension(llvm::AttrBuilder& attributes, llvm::Type* type, bool is_signed) {
  if (type->isIntegerTy() && type->getIntegerBitWidth() < 32)
    attributes.addAttribute(is_signed ? llvm::Attribute::SExt : llvm::Attribute::ZExt);
}

}  // namespace

Signature readSignature(const llvm::Module& module, llvm::FunctionType* type, const llvm::AttributeList& attributes,
                        const MethodType& method, const ShapeReader& shapes) {
  return SignatureReader(module, type, attributes, method, shapes)();
}

std::optional<Signature> deriveSignature(const llvm::Module& module, const MethodType& method,
                                         const ShapeReader& shapes) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* const ptr = llvm::PointerType::getUnqual(context);
  const llvm::DITypeRefArray types = typesOf(*method.subprogram);
  llvm::Type* result = llvm::Type::getVoidTy(context);
  llvm::AttrBuilder result_attributes(context);
  llvm::SmallVector<llvm::Type*, 8> parameters;
  llvm::SmallVector<llvm::AttributeSet, 8> parameter_attributes;
  bool is_signed = false;

  if (const llvm::DIType* stripped = types.size() == 0 ? nullptr : strippedType(types[0])) {
    if (isPassedByAddress(*stripped)) {
      llvm::AttrBuilder place(context);
      place.addStructRetAttr(llvm::ArrayType::get(llvm::Type::getInt8Ty(context), stripped->getSizeInBits() / 8));
      parameters.push_back(ptr);
      parameter_attributes.push_back(llvm::AttributeSet::get(context, place));
    } else {
      result = scalarType(context, *stripped, is_signed);
      if (result == nullptr) return std::nullopt;
      addExtension(result_attributes, result, is_signed);
    }
  }
  for (unsigned i = 1; i < types.size(); ++i) {
    const llvm::DIType* stripped = strippedType(types[i]);
    if (stripped == nullptr) return std::nullopt;
    llvm::Type* type = isPassedByAddress(*stripped) ? ptr : scalarType(context, *stripped, is_signed);
    if (type == nullptr) return std::nullopt;
    llvm::AttrBuilder attributes(context);
    addExtension(attributes, type, is_signed);
    parameters.push_back(type);
    parameter_attributes.push_back(llvm::AttributeSet::get(context, attributes));
  }
  const auto attributes = llvm::AttributeList::get(
      context, llvm::AttributeSet(), llvm::AttributeSet::get(context, result_attributes), parameter_attributes);
  return readSignature(module, llvm::FunctionType::get(result, parameters, false), attributes, method, shapes);
}

}  // namespace forall::instrument
