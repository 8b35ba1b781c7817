#include "instrument/type_layouts.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>

namespace forall::instrument {

namespace {

using namespace llvm::dwarf;

// Behind typedefs and qualifiers.
const llvm::DIType* plain(const llvm::DIType* type, bool& is_constant) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    const auto tag = derived->getTag();
    if (tag != DW_TAG_typedef && tag != DW_TAG_const_type && tag != DW_TAG_volatile_type && tag != DW_TAG_restrict_type)
      break;
    is_constant = is_constant || tag == DW_TAG_const_type;
    type = derived->getBaseType();
  }
  return type;
}

const llvm::DIType* plain(const llvm::DIType* type) {
  bool ignored = false;
  return plain(type, ignored);
}

std::uint64_t bytesOf(const llvm::DIType& type) { return type.getSizeInBits() / 8; }

// "int" of "unsigned int": objects of one may be used as the other.
std::string nameOfNumber(const llvm::DIBasicType& type) {
  switch (type.getEncoding()) {
    case DW_ATE_signed_char:
    case DW_ATE_unsigned_char: return {};
    case DW_ATE_UTF:
    case DW_ATE_boolean:
    case DW_ATE_signed:
    case DW_ATE_unsigned:
    case DW_ATE_float: break;
    default: return {};
  }
  llvm::StringRef name = type.getName();
  name.consume_front("unsigned ");
  return bytesOf(type) == 1 && name != "bool" ? std::string() : name.str();
}

bool isStdByte(const llvm::DICompositeType& type) {
  return type.getName() == "byte" && type.getScope() != nullptr && type.getScope()->getName() == "std";
}

}  // namespace

std::string nameForCasts(const llvm::DIType& described) {
  const llvm::DIType* type = plain(&described);
  if (type == nullptr) return {};
  if (const auto* number = llvm::dyn_cast<llvm::DIBasicType>(type)) return nameOfNumber(*number);
  if (type->getTag() == DW_TAG_pointer_type) return "*";
  const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
  if (composite == nullptr) return {};
  switch (composite->getTag()) {
    case DW_TAG_enumeration_type:
      return composite->getBaseType() != nullptr && !isStdByte(*composite) ? nameForCasts(*composite->getBaseType())
                                                                           : std::string();
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type:
      return composite->getIdentifier().empty() ? composite->getName().str() : composite->getIdentifier().str();
    default: return {};
  }
}

std::optional<TypeLayouts::Layout> TypeLayouts::readClass(const llvm::DICompositeType& type) {
  Layout layout{bytesOf(type), nameForCasts(type), type.getTag() == DW_TAG_union_type, {}};
  if (type.isForwardDecl() || layout.size == 0) return {};
  for (const llvm::DINode* node : type.getElements()) {
    const auto* member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(node);
    if (member == nullptr || member->isStaticMember()) continue;
    const bool is_base = member->getTag() == DW_TAG_inheritance;
    if (!is_base && member->getTag() != DW_TAG_member) continue;
    // The place of a virtual base depends on the object.
    if (is_base && (member->getFlags() & llvm::DINode::FlagVirtual) != 0) return {};
    const llvm::DIType* of = plain(member->getBaseType());
    const std::uint64_t offset = member->getOffsetInBits() / 8;
    const bool has_place = !member->isBitField() && of != nullptr && bytesOf(*of) != 0;
    layout.parts.push_back(
        part(offset, has_place ? bytesOf(*of) : layout.size - offset, has_place ? member->getBaseType() : nullptr));
  }
  return layout;
}

// All dimensions are one: code that goes through a matrix as if it were one array is common and works.
std::optional<TypeLayouts::Layout> TypeLayouts::readArray(const llvm::DICompositeType& type) {
  const std::uint64_t size = bytesOf(type);
  if (type.isVector() || size == 0) return {};
  return Layout{size, {}, false, {part(0, size, &type)}};
}

std::optional<TypeLayouts::Layout> TypeLayouts::read(const llvm::DIType& type) {
  if (const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(&type)) {
    switch (composite->getTag()) {
      case DW_TAG_structure_type:
      case DW_TAG_class_type:
      case DW_TAG_union_type: return readClass(*composite);
      case DW_TAG_array_type: return readArray(*composite);
      default: break;
    }
  }
  Layout scalar{bytesOf(type), nameForCasts(type), false, {}};
  if (scalar.name.empty() || scalar.size == 0) return {};
  return scalar;
}

llvm::Constant* TypeLayouts::part(std::uint64_t offset, std::uint64_t size, const llvm::DIType* type) {
  llvm::Type* u64 = llvm::Type::getInt64Ty(module_.getContext());
  // An array is described by its elements.
  const auto* array = llvm::dyn_cast_or_null<llvm::DICompositeType>(plain(type));
  while (array != nullptr && array->getTag() == DW_TAG_array_type && !array->isVector()) {
    type = array->getBaseType();
    array = llvm::dyn_cast_or_null<llvm::DICompositeType>(plain(type));
  }
  return llvm::ConstantStruct::getAnon(
      {llvm::ConstantInt::get(u64, offset), llvm::ConstantInt::get(u64, size), of(type)});
}

llvm::Constant* TypeLayouts::emit(const Layout& layout, bool is_constant) {
  llvm::LLVMContext& context = module_.getContext();
  llvm::Constant* none = llvm::ConstantPointerNull::get(llvm::PointerType::getUnqual(context));
  const auto number = [&](std::uint64_t value) {
    return llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), value);
  };
  const auto global = [&](llvm::Constant* value, const char* name) {
    return new llvm::GlobalVariable(module_, value->getType(), true, llvm::GlobalValue::PrivateLinkage, value, name);
  };
  llvm::Constant* parts = none;
  if (!layout.parts.empty()) {
    auto* type = llvm::ArrayType::get(layout.parts.front()->getType(), layout.parts.size());
    parts = global(llvm::ConstantArray::get(type, layout.parts), "__forall_type_parts");
  }
  return global(llvm::ConstantStruct::getAnon(
                    {number(layout.size), layout.name.empty() ? none : sites_.text(layout.name),
                     number(layout.is_union ? 1 : 0), number(is_constant ? 1 : 0), number(layout.parts.size()), parts}),
                "__forall_type");
}

llvm::Constant* TypeLayouts::of(const llvm::DIType* type) {
  llvm::Constant* none = llvm::ConstantPointerNull::get(llvm::PointerType::getUnqual(module_.getContext()));
  if (type == nullptr) return none;
  const auto found = known_.find(type);
  if (found != known_.end()) return found->second;
  bool is_constant = false;
  const llvm::DIType* stripped = plain(type, is_constant);
  llvm::Constant* result = none;
  if (stripped != nullptr) {
    if (const std::optional<Layout> layout = read(*stripped)) result = emit(*layout, is_constant);
  }
  known_[type] = result;
  return result;
}

}  // namespace forall::instrument
