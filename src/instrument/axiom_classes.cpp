#include "instrument/axiom_classes.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfo.h>

#include <cstdlib>

#include "instrument/stand_in_types.h"

namespace forall::instrument {

namespace {

constexpr llvm::StringLiteral kAxioms = "__forall_axioms_";
constexpr llvm::StringLiteral kTypeInfo = "_ZTI";
constexpr llvm::StringLiteral kTypeName = "_ZTS";
constexpr const char* kEnvironment = "FORALL_DESCRIBED";

std::string nameOfClass(llvm::StringRef key) {
  constexpr llvm::StringLiteral kWhat = "typeinfo name for ";
  const std::string text = llvm::demangle((kTypeName + key).str());
  return llvm::StringRef(text).starts_with(kWhat) ? text.substr(kWhat.size()) : text;
}

DescribedClass& entryFor(std::vector<DescribedClass>& classes, llvm::StringRef key) {
  for (DescribedClass& each : classes) {
    if (each.key == key) return each;
  }
  DescribedClass& described = classes.emplace_back();
  described.key = key.str();
  described.name = nameOfClass(key);
  return described;
}

void addDeclared(std::vector<DescribedClass>& classes, const llvm::Constant& initializer) {
  const auto* info = llvm::dyn_cast<llvm::GlobalVariable>(initializer.stripPointerCasts());
  if (info != nullptr && info->getName().starts_with(kTypeInfo)) {
    entryFor(classes, info->getName().drop_front(kTypeInfo.size())).is_declared_here = true;
    return;
  }
  if (info != nullptr) return;
  for (const llvm::Use& use : initializer.operands()) {
    if (const auto* part = llvm::dyn_cast<llvm::Constant>(use.get())) addDeclared(classes, *part);
  }
}

std::vector<DescribedClass> namedClasses(const llvm::Module& module) {
  std::vector<DescribedClass> classes;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getName().contains(kAxioms) && variable.hasInitializer())
      addDeclared(classes, *variable.getInitializer());
  }
  const char* listed = std::getenv(kEnvironment);
  llvm::SmallVector<llvm::StringRef> keys;
  llvm::StringRef(listed != nullptr ? listed : "").split(keys, ':', -1, false);
  for (const llvm::StringRef key : keys) entryFor(classes, key);
  return classes;
}

bool isOf(const llvm::DICompositeType& type, const DescribedClass& described) {
  const llvm::StringRef identifier = type.getIdentifier();
  if (identifier.empty()) return qualifiedName(type) == described.name;
  return identifier.starts_with(kTypeName) && identifier.drop_front(kTypeName.size()) == described.key;
}

void findTypes(const llvm::Module& module, std::vector<DescribedClass>& classes) {
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  for (const llvm::DIType* type : finder.types()) {
    const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
    if (composite == nullptr || composite->isForwardDecl()) continue;
    for (DescribedClass& described : classes) {
      if (described.type == nullptr && isOf(*composite, described)) described.type = composite;
    }
  }
}

template <typename Part>
std::string demangledPart(Part part) {
  std::size_t size = 0;
  char* text = part(&size);
  std::string result = text != nullptr ? text : "";
  std::free(text);
  return result;
}

// Allocation is real, even if axioms stand in for the objects.
bool isAllocation(const MethodName& name) {
  const llvm::StringRef base = name.base;
  return base.starts_with("operator new") || base.starts_with("operator delete");
}

void findMethods(llvm::Module& module, std::vector<DescribedClass>& classes) {
  llvm::StringMap<DescribedClass*> by_name;
  for (DescribedClass& described : classes) by_name[described.name] = &described;
  llvm::ItaniumPartialDemangler demangler;
  for (llvm::Function& function : module) {
    if (!function.getName().starts_with("_Z")) continue;
    const std::string mangled = function.getName().str();  // the demangler keeps pointing into it
    if (demangler.partialDemangle(mangled.c_str()) || !demangler.isFunction()) continue;
    const auto found = by_name.find(
        demangledPart([&](std::size_t* size) { return demangler.getFunctionDeclContextName(nullptr, size); }));
    if (found == by_name.end() || isAllocation(methodName(mangled))) continue;
    found->second->methods.push_back(&function);
    found->second->functions.insert(&function);
  }
}

// "(int const&, long)" of a declaration, without `this`.
std::string parametersOf(const llvm::DISubprogram& subprogram) {
  std::string text;
  const llvm::DITypeRefArray types = subprogram.getType()->getTypeArray();
  for (unsigned i = 1; i < types.size(); ++i) {
    if (types[i] != nullptr && types[i]->isArtificial()) continue;
    if (!text.empty()) text += ", ";
    text += demangledSpelling(types[i]);
  }
  return "(" + text + ")";
}

std::string withKnownNames(std::string text) {
  const std::pair<llvm::StringRef, llvm::StringRef> kNames[] = {
      {"std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char>>", "std::string"},
      {"std::basic_string_view<char, std::char_traits<char>>", "std::string_view"}};
  for (const auto& [from, to] : kNames) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from))
      text.replace(at, from.size(), to);
  }
  return text;
}

}  // namespace

std::vector<DescribedClass> findDescribedClasses(llvm::Module& module) {
  std::vector<DescribedClass> classes = namedClasses(module);
  if (classes.empty()) return classes;
  findTypes(module, classes);
  findMethods(module, classes);
  return classes;
}

const llvm::DISubprogram* findSubprogram(const DescribedClass& described, const llvm::Function& method) {
  if (const llvm::DISubprogram* own = method.getSubprogram()) return own;
  if (described.type == nullptr) return nullptr;
  // A constructor is declared without the name of its symbol.
  const MethodName name = methodName(method.getName());
  llvm::SmallVector<const llvm::DISubprogram*, 4> namesakes;
  for (const llvm::DINode* node : described.type->getElements()) {
    const auto* declared = llvm::dyn_cast<llvm::DISubprogram>(node);
    if (declared == nullptr) continue;
    if (declared->getLinkageName() == method.getName()) return declared;
    if (declared->getLinkageName().empty() && declared->getName().split('<').first == name.base)
      namesakes.push_back(declared);
  }
  for (const llvm::DISubprogram* declared : namesakes) {
    if (parametersOf(*declared) == name.parameters) return declared;
  }
  return namesakes.size() == 1 ? namesakes.front() : nullptr;
}

MethodName methodName(llvm::StringRef mangled) {
  const std::string text = mangled.str();
  MethodName name;
  name.full = withKnownNames(llvm::demangle(text));
  llvm::ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(text.c_str()) || !demangler.isFunction()) return name;
  name.base = demangledPart([&](std::size_t* size) { return demangler.getFunctionBaseName(nullptr, size); });
  name.parameters = demangledPart([&](std::size_t* size) { return demangler.getFunctionParameters(nullptr, size); });
  name.is_destructor = demangler.isCtorOrDtor() && llvm::StringRef(name.base).starts_with("~");
  name.is_constructor = demangler.isCtorOrDtor() && !name.is_destructor;
  name.is_deleting = name.is_destructor && mangled.contains("D0E");
  name.is_const = llvm::StringRef(name.full).rsplit(')').second.starts_with(" const");
  return name;
}

}  // namespace forall::instrument
