// Casts between pointers leave no trace in the code that the pass sees. So the front end calls a function that the pass
// knows, with the pointer that is cast; its name says to which type:
//
//   reinterpret_cast<Point*>(p)    ->    reinterpret_cast<Point*>(__forall_cast:other:8:_ZTS5Point(p))
//   static_cast<Point*>(v)         ->    static_cast<Point*>(__forall_cast:void:8:_ZTS5Point(v))
//   new (v) Point(1, 2)            ->    new (__forall_cast:new:8:_ZTS5Point(v)) Point(1, 2)
//   const_cast<int&>(x)            ->    const_cast<int&>(*__forall_cast:const:4:int(&x))
//
// Casts in headers of the system are left as they are, and so are those to characters, which may look at any object.
#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Mangle.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "abi/target_state.h"

namespace forall::instrument {

namespace {

bool mayAlias(clang::QualType type) {
  if (const auto* record = type->getAsRecordDecl(); record != nullptr && record->hasAttr<clang::MayAliasAttr>())
    return true;
  const auto* alias = type->getAs<clang::TypedefType>();
  while (alias != nullptr) {
    if (alias->getDecl()->hasAttr<clang::MayAliasAttr>()) return true;
    alias = alias->getDecl()->getUnderlyingType()->getAs<clang::TypedefType>();
  }
  return false;
}

// As nameForCasts (type_layouts.h) has it; empty: nothing is checked.
std::string nameOf(clang::ASTContext& context, clang::QualType type) {
  if (type.isNull() || mayAlias(type)) return {};
  type = context.getBaseElementType(type.getCanonicalType()).getUnqualifiedType();
  if (type->isDependentType() || type->isIncompleteType() || type->isFunctionType()) return {};
  if (type->isAnyCharacterType() && context.getTypeSize(type) == context.getCharWidth()) return {};
  if (type->isStdByteType()) return {};
  if (const auto* enumeration = type->getAs<clang::EnumType>())
    return nameOf(context, enumeration->getDecl()->getIntegerType());
  if (type->isPointerType()) return "*";
  if (const auto* number = type->getAs<clang::BuiltinType>()) {
    if (!number->isInteger() && !number->isFloatingPoint()) return {};
    llvm::StringRef name = number->getName(clang::PrintingPolicy(context.getLangOpts()));
    name.consume_front("unsigned ");
    return name == "_Bool" ? "bool" : name.str();
  }
  const auto* record = type->getAsRecordDecl();
  if (record == nullptr) return {};
  // As debug information has it: the names of types that are visible in one file only say nothing elsewhere.
  if (!context.getLangOpts().CPlusPlus || !record->isExternallyVisible()) return record->getNameAsString();
  std::string name;
  llvm::raw_string_ostream stream(name);
  const std::unique_ptr<clang::MangleContext> mangler(context.createMangleContext());
  mangler->mangleCanonicalTypeName(type, stream);
  return name;
}

class Rewriter : public clang::RecursiveASTVisitor<Rewriter> {
 public:
  Rewriter(clang::ASTContext& context, bool checks_types) : context_(context), checks_types_(checks_types) {}

  bool TraverseDecl(clang::Decl* declaration) {
    if (declaration == nullptr) return true;
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    const auto* member = llvm::dyn_cast<clang::FieldDecl>(declaration);  // its initializer is part of the constructors
    const clang::DeclContext* around = function != nullptr ? function : declaration->getDeclContext();
    if ((function != nullptr || member != nullptr) && around->isDependentContext()) return true;
    if (function == nullptr && member == nullptr) return RecursiveASTVisitor::TraverseDecl(declaration);
    const bool was_constant = in_constant_, was_inside = in_function_;
    in_constant_ = member != nullptr || function->isConstexpr();
    in_function_ = true;
    const bool goes_on = RecursiveASTVisitor::TraverseDecl(declaration);
    in_constant_ = was_constant;
    in_function_ = was_inside;
    return goes_on;
  }

  bool VisitExplicitCastExpr(clang::ExplicitCastExpr* cast) {
    if (!in_function_ || cast->isTypeDependent() || cast->isInstantiationDependent()) return true;
    if (isOthersCode(cast->getBeginLoc()) || !seen_.insert(cast).second) return true;
    if (const std::optional<std::string> kind = kindOf(*cast)) rewrite(*cast, *kind);
    return true;
  }

