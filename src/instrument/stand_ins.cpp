// Each class that axioms describe gets a record. Each of its methods that the module mentions gets a record and a
// thunk, which replaces the method wherever it is called or its address is taken, except in the class's own methods:
// those run only if no axioms stand in for the class.
//
// A method that is only declared may have no definition at all. So the thunk refers to it weakly, and so does
// everything else that stands for the class in the module.
//
// Virtual functions: an object that the runtime makes gets a vtable whose entries are thunks, too.
#include "instrument/stand_ins.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <algorithm>
#include <map>

#include "instrument/axiom_classes.h"
#include "instrument/stand_in_records.h"
#include "instrument/stand_in_thunks.h"

namespace forall::instrument {

namespace {

bool hasPublicData(const llvm::DICompositeType& type) {
  const bool is_open = type.getTag() == llvm::dwarf::DW_TAG_structure_type;
  return llvm::any_of(type.getElements(), [&](const llvm::DINode* node) {
    const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(node);
    if (member == nullptr || member->getTag() != llvm::dwarf::DW_TAG_member || member->isStaticMember()) return false;
    if (member->isArtificial() || member->getName().starts_with("_vptr")) return false;
    return member->isPublic() || (is_open && !member->isPrivate() && !member->isProtected());
  });
}

namespace dwarf = llvm::dwarf;
constexpr std::uint32_t kPointerBytes = 8;

const llvm::DIDerivedType* primaryBase(const llvm::DICompositeType& type) {
  for (const llvm::DINode* node : type.getElements()) {
    const auto* base = llvm::dyn_cast<llvm::DIDerivedType>(node);
    if (base != nullptr && base->getTag() == dwarf::DW_TAG_inheritance && base->getOffsetInBits() == 0 &&
        !base->isVirtual()) {
      return base;
    }
  }
  return nullptr;
}

bool isDestructor(const llvm::DISubprogram& subprogram) { return subprogram.getName().starts_with("~"); }

// The entries of a class's vtable, with the bases that share it.
struct VirtualFunctions {
  std::map<unsigned, const llvm::DISubprogram*> slots;
  bool has_any = false;
  bool has_destructor = false;
};

VirtualFunctions virtualFunctions(const llvm::DICompositeType& type) {
  VirtualFunctions result;
  if (const llvm::DIDerivedType* base = primaryBase(type)) {
    if (const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(strippedType(base->getBaseType())))
      result = virtualFunctions(*composite);
  }
  for (const llvm::DINode* node : type.getElements()) {
    const auto* subprogram = llvm::dyn_cast<llvm::DISubprogram>(node);
    if (subprogram == nullptr || subprogram->getVirtuality() == dwarf::DW_VIRTUALITY_none) continue;
    result.has_any = true;
    if (isDestructor(*subprogram)) {
      result.has_destructor = true;  // takes two slots, which debug information does not number
    } else {
      result.slots[subprogram->getVirtualIndex()] = subprogram;
    }
  }
  return result;
}

bool isPure(const llvm::DISubprogram& subprogram) {
  return subprogram.getVirtuality() == dwarf::DW_VIRTUALITY_pure_virtual;
}

bool isAbstract(const VirtualFunctions& functions) {
  return llvm::any_of(functions.slots, [](const auto& slot) { return isPure(*slot.second); });
}

const llvm::DISubprogram* declarationOf(const llvm::DISubprogram* subprogram) {
  const llvm::DISubprogram* declaration = subprogram != nullptr ? subprogram->getDeclaration() : nullptr;
  return declaration != nullptr ? declaration : subprogram;
}

bool isPublic(const DescribedClass& described, const llvm::DISubprogram* subprogram) {
  if (subprogram == nullptr || described.type == nullptr) return true;
  const llvm::DINode::DIFlags access = declarationOf(subprogram)->getFlags() & llvm::DINode::FlagAccessibility;
  if (access == 0) return described.type->getTag() != dwarf::DW_TAG_class_type;
  return access == llvm::DINode::FlagPublic;
}

// Is the argument used after it is stored to memory?
bool isRead(const llvm::Argument& argument) {
  return llvm::any_of(argument.users(), [](const llvm::User* user) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    return store != nullptr && llvm::any_of(store->getPointerOperand()->users(),
                                            [](const llvm::User* other) { return llvm::isa<llvm::LoadInst>(other); });
  });
}

// A copy that the compiler generated has one source position, except for its end, which does not mention the other
// object.
bool isWrittenByCompiler(const llvm::Function& function) {
  if (function.arg_size() != 2 || !isRead(*function.getArg(1))) return false;
  const llvm::DILocation* first = nullptr;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const llvm::DILocation* place = instruction.getDebugLoc();
    if (place == nullptr || place->getLine() == 0 || llvm::isa<llvm::ReturnInst>(instruction)) continue;
    if (first == nullptr) first = place;
    if (place->getLine() != first->getLine() || place->getColumn() != first->getColumn()) return false;
  }
  return first != nullptr;
}

