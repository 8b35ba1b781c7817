// Which functions are tests, by the macros that made them: TEST(...) { ... } of GoogleTest and its kin make a method
// TestBody, TEST_CASE(...) { ... } of Catch2 a function or a method test.
#include "frontend/read_flows.h"

#include <clang/AST/DeclCXX.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "frontend/clang/constant_walk.h"
#include "frontend/clang/instances.h"
#include "frontend/clang/places.h"
#include "frontend/clang/test_tokens.h"
#include "frontend/clang/tree.h"
#include "frontend/clang/visitor.h"

namespace forall::frontend {
namespace {

using clang::dyn_cast;

class FlowFinder : public Visitor {
 public:
  explicit FlowFinder(const clang::ASTContext& context) : context_(context), places_(context) {}

  // The body of a TYPED_TEST is read where its types are known.
  bool shouldVisitTemplateInstantiations() const override { return true; }

  bool VisitFunctionDecl(clang::FunctionDecl* function) override {
    const clang::SourceLocation name = function->getLocation();
    if (!function->doesThisDeclarationHaveABody()) return true;
    if (name.isMacroID() && places_.has(places_.expansion(name))) {
      add_macro(*function);
    } else if (places_.has(name)) {
      add_plain(*function);
    }
    return true;
  }

  std::vector<TestFlow> take() {
    // In a file of tests, other functions help them.
    if (std::any_of(found_.begin(), found_.end(), is_of_framework))
      std::erase_if(found_, [](const TestFlow& flow) { return !is_of_framework(flow); });
    std::stable_sort(found_.begin(), found_.end(),
                     [](const TestFlow& a, const TestFlow& b) { return a.test.whole.begin < b.test.whole.begin; });
    tell_apart();
    return std::move(found_);
  }

 private:
  static bool is_of_framework(const TestFlow& flow) { return flow.framework != Framework::None; }

  void add_macro(clang::FunctionDecl& function) {
    const clang::SourceLocation begin = places_.expansion(function.getLocation());
    const auto body = places_.range(function.getBody()->getSourceRange());
    const std::vector<std::string> tokens = places_.tokens(begin, 6);
    if (!body || tokens.size() < 3 || tokens[1] != "(") return;
    TestFlow flow;
    flow.macro = tokens[0];
    flow.test.line = places_.line(begin);
    flow.test.whole = {places_.offset(begin), body->end};
    flow.test.body = *body;
    const auto* method = dyn_cast<clang::CXXMethodDecl>(&function);
    const bool has_name = function.getIdentifier() != nullptr;
    if (method != nullptr && has_name && method->getName() == "TestBody") {
      add_googletest(*method, std::move(flow), tokens);
    } else if (kCatch2Macros.count(flow.macro) != 0) {
      add_catch2(function, std::move(flow));
    }
  }

  void add_googletest(const clang::CXXMethodDecl& method, TestFlow flow, const std::vector<std::string>& tokens) {
    static const std::set<std::string> kMacros = {"TEST",   "GTEST_TEST", "TEST_F",
                                                  "TEST_P", "TYPED_TEST", "TYPED_TEST_P"};
    const bool is_test = tokens.size() == 6 && kMacros.count(flow.macro) != 0 && tokens[3] == "," && tokens[5] == ")";
    if (!is_test || method.isDependentContext()) return;
    flow.test.suite = tokens[2];
    flow.test.name = tokens[4];
    flow.test.is_fixture = tokens[0] == "TEST_F" || tokens[0] == "TEST_P" || tokens[0].starts_with("TYPED_");
    const std::vector<Instances>& instances = instances_of(flow);
    if (!instances.empty()) flow.instances = instances.front().text;
    if (const auto* made = dyn_cast<clang::ClassTemplateSpecializationDecl>(method.getParent()))
      flow.type = type_of(*made);
    if (add(std::move(flow), method)) add_instances(instances, found_);
  }

  void add_catch2(const clang::FunctionDecl& function, TestFlow flow) {
    const std::vector<Places::Token> head = places_.tokens({flow.test.whole.begin, flow.test.body.begin});
    std::size_t open = 1;
    const auto arguments = arguments_of(head, open);
    const bool is_method = flow.macro.ends_with("_METHOD");
    const std::size_t first = is_method ? 1 : 0;
    if (arguments.size() <= first || !seen_.insert(flow.test.whole.begin).second) return;
    flow.framework = Framework::Catch2;
    flow.test.is_fixture = is_method;
    if (is_method)
      flow.fixture = places_.text({head[arguments[0].first].range.begin, head[arguments[0].second - 1].range.end});
    const std::string title = text_of_literals(head, arguments[first].first, arguments[first].second);
    const std::string tags = arguments.size() > first + 1
                                 ? text_of_literals(head, arguments[first + 1].first, arguments[first + 1].second)
                                 : "";
    flow.test.suite = suite_of(tags);
    std::vector<SectionPath> paths = find_sections(places_.tokens(flow.test.body), flow.problem);
    if (flow.macro.starts_with("TEMPLATE_")) flow.problem = "a test case that is a template";
    if (!flow.problem.empty()) paths.assign(1, {});
    for (SectionPath& path : paths) {
      TestFlow one = flow;
      one.title = title;
      for (const std::string& section : path.titles) one.title += ": " + section;
      one.test.name = camel_case(one.title);
      one.cuts = std::move(path.cuts);
      add(std::move(one), function);
    }
  }

