// The methods of a class with all its bases, flattened: each with the control-flow graph that Clang makes of it, reduced
// to what it does with the members of its object. The accesses also say where the source has to be marked, so that a
// run tells which of them it makes.
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Analysis/CFG.h>
#include <clang/Lex/Lexer.h>
#include <clang/Sema/Sema.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "frontend/clang/accesses.h"
#include "frontend/clang/flow_values.h"
#include "frontend/clang/found_class.h"
#include "frontend/clang/shared_state.h"
#include "frontend/clang/tree.h"
#include "frontend/clang/types.h"
#include "frontend/class_flow.h"

namespace forall::frontend {
namespace {

using clang::CXXConstructorDecl;
using clang::CXXMethodDecl;
using clang::CXXRecordDecl;
using clang::SourceLocation;
using llvm::dyn_cast;
using llvm::isa;

bool is_of_library(const CXXRecordDecl& record) {
  return record.isInStdNamespace() || record.getQualifiedNameAsString().starts_with("__gnu_cxx::");
}

// Running out of memory is no path, here as in explorations. These functions of the standard library throw for no other
// reason, if the elements do not.
bool throws_only_without_memory(const clang::FunctionDecl& callee) {
  const auto* method = dyn_cast<CXXMethodDecl>(&callee);
  if (method == nullptr || !is_of_library(*method->getParent())) return false;
  if (const auto* instance = dyn_cast<clang::ClassTemplateSpecializationDecl>(method->getParent())) {
    for (const clang::TemplateArgument& argument : instance->getTemplateArgs().asArray()) {
      if (argument.getKind() != clang::TemplateArgument::Type) continue;
      const CXXRecordDecl* record = argument.getAsType()->getAsCXXRecordDecl();
      if (record != nullptr && !is_of_library(*record)) return false;
    }
  }
  const bool is_text = method->getParent()->getName() == "basic_string";  // whose functions check positions
  if (isa<CXXConstructorDecl>(method)) return method->getNumParams() < 2 || !is_text;
  if (method->isOverloadedOperator()) return method->getOverloadedOperator() != clang::OO_Call;
  static constexpr std::array kNames = {
      "push_back", "emplace_back", "push_front", "emplace_front", "pop_back", "pop_front", "clear", "resize", "push",
      "pop",       "top",          "begin",      "end",           "size",     "empty",     "front", "back",   "data",
      "find",      "count",        "contains",   "emplace",       "insert",   "erase",     "swap"};
  return method->getIdentifier() != nullptr && (!is_text || method->getName() != "erase") &&
         (!is_text || method->getName() != "insert") &&
         std::find(kNames.begin(), kNames.end(), method->getName()) != kNames.end();
}

bool may_throw(const clang::FunctionDecl* callee) {
  if (callee == nullptr) return true;
  if (callee->getBuiltinID() != 0 || throws_only_without_memory(*callee)) return false;
  const auto* type = callee->getType()->getAs<clang::FunctionProtoType>();
  if (type == nullptr) return true;
  if (clang::isUnresolvedExceptionSpec(type->getExceptionSpecType())) return !callee->isImplicit();
  return !type->isNothrow();
}

class FlowReader {
 public:
  FlowReader(FoundClass found)
      : found_(std::move(found)),
        context_(found_.parsed.tree->unit->getASTContext()),
        sources_(context_.getSourceManager()) {}

  ClassFlow read() {
    list_methods(*found_.record);
    for (CXXMethodDecl* declared : declared_) look_at(*declared);
    flow_.shared = shared_variables(declared_, *found_.record, context_);
    handlers_.resize(declared_.size());
    for (std::size_t i = 0; i < declared_.size(); ++i) read_body(i);
    drop_throws();
    for (std::size_t i = 0; i < declared_.size(); ++i) add_throws(flow_.methods[i], handlers_[i]);
    flow_.model = std::move(found_.model);
    return std::move(flow_);
  }

 private:
  clang::Sema& sema() { return found_.parsed.tree->unit->getSema(); }

