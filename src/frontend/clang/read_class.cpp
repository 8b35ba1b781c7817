// How a class is read:
//
//   1. The header is parsed alone. Its classes turn the name that the user typed into a qualified one.
//   2. It is parsed again with `using forall_reflect_class = <the name>;` after it, so that the compiler finds the
//      class and, for a template, its arguments. Everything else is in that syntax tree.
#include "frontend/read_class.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Sema/Sema.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "frontend/clang/class_list.h"
#include "frontend/clang/found_class.h"
#include "frontend/clang/tree.h"
#include "frontend/clang/types.h"
#include "frontend/clang/virtuals.h"
#include "frontend/names.h"

namespace forall::frontend {
namespace {

namespace fs = std::filesystem;
using clang::QualType;

constexpr const char* kScope = "forall_reflect_scope";
constexpr const char* kProbe = "forall-reflect-probe.cpp";

// A class of the hierarchy.
struct Level {
  std::string name;
  std::set<std::string> ancestors;
  std::set<std::string> declared;  // every name its body declares
  bool is_virtual = false;
  bool is_accessible = true;  // all inheritance on the path to it is public
};

// The text after the first "error: ".
std::string first_error(const std::string& messages) {
  const std::size_t begin = messages.find("error: ");
  if (begin == std::string::npos) return "the compiler gave no reason";
  return messages.substr(begin + 7, messages.find('\n', begin) - begin - 7);
}

bool is_about_access(const std::string& messages) {
  return messages.find("is a private member of") != std::string::npos ||
         messages.find("is a protected member of") != std::string::npos;
}

bool is_of_library(const std::string& name) { return name.starts_with("std::") || name.starts_with("__gnu_cxx::"); }

// The alias of a probe; without a name the last one.
QualType probed_type(const clang::ASTContext& context, const std::string& name = "") {
  QualType result;
  for (const clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) {
    const auto* scope = llvm::dyn_cast<clang::NamespaceDecl>(declaration);
    if (scope == nullptr || scope->getName() != kScope) continue;
    for (const clang::Decl* inner : scope->decls()) {
      const auto* alias = llvm::dyn_cast<clang::TypeAliasDecl>(inner);
      if (alias != nullptr && (name.empty() || alias->getName() == name)) result = alias->getUnderlyingType();
    }
  }
  return result;
}

// Whether all inheritance on some path to the base is public.
bool derives_publicly(const clang::CXXRecordDecl& derived, const clang::CXXRecordDecl& base) {
  const clang::CXXRecordDecl* definition = derived.getDefinition();
  if (definition == nullptr) return false;
  return std::any_of(definition->bases_begin(), definition->bases_end(), [&](const clang::CXXBaseSpecifier& each) {
    const clang::CXXRecordDecl* next = each.getType()->getAsCXXRecordDecl();
    return each.getAccessSpecifier() == clang::AS_public && next != nullptr &&
           (next->getCanonicalDecl() == base.getCanonicalDecl() || derives_publicly(*next, base));
  });
}

class ClassReader {
 public:
  ClassReader(const Source& header, const std::string& name) : header_(header), wanted_(split_name(name)) {}

  FoundClass read() {
    name(read_index(parse_file(header_)));
    return read_type(find_target());
  }

  // The name as the compiler knows it.
  const std::string& name(HeaderIndex index) {
    index_ = std::move(index);
    indexed_ = look_up();
    name_ = indexed_ != nullptr ? complete_name(wanted_, *indexed_) : wanted_;
    model_.name = join_name(name_);
    model_.simple_name = name_.back().name;
    for (const NamePart& part : name_) model_.arguments += part.arguments;
    return model_.name;
  }
  // With a probe that has the class under this alias, among others.
  ClassModel read_from(const Parsed& probe, const std::string& alias) {
    parsed_ = probe;
    const QualType type = probed_type(context(), alias);
    is_complete(type, sema());
    return read_type(parsed_.tree->compiles() ? type : find_target()).model;
  }

