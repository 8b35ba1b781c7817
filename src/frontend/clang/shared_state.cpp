// Whatever is named counts as called or accessed: a function whose address is taken, a variable that is only read. Of the
// standard library only instances of templates are looked into, for what they call in the user's code.
#include "frontend/clang/shared_state.h"

#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace forall::frontend {
namespace {

using clang::CXXRecordDecl;
using clang::Expr;
using clang::QualType;
using clang::Stmt;
using clang::VarDecl;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

template <std::size_t Count>
bool is_one_of(const clang::NamedDecl& declared, const std::array<const char*, Count>& names) {
  return declared.getIdentifier() != nullptr &&
         std::find(names.begin(), names.end(), declared.getName()) != names.end();
}

// Functions of the C library with variables of their own.
constexpr std::array kWithState = {"strtok", "getenv", "setenv", "putenv", "unsetenv", "setlocale", "__errno_location"};
constexpr std::array kOutput = {"cout", "cerr", "clog", "wcout", "wcerr", "wclog", "stdout", "stderr"};
constexpr std::array kPointers = {"unique_ptr", "shared_ptr", "weak_ptr", "reference_wrapper", "span", "function"};

// Does an object of the type stay as it is, with all that it points to?
class Fixed {
 public:
  bool operator()(QualType type) {
    if (type->isDependentType() || type.isVolatileQualified()) return false;
    if (type->isReferenceType() || type->isPointerType()) {
      const QualType pointee = type->getPointeeType();
      return pointee->isFunctionType() || (pointee.isConstQualified() && (*this)(pointee));
    }
    if (const auto* array = type->getAsArrayTypeUnsafe()) return (*this)(array->getElementType());
    const CXXRecordDecl* record = type->getAsCXXRecordDecl();
    return record == nullptr || is_fixed(*record);
  }

 private:
  bool is_fixed(const CXXRecordDecl& declared) {
    const CXXRecordDecl* record = declared.getDefinition();
    if (record == nullptr) return false;
    if (!seen_.insert(record).second) return true;
    if (record->isInStdNamespace()) {
      if (is_one_of(*record, kPointers)) return false;
      const auto* instance = dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
      if (instance == nullptr) return true;
      const auto arguments = instance->getTemplateArgs().asArray();
      return std::all_of(arguments.begin(), arguments.end(), [&](const clang::TemplateArgument& each) {
        return each.getKind() != clang::TemplateArgument::Type || (*this)(each.getAsType());
      });
    }
    return std::all_of(
               record->field_begin(), record->field_end(),
               [&](const clang::FieldDecl* field) { return !field->isMutable() && (*this)(field->getType()); }) &&
           std::all_of(record->bases_begin(), record->bases_end(),
                       [&](const clang::CXXBaseSpecifier& base) { return (*this)(base.getType()); });
  }

  std::set<const CXXRecordDecl*> seen_;
};

class SharedState {
 public:
  explicit SharedState(clang::ASTContext& context) : context_(context), sources_(context.getSourceManager()) {}

  void call(const clang::FunctionDecl* callee) {
    if (callee != nullptr && seen_.insert(callee->getCanonicalDecl()).second) open_.push_back(callee);
  }

  // An object of the class is made, by a constructor that is looked into elsewhere, and destroyed.
  void make(const CXXRecordDecl* declared) {
    const CXXRecordDecl* record = declared != nullptr ? declared->getDefinition() : nullptr;
    if (record != nullptr && !record->isDependentType() && made_.insert(record).second) open_records_.push_back(record);
  }

  std::vector<std::string> all() {
    while (!open_.empty() || !open_records_.empty()) {
      if (!open_.empty()) {
        const clang::FunctionDecl* next = open_.back();
        open_.pop_back();
        look_into(*next);
      } else {
        const CXXRecordDecl* next = open_records_.back();
        open_records_.pop_back();
        look_into(*next);
      }
    }
    return {found_.begin(), found_.end()};
  }

