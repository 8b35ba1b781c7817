#include "instrument/stand_in_types.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Demangle/Demangle.h>

#include <algorithm>
#include <optional>

namespace forall::instrument {

namespace {

using abi::ScalarKind;
using abi::StandInLeaf;
using abi::StandInRole;
namespace dwarf = llvm::dwarf;

constexpr std::size_t kMostLeaves = 64;
constexpr unsigned kPointerBits = 64;
constexpr llvm::StringLiteral kString = "_ZTSNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE";
constexpr llvm::StringLiteral kStringView = "_ZTSSt17basic_string_viewIcSt11char_traitsIcEE";

bool isQualifier(unsigned tag) {
  return tag == dwarf::DW_TAG_const_type || tag == dwarf::DW_TAG_volatile_type || tag == dwarf::DW_TAG_restrict_type;
}

bool isPointer(unsigned tag) { return tag == dwarf::DW_TAG_pointer_type; }

bool isClass(unsigned tag) { return tag == dwarf::DW_TAG_class_type || tag == dwarf::DW_TAG_structure_type; }

// Without typedefs.
const llvm::DIType* resolved(const llvm::DIType* type) {
  while (type != nullptr && type->getTag() == dwarf::DW_TAG_typedef)
    type = llvm::cast<llvm::DIDerivedType>(type)->getBaseType();
  return type;
}

bool isConst(const llvm::DIType* type) {
  for (type = resolved(type); type != nullptr && isQualifier(type->getTag());
       type = resolved(llvm::cast<llvm::DIDerivedType>(type)->getBaseType())) {
    if (type->getTag() == dwarf::DW_TAG_const_type) return true;
  }
  return false;
}

const llvm::DIType* pointedTo(const llvm::DIType& type) { return llvm::cast<llvm::DIDerivedType>(type).getBaseType(); }

ScalarKind integerKind(std::uint64_t bits, bool is_signed, llvm::StringRef name) {
  switch (bits) {
    case 16: return is_signed ? ScalarKind::Short : ScalarKind::UShort;
    case 32: return is_signed ? ScalarKind::Int : ScalarKind::UInt;
    case 128: return is_signed ? ScalarKind::Int128 : ScalarKind::UInt128;
    default: break;
  }
  if (name.contains("long long")) return is_signed ? ScalarKind::LongLong : ScalarKind::ULongLong;
  return is_signed ? ScalarKind::Long : ScalarKind::ULong;
}

std::optional<ScalarKind> floatKind(std::uint64_t bits) {
  switch (bits) {
    case 16: return ScalarKind::Half;
    case 32: return ScalarKind::Float;
    case 64: return ScalarKind::Double;
    case 128: return ScalarKind::LongDouble;
    default: return std::nullopt;
  }
}

std::optional<ScalarKind> kindOf(const llvm::DIBasicType& type) {
  const std::uint64_t bits = type.getSizeInBits();
  const llvm::StringRef name = type.getName();
  const bool is_usual = bits == 8 || bits == 16 || bits == 32 || bits == 64 || bits == 128;
  if (!is_usual || name.contains("_BitInt")) return std::nullopt;
  if (name == "wchar_t") return ScalarKind::WChar;
  switch (type.getEncoding()) {
    case dwarf::DW_ATE_boolean: return ScalarKind::Bool;
    case dwarf::DW_ATE_signed_char: return name == "char" ? ScalarKind::Char : ScalarKind::SChar;
    case dwarf::DW_ATE_unsigned_char: return name == "char" ? ScalarKind::Char : ScalarKind::UChar;
    case dwarf::DW_ATE_UTF: return bits == 8 ? ScalarKind::Char8 : bits == 16 ? ScalarKind::Char16 : ScalarKind::Char32;
    case dwarf::DW_ATE_signed: return integerKind(bits, true, name);
    case dwarf::DW_ATE_unsigned: return integerKind(bits, false, name);
    case dwarf::DW_ATE_float: return floatKind(bits);
    default: return std::nullopt;
  }
}

bool isUnsigned(const llvm::DIType* type) {
  const auto* basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(strippedType(type));
  return basic != nullptr && basic->getSignedness() == llvm::DIBasicType::Signedness::Unsigned;
}

std::string scopeOf(const llvm::DIScope* scope) {
  std::string result;
  for (; scope != nullptr && !llvm::isa<llvm::DIFile, llvm::DICompileUnit>(scope); scope = scope->getScope()) {
    const llvm::StringRef name = scope->getName();
    if (const auto* space = llvm::dyn_cast<llvm::DINamespace>(scope);
        space != nullptr && space->getExportSymbols() && !name.empty()) {
      continue;  // an inline namespace
    }
    result = (name.empty() ? "(anonymous namespace)" : name.str()) + "::" + result;
  }
  return result;
}

// "int" or "const int", "*" or "&" after it.
std::string spelled(const llvm::DIType* type, bool const_stands_behind,
                    const std::function<std::string(const llvm::DICompositeType&)>& name_of_class) {
  std::string behind;
  bool is_const = false;
  for (type = resolved(type); type != nullptr; type = resolved(pointedTo(*type))) {
    const unsigned tag = type->getTag();
    if (isQualifier(tag)) {
      is_const |= tag == dwarf::DW_TAG_const_type;
      continue;
    }
    const char* mark = isPointer(tag)                               ? "*"
                       : tag == dwarf::DW_TAG_reference_type        ? "&"
                       : tag == dwarf::DW_TAG_rvalue_reference_type ? "&&"
                                                                    : nullptr;
    if (mark == nullptr) break;
    behind = (is_const ? std::string(mark) + " const" : mark) + behind;
    is_const = false;
  }
  std::string name = "void";
  if (const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type)) {
    name = name_of_class(*composite);
  } else if (type != nullptr) {
    name = type->getTag() == dwarf::DW_TAG_unspecified_type ? "std::nullptr_t" : type->getName().str();
  }
  if (is_const) name = const_stands_behind ? name + " const" : "const " + name;
  return name + behind;
}

}  // namespace

