#include "instrument/known_calls.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>

#include <cstdlib>

namespace forall::instrument {

namespace {

constexpr llvm::StringLiteral kPrintingPrefixes[] = {
    "__forall_no_such_prefix",  // the table may be empty
#define FORALL_REPLACE(name, replacement)
#define FORALL_HARMLESS(name)
#define FORALL_PRINTING(prefix) prefix,
#include "abi/known_calls.def"
#undef FORALL_REPLACE
#undef FORALL_HARMLESS
#undef FORALL_PRINTING
};

// Functions that behave as their models if memory is concrete: those of the C library that only read, and the balancing
// of trees and the links of lists in the C++ library, which run in inner loops.
constexpr llvm::StringLiteral kReaders[] = {"strlen",
                                            "strnlen",
                                            "strcmp",
                                            "strncmp",
                                            "strchr",
                                            "strrchr",
                                            "strstr",
                                            "memcmp",
                                            "bcmp",
                                            "memchr",
                                            "memrchr",
                                            "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_",
                                            "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_",
                                            "_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base",
                                            "_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base",
                                            "_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base",
                                            "_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base",
                                            "_ZNSt8__detail15_List_node_base7_M_hookEPS0_",
                                            "_ZNSt8__detail15_List_node_base9_M_unhookEv",
                                            "_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_",
                                            "_ZNSt8__detail15_List_node_base10_M_reverseEv",
                                            "_ZNSt8__detail15_List_node_base4swapERS0_S1_"};

// More of the C library: functions that keep no state and call nothing back.
constexpr llvm::StringLiteral kStateless[] = {"strtol",  "strtoll",    "strtoul",     "strtoull",   "strtod", "strtof",
                                              "atoi",    "atol",       "atoll",       "atof",       "strspn", "strcspn",
                                              "strpbrk", "strcasecmp", "strncasecmp", "strcasestr", "memmem", "wcslen",
                                              "wcscmp",  "wmemcmp",    "wmemchr"};

// Functions of the C library whose results depend only on their arguments: characters.
constexpr llvm::StringLiteral kPure[] = {"isalnum", "isalpha", "isblank", "iscntrl", "isdigit",  "isgraph", "islower",
                                         "isprint", "ispunct", "isspace", "isupper", "isxdigit", "tolower", "toupper"};

// Printing functions that return their text: a test that uses it depends on what was printed.
constexpr llvm::StringLiteral kTexts[] = {"testing::PrintToString", "testing::Message::GetString",
                                          "testing::AssertionResult::message", "testing::internal::StreamableToString",
                                          "testing::internal::StringStreamToString"};

// The qualified name without return type and parameters: "testing::Message::operator<< <int>".
std::string qualifiedName(llvm::StringRef mangled) {
  const std::string text_of_name = mangled.str();  // the demangler keeps pointing into it
  llvm::ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(text_of_name.c_str()) || !demangler.isFunction()) return {};
  std::size_t size = 0;
  char* text = demangler.getFunctionName(nullptr, &size);
  std::string name = text != nullptr ? text : "";
  std::free(text);
  return name;
}

// Functions carrying __attribute__((annotate("forall_uninstrumented"))).
void collectAnnotated(llvm::Module& module, llvm::DenseSet<const llvm::Function*>& functions) {
  const llvm::GlobalVariable* table = module.getGlobalVariable("llvm.global.annotations");
  if (table == nullptr || !table->hasInitializer()) return;
  for (const llvm::Use& use : table->getInitializer()->operands()) {
    const auto* entry = llvm::dyn_cast<llvm::ConstantStruct>(use.get());
    if (entry == nullptr) continue;
    const auto* function = llvm::dyn_cast<llvm::Function>(entry->getOperand(0)->stripPointerCasts());
    const auto* label = llvm::dyn_cast<llvm::GlobalVariable>(entry->getOperand(1)->stripPointerCasts());
    if (function == nullptr || label == nullptr || !label->hasInitializer()) continue;
    const auto* text = llvm::dyn_cast<llvm::ConstantDataSequential>(label->getInitializer());
    if (text != nullptr && text->isCString() && text->getAsCString() == "forall_uninstrumented")
      functions.insert(function);
  }
}

}  // namespace

KnownCalls::KnownCalls(llvm::Module& module) {
#define FORALL_REPLACE(name, replacement) replacements_[#name] = #replacement;
#define FORALL_HARMLESS(name) harmless_.insert(#name);
#define FORALL_PRINTING(prefix)
#define FORALL_VARIADIC(name, model) variadic_models_[#name] = #model;
#define FORALL_SHALLOW(name) shallow_.insert(#name);
#define FORALL_OUTPUT(name) output_.insert(#name);
#define FORALL_ENVIRONMENT(name) environment_.insert(#name);
#include "abi/known_calls.def"
#undef FORALL_REPLACE
#undef FORALL_HARMLESS
#undef FORALL_PRINTING
  for (const auto& entry : replacements_) models_.insert(entry.second);
  collectAnnotated(module, annotated_);
}

bool KnownCalls::isPrinting(const llvm::Function& function) const {
  const auto found = printing_.find(&function);
  if (found != printing_.end()) return found->second;
  bool printing = false;
  if (function.getName().starts_with("_Z")) {
    const std::string name = qualifiedName(function.getName());
    printing = llvm::any_of(kPrintingPrefixes,
                            [&](llvm::StringRef prefix) { return llvm::StringRef(name).starts_with(prefix); });
  }
  printing_[&function] = printing;
  return printing;
}

bool KnownCalls::givesText(const llvm::Function& function) {
  const std::string name = qualifiedName(function.getName());
  return llvm::any_of(kTexts, [&](llvm::StringRef text) { return llvm::StringRef(name).starts_with(text); });
}

bool KnownCalls::instruments(const llvm::Function& function) const {
  const llvm::StringRef name = function.getName();
  const bool is_own = name.starts_with("__forall_") && !name.starts_with("__forall_model_");
  return !function.isDeclaration() && !is_own && !annotated_.contains(&function) &&
         !function.hasFnAttribute("forall-uninstrumented") && !function.hasFnAttribute(llvm::Attribute::Naked) &&
         !function.isPresplitCoroutine() && !isPrinting(function);
}

bool KnownCalls::linksNodes(const llvm::Function& function) {
  return llvm::is_contained(kReaders, function.getName()) && function.getName().starts_with("_Z");
}

bool KnownCalls::isPure(const llvm::Function& function) { return llvm::is_contained(kPure, function.getName()); }

CalleeKind KnownCalls::kind(const llvm::Function& function) const {
  const llvm::StringRef name = function.getName();
  if (name.starts_with("__forall_") || models_.contains(name)) return CalleeKind::Model;
  if (isPrinting(function)) return CalleeKind::Printing;
  // A weak definition may be replaced at link time by one that is not instrumented; the other kinds become private.
  if (instruments(function)) return function.hasWeakLinkage() ? CalleeKind::Unknown : CalleeKind::Instrumented;
  const bool reads = llvm::is_contained(kReaders, name) || llvm::is_contained(kStateless, name) || isPure(function);
  if (function.isDeclaration() && reads && !replacement(name).empty()) return CalleeKind::Reader;
  if (function.isDeclaration() && harmless_.contains(name)) return CalleeKind::Harmless;
  if (function.isDeclaration() && output_.contains(name)) return CalleeKind::Output;
  if (function.isDeclaration() && environment_.contains(name)) return CalleeKind::Environment;
  return CalleeKind::Unknown;
}

}  // namespace forall::instrument
