#include "instrument/stand_in_records.h"

#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "abi/stand_ins.h"

namespace forall::instrument {

namespace {

constexpr unsigned kClassIsActive = 4;  // numbers of fields
constexpr unsigned kClassFunctions = 6;
constexpr unsigned kMethodInvoke = 7;

void replaceField(llvm::GlobalVariable* record, unsigned index, llvm::Constant* value) {
  auto* fields = llvm::cast<llvm::Constant>(record->getInitializer());
  llvm::SmallVector<llvm::Constant*, 10> values;
  for (unsigned i = 0; fields->getAggregateElement(i) != nullptr; ++i) values.push_back(fields->getAggregateElement(i));
  values[index] = value;
  record->setInitializer(llvm::ConstantStruct::get(llvm::cast<llvm::StructType>(record->getValueType()), values));
}

}  // namespace

static_assert(sizeof(abi::StandInClass) == 40 && offsetof(abi::StandInClass, is_active) == 24);
static_assert(sizeof(abi::StandInLeaf) == 8 && sizeof(abi::StandInValue) == 48 && sizeof(abi::StandInMethod) == 96);

StandInRecords::StandInRecords(llvm::Module& module) : module_(module) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* u8 = llvm::Type::getInt8Ty(context);
  llvm::Type* u16 = llvm::Type::getInt16Ty(context);
  llvm::Type* u32 = llvm::Type::getInt32Ty(context);
  llvm::Type* ptr = llvm::PointerType::getUnqual(context);
  // In the order of the structs in the header.
  class_type_ = llvm::StructType::create(context, {ptr, ptr, u32, u32, u32, u32, ptr}, "forall.class");
  leaf_type_ = llvm::StructType::create(context, {u32, u16, u8, u8}, "forall.leaf");
  value_type_ = llvm::StructType::create(context, {ptr, ptr, u8, u8, u8, u8, u32, u32, ptr, ptr}, "forall.value");
  method_type_ = llvm::StructType::create(context, {ptr, ptr, ptr, u32, u32, ptr, value_type_, ptr}, "forall.method");
}

llvm::GlobalVariable* StandInRecords::classRecord(const ClassRecord& record) {
  auto* fields = llvm::ConstantStruct::get(
      class_type_, {text(record.key), text(record.spelling), u32(record.state_offset), u32(record.state_bits), u32(0),
                    u32(record.has_public_data ? 1 : 0), null()});
  auto* variable = new llvm::GlobalVariable(module_, class_type_, false, llvm::GlobalValue::InternalLinkage, fields,
                                            "__forall_class." + record.key);
  variable->setSection("forall_classes");
  variable->setAlignment(llvm::Align(alignof(abi::StandInClass)));
  classes_.push_back(variable);
  return variable;
}

void StandInRecords::setFunctions(llvm::GlobalVariable* class_record, llvm::Constant* functions) {
  replaceField(class_record, kClassFunctions, functions);
}

llvm::Constant* StandInRecords::isActive(llvm::GlobalVariable* class_record) const {
  return field(class_record, class_type_, kClassIsActive);
}

llvm::GlobalVariable* StandInRecords::methodRecord(const MethodRecord& record, const Signature& signature,
                                                   const llvm::StringMap<llvm::GlobalVariable*>& classes) {
  llvm::SmallVector<llvm::Constant*, 8> parameters;
  for (const Parameter& parameter : signature.parameters) parameters.push_back(value(parameter.shape, classes));
  auto* array = llvm::ArrayType::get(value_type_, parameters.size());
  llvm::Constant* table =
      parameters.empty() ? null() : constant(llvm::ConstantArray::get(array, parameters), "__forall_parameters");
  auto* fields = llvm::ConstantStruct::get(method_type_,
                                           {text(record.name), text(record.short_name), record.owner, u32(record.flags),
                                            u32(parameters.size()), table, value(signature.result, classes), null()});
  auto* variable = new llvm::GlobalVariable(module_, method_type_, false, llvm::GlobalValue::InternalLinkage, fields,
                                            "__forall_method");
  variable->setAlignment(llvm::Align(alignof(abi::StandInMethod)));
  methods_.push_back(variable);
  return variable;
}

