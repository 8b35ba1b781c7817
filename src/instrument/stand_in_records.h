// The records of abi/stand_ins.h as constants of a module.
#pragma once

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include "instrument/stand_in_signatures.h"

namespace forall::instrument {

struct ClassRecord {
  std::string key;
  std::string spelling;
  std::uint32_t state_offset = 0;
  std::uint32_t state_bits = 0;
  bool has_public_data = false;
};

struct MethodRecord {
  std::string name;
  std::string short_name;
  llvm::GlobalVariable* owner = nullptr;
  std::uint32_t flags = 0;
};

class StandInRecords {
 public:
  explicit StandInRecords(llvm::Module& module);

  // One for each key.
  llvm::GlobalVariable* classRecord(const ClassRecord& record);
  void setFunctions(llvm::GlobalVariable* class_record, llvm::Constant* functions);
  // Address of StandInClass::is_active.
  llvm::Constant* isActive(llvm::GlobalVariable* class_record) const;

  // Without `invoke`, which is set afterwards: it may refer to code that refers to the record.
  llvm::GlobalVariable* methodRecord(const MethodRecord& record, const Signature& signature,
                                     const llvm::StringMap<llvm::GlobalVariable*>& classes);
  void setInvoke(llvm::GlobalVariable* method_record, llvm::Function* invoke);
  // Address of StandInMethod::invoke.
  llvm::Constant* invokeField(llvm::GlobalVariable* method_record) const;

  // Makes the records known to the runtime.
  void finish();

 private:
  llvm::Constant* text(llvm::StringRef characters);
  llvm::Constant* u8(unsigned value) const;
  llvm::Constant* u32(std::uint64_t value) const;
  llvm::Constant* null() const;
  llvm::GlobalVariable* constant(llvm::Constant* value, llvm::StringRef name);
  llvm::Constant* value(const ValueShape& shape, const llvm::StringMap<llvm::GlobalVariable*>& classes);
  llvm::Constant* leaves(const ValueShape& shape);
  llvm::Constant* field(llvm::GlobalVariable* record, llvm::StructType* type, unsigned index) const;

  llvm::Module& module_;
  llvm::StructType* class_type_;
  llvm::StructType* leaf_type_;
  llvm::StructType* value_type_;
  llvm::StructType* method_type_;
  llvm::SmallVector<llvm::GlobalValue*, 8> classes_;
  llvm::SmallVector<llvm::Constant*, 32> methods_;
};

}  // namespace forall::instrument
