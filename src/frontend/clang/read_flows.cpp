// A walk over the body of a test, from the outside in. The context of an expression says where its value goes: into
// code under test (the argument of a call), into an assertion, into a variable, or nowhere that counts. The largest
// expressions that are constant get the role of their context. What reaches a variable has the role of the variable's uses,
// which are known when the walk has ended.
#include "frontend/read_flows.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "frontend/clang/instances.h"
#include "frontend/clang/places.h"
#include "frontend/clang/tree.h"

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

bool is_assertion_name(llvm::StringRef name) {
  return (name.starts_with("EXPECT_") || name.starts_with("ASSERT_")) && name.size() > 7;
}

// The outermost namespace of a declaration: "std", "testing".
llvm::StringRef root_namespace(const clang::Decl* declaration) {
  llvm::StringRef root;
  for (const clang::DeclContext* at = declaration->getDeclContext(); at != nullptr; at = at->getParent()) {
    if (const auto* space = dyn_cast<clang::NamespaceDecl>(at); space != nullptr && space->getIdentifier() != nullptr)
      root = space->getName();
  }
  return root;
}

bool is_framework(const clang::Decl* declaration) { return root_namespace(declaration) == "testing"; }

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
    if (statement == nullptr) return;
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
    struct Types : clang::RecursiveASTVisitor<Types> {
      std::set<const VarDecl*> used;
      bool inside = false;
      bool TraverseTypeLoc(clang::TypeLoc type) {
        const bool before = std::exchange(inside, true);
        const bool result = RecursiveASTVisitor::TraverseTypeLoc(type);
        inside = before;
        return result;
      }
      bool TraverseTemplateArgumentLoc(const clang::TemplateArgumentLoc& argument) {
        const bool before = std::exchange(inside, true);
        const bool result = RecursiveASTVisitor::TraverseTemplateArgumentLoc(argument);
        inside = before;
        return result;
      }
      bool VisitDeclRefExpr(clang::DeclRefExpr* use) {
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
      walk(choice->getCond(), decides());
      walk(choice->getTrueExpr(), to);
      return walk(choice->getFalseExpr(), to);
    }
    if (const auto* use = dyn_cast<clang::DeclRefExpr>(expression)) return add_use(use, to);
    for (const Stmt* child : expression->children()) walk(child, to);
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

// EXPECT_EQ ( a , b ) << ... ;
std::vector<Assertion> find_assertions(const std::vector<Places::Token>& tokens, const auto& line_of) {
  std::vector<Assertion> result;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (!tokens[i].is_name || !is_assertion_name(tokens[i].text) || tokens[i + 1].text != "(") continue;
    Assertion assertion{tokens[i].text, {tokens[i].range.begin, 0}, {}, line_of(tokens[i].range.begin)};
    std::size_t at = i + 1;
    for (const auto& [begin, end] : arguments_of(tokens, at))
      assertion.arguments.push_back({tokens[begin].range.begin, tokens[end - 1].range.end});
    for (int depth = 0; at < tokens.size(); ++at) {
      const std::string& text = tokens[at].text;
      if (text == "(" || text == "{") ++depth;
      if (text == ")" || text == "}") --depth;
      if (depth <= 0 && text == ";") break;
    }
    if (at >= tokens.size()) continue;
    assertion.whole.end = tokens[at].range.end;
    result.push_back(std::move(assertion));
    i = at;
  }
  return result;
}

// Names after . -> and :: are those of members.
std::vector<std::string> find_names(const std::vector<Places::Token>& tokens) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool is_member =
        i > 0 && (tokens[i - 1].text == "." || tokens[i - 1].text == "->" || tokens[i - 1].text == "::");
    if (tokens[i].is_name && !is_member) names.insert(tokens[i].text);
  }
  return {names.begin(), names.end()};
}

class FlowFinder : public clang::RecursiveASTVisitor<FlowFinder> {
 public:
  explicit FlowFinder(const clang::ASTContext& context) : context_(context), places_(context) {}

