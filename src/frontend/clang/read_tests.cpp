// TEST(Suite, Name) { ... } defines the method TestBody of a class. The macro and its arguments are where that name was
// expanded from; the body is in the file as written.
#include "frontend/read_tests.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>

#include <algorithm>

#include "frontend/clang/places.h"
#include "frontend/clang/tree.h"
#include "frontend/clang/types.h"
#include "frontend/clang/visitor.h"

namespace forall::frontend {
namespace {

using clang::SourceLocation;

class LiteralFinder : public Visitor {
 public:
  LiteralFinder(const clang::ASTContext& context, const Places& places, SourceRange body)
      : context_(context), places_(places), body_(body) {}

  // -5 is one literal.
  bool TraverseUnaryOperator(clang::UnaryOperator* expression) override {
    const auto* number = expression->getSubExpr()->IgnoreParenImpCasts();
    const bool is_negative = expression->getOpcode() == clang::UO_Minus &&
                             llvm::isa<clang::IntegerLiteral, clang::FloatingLiteral>(number) &&
                             number == expression->getSubExpr();
    return is_negative ? add_number(*number, expression->getSourceRange(), true)
                       : Visitor::TraverseUnaryOperator(expression);
  }
  // 10ms is a function call.
  bool TraverseUserDefinedLiteral(clang::UserDefinedLiteral*) override { return true; }

  bool VisitIntegerLiteral(clang::IntegerLiteral* literal) override {
    return add_number(*literal, literal->getSourceRange(), false);
  }
  bool VisitFloatingLiteral(clang::FloatingLiteral* literal) override {
    return add_number(*literal, literal->getSourceRange(), false);
  }
  bool VisitCXXBoolLiteralExpr(clang::CXXBoolLiteralExpr* literal) override {
    return add(LiteralKind::Boolean, *literal, literal->getSourceRange(), "");
  }
  bool VisitCharacterLiteral(clang::CharacterLiteral* literal) override {
    return add(LiteralKind::Character, *literal, literal->getSourceRange(), std::to_string(literal->getValue()));
  }
  bool VisitStringLiteral(clang::StringLiteral* literal) override {
    return add(LiteralKind::String, *literal, literal->getSourceRange(), literal->getBytes().str());
  }

  std::vector<Literal> take() {
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Literal& a, const Literal& b) { return a.range.begin < b.range.begin; });
    return std::move(found_);
  }

 private:
  bool add_number(const clang::Expr& number, clang::SourceRange tokens, bool is_negative) {
    const auto* integer = llvm::dyn_cast<clang::IntegerLiteral>(&number);
    if (integer == nullptr) return add(LiteralKind::Floating, number, tokens, "");
    llvm::SmallString<40> digits;
    integer->getValue().toStringUnsigned(digits);
    return add(LiteralKind::Integer, number, tokens, (is_negative ? "-" : "") + digits.str().str());
  }

  // A macro may use its argument several times; it is still one literal.
  bool add(LiteralKind kind, const clang::Expr& literal, clang::SourceRange tokens, const std::string& value) {
    const auto range = places_.range(tokens);
    if (!range || range->begin < body_.begin || range->end > body_.end) return true;
    if (std::any_of(found_.begin(), found_.end(), [&](const Literal& known) { return known.range == *range; }))
      return true;
    const std::string text = places_.text(*range);
    const bool is_text = kind == LiteralKind::Floating || kind == LiteralKind::Boolean;
    found_.push_back({kind, *range, text, written(literal.getType(), context_), is_text ? text : value});
    return true;
  }

  const clang::ASTContext& context_;
  const Places& places_;
  SourceRange body_;
  std::vector<Literal> found_;
};

class TestFinder : public Visitor {
 public:
  explicit TestFinder(const clang::ASTContext& context) : context_(context), places_(context) {}

  bool VisitCXXMethodDecl(clang::CXXMethodDecl* method) override {
    const SourceLocation name = method->getLocation();
    if (!method->doesThisDeclarationHaveABody() || !name.isMacroID() || !places_.has(places_.expansion(name)))
      return true;
    if (method->getIdentifier() == nullptr || method->getName() != "TestBody") return true;
    const SourceLocation begin = places_.expansion(name);
    const std::vector<std::string> tokens = places_.tokens(begin, 6);
    const bool is_test = tokens.size() == 6 && (tokens[0] == "TEST" || tokens[0] == "TEST_F") && tokens[1] == "(" &&
                         tokens[3] == "," && tokens[5] == ")";
    const auto body = places_.range(method->getBody()->getSourceRange());
    if (!is_test || !body) return true;
    SourceTest& test = found_.emplace_back();
    test.suite = tokens[2];
    test.name = tokens[4];
    test.is_fixture = tokens[0] == "TEST_F";
    test.line = places_.line(begin);
    test.whole = {places_.offset(begin), body->end};
    test.body = *body;
    LiteralFinder literals(context_, places_, *body);
    literals.TraverseStmt(method->getBody());
    test.literals = literals.take();
    return true;
  }

  std::vector<SourceTest> take() { return std::move(found_); }

 private:
  const clang::ASTContext& context_;
  Places places_;
  std::vector<SourceTest> found_;
};

}  // namespace

std::vector<SourceTest> read_tests(const Parsed& parsed) {
  if (parsed.tree == nullptr) return {};
  clang::ASTContext& context = parsed.tree->unit->getASTContext();
  const clang::SourceManager& sources = context.getSourceManager();
  TestFinder finder(context);
  for (clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) {
    if (sources.isInMainFile(sources.getExpansionLoc(declaration->getLocation()))) finder.TraverseDecl(declaration);
  }
  return finder.take();
}

}  // namespace forall::frontend