bool isCopy(const DescribedClass& described, const MethodName& name) {
  if (!name.is_constructor && name.base != "operator=") return false;
  const std::string& type = described.name;
  return name.parameters == "(" + type + " const&)" || name.parameters == "(" + type + "&)" ||
         name.parameters == "(" + type + "&&)";
}

bool isNoThrow(const llvm::Function& method) {
  return method.doesNotThrow() || llvm::any_of(method.users(), [&](const llvm::User* user) {
           const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
           return call != nullptr && call->getCalledOperand() == &method && call->hasFnAttr(llvm::Attribute::NoUnwind);
         });
}

std::uint32_t methodFlags(const DescribedClass& described, const MethodName& name, const Signature& signature,
                          const llvm::DISubprogram* subprogram, const llvm::Function* method) {
  std::uint32_t flags = 0;
  if (name.is_constructor) flags |= abi::kStandInConstructor;
  if (name.is_destructor) flags |= abi::kStandInDestructor;
  if (name.is_const) flags |= abi::kStandInConst;
  if (signature.is_static) flags |= abi::kStandInStatic;
  if (name.is_destructor || (method != nullptr && isNoThrow(*method))) flags |= abi::kStandInNoThrow;
  if (isPublic(described, subprogram)) flags |= abi::kStandInPublic;
  const bool is_implicit = subprogram != nullptr && declarationOf(subprogram)->isArtificial();
  // Other modules cannot tell this for a function that is not inline.
  const bool is_defaulted =
      method != nullptr && !method->isDeclaration() && !method->hasExternalLinkage() && isWrittenByCompiler(*method);
  if (isCopy(described, name) && (is_implicit || is_defaulted)) flags |= abi::kStandInCopies;
  return flags;
}

bool isListOfUsed(const llvm::User& user) {
  return llvm::any_of(user.users(), [](const llvm::User* holder) {
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(holder);
    return variable != nullptr && (variable->getName() == "llvm.used" || variable->getName() == "llvm.compiler.used");
  });
}

class StandInWriter {
 public:
  StandInWriter(llvm::Module& module, std::vector<DescribedClass> classes)
      : module_(module),
        classes_(std::move(classes)),
        records_(module),
        shapes_([this](const llvm::DICompositeType& type) { return keyOf(type); }) {}

  void add() {
    listDeclared();
    for (const DescribedClass& described : classes_) {
      if (isMentioned(described)) addClass(described);
    }
    for (const DescribedClass& described : classes_) {
      for (llvm::Function* method : described.methods) addMethod(described, *method);
    }
    for (const DescribedClass& described : classes_) {
      if (isMentioned(described)) addTable(described);
    }
    replaceMethods();
    forgetUndefined();
    records_.finish();
  }

 private:
  // A class without debug information in the module is still known by its methods.
  static bool isMentioned(const DescribedClass& described) {
    return described.is_declared_here || described.type != nullptr || !described.methods.empty();
  }

  std::string keyOf(const llvm::DICompositeType& type) const {
    for (const DescribedClass& described : classes_) {
      if (described.type == &type || (!type.getIdentifier().empty() && type.getIdentifier() == "_ZTS" + described.key))
        return described.key;
    }
    return {};
  }

  static std::string spellingOf(const DescribedClass& described) {
    return described.type != nullptr ? spelling(described.type) : described.name;
  }