 private:
  FoundClass read_type(QualType type) {
    const clang::CXXRecordDecl& record = check_target(type);
    model_.spelling = resolved(type, context());
    model_.is_aggregate = record.isAggregate();
    model_.is_abstract = record.isAbstract();
    model_.is_polymorphic = record.isPolymorphic();
    model_.is_default_constructible = is_default_constructible(type, sema());
    read_level(record, model_.spelling, false, true);
    mark_hidden();
    for (std::size_t i = 0; i < model_.members.size(); ++i) {
      Member& member = model_.members[i];
      if (!member.is_bit_field && !member.is_hidden) describe(member, types_[i], sema());
    }
    if (model_.is_polymorphic) read_subtypes(record);
    if (!model_.is_aggregate && !model_.is_abstract) read_constructors(record);
    read_methods(record);
    if (model_.is_polymorphic) read_virtuals(record, sema(), model_);
    return {std::move(model_), parsed_, &record};
  }

  clang::Sema& sema() const { return parsed_.tree->unit->getSema(); }
  clang::ASTContext& context() const { return parsed_.tree->unit->getASTContext(); }

  [[noreturn]] void no_such_class() const {
    const std::string name = join_name(wanted_);
    std::vector<std::string> near = nearest_names(wanted_.back().name, index_.names());
    std::string hint = near.empty() ? "" : "; did you mean ";
    for (std::size_t i = 0; i < near.size(); ++i)
      hint += (i == 0 ? "" : i + 1 == near.size() ? " or " : ", ") + near[i];
    if (!near.empty()) hint += "?";
    throw base::UserError(fmt::format("no class {} in {}{}", name, header_.path.string(), hint));
  }

  [[noreturn]] void needs_arguments() const {
    const std::string name = join_name(wanted_);
    throw base::UserError(fmt::format("{0} is a class template: name it with its arguments, such as '{0}<int>'", name));
  }

  const IndexedClass* look_up() const {
    const auto found = index_.find(wanted_);
    if (found.size() > 1) {
      std::string names;
      for (const IndexedClass* candidate : found) names += "\n  " + candidate->qualified();
      throw base::UserError(fmt::format("{} has several classes named {}; say which one:{}", header_.path.string(),
                                        join_name(wanted_), names));
    }
    if (found.empty()) return nullptr;
    if (found.front()->is_template && wanted_.back().arguments.empty()) needs_arguments();
    return found.front();
  }

  // The type that the user named; it is in the tree of parsed_.
  QualType find_target() {
    QualType type = probe("");
    std::string scope;
    for (std::size_t i = 0; i + 1 < name_.size() && name_[i].arguments.empty(); ++i) {
      scope += "::" + name_[i].name;
      if (!type.isNull() || model_.arguments.empty()) break;
      // Template arguments of the namespaces around the class.
      type = probe(fmt::format("using namespace {};\n", scope));
      if (!type.isNull()) model_.name = resolved(type, context());
    }
    if (!type.isNull()) return type;
    if (is_about_access(messages_))
      throw base::UserError(
          fmt::format("{} is private or protected in the class around it, so no other code can name it: "
                      "reflect that class instead",
                      model_.name));
    if (messages_.find("requires template arguments") != std::string::npos) needs_arguments();
    if (indexed_ == nullptr) no_such_class();
    throw base::UserError(
        fmt::format("the compiler does not accept {} as a class: {}", model_.name, first_error(messages_)));
  }

  // Null if the compiler does not accept the name; messages_ says why.
  QualType probe(const std::string& before) {
    const Source source{fs::absolute(header_.path).parent_path() / kProbe, header_.compiler, header_.flags};
    parsed_ = parse(source, fmt::format("#include \"{}\"\nnamespace {} {{\n{}using forall_reflect_class = ::{};\n}}\n",
                                        fs::absolute(header_.path).string(), kScope, before, model_.name));
    const QualType type = parsed_.compiles ? probed_type(context()) : QualType();
    // The compiler may accept the name, but not the instance of the template.
    if (!type.isNull()) is_complete(type, sema());
    if (parsed_.tree != nullptr && parsed_.tree->compiles()) return type;
    messages_ = parsed_.tree != nullptr ? parsed_.tree->messages.text() : parsed_.messages;
    return {};
  }

  const clang::CXXRecordDecl& check_target(QualType type) const {
    if (type->isUnionType())
      throw base::UserError(
          fmt::format("{} is a union: a list of its members cannot say which one is active. Give "
                      "it a FORALL_FACTORY",
                      model_.name));
    const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
    if (record == nullptr) throw base::UserError(fmt::format("{} is not a class", model_.name));
    if (record->getDefinition() == nullptr)
      throw base::UserError(fmt::format("{} is only declared in {}: name the header that defines it", model_.name,
                                        header_.path.string()));
    return *record->getDefinition();
  }

