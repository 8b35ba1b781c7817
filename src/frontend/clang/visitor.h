// clang::RecursiveASTVisitor with virtual functions. Each class that derives from that template makes the compiler work for
// 20 seconds; whoever derives from this one costs nothing. It has the hooks that are used, with Clang's names and meanings.
#pragma once

#include <clang/AST/ExprCXX.h>
#include <clang/AST/TypeLoc.h>

namespace forall::frontend {

class Visitor {
 public:
  virtual ~Visitor() = default;

  virtual bool shouldVisitTemplateInstantiations() const { return false; }

  bool TraverseDecl(clang::Decl* declaration);
  bool TraverseStmt(clang::Stmt* statement);
  virtual bool TraverseLambdaExpr(clang::LambdaExpr* lambda);
  virtual bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr* expression);
  virtual bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr* expression);
  virtual bool TraverseUnaryOperator(clang::UnaryOperator* expression);
  virtual bool TraverseUserDefinedLiteral(clang::UserDefinedLiteral* literal);
  virtual bool TraverseTypeLoc(clang::TypeLoc type);
  virtual bool TraverseDecltypeTypeLoc(clang::DecltypeTypeLoc type);
  virtual bool TraverseTemplateArgumentLoc(const clang::TemplateArgumentLoc& argument);

  virtual bool VisitConceptDecl(clang::ConceptDecl*) { return true; }
  virtual bool VisitFunctionDecl(clang::FunctionDecl*) { return true; }
  virtual bool VisitCXXMethodDecl(clang::CXXMethodDecl*) { return true; }
  virtual bool VisitMemberExpr(clang::MemberExpr*) { return true; }
  virtual bool VisitDeclRefExpr(clang::DeclRefExpr*) { return true; }
  virtual bool VisitCXXThisExpr(clang::CXXThisExpr*) { return true; }
  virtual bool VisitBinaryOperator(clang::BinaryOperator*) { return true; }
  virtual bool VisitUnaryOperator(clang::UnaryOperator*) { return true; }
  virtual bool VisitCXXMemberCallExpr(clang::CXXMemberCallExpr*) { return true; }
  virtual bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr*) { return true; }
  virtual bool VisitIntegerLiteral(clang::IntegerLiteral*) { return true; }
  virtual bool VisitFloatingLiteral(clang::FloatingLiteral*) { return true; }
  virtual bool VisitCXXBoolLiteralExpr(clang::CXXBoolLiteralExpr*) { return true; }
  virtual bool VisitCharacterLiteral(clang::CharacterLiteral*) { return true; }
  virtual bool VisitStringLiteral(clang::StringLiteral*) { return true; }
};

}  // namespace forall::frontend