  // For builds: other modules are compiled with what this one declares.
  void listDeclared() {
    std::string keys;
    for (const DescribedClass& described : classes_) {
      if (described.is_declared_here && described.key.find("_GLOBAL__N_") == std::string::npos)
        keys += described.key + '\0';
    }
    if (keys.empty()) return;
    llvm::Constant* text = llvm::ConstantDataArray::getString(module_.getContext(), keys, false);
    auto* list = new llvm::GlobalVariable(module_, text->getType(), true, llvm::GlobalValue::InternalLinkage, text,
                                          "__forall_described");
    list->setSection("forall_axioms");
    list->setAlignment(llvm::Align(1));
    llvm::appendToUsed(module_, {list});
  }

  void addClass(const DescribedClass& described) {
    ClassRecord record{described.key, spellingOf(described), 0, abi::kStateBits, false};
    record.has_public_data = described.type != nullptr && hasPublicData(*described.type);
    if (described.type != nullptr) {
      const VirtualFunctions functions = virtualFunctions(*described.type);
      const auto size = static_cast<std::uint32_t>(described.type->getSizeInBits() / 8);
      record.state_offset = functions.has_any ? kPointerBytes : 0;
      // Code that creates an object of an abstract class provides its memory.
      if (!isAbstract(functions)) {
        const std::uint32_t room = size > record.state_offset ? size - record.state_offset : 0;
        record.state_bits = std::min(abi::kStateBits, 8 * room);
      }
    }
    class_records_[described.key] = records_.classRecord(record);
    for (const char* prefix : {"_ZTI", "_ZTV"}) {
      llvm::GlobalVariable* variable = module_.getGlobalVariable(prefix + described.key);
      if (variable != nullptr && variable->isDeclaration()) referWeakly(*variable);
    }
  }

  static void referWeakly(llvm::GlobalValue& value) {
    value.setLinkage(llvm::GlobalValue::ExternalWeakLinkage);
    value.setDSOLocal(false);
  }

  MethodType methodType(const DescribedClass& described, const llvm::DISubprogram* subprogram,
                        const MethodName& name) const {
    const std::uint64_t size = described.type != nullptr ? described.type->getSizeInBits() / 8 : 0;
    MethodType type{subprogram, shapes_.object(described.key, spellingOf(described), size)};
    type.object.name = "this";
    type.object.is_indirect = true;
    type.object.is_output = !name.is_const;
    if (name.is_const) type.object.type = "const " + type.object.type;
    return type;
  }

  void addMethod(const DescribedClass& described, llvm::Function& method) {
    if (method.isVarArg()) return;
    const MethodName name = methodName(method.getName());
    // For an abstract class, these are part of constructing and destroying an object of a derived class.
    if ((name.is_constructor || name.is_destructor) && !method.isDeclaration() && described.type != nullptr &&
        isAbstract(virtualFunctions(*described.type))) {
      return;
    }
    const llvm::DISubprogram* subprogram = findSubprogram(described, method);
    const Signature signature = readSignature(module_, method.getFunctionType(), method.getAttributes(),
                                              methodType(described, subprogram, name), shapes_);
    thunks_[&method] = addThunk(described, signature, subprogram, method.getName(), &method);
  }

  // `method` is null if it cannot have a definition.
  llvm::Function* addThunk(const DescribedClass& described, const Signature& signature,
                           const llvm::DISubprogram* subprogram, llvm::StringRef symbol, llvm::Function* method) {
    const MethodName name = methodName(symbol);
    llvm::GlobalVariable* owner = class_records_.lookup(described.key);
    const std::uint32_t flags = methodFlags(described, name, signature, subprogram, method);
    llvm::GlobalVariable* record =
        records_.methodRecord({name.full, name.base, owner, flags}, signature, class_records_);
    const bool may_be_undefined = method != nullptr && method->isDeclaration();
    if (may_be_undefined) referWeakly(*method);
    const ThunkSetting setting{signature,
                               records_.isActive(owner),
                               record,
                               method,
                               may_be_undefined,
                               name.is_deleting,
                               (flags & abi::kStandInNoThrow) != 0,
                               symbol};
    llvm::Function* thunk = makeThunk(module_, setting);
    generated_.insert(thunk);
    if (method != nullptr) {
      llvm::Function* invoke = makeInvoke(module_, setting);
      generated_.insert(invoke);
      records_.setInvoke(record, invoke);
    }
    if (may_be_undefined) undefined_.push_back({method, record});
    return thunk;
  }

