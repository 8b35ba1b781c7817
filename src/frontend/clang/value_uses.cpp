// A use is followed outwards to what reads or changes the variable. Only plain reads, assignments and calls of a
// container's own functions are understood; a reference or pointer to the variable that could change it is not.
#include "frontend/clang/value_uses.h"

#include <clang/AST/ParentMap.h>

#include <algorithm>
#include <array>

#include "frontend/clang/visitor.h"

namespace forall::frontend {
namespace {

using clang::Expr;
using clang::QualType;
using clang::Stmt;
using llvm::dyn_cast;
using llvm::isa;

bool is_this(const Expr& e) { return isa<clang::CXXThisExpr>(e.IgnoreParenImpCasts()); }

class UseFinder : public Visitor {
 public:
  explicit UseFinder(Stmt& code) : parents_(&code) {}

  bool VisitMemberExpr(clang::MemberExpr* member) override {
    const auto* field = dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (field != nullptr && has_value(*field)) use(*field, *member, is_this(*member->getBase()));
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) override {
    const auto* variable = dyn_cast<clang::VarDecl>(reference->getDecl());
    if (variable != nullptr && has_value(*variable)) use(*variable, *reference, true);
    // The address of a member function or of a field: what is done with it is not seen.
    if (isa<clang::FieldDecl>(reference->getDecl()))
      found.lost.insert(llvm::cast<clang::ValueDecl>(reference->getDecl()->getCanonicalDecl()));
    return true;
  }
  bool VisitCXXThisExpr(clang::CXXThisExpr* self) override {
    const Stmt* at = self;
    const Stmt* parent = parents_.getParent(at);
    while (parent != nullptr && isa<clang::ParenExpr, clang::ImplicitCastExpr>(parent))
      at = parent, parent = parents_.getParent(at);
    const auto* member = dyn_cast_or_null<clang::MemberExpr>(parent);
    const auto* unary = dyn_cast_or_null<clang::UnaryOperator>(parent);
    if (isa_and_nonnull<clang::LambdaExpr>(parent)) return true;
    if (member != nullptr) {
      const auto* method = dyn_cast<clang::CXXMethodDecl>(member->getMemberDecl());
      if (lambdas_ > 0 && method != nullptr && !method->isConst() && !method->isStatic())
        found.unknown = "a lambda changes the object";
      return true;
    }
    if (unary != nullptr && unary->getOpcode() == clang::UO_Deref &&
        isa_and_nonnull<clang::ReturnStmt>(parents_.getParent(unary)))
      return true;
    found.unknown = "the object is given to other code";
    return true;
  }
  bool TraverseLambdaExpr(clang::LambdaExpr* lambda) override {
    ++lambdas_;
    const bool goes_on = Visitor::TraverseLambdaExpr(lambda);
    for (const clang::LambdaCapture& capture : lambda->captures()) {
      if (capture.capturesVariable() && capture.getCaptureKind() == clang::LCK_ByRef)
        found.lost.insert(llvm::cast<clang::ValueDecl>(capture.getCapturedVar()->getCanonicalDecl()));
    }
    --lambdas_;
    return goes_on;
  }

  CodeUses found;

 private:
  void use(const clang::ValueDecl& declared, const Expr& expression, bool is_own) {
    const bool is_fine =
        is_container(declared.getType()) ? is_container_use(expression, is_own) : is_plain(expression, is_own);
    if (!is_fine) found.lost.insert(llvm::cast<clang::ValueDecl>(declared.getCanonicalDecl()));
  }

  // Nothing refers to the variable that an assignment returns.
  bool is_result_harmless(const Expr& changing) const {
    const Stmt* at = &changing;
    for (const Stmt* parent = parents_.getParent(at); parent != nullptr; parent = parents_.getParent(at)) {
      const auto* cast = dyn_cast<clang::ImplicitCastExpr>(parent);
      const auto* comma = dyn_cast<clang::BinaryOperator>(parent);
      if (cast != nullptr &&
          (cast->getCastKind() == clang::CK_LValueToRValue || cast->getCastKind() == clang::CK_ToVoid))
        return true;
      if (isa<clang::CStyleCastExpr, clang::CXXStaticCastExpr>(parent)) return true;  // static_cast<void>
      if (comma != nullptr && comma->getOpcode() == clang::BO_Comma && comma->getLHS() == at) return true;
      if (!isa<Expr>(parent)) return !isa<clang::DeclStmt, clang::ReturnStmt>(parent);
      if (!isa<clang::ParenExpr, clang::FullExpr>(parent)) return false;
      at = parent;
    }
    return true;
  }

