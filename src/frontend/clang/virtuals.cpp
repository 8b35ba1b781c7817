// A function of a derived class overrides all functions of its bases with the same name, parameters and qualifiers, so each such
// group is one function here. Clang's map of final overriders has a function for each subobject of a base.
#include "frontend/clang/virtuals.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/CXXInheritance.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Sema/Sema.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "frontend/clang/printer.h"
#include "frontend/clang/types.h"
#include "frontend/names.h"

namespace forall::frontend {
namespace {

using clang::QualType;

bool names_count(const std::string& name) {
  constexpr std::string_view kWords[] = {"n",   "size",     "sz",    "count", "len",  "length",
                                         "num", "capacity", "bytes", "nbyte", "nmemb"};
  const std::vector<std::string> words = words_of(name);
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
  });
}

void read_parameters(const clang::CXXMethodDecl& method, const Printer& print, VirtualFunction& function) {
  for (const clang::ParmVarDecl* declared : method.parameters()) {
    VirtualFunction::Parameter& parameter = function.parameters.emplace_back();
    parameter.name = declared->getNameAsString();
    if (parameter.name.empty()) parameter.name = "a" + std::to_string(function.parameters.size() - 1);
    parameter.type = print(declared->getType());
    parameter.declaration = print(declared->getType(), parameter.name);
  }
  // read(char* buffer, size_t size)
  for (std::size_t i = 0; i + 1 < function.parameters.size(); ++i) {
    const QualType pointer = method.getParamDecl(i)->getType();
    const QualType count = method.getParamDecl(i + 1)->getType();
    if (!pointer->isPointerType() || pointer->getPointeeType().isConstQualified() || pointer->isFunctionPointerType() ||
        !count->isIntegerType() || count->isBooleanType() || !names_count(function.parameters[i + 1].name))
      continue;
    function.parameters[i].is_written_array = true;
    function.parameters[i].is_written_void = pointer->isVoidPointerType();
  }
}

VirtualFunction read_function(const clang::CXXMethodDecl& method, clang::Sema& sema, const Printer& print) {
  VirtualFunction function;
  function.name = method.getNameAsString();
  const QualType result = method.getReturnType();
  function.result = print(result);
  const QualType bare = result->isReferenceType() || result->isPointerType() ? result->getPointeeType() : result;
  function.has_simple_result = !bare->isFunctionType() && !bare->isArrayType() && !bare->isMemberPointerType();
  function.is_conversion = llvm::isa<clang::CXXConversionDecl>(method);
  function.is_variadic = method.isVariadic();
  function.is_const = method.isConst();
  function.is_volatile = method.isVolatile();
  function.reference = method.getRefQualifier() == clang::RQ_LValue   ? "&"
                       : method.getRefQualifier() == clang::RQ_RValue ? "&&"
                                                                      : "";
  const auto* type = method.getType()->castAs<clang::FunctionProtoType>();
  if (clang::isUnresolvedExceptionSpec(type->getExceptionSpecType()))
    type = sema.ResolveExceptionSpec(method.getLocation(), type);
  function.is_noexcept = type != nullptr && type->isNothrow();
  read_parameters(method, print, function);
  return function;
}

// What an overriding function must have in common.
std::string overriding_key(const VirtualFunction& function, const clang::CXXMethodDecl& method) {
  std::string key = function.is_conversion ? "operator " + function.result : function.name;
  for (const clang::ParmVarDecl* parameter : method.parameters())
    key += "," + parameter->getType().getCanonicalType().getUnqualifiedType().getAsString();
  return key + (function.is_const ? " const" : "") + (function.is_volatile ? " volatile" : "") + function.reference;
}

}  // namespace

void read_virtuals(const clang::CXXRecordDecl& record, clang::Sema& sema, ClassModel& model) {
  clang::ASTContext& context = sema.Context;
  model.is_final = record.isEffectivelyFinal();
  const clang::CXXDestructorDecl* destructor = record.getDestructor();
  model.has_private_destructor = destructor != nullptr && destructor->getAccess() == clang::AS_private;
  model.can_be_default_base =
      record.needsImplicitDefaultConstructor() ||
      std::any_of(record.ctor_begin(), record.ctor_end(), [](const clang::CXXConstructorDecl* constructor) {
        return constructor->isDefaultConstructor() && !constructor->isDeleted() &&
               constructor->getAccess() != clang::AS_private;
      });

  clang::CXXFinalOverriderMap overriders;
  record.getFinalOverriders(overriders);
  std::vector<const clang::CXXMethodDecl*> methods;
  for (const auto& [method, subobjects] : overriders) {
    for (const auto& [subobject, found] : subobjects) {
      for (const clang::UniqueVirtualMethod& overrider : found) methods.push_back(overrider.Method);
    }
  }
  const clang::SourceManager& sources = context.getSourceManager();
  std::stable_sort(methods.begin(), methods.end(), [&](const auto* a, const auto* b) {
    return sources.isBeforeInTranslationUnit(a->getLocation(), b->getLocation());
  });
  const Printer print(context);
  std::set<std::string> seen;
  for (const clang::CXXMethodDecl* method : methods) {
    if (llvm::isa<clang::CXXDestructorDecl>(method)) continue;
    VirtualFunction function = read_function(*method, sema, print);
    const std::string key = overriding_key(function, *method);
    if (method->hasAttr<clang::FinalAttr>() || !seen.insert(key).second) continue;
    model.virtuals.push_back(std::move(function));
  }
}

}  // namespace forall::frontend
