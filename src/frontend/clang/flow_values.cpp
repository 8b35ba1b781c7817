// Effects are translated where Clang's graph has the expression that makes them, as assignments in the order of the run.
// An expression that only reads is translated where its value is needed. Integers are mathematical: where an operation
// can leave the range of its type, the result wraps, or is assumed to be in range if leaving it is undefined.
#include "frontend/clang/flow_values.h"

#include <clang/AST/ParentMap.h>
#include <fmt/format.h>
#include <llvm/ADT/SmallString.h>

#include <algorithm>
#include <array>

#include "frontend/clang/value_uses.h"

namespace forall::frontend {
namespace {

using clang::Expr;
using clang::QualType;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

std::string integer(const llvm::APSInt& value) {
  llvm::SmallString<40> digits;
  value.toString(digits, 10);
  return digits.starts_with("-") ? fmt::format("(- {})", std::string(digits.substr(1))) : std::string(digits);
}

std::string power_of_two(unsigned exponent) {
  return integer(llvm::APSInt(llvm::APInt::getOneBitSet(exponent + 2, exponent), true));
}

std::string within(const std::string& term, const std::string& low, const std::string& high) {
  return fmt::format("(<= {} {} {})", low, term, high);
}

const Expr& bare(const Expr& e) {
  const Expr* at = &e;
  for (;;) {
    if (const auto* parens = dyn_cast<clang::ParenExpr>(at)) {
      at = parens->getSubExpr();
    } else if (const auto* full = dyn_cast<clang::FullExpr>(at)) {
      at = full->getSubExpr();
    } else if (const auto* made = dyn_cast<clang::MaterializeTemporaryExpr>(at)) {
      at = made->getSubExpr();
    } else if (const auto* initial = dyn_cast<clang::CXXDefaultInitExpr>(at)) {
      at = initial->getExpr();
    } else if (const auto* replaced = dyn_cast<clang::SubstNonTypeTemplateParmExpr>(at)) {
      at = replaced->getReplacement();
    } else {
      return *at;
    }
  }
}

const Expr& object(const Expr& e) {
  const Expr* at = &bare(e);
  while (const auto* passed = dyn_cast<clang::ImplicitCastExpr>(at)) {
    if (passed->getCastKind() == clang::CK_LValueToRValue) break;
    at = &bare(*passed->getSubExpr());
  }
  return *at;
}

constexpr const char* kMostElements = "4611686018427387904";

}  // namespace

void FlowValues::look_at(clang::Stmt& code) {
  const CodeUses uses = find_uses(code);
  lost_.insert(uses.lost.begin(), uses.lost.end());
  if (!uses.unknown.empty()) give_up(uses.unknown);
}

void FlowValues::give_up(const std::string& why) {
  if (flow_.unknown_values.empty()) flow_.unknown_values = why;
}

void FlowValues::begin(std::size_t method, FlowBlock& block) {
  method_ = method;
  block_ = &block;
  unstable_.clear();
  maybe_ = 0;
}

FlowValues::Range FlowValues::range_of(QualType type) const {
  if (type->isPointerType() || type->isNullPtrType()) return {"0", integer(llvm::APSInt(llvm::APInt::getMaxValue(64)))};
  if (type->isBooleanType()) return {"0", "1"};
  if (is_container(type)) return {"0", kMostElements};
  if (!type->isIntegralOrEnumerationType()) return {"", ""};
  const auto width = static_cast<unsigned>(context_.getIntWidth(type));
  const bool is_signed = type->isSignedIntegerOrEnumerationType();
  return {integer(llvm::APSInt::getMinValue(width, !is_signed)), integer(llvm::APSInt::getMaxValue(width, !is_signed))};
}

std::optional<std::size_t> FlowValues::value_of(const clang::ValueDecl& given) {
  const auto& declared = cast<clang::ValueDecl>(*given.getCanonicalDecl());
  if (lost_.contains(&declared) || !has_value(declared)) return std::nullopt;
  if (const auto known = values_.find(&declared); known != values_.end()) return known->second;
  const auto* field = dyn_cast<clang::FieldDecl>(&declared);
  Range range = range_of(declared.getType());
  if (field != nullptr && field->isBitField() && !field->getType()->isBooleanType()) {
    const unsigned width = field->getBitWidthValue(context_);
    const bool is_signed = field->getType()->isSignedIntegerOrEnumerationType();
    range = {integer(llvm::APSInt::getMinValue(width, !is_signed)),
             integer(llvm::APSInt::getMaxValue(width, !is_signed))};
  }
  const std::size_t made = flow_.values.size();
  const bool is_member = field != nullptr;
  flow_.values.push_back({fmt::format("|{}{} {}|", is_member ? "" : "local ", declared.getNameAsString(), made),
                          range.low, range.high, is_member ? FlowValue::Kind::Member : FlowValue::Kind::Local,
                          method_});
  return values_[&declared] = made;
}

std::optional<std::size_t> FlowValues::value_of(const Expr& denoted) {
  const clang::ValueDecl* declared = denoted_by(object(denoted));
  return declared != nullptr ? value_of(*declared) : std::nullopt;
}

std::size_t FlowValues::return_value() {
  if (!returned_) {
    returned_ = flow_.values.size();
    flow_.values.push_back({"|returned|", "", "", FlowValue::Kind::Return, 0});
  }
  return *returned_;
}

void FlowValues::set(std::size_t value, const std::string& term) {
  block_->events.push_back({FlowEvent::Kind::Set, value, true, term});
}

void FlowValues::assume(const std::string& condition) {
  block_->events.push_back({FlowEvent::Kind::Assume, 0, true, condition});
}

std::string FlowValues::any(const Range& range) {
  const std::size_t made = flow_.values.size();
  flow_.values.push_back({fmt::format("|any {}|", made), range.low, range.high, FlowValue::Kind::Temporary, method_});
  set(made, "");
  return flow_.values.back().name;
}

std::string FlowValues::converted(const std::string& value, QualType type) {
  const Range range = range_of(type);
  if (type->isBooleanType()) return fmt::format("(ite (= {} 0) 0 1)", value);
  if (!type->isIntegralOrEnumerationType()) return any(type);
  const std::string turn = power_of_two(static_cast<unsigned>(context_.getIntWidth(type)));
  return fmt::format("(let ((v {0})) (ite {1} v (ite {2} (+ v {3}) (ite {4} (- v {3}) {5}))))", value,
                     within("v", range.low, range.high), within(fmt::format("(+ v {})", turn), range.low, range.high),
                     turn, within(fmt::format("(- v {})", turn), range.low, range.high), any(range));
}

// All values of the one type are values of the other.
bool FlowValues::holds_all(QualType type, QualType of) const {
  if (of->isBooleanType()) return true;
  if (type->isBooleanType() || !type->isIntegralOrEnumerationType() || !of->isIntegralOrEnumerationType()) return false;
  const auto width = context_.getIntWidth(type);
  const auto other = context_.getIntWidth(of);
  const bool is_signed = type->isSignedIntegerOrEnumerationType();
  if (is_signed == of->isSignedIntegerOrEnumerationType()) return width >= other;
  return is_signed && width > other;
}

// The result of an operation in the type.
std::string FlowValues::calculated(const std::string& operation, QualType type) {
  if (!type->isSignedIntegerOrEnumerationType() || maybe_ > 0) return converted(operation, type);
  const Range range = range_of(type);
  assume(within(operation, range.low, range.high));
  return operation;
}

void FlowValues::look_inside(const Expr& whole) {
  unstable_.clear();
  for (const clang::ValueDecl* each : changed_inside(whole)) {
    if (each == nullptr) {
      for (std::size_t i = 0; i < flow_.values.size(); ++i) unstable_.insert(i);
    } else if (const auto value = value_of(*each)) {
      unstable_.insert(*value);
    }
  }
}

std::string FlowValues::term(const Expr& whole) {
  look_inside(whole);
  return term_of(whole);
}

std::string FlowValues::term_of(const Expr& given) {
  const Expr& e = bare(given);
  if (const auto made = made_.find(&e); made != made_.end()) return made->second;
  const QualType type = e.getType();
  Expr::EvalResult constant;
  if (!e.isValueDependent() && type->isIntegralOrEnumerationType() &&
      e.EvaluateAsInt(constant, context_, Expr::SE_NoSideEffects))
    return integer(constant.Val.getInt());
  if (const auto* cast = dyn_cast<clang::CastExpr>(&e)) {
    const Expr& from = *cast->getSubExpr();
    switch (cast->getCastKind()) {
      case clang::CK_LValueToRValue:
        if (const auto made = made_.find(&bare(from)); made != made_.end()) return made->second;
        if (const auto value = value_of(from); value && !unstable_.contains(*value)) return flow_.values[*value].name;
        return any(type);
      case clang::CK_NoOp:
      case clang::CK_BitCast:
      case clang::CK_FunctionToPointerDecay:
        return from.getType()->isPointerType() || from.getType()->isIntegralOrEnumerationType() ? term_of(from)
                                                                                                : any(type);
      case clang::CK_IntegralCast:
        return holds_all(type, from.getType()) ? term_of(from) : converted(term_of(from), type);
      case clang::CK_IntegralToBoolean:
      case clang::CK_PointerToBoolean: return fmt::format("(ite {} 1 0)", condition(from));
      case clang::CK_NullToPointer: return "0";
      case clang::CK_UserDefinedConversion:
      case clang::CK_ConstructorConversion: return any(type);
      default: return any(type);
    }
  }
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(&e)) {
    if (unary->getOpcode() == clang::UO_LNot) return fmt::format("(ite {} 0 1)", condition(*unary->getSubExpr()));
    if (unary->getOpcode() == clang::UO_Plus) return term_of(*unary->getSubExpr());
    if (unary->getOpcode() == clang::UO_Minus && type->isIntegralOrEnumerationType())
      return calculated(fmt::format("(- {})", term_of(*unary->getSubExpr())), type);
    return any(type);
  }
  if (const auto* operation = dyn_cast<clang::BinaryOperator>(&e)) return binary(*operation);
  if (const auto* choice = dyn_cast<clang::ConditionalOperator>(&e)) {
    const std::string decides = condition(*choice->getCond());
    ++maybe_;
    const std::string yes = term_of(*choice->getTrueExpr());
    const std::string no = term_of(*choice->getFalseExpr());
    --maybe_;
    return fmt::format("(ite {} {} {})", decides, yes, no);
  }
  if (const auto* list = dyn_cast<clang::InitListExpr>(&e); list != nullptr && list->getNumInits() < 2)
    return list->getNumInits() == 0 ? "0" : term_of(*list->getInit(0));
  if (isa<clang::ImplicitValueInitExpr, clang::CXXScalarValueInitExpr, clang::CXXNullPtrLiteralExpr>(e)) return "0";
  if (const auto* made = dyn_cast<clang::CXXNewExpr>(&e))
    return made->shouldNullCheckAllocation() ? any(type) : any(Range{"1", range_of(type).high});
  if (const auto* call = dyn_cast<clang::CallExpr>(&e)) return of_call(*call);
  return any(type);
}

