// How a class is read:
//
//   1. The symbol graph of the header says which classes it has: the name the user typed becomes a full one.
//   2. A probe, `using forall_reflect_X = <the name>;` behind the header, makes the compiler find and, for a template,
//      instantiate the class. The syntax tree of everything with that name contains its definition, which the alias
//      points to. So do the definitions of its bases, one probe each.
//   3. One more probe asks for the types of all members and of the classes that derive from it.
#include "frontend/read_class.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/error.h"
#include "frontend/header_index.h"
#include "frontend/names.h"
#include "frontend/type_facts.h"

namespace forall::frontend {
namespace {

// A class of the hierarchy.
struct Level {
  std::string name;
  std::set<std::string> ancestors;
  std::set<std::string> declared;  // every name its body declares
  bool is_virtual = false;
  bool is_accessible = true;  // all inheritance on the way to it is public
};

struct Record {
  std::string spelling;  // as the compiler writes it, in full
  Json definition;
  Facts facts;
};

std::string spelling_of(const Json& type) {
  const std::string full = type.value("desugaredQualType", type.value("qualType", ""));
  return full.starts_with("::") ? full.substr(2) : full;
}

// What stands behind the first "error: ".
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

// The declaration that an alias leads to; null if it is no class.
const Json* declaration_of(const Json& alias) {
  const Json* node = &alias;
  while (node->contains("inner") && !(*node)["inner"].empty()) {
    node = &(*node)["inner"].back();  // the type itself stands behind template arguments
    if (node->value("kind", "") == "RecordType") return &(*node)["decl"];
  }
  return nullptr;
}

class Reader {
 public:
  Reader(const Header& header, const std::string& name, base::Processes& processes, base::Files& files)
      : header_(header), wanted_(split_name(name)), compiler_(header, processes, files) {}

  ClassModel read() {
    const std::string graph = compiler_.symbol_graph();
    if (!graph.empty()) index_ = HeaderIndex(graph);
    const IndexedClass* indexed = look_up();
    std::vector<NamePart> name = indexed != nullptr ? complete_name(wanted_, *indexed) : wanted_;
    model_.name = join_name(name);
    model_.simple_name = name.back().name;
    for (const NamePart& part : name) model_.arguments += part.arguments;
    const Record record = read_target(name, indexed);
    model_.spelling = record.spelling;
    model_.is_aggregate = record.facts[Fact::Aggregate];
    model_.is_abstract = record.facts[Fact::Abstract];
    model_.is_polymorphic = record.facts[Fact::Polymorphic];
    model_.is_default_constructible = record.facts[Fact::DefaultConstructible];
    if (!record.definition.is_null()) read_level(record, false, true);
    mark_hidden();
    ask_types(indexed);
    if (!model_.is_aggregate && !model_.is_abstract) read_constructors(record.definition, name);
    return std::move(model_);
  }

 private:
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
    throw base::UserError(
        fmt::format("{0} is a class template: say which of its classes is meant, such as '{0}<int>'", name));
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

  // The class that the user named, with what can be wrong about it.
  Record read_target(const std::vector<NamePart>& name, const IndexedClass* indexed) {
    auto record = probe("::" + model_.name, name, "", true);
    std::string scope;
    for (std::size_t i = 0; i + 1 < name.size() && name[i].arguments.empty(); ++i) {
      scope += "::" + name[i].name;
      if (record || model_.arguments.empty()) break;
      // Template arguments of the namespaces around the class.
      record = probe("::" + model_.name, name, fmt::format("using namespace {};\n", scope), true);
      if (record) model_.name = record->spelling;
    }
    if (!record) {
      if (is_about_access(messages_))
        throw base::UserError(
            fmt::format("{} is private or protected in the class around it, so no other code can name it: "
                        "reflect that class instead",
                        model_.name));
      if (messages_.find("requires template arguments") != std::string::npos) needs_arguments();
      if (indexed == nullptr) no_such_class();
      throw base::UserError(
          fmt::format("the compiler does not take {} for a class: {}", model_.name, first_error(messages_)));
    }
    if (record->facts[Fact::Union])
      throw base::UserError(
          fmt::format("{} is a union: which of its members is alive cannot be said by a list of them. Give "
                      "it a FORALL_FACTORY",
                      model_.name));
    if (!record->facts[Fact::Class]) throw base::UserError(fmt::format("{} is not a class", model_.name));
    if (!record->facts[Fact::Complete])
      throw base::UserError(fmt::format("{} is only declared in {}: name the header that defines it", model_.name,
                                        header_.path.string()));
    if (record->definition.is_null() && !record->facts[Fact::Aggregate])
      throw base::UserError(fmt::format("the definition of {} is not in clang's syntax tree", model_.name));
    return *record;
  }

