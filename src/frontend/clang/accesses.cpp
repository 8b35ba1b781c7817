// An access is followed outwards through the expressions that only pass the object on, up to the one that reads or
// changes it:
//
//   x = 1           defines x              x += 1, ++x, f(x) by reference    uses and defines it
//   x.c = 1         defines x              a[i] = 1                          defines a
//   x.f()           uses x if f is const, else defines it
//   v[i] = 1        v of the standard library: what happens to the element happens to v
//   p->c = 1        uses p and defines what it points to, which is the variable *p
//
// A definition by a call happens after the arguments of the call were evaluated.
#include "frontend/clang/accesses.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/ParentMap.h>

#include <algorithm>
#include <array>
#include <optional>

#include "frontend/clang/visitor.h"

namespace forall::frontend {
namespace {

using clang::Expr;
using clang::QualType;
using clang::Stmt;
using llvm::dyn_cast;
using llvm::isa;

enum class Effect { Use, Define, Both };

// Functions of the standard library that change nothing, although they are not const: they return a part.
bool returns_part(const clang::CXXMethodDecl& method) {
  if (!method.getParent()->isInStdNamespace()) return false;
  if (method.isOverloadedOperator()) {
    const bool inserts = method.getParent()->getName().ends_with("map");
    return method.getOverloadedOperator() == clang::OO_Subscript && !inserts;
  }
  static constexpr std::array kNames = {"at",  "front", "back", "data",   "begin",       "end",
                                        "top", "get",   "find", "rbegin", "lower_bound", "upper_bound"};
  return method.getIdentifier() != nullptr && std::find(kNames.begin(), kNames.end(), method.getName()) != kNames.end();
}

Effect of_parameter(QualType type) {
  if (!type->isReferenceType()) return Effect::Use;
  return type->getPointeeType().isConstQualified() ? Effect::Use : Effect::Both;
}

class AccessReader {
 public:
  explicit AccessReader(const clang::ParentMap& parents) : parents_(parents) {}

  std::vector<AccessPart> parts(const Expr& access, const std::string& name) {
    std::vector<AccessPart> result;
    call_ = nullptr;
    add(result, name, effect(access));
    if (through_ != nullptr) add(result, "*" + name, through_effect_ ? *through_effect_ : effect(*through_));
    return result;
  }

  // The call by which the last access defines.
  const Expr* call() const { return call_; }
  // Is its value not used?
  bool is_discarded(const Expr& call) const {
    const Stmt* at = &call;
    const Stmt* parent = parents_.getParent(at);
    while (parent != nullptr && isa<clang::ExprWithCleanups>(parent)) at = parent, parent = parents_.getParent(at);
    if (parent == nullptr) return false;
    const auto* branch = dyn_cast<clang::IfStmt>(parent);
    return isa<clang::CompoundStmt, clang::SwitchCase>(parent) ||
           (branch != nullptr && (branch->getThen() == at || branch->getElse() == at));
  }

  const Stmt& statement(const Expr& access) const {
    const Stmt* at = &access;
    for (const Stmt* parent = parents_.getParent(at); parent != nullptr; parent = parents_.getParent(at)) {
      const auto* binary = dyn_cast<clang::BinaryOperator>(parent);
      if (!isa<Expr>(parent) || isa<clang::LambdaExpr, clang::AbstractConditionalOperator>(parent) ||
          (binary != nullptr && binary->isLogicalOp()))
        break;
      at = parent;
    }
    return *at;
  }

 private:
  static void add(std::vector<AccessPart>& parts, const std::string& name, Effect effect) {
    if (effect == Effect::Use || effect == Effect::Both) parts.push_back({name, false});
    if (effect == Effect::Define || effect == Effect::Both) parts.push_back({name, true});
  }