  void addTable(const DescribedClass& described) {
    if (described.type == nullptr) return;
    const VirtualFunctions functions = virtualFunctions(*described.type);
    if (!functions.has_any) return;
    const unsigned named = functions.slots.empty() ? 0 : functions.slots.rbegin()->first + 1;
    llvm::Type* ptr = llvm::PointerType::getUnqual(module_.getContext());
    llvm::Constant* null = llvm::ConstantPointerNull::get(llvm::PointerType::getUnqual(module_.getContext()));
    llvm::SmallVector<llvm::Constant*, 16> entries{null, typeInfo(described)};
    bool is_second = false;  // of the two of a destructor
    for (unsigned i = 0; i < named + 2; ++i) {
      const auto slot = functions.slots.find(i);
      if (slot != functions.slots.end()) {
        entries.push_back(virtualThunk(described, *slot->second));
        is_second = false;
      } else {
        entries.push_back(is_second && !isAbstract(functions) ? deletingDestructor(described) : destructor(false));
        is_second = !is_second;
      }
    }
    auto* type = llvm::ArrayType::get(ptr, entries.size());
    auto* table = new llvm::GlobalVariable(module_, type, true, llvm::GlobalValue::InternalLinkage,
                                           llvm::ConstantArray::get(type, entries), "__forall_functions");
    table->setAlignment(llvm::Align(kPointerBytes));
    llvm::Type* u64 = llvm::Type::getInt64Ty(module_.getContext());
    llvm::Constant* indices[] = {llvm::ConstantInt::get(u64, 0), llvm::ConstantInt::get(u64, 2)};
    records_.setFunctions(class_records_.lookup(described.key),
                          llvm::ConstantExpr::getInBoundsGetElementPtr(type, table, indices));
  }

  llvm::Constant* typeInfo(const DescribedClass& described) {
    const std::string name = "_ZTI" + described.key;
    if (llvm::GlobalVariable* known = module_.getGlobalVariable(name, true)) return known;
    llvm::Type* ptr = llvm::PointerType::getUnqual(module_.getContext());
    return new llvm::GlobalVariable(module_, ptr, true, llvm::GlobalValue::ExternalWeakLinkage, nullptr, name);
  }

  llvm::Constant* virtualThunk(const DescribedClass& described, const llvm::DISubprogram& subprogram) {
    const llvm::StringRef symbol = subprogram.getLinkageName();
    llvm::Function* method = module_.getFunction(symbol);
    if (const auto known = thunks_.find(method); known != thunks_.end()) return known->second;
    const MethodName name = methodName(symbol);
    const MethodType type = methodType(described, &subprogram, name);
    if (method != nullptr) {
      const Signature signature =
          readSignature(module_, method->getFunctionType(), method->getAttributes(), type, shapes_);
      return addThunk(described, signature, &subprogram, symbol, method);
    }
    const std::optional<Signature> signature = deriveSignature(module_, type, shapes_);
    if (!signature) return undescribed(described, name, symbol);
    if (!isPure(subprogram)) {
      method = llvm::Function::Create(signature->type, llvm::GlobalValue::ExternalWeakLinkage, symbol, module_);
      method->setAttributes(signature->attributes);
    }
    return addThunk(described, *signature, &subprogram, symbol, method);
  }

  // A virtual function without a description.
  llvm::Function* undescribed(const DescribedClass& described, const MethodName& name, llvm::StringRef symbol) {
    llvm::LLVMContext& context = module_.getContext();
    Signature signature;
    signature.type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
    signature.result.role = abi::StandInRole::Unknown;
    llvm::GlobalVariable* owner = class_records_.lookup(described.key);
    llvm::GlobalVariable* record = records_.methodRecord({name.full, name.base, owner, 0}, signature, class_records_);
    auto* function =
        llvm::Function::Create(signature.type, llvm::GlobalValue::InternalLinkage, symbol + kThunkSuffix, module_);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", function));
    auto* type = llvm::FunctionType::get(builder.getVoidTy(), {builder.getPtrTy()}, false);
    builder.CreateCall(module_.getOrInsertFunction("__forall_not_defined", type), {record});
    builder.CreateUnreachable();
    generated_.insert(function);
    return function;
  }