std::string FlowValues::binary(const clang::BinaryOperator& e) {
  const QualType type = e.getType();
  if (e.isLogicalOp() || e.isComparisonOp()) return fmt::format("(ite {} 1 0)", condition(e));
  if (e.getOpcode() == clang::BO_Comma) return term_of(*e.getRHS());
  if (!type->isIntegralOrEnumerationType() || !e.getLHS()->getType()->isIntegralOrEnumerationType() ||
      !e.getRHS()->getType()->isIntegralOrEnumerationType())
    return any(type);
  const char* symbol = e.getOpcode() == clang::BO_Add ? "+" : e.getOpcode() == clang::BO_Sub ? "-" : nullptr;
  if (e.getOpcode() == clang::BO_Mul) {
    Expr::EvalResult constant;
    for (const Expr* operand : {e.getLHS(), e.getRHS()}) {
      if (!operand->isValueDependent() && operand->EvaluateAsInt(constant, context_)) symbol = "*";
    }
  }
  if (symbol == nullptr) return any(type);
  const std::string left = term_of(*e.getLHS());
  const std::string right = term_of(*e.getRHS());
  return calculated(fmt::format("({} {} {})", symbol, left, right), type);
}

std::optional<std::string> FlowValues::comparison(const clang::BinaryOperator& e) {
  const char* symbol = nullptr;
  switch (e.getOpcode()) {
    case clang::BO_LT: symbol = "<"; break;
    case clang::BO_GT: symbol = ">"; break;
    case clang::BO_LE: symbol = "<="; break;
    case clang::BO_GE: symbol = ">="; break;
    case clang::BO_EQ:
    case clang::BO_NE: symbol = "="; break;
    default: return std::nullopt;
  }
  const QualType type = e.getLHS()->getType();
  const bool is_equality = *symbol == '=';
  if (!type->isIntegralOrEnumerationType() && !(is_equality && (type->isPointerType() || type->isNullPtrType())))
    return std::nullopt;
  const std::string left = term_of(*e.getLHS());
  const std::string right = term_of(*e.getRHS());
  const std::string text = fmt::format("({} {} {})", symbol, left, right);
  return e.getOpcode() == clang::BO_NE ? fmt::format("(not {})", text) : text;
}

