// Static sites: the places in the code that decisions and ledger lines name, as abi::StaticSite records.
//
// A site is made when code refers to it. Its identity is a hash of names and positions, so that it is the same in every
// build: file names count without their folder, and equal places of a function are numbered in order.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Module.h>

#include <string>
#include <tuple>

#include "abi/segment.h"

namespace forall::instrument {

// Is this file a header of the standard library, GoogleTest or forall, and not the user's?
bool isSystemFile(llvm::StringRef path);
// Did the user write this function?
bool isUserCode(const llvm::Function& function);

class SiteTable {
 public:
  explicit SiteTable(llvm::Module& module);

  // The sites of the instructions made from here on belong to this function.
  void enter(const llvm::Function& function);

  // A decision point: every call makes a new site.
  llvm::GlobalVariable* decision(const llvm::Instruction& where, abi::SiteKind kind,
                                 abi::Fault fault = abi::Fault::None, unsigned directions = 0);
  // A place that is only named: places of one kind at one source position share a site.
  llvm::GlobalVariable* place(const llvm::Instruction& where, abi::SiteKind kind);
  llvm::GlobalVariable* functionEntry();

  // Does the branch at this position count in branch coverage?
  bool isCounted(const llvm::Instruction& where) const;

  // Is this module one of models (abi::kModelMarker)?
  bool isModel() const { return is_model_; }

  // A private zero-terminated string.
  llvm::Constant* text(llvm::StringRef characters);

 private:
  struct Position {
    std::string file;
    std::string function;
    unsigned line = 0;
    unsigned column = 0;
  };
  Position position(const llvm::DILocation* location) const;
  llvm::GlobalVariable* make(const llvm::DILocation* location, abi::SiteKind kind, abi::Fault fault,
                             unsigned directions);

  llvm::Module& module_;
  bool is_model_;
  const llvm::Function* function_ = nullptr;
  llvm::StructType* type_;
  llvm::StringMap<llvm::Constant*> texts_;
  llvm::StringMap<unsigned> ordinals_;
  llvm::DenseMap<std::pair<const llvm::DILocation*, unsigned>, llvm::GlobalVariable*> places_;
  llvm::GlobalVariable* entry_ = nullptr;
};

}  // namespace forall::instrument
