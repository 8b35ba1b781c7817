#include "frontend/clang/types.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Sema/Sema.h>

#include <algorithm>

namespace forall::frontend {
namespace {

using clang::QualType;

TypeKind kind_of(QualType type, const clang::ASTContext& context) {
  using clang::BuiltinType;
  const bool is_character = type->isBooleanType() || type->isSpecificBuiltinType(BuiltinType::Char_S) ||
                            type->isSpecificBuiltinType(BuiltinType::Char_U) || type->isWideCharType() ||
                            type->isChar8Type() || type->isChar16Type() || type->isChar32Type();
  if (is_character || type->isEnumeralType() || type->isFloatingType()) return TypeKind::Scalar;
  if (type->isIntegralType(context)) return TypeKind::Number;
  if (type->isStructureOrClassType()) return TypeKind::Class;
  if (type->isUnionType()) return TypeKind::Union;
  if (type->isMemberPointerType() || type->isFunctionType() || type->isFunctionPointerType()) return TypeKind::Function;
  if (type->isPointerType()) return TypeKind::Pointer;
  return type->isVoidType() ? TypeKind::Void : TypeKind::Other;
}

// Instantiations need a location; types are asked about after everything that was parsed.
clang::SourceLocation end_of_file(clang::Sema& sema) {
  const clang::SourceManager& sources = sema.getSourceManager();
  return sources.getLocForEndOfFile(sources.getMainFileID());
}

TypeFacts facts_of(QualType type, clang::Sema& sema) {
  TypeFacts facts{.kind = kind_of(type, sema.Context), .spelling = resolved(type, sema.Context)};
  facts.is_complete = is_complete(type, sema);
  if (!facts.is_complete) return facts;
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  facts.is_aggregate = type->isArrayType() || (record != nullptr && record->isAggregate());
  return facts;
}

// Not an overload of can_be_named: a type converts to an argument.
bool argument_can_be_named(const clang::TemplateArgument& argument) {
  if (argument.getKind() == clang::TemplateArgument::Type) return can_be_named(argument.getAsType());
  return argument.getKind() != clang::TemplateArgument::Pack ||
         std::all_of(argument.pack_begin(), argument.pack_end(), argument_can_be_named);
}

bool tag_can_be_named(const clang::TagDecl& tag) {
  if (!tag.getDeclName() && tag.getTypedefNameForAnonDecl() == nullptr) return false;
  if (const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&tag)) {
    const auto arguments = special->getTemplateArgs().asArray();
    if (!std::all_of(arguments.begin(), arguments.end(), argument_can_be_named)) return false;
  }
  const auto* around = llvm::dyn_cast<clang::TagDecl>(tag.getDeclContext());
  if (around == nullptr) return !tag.getDeclContext()->isFunctionOrMethod();
  return tag.getAccess() == clang::AS_public && tag_can_be_named(*around);
}

}  // namespace

std::string written(QualType type, const clang::ASTContext& context) {
  return QualType::getAsString(type.split(), context.getPrintingPolicy());
}

std::string resolved(QualType type, const clang::ASTContext& context) {
  std::string full = QualType::getAsString(type.getSplitDesugaredType(), context.getPrintingPolicy());
  return full.starts_with("::") ? full.substr(2) : full;
}

bool is_complete(QualType type, clang::Sema& sema) { return sema.isCompleteType(end_of_file(sema), type); }

bool is_default_constructible(QualType type, clang::Sema& sema) {
  const clang::SourceLocation place = end_of_file(sema);
  clang::TypeSourceInfo* const info = sema.Context.getTrivialTypeSourceInfo(type, place);
  const auto answer = sema.BuildTypeTrait(clang::TT_IsConstructible, place, {info}, place);
  return answer.isUsable() && llvm::cast<clang::TypeTraitExpr>(answer.get())->getValue();
}

bool can_be_named(QualType type) {
  const QualType bare = type.getCanonicalType();
  if (const auto* array = bare->getAsArrayTypeUnsafe()) return can_be_named(array->getElementType());
  if (const auto* function = bare->getAs<clang::FunctionProtoType>()) {
    return can_be_named(function->getReturnType()) &&
           std::all_of(function->param_type_begin(), function->param_type_end(),
                       [](QualType parameter) { return can_be_named(parameter); });
  }
  if (const auto* member = bare->getAs<clang::MemberPointerType>())
    return can_be_named(member->getPointeeType()) && can_be_named(QualType(member->getClass(), 0));
  if (const QualType pointee = bare->getPointeeType(); !pointee.isNull()) return can_be_named(pointee);
  const clang::TagDecl* tag = bare->getAsTagDecl();
  return tag == nullptr || tag_can_be_named(*tag);
}

void describe(Member& member, QualType type, clang::Sema& sema) {
  const clang::ASTContext& context = sema.Context;
  member.is_reference = type->isReferenceType();
  member.is_array = type->isArrayType();
  const QualType element = context.getBaseElementType(type);
  member.is_const = element.isConstQualified();
  member.facts = facts_of(element.getUnqualifiedType(), sema);
  const QualType pointee = element->isPointerType() ? element->getPointeeType() : element;
  clang::Qualifiers dropped;
  member.pointee = facts_of(sema.Context.getUnqualifiedArrayType(pointee, dropped), sema);
}

Access access_of(clang::AccessSpecifier access) {
  return access == clang::AS_public      ? Access::Public
         : access == clang::AS_protected ? Access::Protected
                                         : Access::Private;
}

}  // namespace forall::frontend
