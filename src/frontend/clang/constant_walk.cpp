// A walk over the body of a test, from the outside in. The context of an expression says where its value goes: into
// code under test (the argument of a call), into an assertion, into a variable, or nowhere that counts. The largest
// expressions that are constant get the role of their context. What reaches a variable has the role of the variable's uses,
// which are known when the walk has ended.
#include "frontend/clang/constant_walk.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/Builtins.h>

#include <algorithm>
#include <map>
#include <set>

#include "frontend/clang/visitor.h"

namespace forall::frontend {
namespace {

using clang::dyn_cast;
using clang::Expr;
using clang::FunctionDecl;
using clang::isa;
using clang::Stmt;
using clang::VarDecl;

struct Context {
  enum class Kind { Nothing, Input, Expected, Variable, Fixed } kind = Kind::Nothing;
  std::string name;                   // of the parameter
  const VarDecl* variable = nullptr;  // Variable
  const char* why = "";               // Fixed
};
using Kind = Context::Kind;

constexpr const char* kDeath[] = {"EXPECT_DEATH",
                                  "ASSERT_DEATH",
                                  "EXPECT_EXIT",
                                  "ASSERT_EXIT",
                                  "EXPECT_DEBUG_DEATH",
                                  "ASSERT_DEBUG_DEATH",
                                  "EXPECT_DEATH_IF_SUPPORTED",
                                  "ASSERT_DEATH_IF_SUPPORTED"};

// The outermost namespace of a declaration: "std", "testing".
llvm::StringRef root_namespace(const clang::Decl* declaration) {
  llvm::StringRef root;
  for (const clang::DeclContext* at = declaration->getDeclContext(); at != nullptr; at = at->getParent()) {
    if (const auto* space = dyn_cast<clang::NamespaceDecl>(at); space != nullptr && space->getIdentifier() != nullptr)
      root = space->getName();
  }
  return root;
}

bool is_framework(const clang::Decl* declaration) {
  const llvm::StringRef root = root_namespace(declaration);
  return root == "testing" || root == "Catch";
}

bool is_library(const clang::Decl* declaration, const clang::SourceManager& sources) {
  const llvm::StringRef root = root_namespace(declaration);
  return root == "std" || root == "__gnu_cxx" || (root.empty() && sources.isInSystemHeader(declaration->getLocation()));
}

// Methods of containers that take elements, and not positions or sizes.
bool takes_elements(const clang::NamedDecl* method) {
  static const std::set<std::string> kNames = {
      "push_back", "emplace_back", "push_front", "emplace_front", "push",       "append",    "insert",
      "emplace",   "find",         "count",      "contains",      "operator+=", "operator=", "at"};
  const auto* function = dyn_cast<clang::CXXMethodDecl>(method);
  if (function == nullptr) return false;
  const std::string owner = function->getParent()->getNameAsString();
  const bool is_map = owner == "map" || owner == "unordered_map" || owner == "multimap" || owner == "set" ||
                      owner == "unordered_set" || owner == "multiset";
  const std::string name = method->getNameAsString();
  if (name == "operator[]" || name == "at") return is_map;
  return kNames.count(name) != 0 && (is_map || name != "insert");
}

// `__n` and `value_` say less or as much as `n` and `value`.
std::string plain_name(llvm::StringRef name) {
  if (name.starts_with("__") || name.starts_with("_")) return "";
  return name.rtrim('_').str();
}

class Walk {
 public:
  Walk(const clang::ASTContext& context, const Places& places, const TestFlow& flow)
      : context_(context), places_(places), flow_(flow) {}

