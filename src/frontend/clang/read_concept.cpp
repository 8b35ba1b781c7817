#include "frontend/read_concept.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/ExprConcepts.h>
#include <clang/Lex/Lexer.h>
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "frontend/clang/printer.h"
#include "frontend/clang/tree.h"
#include "frontend/clang/visitor.h"
#include "frontend/names.h"

namespace forall::frontend {
namespace {

using clang::QualType;

class ConceptFinder : public Visitor {
 public:
  explicit ConceptFinder(std::string_view wanted) : wanted_(wanted.starts_with("::") ? wanted.substr(2) : wanted) {}

  bool VisitConceptDecl(clang::ConceptDecl* found) override {
    const std::string name = found->getQualifiedNameAsString();
    known_.push_back(name);
    if (name == wanted_ || name.ends_with("::" + wanted_)) all_.push_back(found);
    return true;
  }

  const std::vector<const clang::ConceptDecl*>& all() const { return all_; }
  const std::vector<std::string>& known() const { return known_; }

 private:
  std::string wanted_;
  std::vector<const clang::ConceptDecl*> all_;
  std::vector<std::string> known_;
};

// The first parameter of each concept is the same type to clang.
bool is_subject(QualType type) {
  const auto* parameter = type.getCanonicalType()->getAs<clang::TemplateTypeParmType>();
  return parameter != nullptr && parameter->getDepth() == 0 && parameter->getIndex() == 0;
}

bool is_same_call(const VirtualFunction& a, const VirtualFunction& b) {
  return a.name == b.name &&
         std::equal(a.parameters.begin(), a.parameters.end(), b.parameters.begin(), b.parameters.end(),
                    [](const auto& one, const auto& other) { return one.type == other.type; });
}

class RequirementReader {
 public:
  RequirementReader(const clang::ConceptDecl& read, clang::ASTContext& context)
      : concept_(read), context_(context), print_(context) {}