  // An object is made where there may have been one of another type.
  bool VisitCXXNewExpr(clang::CXXNewExpr* made) {
    if (!in_function_ || made->isTypeDependent() || made->getNumPlacementArgs() != 1 || in_constant_) return true;
    clang::Expr* place = made->getPlacementArg(0);
    if (isOthersCode(made->getBeginLoc()) || !place->getType()->isVoidPointerType()) return true;
    const std::string name = nameOf(context_, made->getAllocatedType());
    if (!checks_types_ || name.empty() || !seen_.insert(made).second) return true;
    clang::Expr* marked = call(place, "new:" + sizeAndName(made->getAllocatedType(), name));
    std::replace(made->raw_arg_begin(), made->raw_arg_end(), llvm::cast<clang::Stmt>(place),
                 llvm::cast<clang::Stmt>(marked));
    return true;
  }

 private:
  // Of the system, or forall's own.
  bool isOthersCode(clang::SourceLocation place) const {
    const clang::SourceManager& sources = context_.getSourceManager();
    if (sources.isInSystemHeader(place)) return true;
    return sources.getFilename(sources.getExpansionLoc(place)).contains("/include/forall/");
  }

  // What the function's name says behind its first colon.
  std::optional<std::string> kindOf(const clang::ExplicitCastExpr& cast) {
    const bool is_reference = cast.isGLValue();
    const clang::Expr* from = cast.getSubExpr();
    const clang::QualType old_type = is_reference ? from->getType() : pointee(from->getType());
    const clang::QualType new_type = is_reference ? cast.getType() : pointee(cast.getType());
    if (new_type.isNull()) return {};
    switch (cast.getCastKind()) {
      case clang::CK_NoOp:
        // A function that is evaluated by the compiler cannot call others.
        if (old_type.isNull() || !old_type.isConstQualified() || new_type.isConstQualified() || in_constant_) return {};
        return "const:" + (new_type->isIncompleteType() ? "0:" : sizeAndName(new_type, nameOf(context_, new_type)));
      case clang::CK_BitCast:
      case clang::CK_LValueBitCast:
      case clang::CK_IntegralToPointer: break;
      default: return {};
    }
    const std::string name = nameOf(context_, new_type);
    if (!checks_types_ || name.empty()) return {};
    if (old_type.isNull() || old_type->isVoidType()) return "void:" + sizeAndName(new_type, name);
    const bool is_same =
        context_.hasSameUnqualifiedType(old_type, new_type) || (nameOf(context_, old_type) == name && name != "*");
    return is_same ? std::nullopt : std::optional("other:" + sizeAndName(new_type, name));
  }

  std::string sizeAndName(clang::QualType type, const std::string& name) {
    const clang::QualType element = context_.getBaseElementType(type.getCanonicalType());
    return std::to_string(context_.getTypeSizeInChars(element).getQuantity()) + ":" + name;
  }

  static clang::QualType pointee(clang::QualType type) {
    return type->isPointerType() ? type->getPointeeType() : clang::QualType();
  }

  void rewrite(clang::ExplicitCastExpr& cast, const std::string& kind) {
    clang::Expr* from = cast.getSubExpr();
    if (from->isGLValue() != cast.isGLValue()) return;
    if (cast.getCastKind() == clang::CK_IntegralToPointer) {
      // The result is what is looked at: integer -> void* -> call -> pointer.
      clang::Expr* pointer = implicitly(from, context_.VoidPtrTy, clang::CK_IntegralToPointer);
      cast.setSubExpr(call(pointer, kind));
      cast.setCastKind(clang::CK_BitCast);
      return;
    }
    if (!from->isGLValue()) {
      clang::Expr* pointer = implicitly(from, context_.VoidPtrTy, clang::CK_BitCast);
      cast.setSubExpr(implicitly(call(pointer, kind), from->getType(), clang::CK_BitCast));
      return;
    }
    if (from->refersToBitField() || from->refersToVectorElement()) return;
    const clang::QualType pointer_type = context_.getPointerType(from->getType());
    const auto place = cast.getBeginLoc();
    clang::Expr* address =
        clang::UnaryOperator::Create(context_, from, clang::UO_AddrOf, pointer_type, clang::VK_PRValue,
                                     clang::OK_Ordinary, place, false, clang::FPOptionsOverride());
    clang::Expr* called = call(implicitly(address, context_.VoidPtrTy, clang::CK_BitCast), kind);
    cast.setSubExpr(clang::UnaryOperator::Create(context_, implicitly(called, pointer_type, clang::CK_BitCast),
                                                 clang::UO_Deref, from->getType(), from->getValueKind(),
                                                 clang::OK_Ordinary, place, false, clang::FPOptionsOverride()));
  }