  void walk(const Stmt* statement, const Context& to) {
    if (statement == nullptr || is_cut(statement)) return;
    if (const auto* expression = dyn_cast<Expr>(statement)) return walk_expression(expression, to);
    if (const auto* declared = dyn_cast<clang::DeclStmt>(statement)) {
      for (const clang::Decl* declaration : declared->decls()) walk_variable(dyn_cast<VarDecl>(declaration));
    } else if (const auto* loop = dyn_cast<clang::ForStmt>(statement)) {
      const Context bound{Kind::Fixed, "", nullptr, "it bounds a loop of the test"};
      if (const auto* start = dyn_cast_or_null<clang::DeclStmt>(loop->getInit())) {
        for (const clang::Decl* declaration : start->decls()) {
          if (const auto* variable = dyn_cast<VarDecl>(declaration)) walk(variable->getInit(), bound);
        }
      } else {
        walk(loop->getInit(), bound);
      }
      walk(loop->getCond(), bound);
      walk(loop->getInc(), bound);
      walk(loop->getBody(), {});
    } else if (const auto* each = dyn_cast<clang::CXXForRangeStmt>(statement)) {
      walk(each->getRangeInit(), {Kind::Variable, "", each->getLoopVariable()});
      walk(each->getBody(), {});
    } else if (const auto* label = dyn_cast<clang::CaseStmt>(statement)) {
      walk(label->getSubStmt(), {});
    } else if (const auto* macro = dyn_cast<clang::IfStmt>(statement); macro != nullptr && is_of_catch2(macro)) {
      const bool is_section = macro->getConditionVariable() != nullptr;
      if (is_section || macro->getElse() != nullptr) walk(macro->getThen(), {});
      walk(macro->getElse(), {});
    } else if (const auto* once = dyn_cast<clang::DoStmt>(statement); once != nullptr && is_of_catch2(once)) {
      walk(once->getBody(), {});  // the condition has the assertion's expression once more
    } else if (const auto* choice = dyn_cast<clang::IfStmt>(statement)) {
      walk(choice->getConditionVariableDeclStmt(), {});
      if (choice->getConditionVariable() == nullptr) walk(choice->getCond(), decides());
      walk(choice->getThen(), {});
      walk(choice->getElse(), {});
    } else if (const auto* repeat = dyn_cast<clang::WhileStmt>(statement)) {
      walk(repeat->getCond(), decides());
      walk(repeat->getBody(), {});
    } else if (const auto* jump = dyn_cast<clang::SwitchStmt>(statement)) {
      walk(jump->getCond(), decides());
      walk(jump->getBody(), {});
    } else {
      for (const Stmt* child : statement->children()) walk(child, {});
    }
  }