const llvm::DIType* strippedType(const llvm::DIType* type) {
  type = resolved(type);
  while (type != nullptr && isQualifier(type->getTag())) type = resolved(pointedTo(*type));
  return type;
}

bool isReference(const llvm::DIType& type) {
  return type.getTag() == dwarf::DW_TAG_reference_type || type.getTag() == dwarf::DW_TAG_rvalue_reference_type;
}

bool isPassedByAddress(const llvm::DIType& stripped) {
  return (stripped.getFlags() & llvm::DINode::FlagTypePassByReference) != 0;
}

std::string qualifiedName(const llvm::DICompositeType& type) {
  return scopeOf(type.getScope()) + (type.getName().empty() ? "(unnamed)" : type.getName().str());
}

std::string spelling(const llvm::DIType* type) {
  return spelled(type, false, [](const llvm::DICompositeType& composite) -> std::string {
    if (composite.getIdentifier() == kString) return "std::string";
    if (composite.getIdentifier() == kStringView) return "std::string_view";
    return qualifiedName(composite);
  });
}

std::string demangledSpelling(const llvm::DIType* type) {
  return spelled(type, true, [](const llvm::DICompositeType& composite) {
    constexpr llvm::StringLiteral kWhat = "typeinfo name for ";
    const std::string name = llvm::demangle(composite.getIdentifier());
    return llvm::StringRef(name).starts_with(kWhat) ? name.substr(kWhat.size()) : qualifiedName(composite);
  });
}

ValueShape ShapeReader::object(const std::string& key, const std::string& type, std::uint64_t size) const {
  ValueShape shape;
  shape.type = type;
  shape.role = StandInRole::Object;
  shape.object_key = key;
  shape.size = size;
  return shape;
}

namespace {

// A function, a pointer to numbers, or a class that holds pointers (a lambda with captures, an iterator): what it does
// or refers to matters, not its address.
bool followsPointers(const llvm::DIType& type, const ValueShape& shape) {
  if (shape.role != StandInRole::Value) return false;
  const llvm::DIType* stripped = strippedType(&type);
  if (llvm::isa<llvm::DICompositeType>(stripped)) {
    return llvm::any_of(shape.leaves, [](const StandInLeaf& leaf) { return leaf.is_address != 0; });
  }
  const auto* pointer = llvm::dyn_cast<llvm::DIDerivedType>(stripped);
  if (pointer == nullptr || !isPointer(pointer->getTag())) return false;
  const llvm::DIType* target = strippedType(pointer->getBaseType());
  return target != nullptr && (llvm::isa<llvm::DISubroutineType>(target) || llvm::isa<llvm::DIBasicType>(target));
}

// A call can only read through a pointer to constant numbers; with any other type it may have effects.
bool mayActThrough(const llvm::DIType& type) {
  const auto* pointer = llvm::dyn_cast<llvm::DIDerivedType>(strippedType(&type));
  if (pointer == nullptr || !isPointer(pointer->getTag())) return true;
  return !isConst(pointer->getBaseType()) ||
         llvm::isa_and_nonnull<llvm::DISubroutineType>(strippedType(pointer->getBaseType()));
}

void forgetValue(const llvm::DIType& type, ValueShape& shape) {
  shape.role = StandInRole::Unknown;
  shape.leaves.clear();
  shape.is_output = mayActThrough(type);
}

}  // namespace

