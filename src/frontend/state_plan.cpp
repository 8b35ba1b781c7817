#include "frontend/state_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "frontend/array_guess.h"
#include "frontend/names.h"

namespace forall::frontend {
namespace {

// Classes of the standard library that forall builds.
constexpr std::string_view kLibraryInputs[] = {"array",
                                               "basic_string",
                                               "basic_string_view",
                                               "bitset",
                                               "chrono::duration",
                                               "deque",
                                               "list",
                                               "map",
                                               "multimap",
                                               "multiset",
                                               "optional",
                                               "pair",
                                               "set",
                                               "shared_ptr",
                                               "span",
                                               "tuple",
                                               "unique_ptr",
                                               "unordered_map",
                                               "unordered_multimap",
                                               "unordered_multiset",
                                               "unordered_set",
                                               "variant",
                                               "vector"};

bool is_library_class(const TypeFacts& type) {
  return type.kind == TypeKind::Class && type.spelling.starts_with("std::");
}

bool is_library_input(const TypeFacts& type) {
  std::string_view name = std::string_view(type.spelling).substr(std::string_view("std::").size());
  name = name.substr(0, name.find('<'));
  if (name.starts_with("__cxx11::")) name.remove_prefix(9);
  return std::find(std::begin(kLibraryInputs), std::end(kLibraryInputs), name) != std::end(kLibraryInputs);
}

bool needs_own_state(const TypeFacts& type) {
  return type.kind == TypeKind::Class && !type.is_aggregate && !is_library_class(type);
}

void leave_out(PlannedMember& planned, Listing listing, const std::string& why) {
  planned.listing = listing;
  planned.note = why;
}

// Decides what a member's own properties decide.
void plan_member(PlannedMember& planned) {
  const Member& member = planned.member;
  const auto left_out = [&](const std::string& why) { leave_out(planned, Listing::LeftOut, why); };
  if (member.is_hidden)
    return left_out(fmt::format("{} of {} has the name of another member, so no list can name it", member.name,
                                member.declared_in));
  if (member.is_bit_field)
    return leave_out(planned, Listing::Impossible,
                     fmt::format("{} is a bit-field, and C++ has no pointers to bit-fields", member.name));
  if (member.is_reference)
    return leave_out(planned, Listing::Impossible,
                     fmt::format("{} is a reference, and C++ has no pointers to references", member.name));
  if (member.is_in_inaccessible_base)
    return left_out(fmt::format("{} is in {}, which is not a public base", member.name, member.declared_in));
  if (!member.overlaps.empty())
    return left_out(
        fmt::format("{} shares its memory with {} in an anonymous union, and only one of them can be listed",
                    member.name, member.overlaps));
  switch (member.facts.kind) {
    case TypeKind::Number:
    case TypeKind::Scalar: return;
    case TypeKind::Class:
      if (is_library_class(member.facts) && !is_library_input(member.facts))
        return left_out(fmt::format("{} has the type {}, which cannot be an input", member.name, member.type));
      if (needs_own_state(member.facts))
        planned.note =
            fmt::format("{} is a {}, a class that needs a FORALL_STATE of its own", member.name, member.facts.spelling);
      return;
    case TypeKind::Pointer:
      if (member.pointee.kind == TypeKind::Void)
        return left_out(fmt::format("{} may point to anything, which cannot be an input", member.name));
      if (!member.pointee.is_complete)
        return left_out(
            fmt::format("{} points to {}, which the header only declares", member.name, member.pointee.spelling));
      if (needs_own_state(member.pointee))
        planned.note = fmt::format("{} points to a {}, a class that needs a FORALL_STATE of its own", member.name,
                                   member.pointee.spelling);
      return;
    case TypeKind::Union:
    case TypeKind::Function:
    case TypeKind::Void:
    case TypeKind::Other:
      return left_out(fmt::format("{} has the type {}, which cannot be an input", member.name, member.type));
  }
}

void plan_arrays(StatePlan& plan) {
  const ArrayGuesses guesses = guess_arrays(plan.model.members);
  for (const ArrayGuess& guess : guesses.sure) {
    PlannedMember& items = plan.members[guess.items];
    PlannedMember& count = plan.members[guess.count];
    if (items.listing != Listing::Member || count.listing != Listing::Member) continue;
    items.listing = Listing::Array;
    items.count = count.member.name;
    items.note = fmt::format(
        "array_of({0}, {1}) is guessed from the names: {0} points to an array of its own with {1} elements{2}{3}",
        items.member.name, items.count, items.note.empty() ? "" : "; ", items.note);
    count.listing = Listing::Count;
    for (const PlannedMember& other : plan.members) {
      if (other.listing == Listing::Member && &other != &count && says_size(other.member) && !says_size(count.member) &&
          other.member.declared_in == count.member.declared_in)
        plan.hints.push_back(
            fmt::format("FORALL_MEMBER(object, {}) <= FORALL_MEMBER(object, {})", other.member.name, items.count));
    }
  }
  for (const ArrayGuess& guess : guesses.doubtful) {
    PlannedMember& items = plan.members[guess.items];
    if (items.listing != Listing::Member) continue;
    items.note = fmt::format(
        "{0} is a reference to one object; if it is an array with {1} elements, write array_of({0}, {1}), "
        "once for each {1}",
        items.member.name, plan.members[guess.count].member.name);
  }
}

void plan_constructors(StatePlan& plan) {
  for (const Constructor& constructor : plan.model.constructors) {
    const bool takes_inputs =
        std::all_of(constructor.parameters.begin(), constructor.parameters.end(), [](const Member& parameter) {
          PlannedMember planned{.member = parameter};
          plan_member(planned);
          return planned.listing == Listing::Member;
        });
    if (takes_inputs) plan.constructors.push_back(constructor);
  }
  std::stable_sort(plan.constructors.begin(), plan.constructors.end(), [](const Constructor& a, const Constructor& b) {
    return a.parameters.size() > b.parameters.size();
  });
}

Remedy remedy_for(const StatePlan& plan) {
  const ClassModel& model = plan.model;
  const TypeFacts type{.kind = TypeKind::Class, .spelling = model.spelling};
  if (model.is_aggregate || (is_library_class(type) && is_library_input(type))) return Remedy::Nothing;
  if (model.is_abstract) return Remedy::Subtypes;
  const Remedy no_state = plan.constructors.empty() ? Remedy::Factory : Remedy::Constructor;
  // Raw memory has neither vtables nor the offsets of virtual bases.
  if (!model.is_polymorphic && model.has_virtual_base) return no_state;
  if (model.is_polymorphic && !model.is_default_constructible) return no_state;
  const bool has_state = std::any_of(plan.members.begin(), plan.members.end(), [](const PlannedMember& planned) {
    return planned.listing == Listing::Member || planned.listing == Listing::Array;
  });
  return has_state ? Remedy::State : no_state;
}

}  // namespace

const char* to_string(Listing listing) {
  switch (listing) {
    case Listing::Member: return "member";
    case Listing::Array: return "array_of";
    case Listing::Count: return "count";
    case Listing::LeftOut: return "left out";
    case Listing::Impossible: return "impossible";
  }
  return "";
}

const char* to_string(Remedy remedy) {
  switch (remedy) {
    case Remedy::Nothing: return "nothing";
    case Remedy::State: return "state";
    case Remedy::Subtypes: return "subtypes";
    case Remedy::Constructor: return "constructor";
    case Remedy::Factory: return "factory";
  }
  return "";
}

StatePlan plan_state(ClassModel model) {
  StatePlan plan{.model = std::move(model)};
  plan.name = plan.model.name;
  if (!plan.model.arguments.empty()) plan.name = plan.alias = alias_name(plan.model.simple_name, plan.model.arguments);
  for (const Member& member : plan.model.members)
    plan_member(plan.members.emplace_back(PlannedMember{.member = member}));
  plan_arrays(plan);
  plan_constructors(plan);
  plan.remedy = remedy_for(plan);
  return plan;
}

}  // namespace forall::frontend