 private:
  static const CXXRecordDecl* held(QualType type) { return type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl(); }

  bool is_of_system(const clang::Decl& declared) const {
    return sources_.isInSystemHeader(sources_.getExpansionLoc(declared.getLocation()));
  }

  bool is_in_library(const clang::FunctionDecl& function) const {
    return is_of_system(function) || function.isReplaceableGlobalAllocationFunction();
  }

  void look_into(const CXXRecordDecl& record) {
    is_in_system_ = is_of_system(record);
    call(record.getDestructor());
    for (const clang::FieldDecl* field : record.fields()) {
      make(held(field->getType()));
      look_at(field->getInClassInitializer());
    }
    for (const clang::CXXBaseSpecifier& base : record.bases()) make(base.getType()->getAsCXXRecordDecl());
    for (const clang::CXXMethodDecl* method : record.methods()) {
      if (method->isVirtual()) call(method);  // who calls it names that of a base
    }
  }

  void look_into(const clang::FunctionDecl& function) {
    if (is_of_system(function)) {
      if (is_one_of(function, kWithState)) found_.insert("what " + function.getNameAsString() + " keeps");
      if (!function.isTemplateInstantiation()) return;
    }
    const clang::FunctionDecl* definition = nullptr;
    if (!function.hasBody(definition)) {
      const bool is_known = is_in_library(function) || function.isImplicit() || function.isDefaulted() ||
                            function.isPureVirtual() || function.getBuiltinID() != 0;
      if (!is_known) found_.insert("what " + function.getNameAsString() + " keeps, whose code is not seen");
      return;
    }
    is_in_system_ = is_of_system(function);
    look_at(definition->getBody());
    if (const auto* constructor = dyn_cast<clang::CXXConstructorDecl>(definition)) {
      for (const clang::CXXCtorInitializer* each : constructor->inits()) look_at(each->getInit());
    }
  }

  void look_at(const Stmt* code) {
    std::vector<const Stmt*> open = {code};
    while (!open.empty()) {
      const Stmt* at = open.back();
      open.pop_back();
      if (at == nullptr) continue;
      look_at_one(*at);
      if (const auto* value = dyn_cast<clang::CXXDefaultInitExpr>(at)) open.push_back(value->getExpr());
      if (const auto* value = dyn_cast<clang::CXXDefaultArgExpr>(at)) open.push_back(value->getExpr());
      for (const Stmt* child : at->children()) open.push_back(child);
    }
  }

  void look_at_one(const Stmt& code) {
    if (const auto* operation = dyn_cast<clang::CXXOperatorCallExpr>(&code)) {
      if (operation->getOperator() == clang::OO_LessLess) write_to(operation->getArg(0));
    } else if (const auto* call = dyn_cast<clang::CallExpr>(&code)) {
      const clang::FunctionDecl* callee = call->getDirectCallee();
      if (callee != nullptr && is_of_system(*callee)) {
        for (const Expr* each : call->arguments()) write_to(each);
      }
    }
    if (const auto* declaration = dyn_cast<clang::DeclStmt>(&code)) {  // it may matter that it was here before
      for (const clang::Decl* each : declaration->decls()) {
        const auto* variable = dyn_cast<VarDecl>(each);
        if (variable != nullptr && variable->isStaticLocal()) name(*variable, &code);
      }
    } else if (const auto* reference = dyn_cast<clang::DeclRefExpr>(&code)) {
      name(*reference->getDecl(), &code);
    } else if (const auto* member = dyn_cast<clang::MemberExpr>(&code)) {
      name(*member->getMemberDecl(), &code);
    } else if (const auto* made = dyn_cast<clang::CXXConstructExpr>(&code)) {
      call(made->getConstructor());
      make(made->getConstructor()->getParent());
    } else if (const auto* allocated = dyn_cast<clang::CXXNewExpr>(&code)) {
      call(allocated->getOperatorNew());
    } else if (const auto* deleted = dyn_cast<clang::CXXDeleteExpr>(&code)) {
      call(deleted->getOperatorDelete());
      if (const QualType type = deleted->getDestroyedType(); !type.isNull()) make(held(type));
    } else if (const auto* conversion = dyn_cast<clang::CastExpr>(&code)) {
      call(dyn_cast_or_null<clang::FunctionDecl>(conversion->getConversionFunction()));
    } else if (const auto* temporary = dyn_cast<clang::CXXBindTemporaryExpr>(&code)) {
      make(held(temporary->getType()));
    }
  }