  // Nothing if the compiler does not take the name; messages_ says why. A type that is no class has no definition.
  std::optional<Record> probe(const std::string& spelling, const std::vector<NamePart>& name, const std::string& before,
                              bool access_control) {
    // The syntax tree is filtered by the name of the outermost class with arguments: what is inside it is written with
    // it.
    const auto outermost =
        std::find_if(name.begin(), name.end(), [](const NamePart& part) { return !part.arguments.empty(); });
    std::string filter = outermost != name.end() ? outermost->name : name.back().name;
    for (bool is_alias = false;; is_alias = true) {
      const std::string alias = "forall_reflect_" + filter;
      const auto answer = compiler_.probe(fmt::format("{0}namespace forall_reflect_scope {{\n{1}using {2} = {3};\n"
                                                      "enum {{ {2}_facts = forall_reflect_facts<{2}>() }};\n}}\n",
                                                      facts_source(), before, alias, spelling),
                                          filter, access_control);
      if (!answer.compiles) {
        messages_ = answer.messages;
        return std::nullopt;
      }
      const Syntax syntax(answer.dump);
      const auto found = syntax.declaration(alias);
      const auto facts = syntax.declaration(alias + "_facts");
      if (!found || !facts) return std::nullopt;
      Record record{spelling_of((*found)["type"]), nullptr, {enumerator_value(*facts)}};
      const Json* declaration = declaration_of(*found);
      if (declaration == nullptr) return record;
      if (auto definition = syntax.definition(declaration->value("id", ""))) {
        record.definition = std::move(*definition);
        return record;
      }
      const std::string own_name = declaration->value("name", "");
      if (is_alias || own_name.empty()) return record;  // typedef struct { ... } Name;
      filter = own_name;
    }
  }

  // Bases first. The recursion is as deep as the hierarchy.
  std::set<std::string> read_level(const Record& record, bool is_virtual, bool is_accessible) {
    Level level{record.spelling, {}, {}, is_virtual, is_accessible};
    for (const Json& base : record.definition.value("bases", Json::array())) {
      const std::string spelling = spelling_of(base["type"]);
      level.ancestors.insert(spelling);
      if (is_of_library(spelling)) {
        model_.library_bases.push_back(spelling);
        continue;
      }
      const bool base_is_virtual = base.value("isVirtual", false);
      model_.has_virtual_base |= base_is_virtual;
      if (base_is_virtual && std::any_of(levels_.begin(), levels_.end(), [&](const Level& known) {
            return known.is_virtual && known.name == spelling;
          })) {
        continue;
      }
      auto read = probe("::" + spelling, split_name(spelling), "", false);
      if (!read || read->definition.is_null())
        throw base::UserError(
            fmt::format("cannot read {}, a base of {}: {}", spelling, record.spelling, first_error(messages_)));
      const auto further = read_level(*read, base_is_virtual, is_accessible && base.value("access", "") == "public");
      level.ancestors.insert(further.begin(), further.end());
    }
    collect(record.definition, record.spelling, "", level);
    levels_.push_back(level);
    return level.ancestors;
  }