std::string FlowValues::condition(const Expr& given) {
  const Expr& e = bare(given);
  if (const auto made = made_.find(&e); made != made_.end()) return fmt::format("(not (= {} 0))", made->second);
  if (const auto* cast = dyn_cast<clang::CastExpr>(&e);
      cast != nullptr && (cast->getCastKind() == clang::CK_IntegralToBoolean ||
                          cast->getCastKind() == clang::CK_PointerToBoolean || cast->getCastKind() == clang::CK_NoOp))
    return condition(*cast->getSubExpr());
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(&e); unary != nullptr && unary->getOpcode() == clang::UO_LNot)
    return fmt::format("(not {})", condition(*unary->getSubExpr()));
  if (const auto* operation = dyn_cast<clang::BinaryOperator>(&e)) {
    if (operation->isLogicalOp()) {
      const std::string left = condition(*operation->getLHS());
      ++maybe_;
      const std::string right = condition(*operation->getRHS());
      --maybe_;
      return fmt::format("({} {} {})", operation->getOpcode() == clang::BO_LAnd ? "and" : "or", left, right);
    }
    if (const auto compared = comparison(*operation)) return *compared;
  }
  const QualType type = e.getType();
  if (!type->isIntegralOrEnumerationType() && !type->isPointerType())
    return fmt::format("(= {} 0)", any(Range{"0", "1"}));
  return fmt::format("(not (= {} 0))", term_of(e));
}