  // The body of a TYPED_TEST is read where its types are known.
  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitCXXMethodDecl(clang::CXXMethodDecl* method) {
    const clang::SourceLocation name = method->getLocation();
    if (!method->doesThisDeclarationHaveABody() || !name.isMacroID() || !places_.has(places_.expansion(name)))
      return true;
    if (method->getIdentifier() == nullptr || method->getName() != "TestBody") return true;
    const clang::SourceLocation begin = places_.expansion(name);
    const std::vector<std::string> tokens = places_.tokens(begin, 6);
    static const std::set<std::string> kMacros = {"TEST",   "GTEST_TEST", "TEST_F",
                                                  "TEST_P", "TYPED_TEST", "TYPED_TEST_P"};
    const bool is_test =
        tokens.size() == 6 && kMacros.count(tokens[0]) != 0 && tokens[1] == "(" && tokens[3] == "," && tokens[5] == ")";
    const auto body = places_.range(method->getBody()->getSourceRange());
    if (!is_test || !body || method->isDependentContext()) return true;
    TestFlow& flow = found_.emplace_back();
    flow.macro = tokens[0];
    flow.test.suite = tokens[2];
    flow.test.name = tokens[4];
    flow.test.is_fixture = tokens[0] == "TEST_F" || tokens[0] == "TEST_P" || tokens[0].starts_with("TYPED_");
    const std::vector<Instances>& instances = instances_of(flow);
    if (!instances.empty()) flow.instances = instances.front().text;
    if (const auto* made = dyn_cast<clang::ClassTemplateSpecializationDecl>(method->getParent()))
      flow.type = type_of(*made);
    flow.test.line = places_.line(begin);
    flow.test.whole = {places_.offset(begin), body->end};
    flow.test.body = *body;
    const std::vector<Places::Token> all = places_.tokens(*body);
    flow.assertions = find_assertions(all, [&](std::size_t offset) { return line_at(offset); });
    flow.names = find_names(all);
    flow.problem = problem_of(flow, all);
    if (!flow.problem.empty()) return true;
    Walk walk(context_, places_, flow);
    walk.walk(method->getBody(), {});
    flow.constants = walk.take(method->getBody());
    add_instances(instances, found_);
    return true;
  }

  std::vector<TestFlow> take() {
    std::stable_sort(found_.begin(), found_.end(),
                     [](const TestFlow& a, const TestFlow& b) { return a.test.whole.begin < b.test.whole.begin; });
    return std::move(found_);
  }

 private:
  static std::string problem_of(const TestFlow& flow, const std::vector<Places::Token>& tokens) {
    if (flow.macro == "TEST_P" && flow.instances.empty())
      return "a test with a parameter (TEST_P) whose INSTANTIATE_TEST_SUITE_P is not in this file";
    for (const Places::Token& token : tokens) {
      if (token.text == "#") return "a preprocessor directive inside the test";
      if (token.text == "GTEST_SKIP") return "the test skips itself";
      if (token.text == "co_await" || token.text == "goto") return "control flow that is not followed: " + token.text;
    }
    return "";
  }

  const std::vector<Instances>& instances_of(const TestFlow& flow) {
    static const std::vector<Instances> kNone;
    if (flow.macro != "TEST_P") return kNone;
    if (!instances_) instances_ = read_instances(places_);
    const auto found = instances_->find(flow.test.suite);
    return found == instances_->end() ? kNone : found->second;
  }

  std::string type_of(const clang::ClassTemplateSpecializationDecl& made) const {
    clang::PrintingPolicy policy(context_.getLangOpts());
    policy.SuppressUnwrittenScope = true;
    const clang::TemplateArgument& argument = made.getTemplateArgs()[0];
    return argument.getKind() == clang::TemplateArgument::Type ? argument.getAsType().getAsString(policy) : "";
  }

  unsigned line_at(std::size_t offset) const {
    const clang::SourceManager& sources = context_.getSourceManager();
    return sources.getLineNumber(sources.getMainFileID(), static_cast<unsigned>(offset));
  }

  const clang::ASTContext& context_;
  Places places_;
  std::vector<TestFlow> found_;
  std::optional<std::map<std::string, std::vector<Instances>>> instances_;
};

}  // namespace

std::vector<TestFlow> read_flows(const Parsed& parsed) {
  if (parsed.tree == nullptr) return {};
  clang::ASTContext& context = parsed.tree->unit->getASTContext();
  const clang::SourceManager& sources = context.getSourceManager();
  FlowFinder finder(context);
  for (clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) {
    if (sources.isInMainFile(sources.getExpansionLoc(declaration->getLocation()))) finder.TraverseDecl(declaration);
  }
  return finder.take();
}

}  // namespace forall::frontend
