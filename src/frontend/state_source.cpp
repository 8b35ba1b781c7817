// The source has the includes, then remarks as comments, then the macros. A member that C++ has no way to list is an
// #error, not a comment: objects whose member never varies are not arbitrary, and that has to be the user's decision.
#include "frontend/state_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <vector>

namespace forall::frontend {
namespace {

constexpr std::size_t kWidth = 100;

// A comment, wrapped.
std::string comment(const std::string& text) {
  std::string result;
  std::string line = "//";
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (line.size() + 1 + word.size() > kWidth && line != "//") {
      result += line + "\n";
      line = "//";
    }
    line += " " + word;
  }
  return result + line + "\n";
}

// A macro call, wrapped and aligned after the opening parenthesis.
std::string call(const std::string& macro, const std::vector<std::string>& arguments) {
  std::string result;
  std::string line = macro + "(";
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string piece = arguments[i] + (i + 1 == arguments.size() ? ");" : ",");
    if (i > 0 && line.size() + 1 + piece.size() > kWidth) {
      result += line + "\n";
      line = std::string(macro.size() + 1, ' ') + piece;
    } else {
      line += (i > 0 ? " " : "") + piece;
    }
  }
  return result + line + "\n";
}

std::vector<std::string> state_arguments(const StatePlan& plan) {
  std::vector<std::string> arguments{plan.name};
  for (const PlannedMember& planned : plan.members) {
    if (planned.listing == Listing::Member) arguments.push_back(planned.member.name);
    if (planned.listing == Listing::Array)
      arguments.push_back(fmt::format("array_of({}, {})", planned.member.name, planned.count));
  }
  return arguments;
}

std::string subtypes_call(const StatePlan& plan) {
  std::vector<std::string> arguments{plan.name};
  if (!plan.model.is_abstract) arguments.push_back(plan.name);
  arguments.insert(arguments.end(), plan.model.subtypes.begin(), plan.model.subtypes.end());
  return call("FORALL_SUBTYPES", arguments);
}

std::string commented_out(const std::string& lines) {
  std::string result;
  std::istringstream stream(lines);
  for (std::string line; std::getline(stream, line);) result += "// " + line + "\n";
  return result;
}

const char* why_no_state(const ClassModel& model) {
  if (model.is_polymorphic && !model.is_default_constructible)
    return "has virtual functions and no default constructor, so a list of members cannot make an object";
  if (model.has_virtual_base) return "has virtual bases, so a list of members cannot make an object";
  return "has no member that can be listed";
}

std::string factory_text(const StatePlan& plan) {
  return commented_out(call("FORALL_FACTORY", {plan.name, "a_function_that_returns_one"}));
}

std::string constructor_call(const StatePlan& plan, const Constructor& constructor) {
  std::vector<std::string> arguments{plan.name};
  for (const Member& parameter : constructor.parameters) {
    const std::string type = parameter.type == "std::basic_string<char>" ? "std::string" : parameter.type;
    const bool can_be_named = type.find_first_of("([") == std::string::npos;
    arguments.push_back(parameter.name.empty() || !can_be_named ? type : type + " " + parameter.name);
  }
  return call("FORALL_CONSTRUCTOR", arguments);
}

std::string constructor_text(const StatePlan& plan) {
  std::string text = comment(fmt::format(
      "{} {}. This constructor makes the objects; all its arguments are explored, except those for which it "
      "throws. States that only member functions reach are not covered: for those, give a FORALL_FACTORY instead.",
      plan.name, why_no_state(plan.model)));
  text += constructor_call(plan, plan.constructors.front());
  for (std::size_t i = 1; i < plan.constructors.size(); ++i)
    text += comment("Or:") + commented_out(constructor_call(plan, plan.constructors[i]));
  return text;
}

std::string state_text(const StatePlan& plan) {
  const ClassModel& model = plan.model;
  std::string text =
      comment(model.is_polymorphic ? "The default constructor makes the objects; then the members listed here become "
                                     "inputs, and all others keep their values."
              : model.is_default_constructible
                  ? "No constructor is called: the members listed here have any value, all others are zero."
                  : "The class has no default constructor and needs none: the members listed here have any value, all "
                    "others are zero.");
  for (const std::string& base : model.library_bases) text += comment(fmt::format("Not listed: the base {}.", base));
  for (const PlannedMember& planned : plan.members) {
    if (planned.note.empty()) continue;
    if (planned.listing == Listing::Impossible) {
      text += fmt::format(
          "#error \"{}. Make it an ordinary member, or give {} a FORALL_FACTORY; or delete this line: then it has "
          "the same value in all objects.\"\n",
          planned.note, plan.name);
    } else {
      text += comment(fmt::format("{}{}.", planned.listing == Listing::LeftOut ? "Not listed: " : "", planned.note));
    }
  }
  return text + call("FORALL_STATE", state_arguments(plan));
}

