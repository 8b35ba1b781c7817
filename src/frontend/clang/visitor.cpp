#include "frontend/clang/visitor.h"

#include <clang/AST/RecursiveASTVisitor.h>

namespace forall::frontend {
namespace {

class Walk : public clang::RecursiveASTVisitor<Walk> {
 public:
  using Base = clang::RecursiveASTVisitor<Walk>;

  explicit Walk(Visitor& visitor) : visitor_(visitor) {}

  bool shouldVisitTemplateInstantiations() const { return visitor_.shouldVisitTemplateInstantiations(); }

  bool TraverseLambdaExpr(clang::LambdaExpr* e) { return visitor_.TraverseLambdaExpr(e); }
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr* e) {
    return visitor_.TraverseUnaryExprOrTypeTraitExpr(e);
  }
  bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr* e) { return visitor_.TraverseCXXNoexceptExpr(e); }
  bool TraverseUnaryOperator(clang::UnaryOperator* e) { return visitor_.TraverseUnaryOperator(e); }
  bool TraverseUserDefinedLiteral(clang::UserDefinedLiteral* e) { return visitor_.TraverseUserDefinedLiteral(e); }
  bool TraverseTypeLoc(clang::TypeLoc type) { return visitor_.TraverseTypeLoc(type); }
  bool TraverseDecltypeTypeLoc(clang::DecltypeTypeLoc type) { return visitor_.TraverseDecltypeTypeLoc(type); }
  bool TraverseTemplateArgumentLoc(const clang::TemplateArgumentLoc& argument) {
    return visitor_.TraverseTemplateArgumentLoc(argument);
  }

  bool VisitConceptDecl(clang::ConceptDecl* d) { return visitor_.VisitConceptDecl(d); }
  bool VisitFunctionDecl(clang::FunctionDecl* d) { return visitor_.VisitFunctionDecl(d); }
  bool VisitCXXMethodDecl(clang::CXXMethodDecl* d) { return visitor_.VisitCXXMethodDecl(d); }
  bool VisitMemberExpr(clang::MemberExpr* e) { return visitor_.VisitMemberExpr(e); }
  bool VisitDeclRefExpr(clang::DeclRefExpr* e) { return visitor_.VisitDeclRefExpr(e); }
  bool VisitCXXThisExpr(clang::CXXThisExpr* e) { return visitor_.VisitCXXThisExpr(e); }
  bool VisitBinaryOperator(clang::BinaryOperator* e) { return visitor_.VisitBinaryOperator(e); }
  bool VisitUnaryOperator(clang::UnaryOperator* e) { return visitor_.VisitUnaryOperator(e); }
  bool VisitCXXMemberCallExpr(clang::CXXMemberCallExpr* e) { return visitor_.VisitCXXMemberCallExpr(e); }
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr* e) { return visitor_.VisitCXXOperatorCallExpr(e); }
  bool VisitIntegerLiteral(clang::IntegerLiteral* e) { return visitor_.VisitIntegerLiteral(e); }
  bool VisitFloatingLiteral(clang::FloatingLiteral* e) { return visitor_.VisitFloatingLiteral(e); }
  bool VisitCXXBoolLiteralExpr(clang::CXXBoolLiteralExpr* e) { return visitor_.VisitCXXBoolLiteralExpr(e); }
  bool VisitCharacterLiteral(clang::CharacterLiteral* e) { return visitor_.VisitCharacterLiteral(e); }
  bool VisitStringLiteral(clang::StringLiteral* e) { return visitor_.VisitStringLiteral(e); }

 private:
  Visitor& visitor_;
};

}  // namespace

// What is inside, as Clang goes through it.
bool Visitor::TraverseDecl(clang::Decl* d) { return Walk(*this).TraverseDecl(d); }
bool Visitor::TraverseStmt(clang::Stmt* s) { return Walk(*this).TraverseStmt(s); }
bool Visitor::TraverseLambdaExpr(clang::LambdaExpr* e) { return Walk(*this).Base::TraverseLambdaExpr(e); }
bool Visitor::TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr* e) {
  return Walk(*this).Base::TraverseUnaryExprOrTypeTraitExpr(e);
}
bool Visitor::TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr* e) {
  return Walk(*this).Base::TraverseCXXNoexceptExpr(e);
}
bool Visitor::TraverseUnaryOperator(clang::UnaryOperator* e) { return Walk(*this).Base::TraverseUnaryOperator(e); }
bool Visitor::TraverseUserDefinedLiteral(clang::UserDefinedLiteral* e) {
  return Walk(*this).Base::TraverseUserDefinedLiteral(e);
}
bool Visitor::TraverseTypeLoc(clang::TypeLoc type) { return Walk(*this).Base::TraverseTypeLoc(type); }
bool Visitor::TraverseDecltypeTypeLoc(clang::DecltypeTypeLoc type) {
  return Walk(*this).Base::TraverseDecltypeTypeLoc(type);
}
bool Visitor::TraverseTemplateArgumentLoc(const clang::TemplateArgumentLoc& argument) {
  return Walk(*this).Base::TraverseTemplateArgumentLoc(argument);
}

}  // namespace forall::frontend