void StandInRecords::setInvoke(llvm::GlobalVariable* method_record, llvm::Function* invoke) {
  replaceField(method_record, kMethodInvoke, invoke);
}

llvm::Constant* StandInRecords::invokeField(llvm::GlobalVariable* method_record) const {
  return field(method_record, method_type_, kMethodInvoke);
}

void StandInRecords::finish() {
  llvm::SmallVector<llvm::GlobalValue*, 8> used = classes_;
  if (!methods_.empty()) {
    auto* array = llvm::ArrayType::get(llvm::PointerType::getUnqual(module_.getContext()), methods_.size());
    auto* table = new llvm::GlobalVariable(module_, array, false, llvm::GlobalValue::InternalLinkage,
                                           llvm::ConstantArray::get(array, methods_), "__forall_methods");
    table->setSection("forall_methods");
    table->setAlignment(llvm::Align(alignof(void*)));
    used.push_back(table);
  }
  llvm::appendToUsed(module_, used);
}

llvm::Constant* StandInRecords::u8(unsigned value) const {
  return llvm::ConstantInt::get(llvm::Type::getInt8Ty(module_.getContext()), value);
}

llvm::Constant* StandInRecords::u32(std::uint64_t value) const {
  return llvm::ConstantInt::get(llvm::Type::getInt32Ty(module_.getContext()), value);
}

llvm::Constant* StandInRecords::null() const {
  return llvm::ConstantPointerNull::get(llvm::PointerType::getUnqual(module_.getContext()));
}

llvm::GlobalVariable* StandInRecords::constant(llvm::Constant* value, llvm::StringRef name) {
  return new llvm::GlobalVariable(module_, value->getType(), true, llvm::GlobalValue::PrivateLinkage, value, name);
}

llvm::Constant* StandInRecords::text(llvm::StringRef characters) {
  return constant(llvm::ConstantDataArray::getString(module_.getContext(), characters), "__forall_text");
}

llvm::Constant* StandInRecords::value(const ValueShape& shape, const llvm::StringMap<llvm::GlobalVariable*>& classes) {
  llvm::GlobalVariable* object = classes.lookup(shape.object_key);
  return llvm::ConstantStruct::get(
      value_type_, {text(shape.name), text(shape.type), u8(static_cast<unsigned>(shape.role)), u8(shape.is_indirect),
                    u8(shape.is_output), u8(shape.is_reference), u32(shape.size), u32(shape.leaves.size()),
                    leaves(shape), object != nullptr ? object : null()});
}

llvm::Constant* StandInRecords::leaves(const ValueShape& shape) {
  if (shape.leaves.empty()) return null();
  llvm::SmallVector<llvm::Constant*, 8> records;
  llvm::Type* u16 = llvm::Type::getInt16Ty(module_.getContext());
  for (const abi::StandInLeaf& leaf : shape.leaves) {
    records.push_back(
        llvm::ConstantStruct::get(leaf_type_, {u32(leaf.offset), llvm::ConstantInt::get(u16, leaf.width),
                                               u8(static_cast<unsigned>(leaf.kind)), u8(leaf.is_address)}));
  }
  auto* array = llvm::ArrayType::get(leaf_type_, records.size());
  return constant(llvm::ConstantArray::get(array, records), "__forall_leaves");
}

llvm::Constant* StandInRecords::field(llvm::GlobalVariable* record, llvm::StructType* type, unsigned index) const {
  llvm::Type* u32 = llvm::Type::getInt32Ty(module_.getContext());
  llvm::Constant* indices[] = {llvm::ConstantInt::get(u32, 0), llvm::ConstantInt::get(u32, index)};
  return llvm::ConstantExpr::getInBoundsGetElementPtr(type, record, indices);
}

}  // namespace forall::instrument