std::string FlowValues::of_call(const clang::CallExpr& call) {
  const auto* member = dyn_cast<clang::CXXMemberCallExpr>(&call);
  if (member == nullptr || member->getMethodDecl() == nullptr) return any(call.getType());
  const auto size = value_of(*member->getImplicitObjectArgument());
  const Expr& container = object(*member->getImplicitObjectArgument());
  if (!size || unstable_.contains(*size) || !is_container(container.getType())) return any(call.getType());
  const clang::CXXMethodDecl& method = *member->getMethodDecl();
  const std::string name = method.getNameAsString();
  if (name == "size" || name == "length") return flow_.values[*size].name;
  if (name == "empty") return fmt::format("(ite (= {} 0) 1 0)", flow_.values[*size].name);
  return any(call.getType());
}

void FlowValues::add_effects(const clang::Stmt& code, std::size_t method, FlowBlock& block) {
  begin(method, block);
  if (const auto* operation = dyn_cast<clang::BinaryOperator>(&code);
      operation != nullptr && operation->isAssignmentOp())
    return assign(*operation);
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(&code); unary != nullptr && unary->isIncrementDecrementOp())
    return step(*unary);
  if (const auto* statement = dyn_cast<clang::DeclStmt>(&code)) return declare(*statement);
  if (const auto* returns = dyn_cast<clang::ReturnStmt>(&code)) {
    const Expr* value = returns->getRetValue();
    if (value == nullptr) return;
    const bool is_whole =
        value->isPRValue() && (value->getType()->isIntegralOrEnumerationType() || value->getType()->isPointerType());
    const std::string result = is_whole ? term(*value) : "";
    return set(return_value(), result);
  }
  if (const auto* call = dyn_cast<clang::CXXMemberCallExpr>(&code)) {
    if (const auto size = value_of(*call->getImplicitObjectArgument());
        size && is_container(object(*call->getImplicitObjectArgument()).getType()) && call->getMethodDecl() != nullptr)
      change(*call, *size, *call->getMethodDecl(), call->getNumArgs());
  } else if (const auto* operation = dyn_cast<clang::CXXOperatorCallExpr>(&code)) {
    const auto* called = dyn_cast_or_null<clang::CXXMethodDecl>(operation->getDirectCallee());
    if (called == nullptr || called->isStatic()) return;
    const auto size = value_of(*operation->getArg(0));
    if (size && is_container(object(*operation->getArg(0)).getType()))
      change(*operation, *size, *called, operation->getNumArgs() - 1);
  }
}