  // Roles of what reached variables, from the uses of these.
  std::vector<Constant> take(const Stmt* body) {
    find_needed_by_types(body);
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [from, to] : copies_) {
        for (const Kind kind : reached_[to]) changed = reached_[from].insert(kind).second || changed;
      }
    }
    std::vector<Constant> result;
    for (auto& [constant, variable] : found_) {
      if (variable != nullptr) settle(constant, variable);
      result.push_back(constant);
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const Constant& a, const Constant& b) { return a.range.begin < b.range.begin; });
    return result;
  }

 private:
  bool is_cut(const Stmt* statement) const {
    if (flow_.cuts.empty()) return false;
    const auto range = places_.seen_range(statement->getSourceRange());
    return range && std::any_of(flow_.cuts.begin(), flow_.cuts.end(),
                                [&](SourceRange cut) { return cut.begin <= range->begin && range->end <= cut.end; });
  }
  // A statement of the macros of Catch2's, and of ours for it.
  bool is_of_catch2(const Stmt* statement) const {
    return flow_.framework == Framework::Catch2 && statement->getBeginLoc().isMacroID() &&
           !places_.written_at(statement->getBeginLoc());
  }

  static Context decides() { return {Kind::Fixed, "", nullptr, "it decides what the test does"}; }

  void walk_variable(const VarDecl* variable) {
    if (variable == nullptr || !variable->hasInit()) return;
    if (variable->isConstexpr() || variable->isStaticLocal())
      return walk(variable->getInit(), {Kind::Fixed, "", nullptr, "it initialises a constant of the test"});
    walk(variable->getInit(), {Kind::Variable, plain_name(variable->getName()), variable});
  }

  void settle(Constant& constant, const VarDecl* variable) {
    const auto& kinds = reached_[variable];
    if (needed_.count(variable) != 0) {
      constant.role = ConstantRole::Fixed;
      constant.why = "a type depends on it";
    } else if (kinds.count(Kind::Input) != 0) {
      constant.role = ConstantRole::Input;
    } else if (kinds.count(Kind::Expected) != 0) {
      constant.role = ConstantRole::Expected;
    } else {
      constant.role = ConstantRole::Fixed;
      constant.why = "it does not reach the code under test";
    }
  }

  // Variables in the bounds of arrays and in arguments of templates are not seen by the walk.
  void find_needed_by_types(const Stmt* body) {
    struct Types : Visitor {
      std::set<const VarDecl*> used;
      bool inside = false;
      bool TraverseTypeLoc(clang::TypeLoc type) override {
        const bool before = std::exchange(inside, true);
        const bool result = Visitor::TraverseTypeLoc(type);
        inside = before;
        return result;
      }
      bool TraverseTemplateArgumentLoc(const clang::TemplateArgumentLoc& argument) override {
        const bool before = std::exchange(inside, true);
        const bool result = Visitor::TraverseTemplateArgumentLoc(argument);
        inside = before;
        return result;
      }
      bool VisitDeclRefExpr(clang::DeclRefExpr* use) override {
        if (const auto* variable = dyn_cast<VarDecl>(use->getDecl()); variable != nullptr && inside)
          used.insert(variable);
        return true;
      }
    } types;
    types.TraverseStmt(const_cast<Stmt*>(body));
    needed_ = types.used;
  }

  void walk_expression(const Expr* expression, const Context& to) {
    if (to.kind != Kind::Nothing && add_if_constant(expression, to)) return;
    if (isa<clang::LambdaExpr, clang::UnaryExprOrTypeTraitExpr, clang::CXXNoexceptExpr>(expression)) return;
    if (const auto* fresh = dyn_cast<clang::CXXDefaultArgExpr>(expression); fresh != nullptr) return;
    if (const auto* made = dyn_cast<clang::CXXConstructExpr>(expression)) return walk_construction(made, to);
    if (const auto* call = dyn_cast<clang::CallExpr>(expression)) return walk_call(call, to);
    if (const auto* fresh = dyn_cast<clang::CXXNewExpr>(expression))
      return walk(fresh->getInitializer() != nullptr ? fresh->getInitializer() : fresh->getConstructExpr(),
                  {Kind::Input, ""});
    if (const auto* element = dyn_cast<clang::ArraySubscriptExpr>(expression)) {
      walk(element->getBase(), to);
      return walk(element->getIdx(), {Kind::Fixed, "", nullptr, "it is an index into an array"});
    }
    if (const auto* binary = dyn_cast<clang::BinaryOperator>(expression); binary != nullptr && binary->isAssignmentOp())
      return walk_assignment(binary->getLHS(), binary->getRHS());
    if (const auto* choice = dyn_cast<clang::ConditionalOperator>(expression)) {
      if (is_call_of(choice->getFalseExpr(), "__assert_fail")) return walk(choice->getCond(), {Kind::Expected, ""});
      walk(choice->getCond(), decides());
      walk(choice->getTrueExpr(), to);
      return walk(choice->getFalseExpr(), to);
    }
    if (const auto* use = dyn_cast<clang::DeclRefExpr>(expression)) return add_use(use, to);
    for (const Stmt* child : expression->children()) walk(child, to);
  }

  static bool is_call_of(const Expr* expression, llvm::StringRef name) {
    const auto* call = dyn_cast<clang::CallExpr>(expression->IgnoreParenImpCasts());
    const FunctionDecl* callee = call != nullptr ? call->getDirectCallee() : nullptr;
    return callee != nullptr && callee->getIdentifier() != nullptr && callee->getName() == name;
  }

  void add_use(const clang::DeclRefExpr* use, const Context& to) {
    const auto* variable = dyn_cast<VarDecl>(use->getDecl());
    if (variable == nullptr || !variable->hasLocalStorage()) return;
    if (to.kind == Kind::Variable) copies_.emplace_back(variable, to.variable);
    if (to.kind == Kind::Input || to.kind == Kind::Expected) reached_[variable].insert(to.kind);
  }

  static const VarDecl* root_variable(const Expr* place) {
    for (place = place->IgnoreParenImpCasts(); place != nullptr;) {
      if (const auto* use = dyn_cast<clang::DeclRefExpr>(place)) {
        const auto* variable = dyn_cast<VarDecl>(use->getDecl());
        return variable != nullptr && variable->hasLocalStorage() ? variable : nullptr;
      }
      if (const auto* member = dyn_cast<clang::MemberExpr>(place)) {
        place = member->getBase()->IgnoreParenImpCasts();
      } else if (const auto* element = dyn_cast<clang::ArraySubscriptExpr>(place)) {
        place = element->getBase()->IgnoreParenImpCasts();
      } else {
        return nullptr;
      }
    }
    return nullptr;
  }

  void walk_assignment(const Expr* place, const Expr* value) {
    const VarDecl* variable = root_variable(place);
    const auto* member = dyn_cast<clang::MemberExpr>(place->IgnoreParenImpCasts());
    const std::string name = member != nullptr     ? plain_name(member->getMemberDecl()->getName())
                             : variable != nullptr ? plain_name(variable->getName())
                                                   : "";
    walk(value, variable != nullptr ? Context{Kind::Variable, name, variable} : Context{Kind::Input, name});
    if (variable == nullptr) walk(place, {});
  }

  void walk_construction(const clang::CXXConstructExpr* made, const Context& to) {
    const clang::CXXConstructorDecl* constructor = made->getConstructor();
    Context context = to;
    if (is_framework(constructor)) {
      context = {Kind::Expected, ""};
    } else if (!is_library(constructor, context_.getSourceManager()) && !constructor->isCopyOrMoveConstructor()) {
      return walk_arguments(constructor, {made->getArgs(), made->getArgs() + made->getNumArgs()}, 0);
    }
    for (const Expr* argument : made->arguments()) walk(argument, context);
  }

  void walk_arguments(const FunctionDecl* callee, const std::vector<const Expr*>& arguments, std::size_t first) {
    for (std::size_t i = first; i < arguments.size(); ++i) {
      const std::size_t at = i - first;
      const std::string name =
          callee != nullptr && at < callee->getNumParams() ? plain_name(callee->getParamDecl(at)->getName()) : "";
      walk(arguments[i], {Kind::Input, name});
    }
  }

  void walk_call(const clang::CallExpr* call, const Context& to) {
    const FunctionDecl* callee = call->getDirectCallee();
    const bool is_method_operator = isa<clang::CXXOperatorCallExpr>(call) && callee != nullptr &&
                                    isa<clang::CXXMethodDecl>(callee) && call->getNumArgs() > 0;
    const std::vector<const Expr*> arguments(call->getArgs(), call->getArgs() + call->getNumArgs());
    if (callee != nullptr && callee->getBuiltinID() == clang::Builtin::BI__builtin_constant_p) return;
    if (callee != nullptr && is_framework(callee)) {
      // A message and the end of an assertion are not what it compares.
      const auto operation = callee->getDeclName().getCXXOverloadedOperator();
      if (operation == clang::OO_LessLess || operation == clang::OO_Equal) return;
      for (const Expr* argument : arguments) walk(argument, {Kind::Expected, ""});
      return walk(object_of(call), {});
    }
    if (const auto* operation = dyn_cast<clang::CXXOperatorCallExpr>(call);
        operation != nullptr && operation->isAssignmentOp() && arguments.size() == 2)
      return walk_assignment(arguments[0], arguments[1]);
    if (callee != nullptr && is_library(callee, context_.getSourceManager())) return walk_library(call, callee, to);
    walk(object_of(call), {Kind::Input, ""});
    if (is_method_operator) walk(arguments[0], {Kind::Input, ""});
    walk_arguments(callee, arguments, is_method_operator ? 1 : 0);
  }

  static const Expr* object_of(const clang::CallExpr* call) {
    const auto* method = dyn_cast<clang::CXXMemberCallExpr>(call);
    return method != nullptr ? method->getImplicitObjectArgument() : nullptr;
  }

  void walk_library(const clang::CallExpr* call, const FunctionDecl* callee, const Context& to) {
    const std::string name = callee->getNameAsString();
    Context inside = to;
    std::size_t first = 0;
    if (isa<clang::CXXMethodDecl>(callee)) {
      const bool is_operator = isa<clang::CXXOperatorCallExpr>(call);
      const Expr* object = is_operator ? call->getArg(0) : object_of(call);
      first = is_operator ? 1 : 0;
      walk(object, to);
      const VarDecl* variable = object != nullptr ? root_variable(object) : nullptr;
      if (!takes_elements(callee)) {
        inside = {Kind::Fixed, "", nullptr, "it is a size or a position of the standard library"};
      } else {
        // What is put into a container goes where the container goes; one that is under test itself is an input.
        inside = {Kind::Input, variable != nullptr ? "" : "element"};
      }
    } else if (name == "make_unique" || name == "make_shared") {
      inside = {Kind::Input, ""};
    } else if (to.kind == Kind::Nothing) {
      inside = {Kind::Fixed, "", nullptr, "it goes into the standard library only"};
    }
    for (std::size_t i = first; i < call->getNumArgs(); ++i) walk(call->getArg(static_cast<unsigned>(i)), inside);
  }

  // Names of variables of the test, and calls, make an expression one that is not a constant of the source.
  static bool has_locals_or_calls(const Stmt* statement) {
    if (statement == nullptr) return false;
    if (isa<clang::CallExpr, clang::CXXConstructExpr, clang::LambdaExpr, clang::MemberExpr, clang::CXXThisExpr>(
            statement))
      return true;
    if (const auto* use = dyn_cast<clang::DeclRefExpr>(statement)) {
      const auto* variable = dyn_cast<VarDecl>(use->getDecl());
      if (variable != nullptr && !variable->hasGlobalStorage()) return true;
      if (variable != nullptr && variable->isStaticLocal()) return true;
    }
    return std::any_of(statement->child_begin(), statement->child_end(),
                       [](const Stmt* child) { return has_locals_or_calls(child); });
  }

  static bool has_size_of(const Stmt* statement) {
    if (statement == nullptr) return false;
    if (isa<clang::UnaryExprOrTypeTraitExpr>(statement)) return true;
    return std::any_of(statement->child_begin(), statement->child_end(), has_size_of);
  }

  bool add_if_constant(const Expr* expression, const Context& to) {
    if (expression->isValueDependent() || expression->isTypeDependent()) return false;
    if (add_if_text(expression, to)) return true;
    const clang::QualType type = expression->getType();
    if (!expression->isPRValue() || !(type->isIntegralOrEnumerationType() || type->isRealFloatingType())) return false;
    if (has_locals_or_calls(expression)) return false;
    Expr::EvalResult result;
    if (!expression->EvaluateAsRValue(result, context_) || result.HasSideEffects) return false;
    Constant constant;
    constant.type = spelling(type);
    if (result.Val.isInt()) {
      llvm::SmallString<40> digits;
      result.Val.getInt().toString(digits);
      constant.value = digits.str().str();
      constant.kind = type->isBooleanType()        ? LiteralKind::Boolean
                      : type->isAnyCharacterType() ? LiteralKind::Character
                                                   : LiteralKind::Integer;
      if (type->isBooleanType()) constant.value = result.Val.getInt().isZero() ? "false" : "true";
    } else if (result.Val.isFloat()) {
      constant.kind = LiteralKind::Floating;
      llvm::SmallString<40> digits;
      result.Val.getFloat().toString(digits, 17);
      constant.value = digits.str().str();
    } else {
      return false;
    }
    if (const auto* use = dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts()))
      constant.named = use->getDecl()->getQualifiedNameAsString();
    if (!add(std::move(constant), expression, to)) return false;
    if (has_size_of(expression) && !found_.empty() && found_.back().first.role != ConstantRole::Expected)
      fix(found_.back(), "it is the size of a type");
    return true;
  }

  bool add_if_text(const Expr* expression, const Context& to) {
    const Expr* plain = expression->IgnoreParenImpCasts();
    const auto* literal = dyn_cast<clang::StringLiteral>(plain);
    Constant constant;
    if (const auto* use = dyn_cast<clang::DeclRefExpr>(plain)) {
      const auto* variable = dyn_cast<VarDecl>(use->getDecl());
      if (variable == nullptr || !variable->hasGlobalStorage() || variable->isStaticLocal() ||
          !variable->getType()->isArrayType() || variable->getInit() == nullptr)
        return false;
      literal = dyn_cast<clang::StringLiteral>(variable->getInit()->IgnoreParenImpCasts());
      constant.named = variable->getQualifiedNameAsString();
    }
    if (literal == nullptr || !literal->isOrdinary()) return false;
    constant.kind = LiteralKind::String;
    constant.value = literal->getBytes().str();
    constant.type = "const char*";
    return add(std::move(constant), expression, to);
  }

  std::string spelling(clang::QualType type) const {
    clang::PrintingPolicy policy(context_.getLangOpts());
    policy.SuppressUnwrittenScope = true;
    return type.getCanonicalType().getUnqualifiedType().getAsString(policy);
  }

  static void fix(std::pair<Constant, const VarDecl*>& entry, const char* why) {
    entry.first.role = ConstantRole::Fixed;
    entry.first.why = why;
    entry.second = nullptr;
  }

  // A macro may use its argument several times; it is still one constant. The definition of a macro is nobody's constant.
  // False: the expression as a whole is not in the file.
  bool add(Constant constant, const Expr* expression, const Context& to) {
    const auto range = places_.seen_range(expression->getSourceRange());
    if (!range || range->begin < flow_.test.body.begin || range->end > flow_.test.body.end) return false;
    constant.range = *range;
    constant.text = places_.text(*range);
    const std::vector<Places::Token> after = places_.tokens({range->end, flow_.test.body.end});
    if (!after.empty() && after.front().text == "(") return false;
    const auto known = std::find_if(found_.begin(), found_.end(), [&](const auto& entry) {
      return entry.first.range.begin < range->end && range->begin < entry.first.range.end;
    });
    constant.name = to.name;
    constant.role = to.kind == Kind::Input      ? ConstantRole::Input
                    : to.kind == Kind::Expected ? ConstantRole::Expected
                                                : ConstantRole::Fixed;
    constant.why = to.why;
    if (known != found_.end()) {
      if (known->first.range == *range && constant.role == ConstantRole::Input) known->first.role = constant.role;
      return true;
    }
    found_.emplace_back(std::move(constant), to.kind == Kind::Variable ? to.variable : nullptr);
    for (const Assertion& assertion : flow_.assertions) {
      const bool is_death = std::find(std::begin(kDeath), std::end(kDeath), assertion.macro) != std::end(kDeath);
      if (is_death && assertion.whole.begin <= range->begin && range->end <= assertion.whole.end)
        fix(found_.back(), "it is inside a death test");
    }
    return true;
  }

  const clang::ASTContext& context_;
  const Places& places_;
  const TestFlow& flow_;
  std::vector<std::pair<Constant, const VarDecl*>> found_;  // the variable decides the role
  std::map<const VarDecl*, std::set<Kind>> reached_;
  std::vector<std::pair<const VarDecl*, const VarDecl*>> copies_;
  std::set<const VarDecl*> needed_;
};

}  // namespace

std::vector<Constant> find_constants(const clang::ASTContext& context, const Places& places, const TestFlow& flow,
                                     const clang::Stmt* body) {
  Walk walk(context, places, flow);
  walk.walk(body, {});
  return walk.take(body);
}

}  // namespace forall::frontend