  std::vector<VirtualFunction> read() {
    collect(concept_.getConstraintExpr());
    if (functions_.empty()) fail("calls no function of an object");
    return std::move(functions_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw base::UserError(
        fmt::format("{} {}, so no mock can be made of it: write an interface that satisfies it, and mock that",
                    concept_.getQualifiedNameAsString(), what));
  }
  [[noreturn]] void fail_at(const clang::Expr& expression) const {
    const auto range = clang::CharSourceRange::getTokenRange(expression.getSourceRange());
    const llvm::StringRef text =
        clang::Lexer::getSourceText(range, context_.getSourceManager(), context_.getLangOpts());
    fail(fmt::format("requires '{}', which is not a call of a function of the object with arguments of known types",
                     text.str()));
  }

  void collect(const clang::Expr* expression) {
    expression = expression->IgnoreParenImpCasts();
    if (const auto* both = llvm::dyn_cast<clang::BinaryOperator>(expression);
        both != nullptr && both->getOpcode() == clang::BO_LAnd) {
      collect(both->getLHS());
      collect(both->getRHS());
    } else if (const auto* other = llvm::dyn_cast<clang::ConceptSpecializationExpr>(expression)) {
      collect_concept(*other);
    } else if (const auto* required = llvm::dyn_cast<clang::RequiresExpr>(expression)) {
      for (const clang::concepts::Requirement* each : required->getRequirements()) collect_requirement(*each);
    } else {
      fail_at(*expression);
    }
  }
  // Those of the library, such as std::movable, need no functions with names of their own.
  void collect_concept(const clang::ConceptSpecializationExpr& expression) {
    const clang::ConceptDecl* named = expression.getNamedConcept();
    if (named->isInStdNamespace()) return;
    const auto arguments = expression.getTemplateArguments();
    if (arguments.size() != 1 || arguments[0].getKind() != clang::TemplateArgument::Type ||
        !is_subject(arguments[0].getAsType()))
      fail_at(expression);
    collect(named->getConstraintExpr());
  }
  void collect_requirement(const clang::concepts::Requirement& requirement) {
    if (const auto* nested = llvm::dyn_cast<clang::concepts::NestedRequirement>(&requirement)) {
      if (nested->hasInvalidConstraint()) fail("has a requirement that does not compile");
      collect(nested->getConstraintExpr());
    } else if (const auto* call = llvm::dyn_cast<clang::concepts::ExprRequirement>(&requirement)) {
      if (call->isExprSubstitutionFailure()) fail("has a requirement that does not compile");
      add_call(*call);
    } else {
      fail("requires a type as a member");
    }
  }

  void add_call(const clang::concepts::ExprRequirement& requirement) {
    const clang::Expr* expression = requirement.getExpr()->IgnoreParenImpCasts();
    const auto* call = llvm::dyn_cast<clang::CallExpr>(expression);
    const auto* member = call == nullptr
                             ? nullptr
                             : llvm::dyn_cast<clang::CXXDependentScopeMemberExpr>(call->getCallee()->IgnoreParens());
    if (member == nullptr || member->isImplicitAccess() || !member->getMember().isIdentifier() ||
        member->hasExplicitTemplateArgs())
      fail_at(*expression);
    const auto* object = llvm::dyn_cast<clang::DeclRefExpr>(member->getBase()->IgnoreParenImpCasts());
    if (object == nullptr) fail_at(*expression);
    QualType type = object->getDecl()->getType().getNonReferenceType();
    if (member->isArrow() && type->isPointerType()) type = type->getPointeeType();
    if (!is_subject(type.getUnqualifiedType())) fail_at(*expression);

    VirtualFunction function;
    function.name = member->getMember().getAsString();
    function.is_const = type.isConstQualified();
    function.is_noexcept = requirement.hasNoexceptRequirement();
    function.result = result_of(requirement, function);
    for (const clang::Expr* argument : call->arguments()) add_parameter(*argument, *call, function);
    add(std::move(function));
  }
  // "-> std::same_as<bool>"; without it the result does not matter.
  std::string result_of(const clang::concepts::ExprRequirement& requirement, VirtualFunction& function) const {
    const auto& wanted = requirement.getReturnTypeRequirement();
    if (!wanted.isTypeConstraint()) return "void";
    const clang::TypeConstraint* constraint = wanted.getTypeConstraint();
    const clang::ConceptDecl* named = constraint->getNamedConcept();
    const auto* arguments = constraint->getTemplateArgsAsWritten();
    const bool is_known =
        named->isInStdNamespace() && (named->getName() == "same_as" || named->getName() == "convertible_to");
    if (!is_known || arguments == nullptr || arguments->getNumTemplateArgs() != 1)
      fail(fmt::format("requires of the result of {} what is neither std::same_as nor std::convertible_to",
                       function.name));
    const QualType type = (*arguments)[0].getArgument().getAsType();
    if (type->isDependentType()) fail(fmt::format("requires a result of {} that depends on the type", function.name));
    return print_(type);
  }
  void add_parameter(const clang::Expr& argument, const clang::Expr& call, VirtualFunction& function) const {
    const clang::Expr* value = argument.IgnoreParenImpCasts();
    const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(value);
    const QualType type = named != nullptr ? named->getDecl()->getType() : value->getType();
    if (type->isDependentType()) fail_at(call);
    VirtualFunction::Parameter& parameter = function.parameters.emplace_back();
    parameter.name =
        named != nullptr ? named->getDecl()->getNameAsString() : "a" + std::to_string(function.parameters.size() - 1);
    parameter.type = print_(type);
    parameter.declaration = print_(type, parameter.name);
  }
  // One function may meet several requirements: a const one those of objects that are not const, too.
  void add(VirtualFunction function) {
    for (VirtualFunction& known : functions_) {
      if (!is_same_call(known, function)) continue;
      if (known.result != function.result && known.result != "void" && function.result != "void") continue;
      if (known.result == "void") known.result = function.result;
      known.is_const |= function.is_const;
      known.is_noexcept |= function.is_noexcept;
      return;
    }
    functions_.push_back(std::move(function));
  }

  const clang::ConceptDecl& concept_;
  clang::ASTContext& context_;
  Printer print_;
  std::vector<VirtualFunction> functions_;
};

std::string suggestion_of(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "; did you mean " : " or ") + name;
  return text.empty() ? text : text + "?";
}

}  // namespace

ClassModel read_concept(const Source& header, const std::string& name) {
  const Parsed parsed = parse_file(header);
  clang::ASTContext& context = parsed.tree->unit->getASTContext();
  ConceptFinder finder(name);
  finder.TraverseDecl(context.getTranslationUnitDecl());
  if (finder.all().empty())
    throw base::UserError(fmt::format("no concept {} in {}{}", name, header.path.string(),
                                      suggestion_of(nearest_names(name, finder.known()))));
  if (finder.all().size() > 1)
    throw base::UserError(
        fmt::format("{} has several concepts named {}: name it with its namespace", header.path.string(), name));
  const clang::ConceptDecl& found = *finder.all().front();
  const std::string qualified = found.getQualifiedNameAsString();
  if (found.getTemplateParameters()->size() != 1 ||
      !llvm::isa<clang::TemplateTypeParmDecl>(found.getTemplateParameters()->getParam(0)))
    throw base::UserError(
        fmt::format("{} is a concept of more than one type, so no mock can be made of it: write an interface "
                    "that satisfies it, and mock that",
                    qualified));
  ClassModel model;
  model.virtuals = RequirementReader(found, context).read();
  model.name = qualified + "Interface";
  model.spelling = model.name;
  model.simple_name = found.getNameAsString() + "Interface";
  model.is_abstract = model.is_polymorphic = model.can_be_default_base = true;
  return model;
}

}  // namespace forall::frontend
