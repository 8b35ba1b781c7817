// The whole numbers by which a class decides where its control goes: scalar members and locals, null or not for a
// pointer, the number of elements for a container of the standard library. What code does to them becomes events of the
// flow; whatever is not understood sets a value to anything, so that the flow has every real run.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Analysis/CFG.h>

#include <map>
#include <optional>
#include <set>
#include <string>

#include "frontend/class_flow.h"

namespace forall::frontend {

class FlowValues {
 public:
  FlowValues(clang::ASTContext& context, ClassFlow& flow) : context_(context), flow_(flow) {}

  // All code of the class is looked at before any is translated: a variable that some code reaches in a way that is not
  // understood has no value.
  void look_at(clang::Stmt& code);
  // Nothing is known about any value, since code may change all of them unseen.
  void give_up(const std::string& why);

  // What an element of the control-flow graph does, in the order of the elements.
  void add_effects(const clang::Stmt& code, std::size_t method, FlowBlock& block);
  // The call of one of the class's own functions has returned.
  void add_result(const clang::Expr& call, std::size_t method, FlowBlock& block);
  // A constructor gives the member its first value; null: none is written.
  void add_initial(const clang::FieldDecl& field, const clang::Expr* value, std::size_t method, FlowBlock& block);
  // Under which condition control goes to each successor.
  void add_conditions(const clang::CFGBlock& from, std::size_t method, FlowBlock& block);

 private:
  struct Range {
    std::string low, high;
  };

  void begin(std::size_t method, FlowBlock& block);
  std::optional<std::size_t> value_of(const clang::Expr& denoted);
  std::optional<std::size_t> value_of(const clang::ValueDecl& declared);
  std::size_t return_value();
  void set(std::size_t value, const std::string& term);
  void assume(const std::string& condition);
  std::string any(const Range& range);
  std::string any(clang::QualType type) { return any(range_of(type)); }
  Range range_of(clang::QualType type) const;

  void look_inside(const clang::Expr& whole);
  std::string term(const clang::Expr& whole);
  std::string term_of(const clang::Expr& e);
  std::string condition(const clang::Expr& e);
  std::string calculated(const std::string& operation, clang::QualType type);
  std::string converted(const std::string& value, clang::QualType type);
  std::string binary(const clang::BinaryOperator& e);
  std::optional<std::string> comparison(const clang::BinaryOperator& e);
  std::string of_call(const clang::CallExpr& call);

  bool holds_all(clang::QualType type, clang::QualType of) const;
  bool is_bit_field(std::size_t value) const;
  std::string store(std::size_t value, const std::string& result);
  void assign(const clang::BinaryOperator& assignment);
  void step(const clang::UnaryOperator& e);
  void declare(const clang::DeclStmt& statement);
  void change(const clang::Expr& call, std::size_t container, const clang::CXXMethodDecl& method, unsigned arguments);
  std::optional<std::string> first_size(const clang::Expr& made) const;

  clang::ASTContext& context_;
  ClassFlow& flow_;
  std::set<const clang::ValueDecl*> lost_;  // reached in ways that are not understood
  std::map<const clang::ValueDecl*, std::size_t> values_;
  std::map<const clang::Expr*, std::string> made_;  // the values of expressions that change something
  std::set<std::size_t> unstable_;                  // changed by another part of the expression that is being read
  std::optional<std::size_t> returned_;
  std::size_t method_ = 0;
  FlowBlock* block_ = nullptr;
  int maybe_ = 0;  // inside of operands that may not be evaluated
};

}  // namespace forall::frontend