  bool may_change(const Expr& changing, bool is_own) const {
    return is_own && lambdas_ == 0 && is_result_harmless(changing);
  }

  bool is_plain(const Expr& expression, bool is_own) const {
    const Stmt* at = &expression;
    const Stmt* parent = parents_.getParent(at);
    while (isa_and_nonnull<clang::ParenExpr>(parent)) at = parent, parent = parents_.getParent(at);
    if (parent == nullptr) return false;
    if (const auto* cast = dyn_cast<clang::ImplicitCastExpr>(parent))
      return cast->getCastKind() == clang::CK_LValueToRValue ||
             (cast->getCastKind() == clang::CK_NoOp && cast->getType().isConstQualified());
    if (const auto* binary = dyn_cast<clang::BinaryOperator>(parent))
      return binary->isAssignmentOp() && binary->getLHS() == at && may_change(*binary, is_own);
    if (const auto* unary = dyn_cast<clang::UnaryOperator>(parent))
      return unary->isIncrementDecrementOp() && may_change(*unary, is_own);
    return expression.getType().isConstQualified();
  }

  bool is_container_use(const Expr& expression, bool is_own) const {
    const Stmt* at = &expression;
    for (const Stmt* parent = parents_.getParent(at); parent != nullptr; parent = parents_.getParent(at)) {
      if (llvm::cast<Expr>(at)->getType().isConstQualified()) return true;
      if (isa<clang::ParenExpr>(parent)) {
        at = parent;
      } else if (const auto* cast = dyn_cast<clang::ImplicitCastExpr>(parent)) {
        if (cast->getCastKind() != clang::CK_NoOp && cast->getCastKind() != clang::CK_UncheckedDerivedToBase &&
            cast->getCastKind() != clang::CK_DerivedToBase)
          return false;
        at = parent;
      } else if (const auto* member = dyn_cast<clang::MemberExpr>(parent)) {
        const auto* method = dyn_cast<clang::CXXMethodDecl>(member->getMemberDecl());
        const auto* call = dyn_cast_or_null<clang::CXXMemberCallExpr>(parents_.getParent(member));
        if (method == nullptr || call == nullptr) return false;
        return method->isConst() || method->isStatic() || leaves_size(method->getNameAsString()) ||
               (is_own && lambdas_ == 0 && (!returns_itself(*method) || is_result_harmless(*call)));
      } else if (const auto* operation = dyn_cast<clang::CXXOperatorCallExpr>(parent)) {
        const auto* method = dyn_cast_or_null<clang::CXXMethodDecl>(operation->getDirectCallee());
        if (method == nullptr || method->isStatic() || operation->getArg(0) != at) return false;
        return method->isConst() ||
               (method->getOverloadedOperator() == clang::OO_Subscript && is_own && lambdas_ == 0) ||
               may_change(*operation, is_own);
      } else if (const auto* statement = dyn_cast<clang::DeclStmt>(parent)) {
        const auto* variable =
            statement->isSingleDecl() ? dyn_cast<clang::VarDecl>(statement->getSingleDecl()) : nullptr;
        return variable != nullptr && variable->isImplicit();  // of a range-based for
      } else {
        return false;
      }
    }
    return false;
  }

  static bool returns_itself(const clang::CXXMethodDecl& method) {
    const QualType result = method.getReturnType();
    return result->isReferenceType() && is_container(result->getPointeeType());
  }