void FlowValues::assign(const clang::BinaryOperator& assignment) {
  const auto value = value_of(*assignment.getLHS());
  if (!value) return;
  const QualType type = assignment.getLHS()->getType();
  const FlowValue target = flow_.values[*value];
  std::string result;
  if (assignment.getOpcode() == clang::BO_Assign) {
    result = term(*assignment.getRHS());
  } else {
    const bool adds = assignment.getOpcode() == clang::BO_AddAssign;
    const bool is_whole =
        type->isIntegralOrEnumerationType() && assignment.getRHS()->getType()->isIntegralOrEnumerationType();
    if (is_whole && (adds || assignment.getOpcode() == clang::BO_SubAssign)) {
      const std::string by = term(*assignment.getRHS());
      const auto& compound = cast<clang::CompoundAssignOperator>(assignment);
      const bool is_same = context_.hasSameUnqualifiedType(compound.getComputationResultType(), type);
      const std::string sum = fmt::format("({} {} {})", adds ? "+" : "-", target.name, by);
      result = is_same ? calculated(sum, type) : converted(calculated(sum, compound.getComputationResultType()), type);
    }
  }
  made_[&assignment] = store(*value, result);
}

// A bit-field keeps what fits.
std::string FlowValues::store(std::size_t value, const std::string& result) {
  const Range range{flow_.values[value].low, flow_.values[value].high};
  const std::string kept = any(range);
  if (!result.empty()) {
    const std::string is_same = fmt::format("(= {} {})", kept, result);
    assume(is_bit_field(value) ? fmt::format("(=> {} {})", within(result, range.low, range.high), is_same) : is_same);
  }
  set(value, kept);
  return kept;
}

bool FlowValues::is_bit_field(std::size_t value) const {
  return std::any_of(values_.begin(), values_.end(), [&](const auto& each) {
    const auto* field = dyn_cast<clang::FieldDecl>(each.first);
    return each.second == value && field != nullptr && field->isBitField();
  });
}

void FlowValues::step(const clang::UnaryOperator& e) {
  const auto value = value_of(*e.getSubExpr());
  if (!value) return;
  const QualType type = e.getSubExpr()->getType();
  const std::string name = flow_.values[*value].name;
  if (!e.isPrefix()) {
    const std::string before = any(type);
    assume(fmt::format("(= {} {})", before, name));
    made_[&e] = before;
  }
  const std::string stepped = fmt::format("({} {} 1)", e.isIncrementOp() ? "+" : "-", name);
  // Narrow types are calculated in int and cut afterwards.
  const bool is_int =
      type->isIntegralOrEnumerationType() && context_.getIntWidth(type) >= context_.getIntWidth(context_.IntTy);
  std::string result;
  if (type->isIntegralOrEnumerationType()) result = is_int ? calculated(stepped, type) : converted(stepped, type);
  const std::string kept = store(*value, result);
  if (e.isPrefix()) made_[&e] = kept;
}

// The size of a container that is made, if it is plain.
std::optional<std::string> FlowValues::first_size(const Expr& made) const {
  const Expr& e = bare(made);
  const auto* temporary = dyn_cast<clang::CXXBindTemporaryExpr>(&e);
  const auto* construct =
      dyn_cast<clang::CXXConstructExpr>(temporary != nullptr ? &bare(*temporary->getSubExpr()) : &e);
  if (construct != nullptr && construct->getConstructor()->isDefaultConstructor()) return "0";
  return std::nullopt;
}

void FlowValues::declare(const clang::DeclStmt& statement) {
  for (const clang::Decl* each : statement.decls()) {
    const auto* variable = dyn_cast<clang::VarDecl>(each);
    if (variable == nullptr || !variable->hasLocalStorage()) continue;
    const auto value = value_of(*variable);
    if (!value) continue;
    const Expr* initial = variable->getInit();
    if (is_container(variable->getType())) {
      set(*value, initial != nullptr ? first_size(*initial).value_or("") : "");
    } else {
      const std::string result = initial != nullptr ? term(*initial) : "";
      set(*value, result);
    }
  }
}

void FlowValues::add_initial(const clang::FieldDecl& field, const Expr* initial, std::size_t method, FlowBlock& block) {
  begin(method, block);
  const auto value = value_of(field);
  if (!value) return;
  if (is_container(field.getType())) return set(*value, initial == nullptr ? "0" : first_size(*initial).value_or(""));
  if (initial == nullptr || field.isBitField()) return set(*value, "");
  const std::string result = term(*initial);
  set(*value, result);
}