  void list_methods(const CXXRecordDecl& record) {
    for (const clang::CXXBaseSpecifier& base : record.bases()) {
      const CXXRecordDecl* definition = base.getType()->getAsCXXRecordDecl();
      if (definition != nullptr) definition = definition->getDefinition();
      if (definition != nullptr && !definition->isInStdNamespace() && listed_.insert(definition).second)
        list_methods(*definition);
    }
    for (CXXMethodDecl* method : record.methods()) {
      const auto* constructor = dyn_cast<CXXConstructorDecl>(method);
      const bool is_default = constructor != nullptr && constructor->isDefaultConstructor();
      if (method->isDeleted() || (method->isImplicit() && !is_default) ||
          (constructor != nullptr && constructor->isCopyOrMoveConstructor()) || method->isPureVirtual())
        continue;
      list(*method, record);
    }
    // The constructor that the compiler would make is declared when it is needed first.
    if (record.needsImplicitDefaultConstructor()) {
      if (CXXConstructorDecl* made = sema().LookupDefaultConstructor(const_cast<CXXRecordDecl*>(&record));
          made != nullptr && !made->isDeleted())
        list(*made, record);
    }
  }

  void list(CXXMethodDecl& declared, const CXXRecordDecl& record) {
    FlowMethod method;
    method.is_constructor = isa<CXXConstructorDecl>(declared);
    method.is_destructor = isa<clang::CXXDestructorDecl>(declared);
    method.name = method.is_constructor  ? record.getNameAsString()
                  : method.is_destructor ? "~" + record.getNameAsString()
                                         : declared.getNameAsString();
    method.declared_in = record.getQualifiedNameAsString();
    if (!method.is_constructor && !method.is_destructor) {
      method.result = written(declared.getReturnType(), context_);
      method.returns_reference = declared.getReturnType()->isLValueReferenceType() &&
                                 !declared.getReturnType()->getPointeeType().isConstQualified();
    }
    for (const clang::ParmVarDecl* parameter : declared.parameters()) {
      method.parameters.push_back({parameter->getNameAsString(), written(parameter->getOriginalType(), context_)});
      Member described;
      describe(described, parameter->getType().getNonReferenceType().getUnqualifiedType(), sema());
      method.types.push_back(described.facts);
    }
    method.access = access_of(declared.getAccess());
    method.is_static = declared.isStatic();
    method.is_const = declared.isConst();
    const CXXMethodDecl* final = declared.getCorrespondingMethodInClass(found_.record);
    method.is_own = method.is_constructor || method.is_destructor
                        ? record.getCanonicalDecl() == found_.record->getCanonicalDecl()
                        : final == nullptr || final->getCanonicalDecl() == declared.getCanonicalDecl();
    method.line = sources_.getExpansionLineNumber(declared.getLocation());
    numbers_[declared.getCanonicalDecl()] = declared_.size();
    declared_.push_back(&declared);
    flow_.methods.push_back(std::move(method));
  }

  // Makes its body, if it belongs to a template.
  void look_at(CXXMethodDecl& declared) {
    if (!declared.hasBody() && declared.isTemplateInstantiation())
      sema().InstantiateFunctionDefinition(declared.getLocation(), &declared, true, true);
    const clang::FunctionDecl* definition = nullptr;
    if (!declared.hasBody(definition)) {
      const bool is_made = declared.isDefaulted() || declared.isImplicit();
      if (declared.getAccess() == clang::AS_public && !is_made && !declared.isConst() && !declared.isStatic())
        values_.give_up(fmt::format("the code of {} is not in this file", declared.getNameAsString()));
      return;
    }
    values_.look_at(*definition->getBody());
    if (const auto* constructor = dyn_cast<CXXConstructorDecl>(definition)) {
      for (const clang::CXXCtorInitializer* initialiser : constructor->inits()) {
        if (initialiser->getInit() != nullptr) values_.look_at(*initialiser->getInit());
      }
    }
    for (const clang::FieldDecl* field : declared.getParent()->fields()) {
      if (field->getInClassInitializer() != nullptr) values_.look_at(*field->getInClassInitializer());
    }
  }