  void write_to(const Expr* stream) {
    const auto* reference = dyn_cast<clang::DeclRefExpr>(stream->IgnoreParenImpCasts());
    if (reference != nullptr && is_of_system(*reference->getDecl()) && is_one_of(*reference->getDecl(), kOutput))
      written_.insert(reference);
  }

  void name(const clang::ValueDecl& declared, const Stmt* place) {
    call(dyn_cast<clang::FunctionDecl>(&declared));
    const auto* variable = dyn_cast<VarDecl>(&declared);
    if (variable == nullptr || !variable->hasGlobalStorage() || written_.contains(place)) return;
    if (is_in_system_ && is_of_system(*variable)) return;
    if (!variables_.insert(variable->getCanonicalDecl()).second) return;
    const VarDecl* definition = nullptr;
    const Expr* first = variable->getAnyInitializer(definition);
    look_at(first);
    if (!is_fixed(*variable, first)) found_.insert(name_of(*variable));
  }

  bool is_fixed(const VarDecl& variable, const Expr* first) const {
    const QualType type = variable.getType();
    const bool is_const =
        variable.isConstexpr() || type->isReferenceType() || context_.getBaseElementType(type).isConstQualified();
    return is_const && Fixed()(type) && !(variable.isStaticLocal() && depends_on_call(first));
  }

  // The first value of a static local may be made of what its function was called with.
  static bool depends_on_call(const Expr* value) {
    std::vector<const Stmt*> open = {value};
    while (!open.empty()) {
      const Stmt* at = open.back();
      open.pop_back();
      if (at == nullptr) continue;
      if (isa<clang::CXXThisExpr>(at)) return true;
      const auto* reference = dyn_cast<clang::DeclRefExpr>(at);
      const auto* variable = reference != nullptr ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
      if (variable != nullptr && variable->hasLocalStorage()) return true;
      for (const Stmt* child : at->children()) open.push_back(child);
    }
    return false;
  }

  std::string name_of(const VarDecl& variable) const {
    if (!variable.isStaticLocal()) return variable.getQualifiedNameAsString();
    const auto* function = dyn_cast_or_null<clang::NamedDecl>(variable.getParentFunctionOrMethod());
    return function == nullptr ? variable.getNameAsString()
                               : fmt::format("{} in {}", variable.getNameAsString(), function->getNameAsString());
  }

  clang::ASTContext& context_;
  const clang::SourceManager& sources_;
  bool is_in_system_ = false;  // the code that is looked at
  std::vector<const clang::FunctionDecl*> open_;
  std::set<const clang::FunctionDecl*> seen_;
  std::vector<const CXXRecordDecl*> open_records_;
  std::set<const CXXRecordDecl*> made_;
  std::set<const VarDecl*> variables_;
  std::set<const Stmt*> written_;  // names of streams to which something is only written
  std::set<std::string> found_;
};

}  // namespace

std::vector<std::string> shared_variables(const std::vector<clang::CXXMethodDecl*>& functions,
                                          const CXXRecordDecl& record, clang::ASTContext& context) {
  SharedState state(context);
  for (const clang::CXXMethodDecl* each : functions) state.call(each);
  state.make(&record);
  return state.all();
}

}  // namespace forall::frontend