  // Bases first. The recursion is as deep as the hierarchy.
  std::set<std::string> read_level(const clang::CXXRecordDecl& record, const std::string& name, bool is_virtual,
                                   bool is_accessible) {
    Level level{name, {}, {}, is_virtual, is_accessible};
    for (const clang::CXXBaseSpecifier& base : record.bases()) {
      const std::string base_name = resolved(base.getType(), context());
      level.ancestors.insert(base_name);
      if (is_of_library(base_name)) {
        model_.library_bases.push_back(base_name);
        continue;
      }
      model_.has_virtual_base |= base.isVirtual();
      if (base.isVirtual() && std::any_of(levels_.begin(), levels_.end(), [&](const Level& known) {
            return known.is_virtual && known.name == base_name;
          })) {
        continue;
      }
      const auto further = read_level(*base.getType()->getAsCXXRecordDecl()->getDefinition(), base_name,
                                      base.isVirtual(), is_accessible && base.getAccessSpecifier() == clang::AS_public);
      level.ancestors.insert(further.begin(), further.end());
    }
    collect(record, name, "", level);
    levels_.push_back(level);
    return level.ancestors;
  }

  // The fields of a class, with those of its anonymous unions and structs. `overlaps`: the alternative that is already
  // listed. Returns the name of the first field.
  std::string collect(const clang::CXXRecordDecl& record, const std::string& owner, std::string overlaps,
                      Level& level) {
    std::string first;
    for (const clang::Decl* declaration : record.decls()) {
      const auto* named = llvm::dyn_cast<clang::NamedDecl>(declaration);
      // A using-declaration names a member of another class.
      if (named != nullptr && named->getDeclName() &&
          !llvm::isa<clang::IndirectFieldDecl, clang::UsingDecl, clang::UsingShadowDecl>(named))
        level.declared.insert(named->getNameAsString());
      const auto* field = llvm::dyn_cast<clang::FieldDecl>(declaration);
      if (field == nullptr) continue;
      std::string listed = field->getNameAsString();
      if (field->isAnonymousStructOrUnion()) {
        listed = collect(*field->getType()->getAsCXXRecordDecl(), owner, overlaps, level);
      } else if (listed.empty()) {
        continue;  // a bit-field that is only padding
      } else {
        Member member{.name = listed,
                      .type = written(field->getType(), context()),
                      .declared_in = owner,
                      .access = access_of(field->getAccess())};
        member.is_bit_field = field->isBitField();
        member.is_in_inaccessible_base = !level.is_accessible;
        member.overlaps = overlaps;
        model_.members.push_back(std::move(member));
        types_.push_back(field->getType());
      }
      if (first.empty()) first = listed;
      if (record.isUnion() && overlaps.empty()) overlaps = listed;
    }
    return first;
  }

  // &Class::name finds a member only if no class in between and no other branch of the hierarchy declares the name.
  void mark_hidden() {
    for (Member& member : model_.members) {
      std::size_t same = 0;
      const Level* own = nullptr;
      for (const Level& level : levels_) {
        if (level.name == member.declared_in) own = &level, ++same;
      }
      member.is_hidden = same > 1 || std::any_of(levels_.begin(), levels_.end(), [&](const Level& level) {
                           return level.name != own->name && level.declared.count(member.name) != 0 &&
                                  own->ancestors.count(level.name) == 0;
                         });
    }
  }

  void read_constructors(const clang::CXXRecordDecl& record) {
    for (const clang::CXXConstructorDecl* declared : record.ctors()) {
      const bool is_input = declared->getAccess() == clang::AS_public && !declared->isImplicit() &&
                            !declared->isDeletedAsWritten() && declared->getNumParams() != 0;
      if (!is_input || !std::all_of(declared->param_begin(), declared->param_end(),
                                    [](const auto* parameter) { return can_be_named(parameter->getType()); }))
        continue;
      Constructor constructor;
      for (const clang::ParmVarDecl* parameter : declared->parameters()) {
        Member& described = constructor.parameters.emplace_back(Member{.name = parameter->getNameAsString()});
        describe(described, parameter->getType().getNonReferenceType().getUnqualifiedType(), sema());
        described.type = described.facts.spelling;
      }
      const bool copies = constructor.parameters.size() == 1 && constructor.parameters[0].type == model_.spelling;
      if (!copies) model_.constructors.push_back(std::move(constructor));
    }
  }