std::string invariant_text(const StatePlan& plan) {
  std::string text = "\n";
  text += comment(
      "Says which of these objects can exist. If it is too weak, tests fail for objects that never exist; if it is too "
      "strong, failures are missed.");
  if (plan.remedy == Remedy::State) text += comment("FORALL_MEMBER(object, name) reads a private member.");
  for (const std::string& hint : plan.hints) text += comment("Perhaps: " + hint);
  return text + fmt::format("FORALL_INVARIANT({0}, [](const {0}& /*object*/) {{ return true; }});\n", plan.name);
}

std::string subtypes_text(const StatePlan& plan) {
  const ClassModel& model = plan.model;
  std::string text;
  if (model.is_abstract) {
    text += comment(fmt::format("{} is abstract: all its objects are of classes that derive from it{}.", plan.name,
                                model.subtypes.empty() ? ", of which the header has none. Name them" : ""));
    if (model.subtypes.empty())
      return text + commented_out(call("FORALL_SUBTYPES", {plan.name, "ADerivedClass", "AnotherOne"}));
    text += comment("Each of them that is not an aggregate needs its own FORALL_STATE (forall reflect).");
    return text + subtypes_call(plan);
  }
  if (model.subtypes.empty()) return "";
  text += "\n" + comment(fmt::format("Classes derive from it. If a {0}& or {0}* may be one of them too:", plan.name));
  return text + commented_out(subtypes_call(plan));
}

}  // namespace

std::string state_source(const StatePlan& plan, const StateSourceOptions& options) {
  const ClassModel& model = plan.model;
  std::string text =
      comment(fmt::format("{}, generated by forall reflect. Put this above the tests, at global scope.", model.name));
  text += fmt::format("#include <forall/forall.h>\n\n#include \"{}\"\n\n", options.header.generic_string());
  if (!plan.alias.empty()) text += fmt::format("using {} = {};\n\n", plan.alias, model.name);
  switch (plan.remedy) {
    case Remedy::Nothing:
      text += comment(fmt::format("{} needs no FORALL_STATE: {} are inputs as they are.", plan.name,
                                  model.is_aggregate ? "aggregates" : "such classes of the standard library"));
      break;
    case Remedy::Subtypes: return text + subtypes_text(plan);
    case Remedy::Constructor: return text + constructor_text(plan) + subtypes_text(plan);
    case Remedy::Factory:
      text +=
          comment(fmt::format("{} {}. Give a function that makes an object; all its arguments are explored:", plan.name,
                              why_no_state(model)));
      text += factory_text(plan);
      return text + subtypes_text(plan);
    case Remedy::State: text += state_text(plan); break;
  }
  if (options.invariant) text += invariant_text(plan);
  return text + subtypes_text(plan);
}

nlohmann::json state_json(const StatePlan& plan, const StateSourceOptions& options) {
  nlohmann::json members = nlohmann::json::array();
  for (const PlannedMember& planned : plan.members) {
    nlohmann::json member{{"name", planned.member.name},
                          {"type", planned.member.type},
                          {"declared_in", planned.member.declared_in},
                          {"access", to_string(planned.member.access)},
                          {"listed", to_string(planned.listing)}};
    if (!planned.count.empty()) member["count"] = planned.count;
    if (!planned.note.empty()) member["note"] = planned.note;
    members.push_back(std::move(member));
  }
  return {{"class", plan.model.name},
          {"header", options.header.generic_string()},
          {"alias", plan.alias},
          {"remedy", to_string(plan.remedy)},
          {"members", members},
          {"library_bases", plan.model.library_bases},
          {"subtypes", plan.model.subtypes},
          {"is_abstract", plan.model.is_abstract},
          {"is_polymorphic", plan.model.is_polymorphic},
          {"is_default_constructible", plan.model.is_default_constructible},
          {"source", state_source(plan, options)}};
}

}  // namespace forall::frontend