  void read_body(std::size_t number) {
    CXXMethodDecl* declared = declared_[number];
    const clang::FunctionDecl* definition = nullptr;
    FlowMethod& method = flow_.methods[number];
    if (declared->isDefaulted() || declared->isImplicit()) {
      method.has_body = true;
      read_made(number, *declared);
      return;
    }
    if (!declared->hasBody(definition)) {
      method.blocks = {FlowBlock{}};
      return;
    }
    method.has_body = method.is_written = true;
    at_.clear();
    after_.clear();
    note_accesses(number, *definition->getBody());
    const auto* constructor = dyn_cast<CXXConstructorDecl>(definition);
    if (constructor != nullptr) read_initialisers(number, *constructor);
    build_graph(number, *definition);
  }

  // A function that the compiler makes: a constructor that gives members their initial values, or nothing of interest.
  void read_made(std::size_t number, const CXXMethodDecl& declared) {
    FlowMethod& method = flow_.methods[number];
    method.blocks = {FlowBlock{}};
    if (!method.is_constructor) return;
    for (const clang::CXXBaseSpecifier& base : declared.getParent()->bases()) {
      const CXXRecordDecl* definition = base.getType()->getAsCXXRecordDecl();
      for (std::size_t i = 0; i < declared_.size() && definition != nullptr; ++i) {
        const auto* constructor = dyn_cast<CXXConstructorDecl>(declared_[i]);
        if (constructor != nullptr && constructor->isDefaultConstructor() &&
            constructor->getParent()->getCanonicalDecl() == definition->getCanonicalDecl())
          method.blocks[0].events.push_back({FlowEvent::Kind::Call, i, true});
      }
    }
    for (const clang::FieldDecl* field : declared.getParent()->fields()) {
      if (!field->hasInClassInitializer() && !field->getType()->isRecordType()) continue;
      add_initial(number, *field, field->getLocation());
    }
    for (const std::size_t node : method.initialised)
      method.blocks[0].events.push_back({FlowEvent::Kind::Access, node, true});
    for (const clang::FieldDecl* field : declared.getParent()->fields())
      values_.add_initial(*field, field->getInClassInitializer(), number, method.blocks[0]);
  }

  void add_initial(std::size_t number, const clang::FieldDecl& field, SourceLocation place) {
    flow_.methods[number].initialised.push_back(node({field.getNameAsString(), true}, number, place));
  }

  void read_initialisers(std::size_t number, const CXXConstructorDecl& constructor) {
    for (const clang::CXXCtorInitializer* initialiser : constructor.inits()) {
      if (initialiser->getInit() != nullptr && initialiser->isWritten()) note_accesses(number, *initialiser->getInit());
      const clang::FieldDecl* field = initialiser->getAnyMember();
      if (field == nullptr) continue;
      // A scalar that is not named and has no initial value keeps what was in its memory.
      const auto* construct = dyn_cast_or_null<clang::CXXConstructExpr>(initialiser->getInit());
      const bool is_left = !initialiser->isWritten() && !field->hasInClassInitializer() &&
                           (construct == nullptr || construct->getConstructor()->isTrivial());
      if (is_left) continue;
      add_initial(number, *field, initialiser->isWritten() ? initialiser->getSourceLocation() : field->getLocation());
      initial_[initialiser] = flow_.methods[number].initialised.back();
    }
    const FlowMethod& method = flow_.methods[number];
    const auto* body = dyn_cast<clang::CompoundStmt>(constructor.getBody());
    if (method.initialised.empty()) return;
    if (body == nullptr ||
        !insert(clang::Lexer::getLocForEndOfToken(body->getLBracLoc(), 0, sources_, context_.getLangOpts()),
                fmt::format(" ::forall::class_marks::mark({}, this);", flow_.accesses.size()))) {
      for (const std::size_t each : method.initialised) flow_.unmarked.push_back(flow_.nodes[each].variable);
      return;
    }
    flow_.accesses.push_back(method.initialised);
  }

  std::size_t node(const AccessPart& part, std::size_t method, SourceLocation place) {
    const SourceLocation at = sources_.getExpansionLoc(place);
    const unsigned line = sources_.getExpansionLineNumber(at);
    const unsigned column = sources_.getExpansionColumnNumber(at);
    const auto [known, is_new] =
        nodes_.try_emplace({part.variable, part.is_definition, method, line, column}, flow_.nodes.size());
    if (is_new) flow_.nodes.push_back({part.variable, part.is_definition, method, line, column});
    return known->second;
  }