  // The fields of a class; those of anonymous unions and structs are the class's own. `overlaps`: the alternative that
  // is already listed. Gives the name of the first field.
  std::string collect(const Json& definition, const std::string& owner, std::string overlaps, Level& level) {
    const std::string tag = definition.value("tagUsed", "class");
    Access access = tag == "class" ? Access::Private : Access::Public;
    std::string first;
    const Json* unnamed = nullptr;
    for (const Json& node : definition.value("inner", Json::array())) {
      const std::string kind = node.value("kind", "");
      const std::string name = node.value("name", "");
      if (!name.empty() && kind != "IndirectFieldDecl") level.declared.insert(name);
      if (kind == "AccessSpecDecl") {
        const std::string word = node.value("access", "");
        access = word == "public" ? Access::Public : word == "protected" ? Access::Protected : Access::Private;
      }
      if (kind == "CXXRecordDecl" && name.empty()) unnamed = &node;
      if (kind != "FieldDecl") continue;
      std::string listed = name;
      if (name.empty()) {
        if (!node.value("isImplicit", false) || unnamed == nullptr) continue;  // a bit-field that only takes room
        listed = collect(*unnamed, owner, overlaps, level);
      } else {
        Member member{.name = name, .type = node["type"].value("qualType", ""), .declared_in = owner, .access = access};
        member.is_bit_field = node.value("isBitfield", false);
        member.is_in_inaccessible_base = !level.is_accessible;
        member.overlaps = overlaps;
        model_.members.push_back(std::move(member));
      }
      if (first.empty()) first = listed;
      if (tag == "union" && overlaps.empty()) overlaps = listed;
    }
    return first;
  }

  // &Class::name finds a member only if no class between declares the name, and no other branch of the hierarchy.
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

  // Names for the types of a member or parameter, and the questions about them.
  struct Questions {
    std::string lines = facts_source();
    std::string enumerators;
    void add(std::size_t number, const std::string& type) {
      lines += fmt::format(
          "using forall_reflect_type_{0} = {1};\n"
          "using forall_reflect_element_{0} = __remove_cv(__remove_all_extents(forall_reflect_type_{0}));\n"
          "using forall_reflect_pointee_{0} = __remove_cv(__remove_pointer(forall_reflect_element_{0}));\n",
          number, type);
      for (const char* what : {"type", "element", "pointee"})
        enumerators += fmt::format("  forall_reflect_{0}_facts_{1} = forall_reflect_facts<forall_reflect_{0}_{1}>(),\n",
                                   what, number);
    }
    std::string source() const { return fmt::format("{}enum {{\n{}}};\n", lines, enumerators); }
  };

  class Answers {
   public:
    explicit Answers(const std::string& dump) : syntax_(dump) {}
    Facts facts(const std::string& name) const {
      const auto declaration = syntax_.declaration("forall_reflect_" + name);
      return Facts{declaration ? enumerator_value(*declaration) : 0};
    }
    void tell(std::size_t number, Member& member) const {
      const Facts type = facts(fmt::format("type_facts_{}", number));
      const Facts pointee = facts(fmt::format("pointee_facts_{}", number));
      member.is_reference = type[Fact::Reference];
      member.is_const = type[Fact::Const];
      member.is_array = type[Fact::Array];
      member.facts = describe(facts(fmt::format("element_facts_{}", number)), pointee,
                              spelling(fmt::format("element_{}", number)));
      member.pointee = describe(pointee, {}, spelling(fmt::format("pointee_{}", number)));
    }

   private:
    std::string spelling(const std::string& name) const {
      const auto declaration = syntax_.declaration("forall_reflect_" + name);
      return declaration ? spelling_of((*declaration)["type"]) : std::string();
    }
    Syntax syntax_;
  };