  void read_methods(const clang::CXXRecordDecl& record) {
    for (const clang::CXXMethodDecl* declared : record.methods()) {
      if (declared->isImplicit() || llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(declared)) continue;
      Method method{.name = declared->getNameAsString(),
                    .result = written(declared->getReturnType(), context()),
                    .result_facts = value_facts(declared->getReturnType()),
                    .parameters = {},
                    .access = access_of(declared->getAccess()),
                    .is_static = declared->isStatic(),
                    .is_const = declared->isConst(),
                    .is_virtual = declared->isVirtual(),
                    .is_pure = declared->isPureVirtual()};
      for (const clang::ParmVarDecl* parameter : declared->parameters()) {
        const QualType type = parameter->getType();
        method.parameters.push_back({parameter->getNameAsString(), written(parameter->getOriginalType(), context()),
                                     value_facts(type),
                                     type->isReferenceType() && !type.getNonReferenceType().isConstQualified()});
      }
      model_.methods.push_back(std::move(method));
    }
  }

  TypeFacts value_facts(QualType type) {
    if (!can_be_named(type)) return {};
    Member value;
    describe(value, type.getNonReferenceType().getUnqualifiedType(), sema());
    return value.facts;
  }

  void read_subtypes(const clang::CXXRecordDecl& base) {
    const clang::SourceManager& sources = context().getSourceManager();
    const auto file = sources.getFileManager().getOptionalFileRef(fs::absolute(header_.path).string());
    if (!file) return;
    std::set<const clang::CXXRecordDecl*> seen;
    for (const ListedClass& listed : list_classes(context(), sources.translateFile(*file))) {
      const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(listed.declaration);
      if (record == nullptr || record->isDependentContext() ||
          llvm::isa<clang::ClassTemplateSpecializationDecl>(record) || !derives_publicly(*record, base))
        continue;
      if (!record->getDefinition()->isAbstract() && seen.insert(record->getCanonicalDecl()).second)
        model_.subtypes.push_back(listed.name.qualified());
    }
  }

  const Source& header_;
  std::vector<NamePart> wanted_;
  HeaderIndex index_;
  const IndexedClass* indexed_ = nullptr;
  std::vector<NamePart> name_;
  Parsed parsed_;  // the last probe
  ClassModel model_;
  std::vector<QualType> types_;  // of the members
  std::vector<Level> levels_;
  std::string messages_;  // of the last probe that did not compile
};

}  // namespace

HeaderIndex read_index(const Parsed& parsed) {
  std::vector<IndexedClass> classes;
  if (parsed.tree == nullptr) return HeaderIndex(classes);
  const clang::ASTContext& context = parsed.tree->unit->getASTContext();
  for (ListedClass& listed : list_classes(context, context.getSourceManager().getMainFileID()))
    classes.push_back(std::move(listed.name));
  return HeaderIndex(classes);
}

FoundClass find_class(const Source& header, const std::string& name) { return ClassReader(header, name).read(); }

ClassModel read_class(const Source& header, const std::string& name) { return find_class(header, name).model; }

// One probe has all names; if the compiler does not accept it, each class gets one of its own, which says why.
std::vector<ClassModel> read_classes(const Source& header, const std::vector<std::string>& names) {
  const HeaderIndex index = read_index(parse_file(header));
  const auto alias = [](std::size_t i) { return "forall_reflect_class_" + std::to_string(i); };
  std::vector<ClassReader> readers;
  readers.reserve(names.size());  // they point into themselves
  std::string code = fmt::format("#include \"{}\"\nnamespace {} {{\n", fs::absolute(header.path).string(), kScope);
  for (std::size_t i = 0; i < names.size(); ++i) {
    readers.emplace_back(header, names[i]);
    code += fmt::format("using {} = ::{};\n", alias(i), readers.back().name(index));
  }
  const Source source{fs::absolute(header.path).parent_path() / kProbe, header.compiler, header.flags};
  const Parsed probe = parse(source, code + "}\n");
  std::vector<ClassModel> models;
  for (std::size_t i = 0; i < names.size(); ++i) {
    models.push_back(probe.compiles ? readers[i].read_from(probe, alias(i))
                                    : ClassReader(header, names[i]).read().model);
  }
  return models;
}

}  // namespace forall::frontend