  bool insert(SourceLocation place, const std::string& text) {
    if (place.isInvalid()) return false;
    const SourceLocation spelled = sources_.getSpellingLoc(place);
    if (place.isMacroID() && !sources_.isMacroArgExpansion(place)) return false;
    const auto [file, offset] = sources_.getDecomposedLoc(spelled);
    const auto entry = sources_.getFileEntryRefForID(file);
    if (!entry) return false;
    flow_.marks.push_back({entry->getName().str(), offset, 0, text});
    return true;
  }

  // Static members of other classes are none of this class.
  bool is_of_class(const MemberAccess& access) const {
    const auto* record = dyn_cast<CXXRecordDecl>(access.member->getDeclContext());
    if (!isa<clang::VarDecl>(access.member) || record == nullptr) return true;
    const CXXRecordDecl* definition = record->getDefinition();
    return definition == found_.record->getDefinition() || listed_.contains(definition);
  }

  void note_accesses(std::size_t number, clang::Stmt& code) {
    std::vector<MemberAccess> accesses = find_accesses(code);
    std::erase_if(accesses, [&](const MemberAccess& access) { return !is_of_class(access); });
    for (const MemberAccess& access : accesses) {
      std::vector<std::size_t> here;   // nodes
      std::vector<std::size_t> after;  // definitions by a call
      for (const AccessPart& part : access.parts) {
        const std::size_t made = node(part, number, access.statement->getBeginLoc());
        flow_.nodes[made].is_shared = isa<clang::VarDecl>(access.member);
        (part.is_definition && access.call != nullptr ? after : here).push_back(made);
      }
      add_events(access, here, after);
      const bool has_object = isa<clang::MemberExpr>(access.expression);  // else it is static
      if (!after.empty() && access.is_discarded && has_object && mark_after(*access.call, after)) {
        mark(access, here);
        continue;
      }
      // The mark stands where the object is named. Another access in the same call may come between.
      if (!after.empty() && std::any_of(accesses.begin(), accesses.end(), [&](const MemberAccess& other) {
            return &other != &access && shares_variable(other, access) && is_inside(*other.expression, *access.call);
          })) {
        for (const std::size_t each : after) flow_.unmarked.push_back(flow_.nodes[each].variable);
      }
      here.insert(here.end(), after.begin(), after.end());
      mark(access, here);
    }
  }

  static bool shares_variable(const MemberAccess& x, const MemberAccess& y) {
    return std::any_of(x.parts.begin(), x.parts.end(), [&](const AccessPart& part) {
      return std::any_of(y.parts.begin(), y.parts.end(),
                         [&](const AccessPart& other) { return part.variable == other.variable; });
    });
  }

  bool is_inside(const clang::Expr& inner, const clang::Expr& outer) const {
    return !sources_.isBeforeInTranslationUnit(inner.getBeginLoc(), outer.getBeginLoc()) &&
           !sources_.isBeforeInTranslationUnit(outer.getEndLoc(), inner.getBeginLoc());
  }

  void add_events(const MemberAccess& access, const std::vector<std::size_t>& here,
                  const std::vector<std::size_t>& after) {
    const bool is_certain = !access.is_in_lambda;
    for (const std::size_t each : here) {
      auto& events = access.is_in_lambda ? in_lambdas_ : at_[access.expression];
      events.push_back({FlowEvent::Kind::Access, each, is_certain});
    }
    for (const std::size_t each : after) {
      auto& events = access.is_in_lambda ? in_lambdas_ : at_[access.call];
      events.push_back({FlowEvent::Kind::Access, each, false});  // the call may throw before or after it
      if (!access.is_in_lambda) after_[access.call].push_back({FlowEvent::Kind::Access, each, true});
    }
  }

  // f(x) becomes f(x), mark(...): only a statement of its own can be extended like this.
  bool mark_after(const clang::Expr& call, const std::vector<std::size_t>& nodes) {
    if (call.getBeginLoc().isMacroID() || call.getEndLoc().isMacroID()) return false;
    const SourceLocation end = clang::Lexer::getLocForEndOfToken(call.getEndLoc(), 0, sources_, context_.getLangOpts());
    const auto known = marked_after_.find(end.getRawEncoding());
    if (known != marked_after_.end()) {  // another instance of a template, or another argument
      for (const std::size_t each : nodes) {
        auto& all = flow_.accesses[known->second];
        if (std::find(all.begin(), all.end(), each) == all.end()) all.push_back(each);
      }
      return true;
    }
    if (!insert(end, fmt::format(", ::forall::class_marks::mark({}, this)", flow_.accesses.size()))) return false;
    marked_after_[end.getRawEncoding()] = flow_.accesses.size();
    flow_.accesses.push_back(nodes);
    return true;
  }