ValueShape ShapeReader::read(const llvm::DIType* type, bool is_result) const {
  const llvm::DIType* stripped = strippedType(type);
  if (stripped == nullptr) {
    ValueShape shape;
    shape.type = "void";
    shape.role = is_result ? StandInRole::None : StandInRole::Unknown;
    return shape;
  }
  if (!isReference(*stripped)) {
    ValueShape shape = valueOf(stripped);
    if (!is_result && followsPointers(*stripped, shape)) forgetValue(*stripped, shape);
    return shape;
  }
  const llvm::DIType* referred = pointedTo(*stripped);
  ValueShape shape = valueOf(referred);
  shape.type = spelling(referred);
  if (!is_result && followsPointers(*referred, shape)) {
    forgetValue(*referred, shape);
    shape.is_indirect = true;
    return shape;
  }
  if (shape.role == StandInRole::Unknown && is_result) {
    // Its identity matters.
    shape.role = StandInRole::Value;
    shape.size = kPointerBits / 8;
    shape.leaves = {StandInLeaf{0, kPointerBits, ScalarKind::ULong, 1}};
    return shape;
  }
  shape.is_indirect = !is_result;
  shape.is_reference = is_result;
  // A moved-from value is not read, but an object still has a state.
  const bool stays = stripped->getTag() == dwarf::DW_TAG_reference_type || shape.role == StandInRole::Object;
  shape.is_output = !is_result && stays && !isConst(referred);
  return shape;
}

ValueShape ShapeReader::valueOf(const llvm::DIType* type) const {
  const llvm::DIType* stripped = strippedType(type);
  ValueShape shape;
  shape.type = spelling(stripped);
  if (stripped == nullptr) return shape;
  shape.size = stripped->getSizeInBits() / 8;
  if (const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(stripped)) {
    shape.object_key = key_of_(*composite);
    if (!shape.object_key.empty()) shape.role = StandInRole::Object;
    if (composite->getIdentifier() == kString) shape.role = StandInRole::Text;
    if (composite->getIdentifier() == kStringView) shape.role = StandInRole::TextView;
    if (shape.role != StandInRole::Unknown) return shape;
  }
  if (flatten(stripped, 0, shape.leaves)) {
    shape.role = StandInRole::Value;
  } else {
    shape.leaves.clear();
  }
  return shape;
}

bool ShapeReader::flatten(const llvm::DIType* type, std::uint64_t offset, std::vector<StandInLeaf>& leaves) const {
  const llvm::DIType* stripped = strippedType(type);
  if (stripped == nullptr || leaves.size() > kMostLeaves) return false;
  const auto add = [&](std::uint64_t width, ScalarKind kind) {
    leaves.push_back({static_cast<std::uint32_t>(offset), static_cast<std::uint16_t>(width), kind, 0});
    return true;
  };
  if (const auto* basic = llvm::dyn_cast<llvm::DIBasicType>(stripped)) {
    if (basic->getTag() == dwarf::DW_TAG_unspecified_type) return true;  // nullptr_t: has one value
    const std::optional<ScalarKind> kind = kindOf(*basic);
    return kind && add(*kind == ScalarKind::Bool ? 1 : basic->getSizeInBits(), *kind);
  }
  const unsigned tag = stripped->getTag();
  if (isPointer(tag) || isReference(*stripped)) {
    add(kPointerBits, ScalarKind::ULong);
    leaves.back().is_address = 1;
    return true;
  }
  const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(stripped);
  if (composite == nullptr) return false;
  if (tag == dwarf::DW_TAG_enumeration_type) {
    return add(composite->getSizeInBits(),
               isUnsigned(composite->getBaseType()) ? ScalarKind::UnsignedEnum : ScalarKind::SignedEnum);
  }
  if (tag == dwarf::DW_TAG_array_type) return flattenArray(*composite, offset, leaves);
  return isClass(tag) && flattenClass(*composite, offset, leaves);
}

bool ShapeReader::flattenClass(const llvm::DICompositeType& type, std::uint64_t offset,
                               std::vector<StandInLeaf>& leaves) const {
  if (isPassedByAddress(type) || type.isForwardDecl()) return false;
  for (const llvm::DINode* node : type.getElements()) {
    const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(node);
    if (member == nullptr || member->isStaticMember()) continue;
    const unsigned tag = member->getTag();
    if (tag != dwarf::DW_TAG_member && tag != dwarf::DW_TAG_inheritance) continue;
    if (member->isBitField() || member->isArtificial() || member->isVirtual()) return false;
    if (!flatten(member->getBaseType(), offset + member->getOffsetInBits() / 8, leaves)) return false;
  }
  return leaves.size() <= kMostLeaves;
}

bool ShapeReader::flattenArray(const llvm::DICompositeType& type, std::uint64_t offset,
                               std::vector<StandInLeaf>& leaves) const {
  const llvm::DIType* element = strippedType(type.getBaseType());
  if (type.isVector() || element == nullptr || element->getSizeInBits() == 0) return false;
  const std::uint64_t count = type.getSizeInBits() / element->getSizeInBits();
  if (count > kMostLeaves) return false;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (!flatten(element, offset + i * element->getSizeInBits() / 8, leaves)) return false;
  }
  return leaves.size() <= kMostLeaves;
}

}  // namespace forall::instrument