  // What happens to the object that the expression denotes. Sets through_ where a pointer is followed.
  Effect effect(const Expr& denoted) {
    through_ = nullptr;
    through_effect_.reset();
    const Expr* at = &denoted;
    for (;;) {
      const Stmt* parent = parents_.getParent(at);
      if (parent == nullptr) return Effect::Use;
      if (isa<clang::ParenExpr, clang::ConditionalOperator, clang::ExprWithCleanups, clang::MaterializeTemporaryExpr>(
              parent)) {
        const auto* conditional = dyn_cast<clang::ConditionalOperator>(parent);
        if (conditional != nullptr && conditional->getCond() == at) return Effect::Use;
        at = llvm::cast<Expr>(parent);
      } else if (const auto* cast = dyn_cast<clang::CastExpr>(parent)) {
        if (cast->getCastKind() == clang::CK_LValueToRValue) return read(*cast);
        if (cast->getType().isConstQualified()) return Effect::Use;
        at = cast;
      } else if (const auto* element = dyn_cast<clang::ArraySubscriptExpr>(parent)) {
        if (element->getIdx() == at) return Effect::Use;
        at = element;
      } else if (const auto* member = dyn_cast<clang::MemberExpr>(parent)) {
        if (const auto* method = dyn_cast<clang::CXXMethodDecl>(member->getMemberDecl())) {
          if (method->isConst() || method->isStatic()) return Effect::Use;
          const Stmt* call = parents_.getParent(member);
          if (!returns_part(*method) || call == nullptr || !isa<Expr>(call)) {
            call_ = dyn_cast_or_null<Expr>(call);
            return Effect::Define;
          }
          at = llvm::cast<Expr>(call);
        } else {
          at = member;
        }
      } else {
        return of_parent(*parent, *at);
      }
    }
  }

  // A scalar is read. If it is a pointer that is followed, what it points to is accessed, too.
  Effect read(const clang::CastExpr& value) {
    if (!value.getType()->isPointerType()) return Effect::Use;
    const Expr* at = &value;
    const Stmt* parent = parents_.getParent(at);
    while (parent != nullptr && isa<clang::ParenExpr, clang::ImplicitCastExpr>(parent)) {
      at = llvm::cast<Expr>(parent);
      parent = parents_.getParent(at);
    }
    if (parent == nullptr) return Effect::Use;
    const auto* element = dyn_cast<clang::ArraySubscriptExpr>(parent);
    const auto* unary = dyn_cast<clang::UnaryOperator>(parent);
    const auto* member = dyn_cast<clang::MemberExpr>(parent);
    if ((element != nullptr && element->getBase() == at) || (unary != nullptr && unary->getOpcode() == clang::UO_Deref))
      through_ = llvm::cast<Expr>(parent);
    if (member != nullptr && member->isArrow()) {
      if (const auto* method = dyn_cast<clang::CXXMethodDecl>(member->getMemberDecl())) {
        through_effect_ = method->isConst() ? Effect::Use : Effect::Define;
        if (!method->isConst()) call_ = dyn_cast_or_null<Expr>(parents_.getParent(member));
      }
      through_ = member;
    }
    return Effect::Use;
  }

  Effect of_parent(const Stmt& parent, const Expr& child) {
    if (const auto* unary = dyn_cast<clang::UnaryOperator>(&parent)) {
      if (unary->isIncrementDecrementOp()) return Effect::Both;
      if (unary->getOpcode() == clang::UO_AddrOf) {
        const Stmt* user = parents_.getParent(unary);
        const auto* cast = user != nullptr ? dyn_cast<clang::ImplicitCastExpr>(user) : nullptr;
        const QualType type = cast != nullptr ? cast->getType() : unary->getType();
        return type->isPointerType() && type->getPointeeType().isConstQualified() ? Effect::Use : Effect::Both;
      }
      return Effect::Use;
    }
    if (const auto* compound = dyn_cast<clang::CompoundAssignOperator>(&parent))
      return compound->getLHS() == &child ? Effect::Both : Effect::Use;
    if (const auto* binary = dyn_cast<clang::BinaryOperator>(&parent))
      return binary->getOpcode() == clang::BO_Assign && binary->getLHS() == &child ? Effect::Define : Effect::Use;
    if (const auto* call = dyn_cast<clang::CXXOperatorCallExpr>(&parent)) return of_operator(*call, child);
    if (const auto* call = dyn_cast<clang::CallExpr>(&parent)) return of_call(*call, child);
    if (const auto* construct = dyn_cast<clang::CXXConstructExpr>(&parent)) {
      for (unsigned i = 0; i < construct->getNumArgs() && i < construct->getConstructor()->getNumParams(); ++i) {
        if (construct->getArg(i) == &child)
          return by(*construct, of_parameter(construct->getConstructor()->getParamDecl(i)->getType()));
      }
      return Effect::Use;
    }
    if (const auto* declaration = dyn_cast<clang::DeclStmt>(&parent)) return of_variable(*declaration, child);
    return Effect::Use;
  }