  void mark(const MemberAccess& access, const std::vector<std::size_t>& nodes) {
    if (nodes.empty()) return;
    const SourceLocation begin = access.expression->getBeginLoc();
    const SourceLocation end = access.expression->getEndLoc();
    const SourceLocation after =
        clang::Lexer::getLocForEndOfToken(sources_.getSpellingLoc(end), 0, sources_, context_.getLangOpts());
    const auto place = sources_.getSpellingLoc(begin).getRawEncoding();
    if (const auto known = marked_.find(place); known != marked_.end()) {  // another instance of a template
      for (const std::size_t each : nodes) {
        auto& all = flow_.accesses[known->second];
        if (std::find(all.begin(), all.end(), each) == all.end()) all.push_back(each);
      }
      return;
    }
    const bool has_object = isa<clang::MemberExpr>(access.expression);
    const std::string text =
        fmt::format("(::forall::class_marks::mark({}, {}), ", flow_.accesses.size(), has_object ? "this" : "nullptr");
    const bool is_in_macro = (begin.isMacroID() && !sources_.isMacroArgExpansion(begin)) ||
                             (end.isMacroID() && !sources_.isMacroArgExpansion(end));
    if (is_in_macro || !insert(begin, text)) {
      for (const AccessPart& part : access.parts) flow_.unmarked.push_back(part.variable);
      return;
    }
    insert(after, ")");
    marked_[place] = flow_.accesses.size();
    flow_.accesses.push_back(nodes);
  }

  void build_graph(std::size_t number, const clang::FunctionDecl& definition) {
    FlowMethod& method = flow_.methods[number];
    clang::CFG::BuildOptions options;
    options.setAllAlwaysAdd();
    options.AddInitializers = true;
    options.AddStaticInitBranches = true;
    options.PruneTriviallyFalseEdges = true;
    const auto graph = clang::CFG::buildCFG(&definition, definition.getBody(), &context_, options);
    if (graph == nullptr) {
      method.blocks = {FlowBlock{}};
      method.has_body = false;
      return;
    }
    method.blocks.resize(graph->getNumBlockIDs());
    method.entry = graph->getEntry().getBlockID();
    method.exit = graph->getExit().getBlockID();
    for (const clang::CFGBlock* block : *graph) {
      FlowBlock& made = method.blocks[block->getBlockID()];
      for (const clang::CFGElement& element : *block) add_element(number, element, made);
      for (const clang::CFGBlock* next : block->succs()) {
        if (next != nullptr) made.successors.push_back(next->getBlockID());
      }
      values_.add_conditions(*block, number, made);
    }
    for (const clang::CFGBlock* block : *graph) {
      if (dyn_cast_or_null<clang::CXXCatchStmt>(block->getLabel()) != nullptr)
        handlers_[number].push_back(block->getBlockID());
    }
    in_lambdas_.clear();
  }

  // A call of a method of the class throws only if something in that method does.
  void drop_throws() {
    std::vector<bool> throws(flow_.methods.size());
    const auto may_happen = [&](const FlowEvent& event) {
      return event.kind == FlowEvent::Kind::Throw && (event.index == flow_.methods.size() || throws[event.index]);
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < flow_.methods.size(); ++i) {
        if (throws[i]) continue;
        const FlowMethod& method = flow_.methods[i];
        throws[i] =
            !method.has_body || std::any_of(method.blocks.begin(), method.blocks.end(), [&](const FlowBlock& block) {
              return std::any_of(block.events.begin(), block.events.end(), may_happen);
            });
        changed = changed || throws[i];
      }
    }
    for (FlowMethod& method : flow_.methods) {
      for (FlowBlock& block : method.blocks)
        std::erase_if(block.events, [&](const FlowEvent& event) {
          return event.kind == FlowEvent::Kind::Throw && !may_happen(event);
        });
    }
  }