  // Types are named as in the class, so they are asked inside a class that derives from it. Where that does not
  // compile, no constructor is known.
  void read_constructors(const Json& definition, const std::vector<NamePart>& name) {
    std::vector<Constructor> found = public_constructors(definition);
    Questions questions;
    std::string scope;
    for (std::size_t i = 0; i + 1 < name.size() && name[i].arguments.empty(); ++i) {
      scope += "::" + name[i].name;
      questions.lines += fmt::format("using namespace {};\n", scope);
    }
    std::size_t count = 0;
    questions.lines += fmt::format("struct forall_reflect_parameters : ::{} {{\n", model_.name);
    for (const Constructor& constructor : found) {
      for (const Member& parameter : constructor.parameters)
        questions.lines += fmt::format("  using forall_reflect_parameter_{} = {};\n", count++, parameter.type);
    }
    questions.lines += "};\n";
    for (std::size_t i = 0; i < count; ++i)
      questions.add(i, fmt::format("__remove_cvref(forall_reflect_parameters::forall_reflect_parameter_{})", i));
    if (count == 0) return;
    const auto answer = compiler_.probe(questions.source(), "forall_reflect_", /*access_control=*/true);
    if (!answer.compiles) return;
    const Answers answers(answer.dump);
    count = 0;
    for (Constructor& constructor : found) {
      for (Member& parameter : constructor.parameters) {
        answers.tell(count++, parameter);
        parameter.type = parameter.facts.spelling;
      }
      const bool copies = constructor.parameters.size() == 1 && constructor.parameters[0].type == model_.spelling;
      if (!copies) model_.constructors.push_back(std::move(constructor));
    }
  }

  static std::vector<Constructor> public_constructors(const Json& definition) {
    std::vector<Constructor> found;
    bool is_public = definition.value("tagUsed", "class") != "class";
    for (const Json& node : definition.value("inner", Json::array())) {
      const std::string kind = node.value("kind", "");
      if (kind == "AccessSpecDecl") is_public = node.value("access", "") == "public";
      if (kind != "CXXConstructorDecl" || !is_public || node.value("isImplicit", false) ||
          node.value("explicitlyDeleted", false))
        continue;
      Constructor constructor;
      for (const Json& parameter : node.value("inner", Json::array())) {
        if (parameter.value("kind", "") == "ParmVarDecl")
          constructor.parameters.push_back(
              {.name = parameter.value("name", ""), .type = spelling_of(parameter["type"])});
      }
      if (!constructor.parameters.empty()) found.push_back(std::move(constructor));
    }
    return found;
  }

  void ask_types(const IndexedClass* indexed) {
    const auto derived = indexed != nullptr && model_.is_polymorphic ? index_.derived_from(*indexed)
                                                                     : std::vector<const IndexedClass*>{};
    Questions questions;
    questions.lines += fmt::format("using forall_reflect_class = ::{};\n", model_.name);
    for (std::size_t i = 0; i < model_.members.size(); ++i) {
      if (model_.members[i].is_bit_field || model_.members[i].is_hidden) continue;
      questions.add(i, fmt::format("decltype(forall_reflect_class::{})", model_.members[i].name));
    }
    for (std::size_t i = 0; i < derived.size(); ++i)
      questions.enumerators +=
          fmt::format("  forall_reflect_derived_{} = forall_reflect_facts<::{}>(),\n", i, derived[i]->qualified());
    if (questions.enumerators.empty()) return;
    const auto answer = compiler_.probe(questions.source(), "forall_reflect_", false);
    if (!answer.compiles)
      throw base::UserError(
          fmt::format("cannot read the types of the members of {}: {}", model_.name, first_error(answer.messages)));
    const Answers answers(answer.dump);
    for (std::size_t i = 0; i < model_.members.size(); ++i) {
      Member& member = model_.members[i];
      if (!member.is_bit_field && !member.is_hidden) answers.tell(i, member);
    }
    for (std::size_t i = 0; i < derived.size(); ++i) {
      if (!answers.facts(fmt::format("derived_{}", i))[Fact::Abstract])
        model_.subtypes.push_back(derived[i]->qualified());
    }
  }

  const Header& header_;
  std::vector<NamePart> wanted_;
  Compiler compiler_;
  HeaderIndex index_;
  ClassModel model_;
  std::vector<Level> levels_;
  std::string messages_;  // of the last probe that did not compile
};

}  // namespace

const char* to_string(Access access) {
  return access == Access::Public ? "public" : access == Access::Protected ? "protected" : "private";
}

ClassModel read_class(const Header& header, const std::string& name, base::Processes& processes, base::Files& files) {
  if (!std::filesystem::is_regular_file(header.path))
    throw base::UserError(fmt::format("{}: error: no such file", header.path.string()));
  return Reader(header, name, processes, files).read();
}

}  // namespace forall::frontend