  clang::ParentMap parents_;
  int lambdas_ = 0;
};

class ChangeFinder : public Visitor {
 public:
  bool VisitBinaryOperator(clang::BinaryOperator* operation) override {
    if (operation->isAssignmentOp()) add(*operation->getLHS());
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator* operation) override {
    if (operation->isIncrementDecrementOp()) add(*operation->getSubExpr());
    return true;
  }
  bool VisitCXXMemberCallExpr(clang::CXXMemberCallExpr* call) override {
    const clang::CXXMethodDecl* method = call->getMethodDecl();
    if (method == nullptr || method->isConst() || method->isStatic()) return true;
    if (is_this(*call->getImplicitObjectArgument())) {
      found.push_back(nullptr);
    } else if (!leaves_size(method->getNameAsString())) {
      add(*call->getImplicitObjectArgument());
    }
    return true;
  }
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr* call) override {
    const auto* method = dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee());
    if (method != nullptr && !method->isConst() && !method->isStatic()) add(*call->getArg(0));
    return true;
  }
  bool TraverseLambdaExpr(clang::LambdaExpr*) override { return true; }

  std::vector<const clang::ValueDecl*> found;

 private:
  void add(const Expr& changed) {
    if (const clang::ValueDecl* declared = denoted_by(*changed.IgnoreParenImpCasts())) found.push_back(declared);
  }
};

template <std::size_t Count>
bool is_one_of(llvm::StringRef name, const std::array<const char*, Count>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

CodeUses find_uses(Stmt& code) {
  UseFinder finder(code);
  finder.TraverseStmt(&code);
  return std::move(finder.found);
}

const clang::ValueDecl* denoted_by(const Expr& e) {
  if (const auto* member = dyn_cast<clang::MemberExpr>(&e))
    return isa<clang::FieldDecl>(member->getMemberDecl()) && is_this(*member->getBase()) ? member->getMemberDecl()
                                                                                         : nullptr;
  const auto* reference = dyn_cast<clang::DeclRefExpr>(&e);
  return reference != nullptr ? dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
}

std::vector<const clang::ValueDecl*> changed_inside(const Expr& e) {
  ChangeFinder finder;
  finder.TraverseStmt(const_cast<Expr*>(&e));
  return std::move(finder.found);
}

bool has_value(const clang::ValueDecl& declared) {
  const QualType type = declared.getType();
  if (type->isDependentType() || type.isVolatileQualified() || type->isReferenceType()) return false;
  if (!type->isIntegralOrEnumerationType() && !type->isPointerType() && !is_container(type)) return false;
  if (const auto* field = dyn_cast<clang::FieldDecl>(&declared))
    return !field->isMutable() && !field->getParent()->isUnion() && !field->getParent()->isAnonymousStructOrUnion();
  const auto* variable = dyn_cast<clang::VarDecl>(&declared);
  return variable != nullptr && variable->hasLocalStorage();
}

bool is_container(QualType type) {
  static constexpr std::array kNames = {"vector",
                                        "basic_string",
                                        "deque",
                                        "list",
                                        "map",
                                        "set",
                                        "unordered_map",
                                        "unordered_set",
                                        "multimap",
                                        "multiset",
                                        "unordered_multimap",
                                        "unordered_multiset",
                                        "queue",
                                        "stack",
                                        "priority_queue"};
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record != nullptr && record->isInStdNamespace() && record->getIdentifier() != nullptr &&
         is_one_of(record->getName(), kNames);
}

bool keeps_keys(const clang::CXXRecordDecl& container) {
  return container.getName().ends_with("map") || container.getName().ends_with("set");
}

bool has_equal_keys(const clang::CXXRecordDecl& container) { return container.getName().contains("multi"); }

bool is_text(const clang::CXXRecordDecl& container) { return container.getName() == "basic_string"; }

bool leaves_size(const std::string& function) {
  static constexpr std::array kNames = {
      "at",  "front", "back",    "data",          "begin",       "end",         "rbegin",  "rend",       "find",
      "top", "sort",  "reverse", "shrink_to_fit", "lower_bound", "upper_bound", "reserve", "equal_range"};
  return is_one_of(function, kNames);
}

}  // namespace forall::frontend