  // Whatever may throw leads to each handler of the method, and out of it. Blocks end there.
  static void add_throws(FlowMethod& method, const std::vector<std::size_t>& own_handlers) {
    std::vector<std::size_t> handlers = {method.exit};
    handlers.insert(handlers.end(), own_handlers.begin(), own_handlers.end());
    for (std::size_t i = 0; i < method.blocks.size(); ++i) {
      for (std::size_t k = 0; k + 1 < method.blocks[i].events.size(); ++k) {
        if (method.blocks[i].events[k].kind != FlowEvent::Kind::Throw) continue;
        FlowBlock rest;
        rest.events.assign(method.blocks[i].events.begin() + static_cast<std::ptrdiff_t>(k) + 1,
                           method.blocks[i].events.end());
        rest.successors = method.blocks[i].successors;
        rest.conditions = std::move(method.blocks[i].conditions);
        method.blocks[i].conditions.clear();
        method.blocks[i].events.resize(k + 1);
        method.blocks[i].successors = {method.blocks.size()};
        method.blocks.push_back(std::move(rest));
        break;
      }
    }
    for (FlowBlock& block : method.blocks) {
      if (block.events.empty() || block.events.back().kind != FlowEvent::Kind::Throw) continue;
      if (!method.is_constructor) block.successors.insert(block.successors.end(), handlers.begin(), handlers.end());
      if (method.is_constructor) block.successors.insert(block.successors.end(), handlers.begin() + 1, handlers.end());
    }
  }

  void add_element(std::size_t number, const clang::CFGElement& element, FlowBlock& block) {
    if (const auto initialiser = element.getAs<clang::CFGInitializer>()) {
      add_initialiser(number, *initialiser->getInitializer(), block);
      return;
    }
    const auto statement = element.getAs<clang::CFGStmt>();
    if (!statement) return;
    const clang::Stmt* code = statement->getStmt();
    if (block.line == 0) block.line = sources_.getExpansionLineNumber(code->getBeginLoc());
    if (const auto known = at_.find(code); known != at_.end())
      block.events.insert(block.events.end(), known->second.begin(), known->second.end());
    note_named_method(*code);
    if (isa<clang::LambdaExpr>(code)) block.events.insert(block.events.end(), in_lambdas_.begin(), in_lambdas_.end());
    std::size_t called = flow_.methods.size();  // that method of the class
    if (const auto* call = dyn_cast<clang::CXXMemberCallExpr>(code)) {
      if (isa<clang::CXXThisExpr>(call->getImplicitObjectArgument()->IgnoreParenImpCasts())) {
        const auto* named = dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParens());
        called = add_call(call->getMethodDecl(), named != nullptr && named->hasQualifier(), number, block);
        if (called < flow_.methods.size()) values_.add_result(*call, number, block);
      }
    }
    const auto* call = dyn_cast<clang::CallExpr>(code);
    const bool throws = call != nullptr && may_throw(call->getDirectCallee());
    if (throws) block.events.push_back({FlowEvent::Kind::Throw, called, false});
    const std::size_t events = block.events.size();
    values_.add_effects(*code, number, block);
    if (throws && block.events.size() > events) block.events.push_back({FlowEvent::Kind::Throw, called, false});
    if (const auto* made = dyn_cast<clang::CXXConstructExpr>(code);
        made != nullptr && may_throw(made->getConstructor()))
      block.events.push_back({FlowEvent::Kind::Throw, called, false});
    if (isa<clang::CXXThrowExpr, clang::CXXDynamicCastExpr>(code))
      block.events.push_back({FlowEvent::Kind::Throw, called, false});
    if (const auto known = after_.find(code); known != after_.end())
      block.events.insert(block.events.end(), known->second.begin(), known->second.end());
  }