  llvm::Function* deletingDestructor(const DescribedClass& described) {
    for (llvm::Function* method : described.methods) {
      const auto thunk = thunks_.find(method);
      if (thunk != thunks_.end() && methodName(method->getName()).is_deleting) return thunk->second;
    }
    return destructor(true);
  }

  llvm::Function* destructor(bool deletes) {
    llvm::Function*& function = destructors_[deletes ? 1 : 0];
    if (function != nullptr) return function;
    llvm::LLVMContext& context = module_.getContext();
    auto* type =
        llvm::FunctionType::get(llvm::Type::getVoidTy(context), {llvm::PointerType::getUnqual(context)}, false);
    function = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, "forall_stand_in_destructor", module_);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", function));
    if (deletes) deleteObject(builder, function->getArg(0), nullptr);
    builder.CreateRetVoid();
    return function;
  }

  bool isOwnMethod(const llvm::Function& caller, const llvm::Function& method) const {
    return llvm::any_of(classes_, [&](const DescribedClass& described) {
      return described.functions.contains(&caller) && described.functions.contains(&method);
    });
  }

  void replaceUses(llvm::GlobalValue& value, const llvm::Function& method, llvm::Function& thunk) {
    value.replaceUsesWithIf(&thunk, [&](llvm::Use& use) {
      const llvm::User* user = use.getUser();
      if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
        const llvm::Function& caller = *instruction->getFunction();
        return !generated_.contains(&caller) && !isOwnMethod(caller, method);
      }
      return !llvm::isa<llvm::GlobalAlias>(user) && !isListOfUsed(*user);
    });
  }

  // clang makes one symbol an alias of another if two constructors or destructors are the same: those of the class, and
  // those of a class derived from it.
  void replaceAliases(llvm::Function& method, llvm::Function& thunk) {
    for (llvm::GlobalAlias& alias : module_.aliases()) {
      if (alias.getAliasee()->stripPointerCasts() != &method) continue;
      if (methodName(alias.getName()).full == methodName(method.getName()).full) {
        replaceUses(alias, method, thunk);
      } else {
        alias.setAliasee(&thunk);
      }
    }
  }

  void replaceMethods() {
    for (const auto& [method, thunk] : thunks_) {
      replaceAliases(*method, *thunk);
      replaceUses(*method, *method, *thunk);
    }
  }

  // The records of methods that turn out to have no definition say so before anything runs.
  void forgetUndefined() {
    if (undefined_.empty()) return;
    llvm::LLVMContext& context = module_.getContext();
    auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
    auto* function =
        llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, "__forall_forget_undefined", module_);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", function));
    for (const auto& [method, record] : undefined_) {
      llvm::Constant* field = records_.invokeField(record);
      llvm::Value* invoke = builder.CreateLoad(builder.getPtrTy(), field);
      llvm::Value* null = llvm::ConstantPointerNull::get(builder.getPtrTy());
      builder.CreateStore(builder.CreateSelect(builder.CreateIsNull(method), null, invoke), field);
    }
    builder.CreateRetVoid();
    llvm::appendToGlobalCtors(module_, function, 101);
  }

  llvm::Module& module_;
  const std::vector<DescribedClass> classes_;
  StandInRecords records_;
  ShapeReader shapes_;
  llvm::StringMap<llvm::GlobalVariable*> class_records_;
  llvm::MapVector<llvm::Function*, llvm::Function*> thunks_;
  llvm::DenseSet<const llvm::Function*> generated_;
  std::vector<std::pair<llvm::Function*, llvm::GlobalVariable*>> undefined_;
  llvm::Function* destructors_[2] = {nullptr, nullptr};
};

}  // namespace

void addStandIns(llvm::Module& module) {
  std::vector<DescribedClass> classes = findDescribedClasses(module);
  if (!classes.empty()) StandInWriter(module, std::move(classes)).add();
}

bool hasStandIns(const llvm::Module& module) {
  return llvm::any_of(module.globals(),
                      [](const llvm::GlobalVariable& variable) { return variable.getSection() == "forall_classes"; });
}

}  // namespace forall::instrument
