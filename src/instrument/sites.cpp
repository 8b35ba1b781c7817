#include "instrument/sites.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/Support/Path.h>

#include "abi/target_state.h"
#include "base/hash.h"

namespace forall::instrument {

namespace {

std::string pathOf(const llvm::DIFile* file) {
  if (file == nullptr) return {};
  if (file->getDirectory().empty() || llvm::sys::path::is_absolute(file->getFilename()))
    return file->getFilename().str();
  llvm::SmallString<128> path(file->getDirectory());
  llvm::sys::path::append(path, file->getFilename());
  llvm::sys::path::remove_dots(path, true);
  return path.str().str();
}

std::string linkageName(const llvm::DISubprogram* subprogram) {
  if (subprogram == nullptr) return {};
  return (subprogram->getLinkageName().empty() ? subprogram->getName() : subprogram->getLinkageName()).str();
}

std::string describe(llvm::StringRef file, llvm::StringRef function, unsigned line, unsigned column) {
  return (llvm::sys::path::filename(file) + ":" + llvm::Twine(line) + ":" + llvm::Twine(column) + ":" + function).str();
}

}  // namespace

bool isSystemFile(llvm::StringRef path) {
  return path.starts_with("/usr/include/") || path.starts_with("/usr/lib/") || path.contains("/include/gtest/") ||
         path.contains("/include/gmock/") || path.contains("/include/forall/") || path.contains("/googletest/");
}

bool isUserCode(const llvm::Function& function) {
  const llvm::DISubprogram* subprogram = function.getSubprogram();
  return subprogram != nullptr && subprogram->getFile() != nullptr &&
         !isSystemFile(subprogram->getFile()->getFilename());
}

SiteTable::SiteTable(llvm::Module& module)
    : module_(module), is_model_(module.getNamedValue(abi::kModelMarker) != nullptr) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* u8 = llvm::Type::getInt8Ty(context);
  llvm::Type* u32 = llvm::Type::getInt32Ty(context);
  llvm::Type* u64 = llvm::Type::getInt64Ty(context);
  llvm::Type* ptr = llvm::PointerType::getUnqual(context);
  // In the order of abi::StaticSite.
  type_ = llvm::StructType::create(context, {u64, u64, ptr, ptr, ptr, u32, u32, u32, u32, u8, u8, u8, u8, u32, u64},
                                   "forall.site");
}

void SiteTable::enter(const llvm::Function& function) {
  function_ = &function;
  ordinals_.clear();
  places_.clear();
  entry_ = nullptr;
}

llvm::Constant* SiteTable::text(llvm::StringRef characters) {
  llvm::Constant*& constant = texts_[characters];
  if (constant == nullptr) {
    llvm::Constant* data = llvm::ConstantDataArray::getString(module_.getContext(), characters);
    auto* global = new llvm::GlobalVariable(module_, data->getType(), true, llvm::GlobalValue::PrivateLinkage, data,
                                            "__forall_text");
    global->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
    global->setAlignment(llvm::Align(1));
    constant = global;
  }
  return constant;
}

SiteTable::Position SiteTable::position(const llvm::DILocation* location) const {
  Position result;
  const llvm::DISubprogram* subprogram = function_->getSubprogram();
  if (location != nullptr) {
    result.line = location->getLine();
    result.column = location->getColumn();
    result.file = pathOf(location->getFile());
    subprogram = location->getScope()->getSubprogram();
  } else if (subprogram != nullptr) {
    result.file = pathOf(subprogram->getFile());
    result.line = subprogram->getLine();
  }
  result.function = subprogram != nullptr ? linkageName(subprogram) : function_->getName().str();
  return result;
}

bool SiteTable::isCounted(const llvm::Instruction& where) const {
  if (is_model_) return false;
  const llvm::DILocation* location = where.getDebugLoc();
  return location != nullptr && location->getLine() != 0 && !isSystemFile(pathOf(location->getFile()));
}

llvm::GlobalVariable* SiteTable::decision(const llvm::Instruction& where, abi::SiteKind kind, abi::Fault fault,
                                          unsigned directions) {
  return make(where.getDebugLoc(), kind, fault, directions);
}

llvm::GlobalVariable* SiteTable::place(const llvm::Instruction& where, abi::SiteKind kind) {
  const llvm::DILocation* location = where.getDebugLoc();
  llvm::GlobalVariable*& site = places_[{location, static_cast<unsigned>(kind)}];
  if (site == nullptr) site = make(location, kind, abi::Fault::None, 0);
  return site;
}

llvm::GlobalVariable* SiteTable::functionEntry() {
  if (entry_ == nullptr) entry_ = make(nullptr, abi::SiteKind::Call, abi::Fault::None, 0);
  return entry_;
}

llvm::GlobalVariable* SiteTable::make(const llvm::DILocation* location, abi::SiteKind kind, abi::Fault fault,
                                      unsigned directions) {
  const Position here = position(location);
  // The position shown to the user: going out of the inlined calls, the first that is not in a system header.
  Position user = here;
  std::string chain = function_->getName().str();
  for (const llvm::DILocation* outer = location; outer != nullptr; outer = outer->getInlinedAt()) {
    const Position step = position(outer);
    chain += '|';
    chain += describe(step.file, step.function, step.line, step.column);
    if (isSystemFile(user.file) && !isSystemFile(step.file)) user = step;
  }
  const std::string kinds =
      ("#" + llvm::Twine(static_cast<unsigned>(kind)) + "." + llvm::Twine(static_cast<unsigned>(fault))).str();
  chain += kinds;
  const unsigned ordinal = ordinals_[chain]++;
  const std::uint64_t id = base::fnv1a((chain + llvm::Twine('#') + llvm::Twine(ordinal)).str());
  const std::uint64_t branch = base::fnv1a(kinds, base::fnv1a(describe("", here.function, here.line, here.column)));

  llvm::LLVMContext& context = module_.getContext();
  const auto u8 = [&](unsigned value) { return llvm::ConstantInt::get(llvm::Type::getInt8Ty(context), value); };
  const auto u32 = [&](unsigned value) { return llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), value); };
  const auto u64 = [&](std::uint64_t value) { return llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), value); };
  llvm::Constant* record = llvm::ConstantStruct::get(
      type_,
      {u64(id), u64(branch), text(here.file), text(here.function), text(user.file), u32(here.line), u32(here.column),
       u32(user.line), u32(directions), u8(static_cast<unsigned>(kind)), u8(static_cast<unsigned>(fault)),
       u8(is_model_ || isSystemFile(here.file) ? 1 : 0), u8(is_model_ ? 1 : 0), u32(0), u64(0)});
  auto* site =
      new llvm::GlobalVariable(module_, type_, false, llvm::GlobalValue::InternalLinkage, record, "__forall_site");
  site->setSection("forall_sites");
  site->setAlignment(llvm::Align(alignof(abi::StaticSite)));
  return site;
}

}  // namespace forall::instrument