  // A method that is called for another object or without one, in a lambda or through a pointer: the flow of this one says
  // nothing of it.
  void note_named_method(const clang::Stmt& code) {
    if (const auto* lambda = dyn_cast<clang::LambdaExpr>(&code)) {
      std::vector<const clang::Stmt*> open = {lambda->getBody()};
      while (!open.empty()) {
        const clang::Stmt* at = open.back();
        open.pop_back();
        if (at == nullptr) continue;
        if (const auto* member = dyn_cast<clang::MemberExpr>(at)) note_call_of(member->getMemberDecl());
        if (const auto* name = dyn_cast<clang::DeclRefExpr>(at)) note_call_of(name->getDecl());
        open.insert(open.end(), at->child_begin(), at->child_end());
      }
    } else if (const auto* member = dyn_cast<clang::MemberExpr>(&code)) {
      const bool is_own = isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts());
      if (!is_own || !member->isBoundMemberFunction(context_)) note_call_of(member->getMemberDecl());
    } else if (const auto* name = dyn_cast<clang::DeclRefExpr>(&code)) {
      note_call_of(name->getDecl());
    }
  }
  void note_call_of(const clang::ValueDecl* named) {
    const auto* method = dyn_cast<CXXMethodDecl>(named);
    const auto known = method == nullptr ? numbers_.end() : numbers_.find(method->getCanonicalDecl());
    if (known != numbers_.end()) flow_.methods[known->second].is_called_otherwise = true;
  }

  // Base::f() calls the function that it names.
  // The number of the method; none: there is no such method.
  std::size_t add_call(const CXXMethodDecl* called, bool is_qualified, std::size_t number, FlowBlock& block) {
    if (called == nullptr) return flow_.methods.size();
    if (called->isVirtual() && !is_qualified) {
      const CXXMethodDecl* final = called->getCorrespondingMethodInClass(found_.record);
      if (final != nullptr && final != called && !flow_.methods[number].is_own)
        values_.give_up("a constructor or destructor of a base calls a virtual function");
      if (final != nullptr) called = final;
    }
    const auto known = numbers_.find(called->getCanonicalDecl());
    if (known != numbers_.end()) block.events.push_back({FlowEvent::Kind::Call, known->second, true});
    if (!called->isStatic() && !called->isConst() && (known == numbers_.end() || !called->hasBody()))
      values_.give_up(fmt::format("the code of {} cannot be seen", called->getNameAsString()));
    return known != numbers_.end() ? known->second : flow_.methods.size();
  }

  void add_initialiser(std::size_t number, const clang::CXXCtorInitializer& initialiser, FlowBlock& block) {
    if (const clang::FieldDecl* field = initialiser.getAnyMember())
      values_.add_initial(*field, initialiser.getInit(), number, block);
    if (const auto known = initial_.find(&initialiser); known != initial_.end()) {
      block.events.push_back({FlowEvent::Kind::Access, known->second, true});
      return;
    }
    if (!initialiser.isBaseInitializer() && !initialiser.isDelegatingInitializer()) return;
    const auto* construct = dyn_cast_or_null<clang::CXXConstructExpr>(initialiser.getInit()->IgnoreImplicit());
    if (construct == nullptr) return;
    const auto called = numbers_.find(construct->getConstructor()->getCanonicalDecl());
    if (called != numbers_.end() && called->second != number)
      block.events.push_back({FlowEvent::Kind::Call, called->second, true});
  }

  FoundClass found_;
  clang::ASTContext& context_;
  const clang::SourceManager& sources_;
  ClassFlow flow_;
  FlowValues values_{context_, flow_};
  std::set<const CXXRecordDecl*> listed_;
  std::vector<CXXMethodDecl*> declared_;  // as the methods of flow_
  std::map<const CXXMethodDecl*, std::size_t> numbers_;
  std::map<std::tuple<std::string, bool, std::size_t, unsigned, unsigned>, std::size_t> nodes_;
  std::map<SourceLocation::UIntTy, std::size_t> marked_;  // accesses by their places
  std::map<SourceLocation::UIntTy, std::size_t> marked_after_;
  std::map<const clang::CXXCtorInitializer*, std::size_t> initial_;
  std::vector<std::vector<std::size_t>> handlers_;  // of each method: the blocks of its catch clauses
  // Of the method that is being read.
  std::map<const clang::Stmt*, std::vector<FlowEvent>> at_;
  std::map<const clang::Stmt*, std::vector<FlowEvent>> after_;  // what it does if it does not throw
  std::vector<FlowEvent> in_lambdas_;
};

}  // namespace

ClassFlow read_flow(const Source& header, const std::string& name) {
  return FlowReader(find_class(header, name)).read();
}

}  // namespace forall::frontend