  clang::Expr* implicitly(clang::Expr* expression, clang::QualType type, clang::CastKind kind) {
    return clang::ImplicitCastExpr::Create(context_, type, kind, expression, nullptr, clang::VK_PRValue,
                                           clang::FPOptionsOverride());
  }

  clang::Expr* call(clang::Expr* pointer, const std::string& kind) {
    clang::FunctionDecl* function = marker(kind);
    const auto place = pointer->getBeginLoc();
    clang::Expr* reference =
        clang::DeclRefExpr::Create(context_, clang::NestedNameSpecifierLoc(), clang::SourceLocation(), function, false,
                                   place, function->getType(), clang::VK_LValue);
    clang::Expr* callee =
        implicitly(reference, context_.getPointerType(function->getType()), clang::CK_FunctionToPointerDecay);
    return clang::CallExpr::Create(context_, callee, {pointer}, context_.VoidPtrTy, clang::VK_PRValue, place,
                                   clang::FPOptionsOverride());
  }

  clang::FunctionDecl* marker(const std::string& kind) {
    clang::FunctionDecl*& known = markers_[kind];
    if (known != nullptr) return known;
    clang::FunctionProtoType::ExtProtoInfo never_throws;
    if (context_.getLangOpts().CPlusPlus) never_throws.ExceptionSpec.Type = clang::EST_BasicNoexcept;
    const clang::QualType type = context_.getFunctionType(context_.VoidPtrTy, {context_.VoidPtrTy}, never_throws);
    clang::DeclContext* file = context_.getTranslationUnitDecl();
    const clang::SourceLocation nowhere;
    known = clang::FunctionDecl::Create(context_, file, nowhere, nowhere, &context_.Idents.get("__forall_cast"), type,
                                        nullptr, clang::SC_Extern);
    known->setParams(clang::ParmVarDecl::Create(context_, known, nowhere, nowhere, nullptr, context_.VoidPtrTy, nullptr,
                                                clang::SC_None, nullptr));
    known->setImplicit();
    known->addAttr(clang::AsmLabelAttr::CreateImplicit(context_, abi::kCastPrefix + kind, /*IsLiteralLabel=*/true));
    return known;
  }

  clang::ASTContext& context_;
  bool checks_types_;
  bool in_function_ = false;
  bool in_constant_ = false;
  llvm::DenseSet<const clang::Expr*> seen_;
  std::map<std::string, clang::FunctionDecl*> markers_;
};

class Consumer : public clang::ASTConsumer {
 public:
  Consumer(clang::ASTContext& context, bool checks_types) : rewriter_(context, checks_types) {}

  // Functions that are made of templates come here one by one, before code is made of them.
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* declaration : group) rewriter_.TraverseDecl(declaration);
    return true;
  }
  void HandleInlineFunctionDefinition(clang::FunctionDecl* function) override { rewriter_.TraverseDecl(function); }

 private:
  Rewriter rewriter_;
};

class Action : public clang::PluginASTAction {
 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
    return std::make_unique<Consumer>(compiler.getASTContext(), checks_types_);
  }
  bool ParseArgs(const clang::CompilerInstance&, const std::vector<std::string>& arguments) override {
    checks_types_ = !llvm::is_contained(arguments, "types-are-free");
    return true;
  }
  ActionType getActionType() override { return AddBeforeMainAction; }

 private:
  bool checks_types_ = true;
};

const clang::FrontendPluginRegistry::Add<Action> kRegistered("forall", "marks casts for forall's pass");

}  // namespace

}  // namespace forall::instrument
