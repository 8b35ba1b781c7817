// Which parts of a value axioms can refer to, by its type in debug information.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>

#include <functional>
#include <string>
#include <vector>

#include "abi/stand_ins.h"

namespace forall::instrument {

// A parameter or a result, without the records that abi::StandInValue points to.
struct ValueShape {
  std::string name;
  std::string type;  // C++ spelling without reference
  abi::StandInRole role = abi::StandInRole::Unknown;
  bool is_indirect = false;
  bool is_output = false;
  bool is_reference = false;
  std::uint64_t size = 0;
  std::vector<abi::StandInLeaf> leaves;
  std::string object_key;  // of a class that axioms describe
};

// Without typedefs, const and volatile.
const llvm::DIType* strippedType(const llvm::DIType* type);
bool isReference(const llvm::DIType& type);
// Whether a class has to be passed by address, because copying it is not copying its bytes.
bool isPassedByAddress(const llvm::DIType& stripped);
// As in C++ source, with typedefs resolved.
std::string spelling(const llvm::DIType* type);
// As a demangler writes it: "int const&".
std::string demangledSpelling(const llvm::DIType* type);
// "ns::Class", with "(anonymous namespace)" for an unnamed namespace.
std::string qualifiedName(const llvm::DICompositeType& type);

class ShapeReader {
 public:
  // Returns the key of a class that axioms describe, else an empty string.
  using KeyOf = std::function<std::string(const llvm::DICompositeType&)>;
  explicit ShapeReader(KeyOf key_of) : key_of_(std::move(key_of)) {}

  // A parameter, or a result if `is_result`; null is void. The caller has to say whether a class by value is passed as
  // an address.
  ValueShape read(const llvm::DIType* type, bool is_result) const;
  ValueShape object(const std::string& key, const std::string& type, std::uint64_t size) const;

 private:
  ValueShape valueOf(const llvm::DIType* type) const;
  bool flatten(const llvm::DIType* type, std::uint64_t offset, std::vector<abi::StandInLeaf>& leaves) const;
  bool flattenClass(const llvm::DICompositeType& type, std::uint64_t offset,
                    std::vector<abi::StandInLeaf>& leaves) const;
  bool flattenArray(const llvm::DICompositeType& type, std::uint64_t offset,
                    std::vector<abi::StandInLeaf>& leaves) const;

  KeyOf key_of_;
};

}  // namespace forall::instrument