  // A function without parameters that asserts something: `void test_add() { assert(add(1, 2) == 3); }`.
  void add_plain(const clang::FunctionDecl& function) {
    const auto whole = places_.range(function.getSourceRange());
    const auto body = places_.range(function.getBody()->getSourceRange());
    const bool is_test = !llvm::isa<clang::CXXMethodDecl>(function) && function.getNumParams() == 0 &&
                         function.getReturnType()->isVoidType() && !function.isTemplated() &&
                         function.getIdentifier() != nullptr && !function.isMain();
    if (!is_test || !whole || !body) return;
    TestFlow flow;
    flow.framework = Framework::None;
    if (find_assertions(places_.tokens(*body), flow.framework, [](std::size_t) { return 0U; }).empty()) return;
    flow.title = function.getNameAsString();
    flow.test.suite = suite_of("");
    flow.test.name = camel_case(flow.title);
    flow.test.line = places_.line(function.getLocation());
    flow.test.whole = {whole->begin, body->end};
    flow.test.body = *body;
    add(std::move(flow), function);
  }

  // False if nothing of it can be promoted.
  bool add(TestFlow added, const clang::FunctionDecl& function) {
    TestFlow& flow = found_.emplace_back(std::move(added));
    std::vector<Places::Token> tokens = places_.tokens(flow.test.body);
    std::erase_if(tokens, [&](const Places::Token& token) {
      return std::any_of(flow.cuts.begin(), flow.cuts.end(),
                         [&](SourceRange cut) { return cut.begin <= token.range.begin && token.range.end <= cut.end; });
    });
    flow.assertions = find_assertions(tokens, flow.framework, [&](std::size_t offset) { return line_at(offset); });
    flow.names = find_names(tokens);
    if (flow.problem.empty()) flow.problem = problem_of(flow, tokens);
    if (!flow.problem.empty()) return false;
    flow.constants = find_constants(context_, places_, flow, function.getBody());
    return true;
  }

  // "[vector][slow]" -> "Vector"; without tags, the name of the file: "list_test.cpp" -> "ListTest".
  std::string suite_of(const std::string& tags) const {
    for (std::size_t at = tags.find('['); at != std::string::npos; at = tags.find('[', at + 1)) {
      const std::size_t end = tags.find(']', at);
      const bool is_special = at + 1 < tags.size() && (tags[at + 1] == '.' || tags[at + 1] == '!');
      if (end != std::string::npos && end > at + 1 && !is_special) return camel_case(tags.substr(at + 1, end - at - 1));
    }
    const clang::SourceManager& sources = context_.getSourceManager();
    const auto file = sources.getFileEntryRefForID(sources.getMainFileID());
    return camel_case(std::filesystem::path(file ? file->getName().str() : "").stem().string());
  }

  // Titles that differ only in what no name can have.
  void tell_apart() {
    std::map<std::pair<std::string, std::string>, int> counts;
    for (TestFlow& flow : found_) {
      if (flow.title.empty()) continue;
      const int number = ++counts[{flow.test.suite, flow.test.name}];
      if (number > 1) flow.test.name += std::to_string(number);
    }
  }

  static bool is_in_library_of_catch2(const std::string& name) {
    return name == "Approx" || name == "Matchers" || name.starts_with("Within") || name.ends_with("_THAT") ||
           name.ends_with("_THROWS_MATCHES");
  }

  static std::string problem_of(const TestFlow& flow, const std::vector<Places::Token>& tokens) {
    if (flow.macro == "TEST_P" && flow.instances.empty())
      return "a test with a parameter (TEST_P) whose INSTANTIATE_TEST_SUITE_P is not in this file";
    for (const Places::Token& token : tokens) {
      if (token.text == "#") return "a preprocessor directive inside the test";
      if (token.text == "GTEST_SKIP" || token.text == "SKIP") return "the test skips itself";
      if (flow.framework == Framework::Catch2 && is_in_library_of_catch2(token.text))
        return token.text + " is computed by the library of Catch2, which is not explored";
      if (token.text == "GENERATE") return "the values of its GENERATE are known only when it runs";
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

  inline static const std::set<std::string> kCatch2Macros = {"TEST_CASE", "SCENARIO", "TEST_CASE_METHOD",
                                                             "SCENARIO_METHOD", "TEMPLATE_TEST_CASE"};

  const clang::ASTContext& context_;
  Places places_;
  std::vector<TestFlow> found_;
  std::set<std::size_t> seen_;  // where test cases begin: templates are visited more than once
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