  Effect of_operator(const clang::CXXOperatorCallExpr& call, const Expr& child) {
    const auto* method = dyn_cast_or_null<clang::CXXMethodDecl>(call.getDirectCallee());
    if (method == nullptr || method->isStatic()) return of_call(call, child);
    if (call.getArg(0) != &child) {
      for (unsigned i = 1; i < call.getNumArgs(); ++i) {
        if (call.getArg(i) == &child) return by(call, of_parameter(method->getParamDecl(i - 1)->getType()));
      }
      return Effect::Use;
    }
    if (method->isConst()) return Effect::Use;
    return returns_part(*method) ? effect(call) : by(call, Effect::Define);
  }

  Effect by(const Expr& call, Effect effect) {
    if (effect != Effect::Use) call_ = &call;
    return effect;
  }

  Effect of_call(const clang::CallExpr& call, const Expr& child) {
    const clang::FunctionDecl* callee = call.getDirectCallee();
    if (callee == nullptr) return by(call, Effect::Both);
    for (unsigned i = 0; i < call.getNumArgs(); ++i) {
      if (call.getArg(i) != &child) continue;
      return i < callee->getNumParams() ? by(call, of_parameter(callee->getParamDecl(i)->getType())) : Effect::Use;
    }
    return Effect::Use;
  }

  Effect of_variable(const clang::DeclStmt& statement, const Expr& child) const {
    for (const clang::Decl* declaration : statement.decls()) {
      const auto* variable = dyn_cast<clang::VarDecl>(declaration);
      if (variable == nullptr || variable->getInit() != &child) continue;
      if (variable->isImplicit()) {  // of a range-based for, which says what it does with the elements
        const Stmt* loop = parents_.getParent(&statement);
        const auto* range = loop != nullptr ? dyn_cast<clang::CXXForRangeStmt>(loop) : nullptr;
        return range != nullptr ? of_parameter(range->getLoopVariable()->getType()) : Effect::Use;
      }
      return of_parameter(variable->getType());
    }
    return Effect::Use;
  }

  const clang::ParentMap& parents_;
  const Expr* through_ = nullptr;
  const Expr* call_ = nullptr;
  std::optional<Effect> through_effect_;
};

class Finder : public Visitor {
 public:
  explicit Finder(const clang::ParentMap& parents) : reader_(parents) {}

  bool VisitMemberExpr(clang::MemberExpr* member) override {
    if (isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts())) note(*member, *member->getMemberDecl());
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) override {
    const auto* variable = dyn_cast<clang::VarDecl>(reference->getDecl());
    if (variable != nullptr && variable->isStaticDataMember()) note(*reference, *variable);
    return true;
  }
  bool TraverseLambdaExpr(clang::LambdaExpr* lambda) override {
    ++lambdas_;
    const bool goes_on = TraverseStmt(lambda->getBody());
    --lambdas_;
    return goes_on;
  }
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr*) override { return true; }
  bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr*) override { return true; }
  bool TraverseDecltypeTypeLoc(clang::DecltypeTypeLoc) override { return true; }

  std::vector<MemberAccess> found;

 private:
  void note(const Expr& access, const clang::ValueDecl& member) {
    if (const auto* variable = dyn_cast<clang::VarDecl>(&member)) {
      if (variable->getType().isConstQualified() || variable->isConstexpr()) return;
    } else if (!isa<clang::FieldDecl>(member)) {
      return;
    }
    MemberAccess made;
    made.member = &member;
    made.expression = &access;
    made.statement = &reader_.statement(access);
    made.parts = reader_.parts(access, member.getNameAsString());
    made.is_in_lambda = lambdas_ > 0;
    made.call = reader_.call();
    made.is_discarded = made.call != nullptr && reader_.is_discarded(*made.call);
    found.push_back(std::move(made));
  }

  AccessReader reader_;
  int lambdas_ = 0;
};

}  // namespace

std::vector<MemberAccess> find_accesses(Stmt& code) {
  const clang::ParentMap parents(&code);
  Finder finder(parents);
  finder.TraverseStmt(&code);
  return std::move(finder.found);
}

}  // namespace forall::frontend