// Sizes by the rules of containers.
void FlowValues::change(const Expr& call, std::size_t container, const clang::CXXMethodDecl& method,
                        unsigned arguments) {
  if (method.isConst() || method.isStatic()) return;
  const bool is_map = keeps_keys(*method.getParent());
  const std::string size = flow_.values[container].name;
  const auto change_to = [&](const std::string& low, const std::string& high) {
    const std::string changed = any(Range{"0", kMostElements});
    assume(fmt::format("(<= {} {} {})", low, changed, high));
    set(container, changed);
    return changed;
  };
  const std::string one_more = fmt::format("(+ {} 1)", size);
  if (method.isOverloadedOperator()) {
    if (method.getOverloadedOperator() == clang::OO_Subscript) {
      if (!is_map) return;
      const std::string changed = change_to(size, one_more);
      return assume(fmt::format("(<= 1 {})", changed));
    }
    if (method.getOverloadedOperator() == clang::OO_PlusEqual) {
      change_to(size, kMostElements);
      return;
    }
    return set(container, "");
  }
  const std::string name = method.getIdentifier() != nullptr ? method.getNameAsString() : "";
  if (leaves_size(name)) return;
  if (name == "clear") return set(container, "0");
  if (name == "push_back" || name == "emplace_back" || name == "push_front" || name == "emplace_front" ||
      name == "push" || (name == "emplace" && !is_map)) {
    assume(fmt::format("(< {} {})", size, kMostElements));
    return set(container, one_more);
  }
  if (name == "pop_back" || name == "pop_front" || name == "pop") {
    assume(fmt::format("(<= 1 {})", size));
    return set(container, fmt::format("(- {} 1)", size));
  }
  if (is_map && (name == "try_emplace" || name == "insert_or_assign" || name == "emplace")) {
    const std::string changed = change_to(size, one_more);
    return assume(fmt::format("(<= 1 {})", changed));
  }
  if (name == "insert" || name == "append") {
    change_to(size, kMostElements);
    return;
  }
  if (name == "erase") {
    const std::string before = any(Range{"0", kMostElements});
    assume(fmt::format("(= {} {})", before, size));
    const bool is_by_key = is_map && call.getType()->isIntegralOrEnumerationType();
    const bool is_one = arguments == 1 && !is_by_key && !is_text(*method.getParent());
    if (is_one) {
      assume(fmt::format("(<= 1 {})", size));
      return set(container, fmt::format("(- {} 1)", before));
    }
    const std::string changed = change_to("0", before);
    if (is_by_key) {
      if (!has_equal_keys(*method.getParent())) assume(fmt::format("(<= (- {} 1) {})", before, changed));
      const std::string erased = any(call.getType());
      assume(fmt::format("(= {} (- {} {}))", erased, before, changed));
      made_[&call] = erased;
    }
    return;
  }
  set(container, "");
}

void FlowValues::add_result(const Expr& call, std::size_t method, FlowBlock& block) {
  if (!call.isPRValue() || (!call.getType()->isIntegralOrEnumerationType() && !call.getType()->isPointerType())) return;
  begin(method, block);
  const std::string result = any(call.getType());
  assume(fmt::format("(= {} {})", result, flow_.values[return_value()].name));
  made_[&call] = result;
}

void FlowValues::add_conditions(const clang::CFGBlock& from, std::size_t method, FlowBlock& block) {
  begin(method, block);
  const clang::Stmt* end = from.getTerminatorStmt();
  if (end == nullptr || from.getTerminator().getKind() != clang::CFGTerminator::StmtBranch) return;
  std::vector<const clang::CFGBlock*> next;
  for (const clang::CFGBlock* each : from.succs()) next.push_back(each);
  std::vector<std::string> conditions;
  if (isa<clang::IfStmt, clang::WhileStmt, clang::DoStmt, clang::ForStmt, clang::ConditionalOperator>(end) ||
      (isa<clang::BinaryOperator>(end) && cast<clang::BinaryOperator>(end)->isLogicalOp())) {
    const Expr* decides = from.getLastCondition();
    if (decides == nullptr || next.size() != 2) return;
    look_inside(*decides);
    const std::string holds = condition(*decides);
    conditions = {holds, fmt::format("(not {})", holds)};
  } else {
    return;
  }
  for (std::size_t i = 0; i < next.size(); ++i) {
    if (next[i] != nullptr) block.conditions.push_back(conditions[i]);
  }
}

}  // namespace forall::frontend
