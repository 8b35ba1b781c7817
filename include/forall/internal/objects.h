// Objects of the user's classes, and references to objects.
//
// An object is made in the first of these ways that its class has:
//   a domain         FORALL_ARBITRARY(Class, domain): one of its values
//   a factory        FORALL_FACTORY(Class, function): the function is called with inputs
//   its state        FORALL_STATE(Class, members...): raw memory whose members become inputs; a polymorphic class is
//                    constructed by default first, because of its virtual functions
//   its members      an aggregate
//   a constructor    FORALL_CONSTRUCTOR(Class, parameters...): it is called with inputs
// A class that has only FORALL_AXIOMS has objects only where the axioms stand in for it. In each case FORALL_INVARIANT
// then says which of the objects can exist.
//
// A pointer is null, points to its own object, or to any object of the same class (or a subtype) that existed before
// it. The runtime decides which when it is dereferenced, and only then has the object built, by the function in its
// ForallClass.
#ifndef FORALL_INTERNAL_OBJECTS_H_
#define FORALL_INTERNAL_OBJECTS_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

#include "forall/axioms.h"
#include "forall/engine.h"
#include "forall/internal/adapter.h"
#include "forall/internal/declared_names.h"

namespace forall::internal {

// A member of a state or aggregate is built in its place.
template <class T, class Source>
void build_member(Source& source, const char* name, T& raw) {
  using Plain = std::remove_const_t<T>;
  build_input(source, name, const_cast<Plain*>(std::addressof(raw)));
}

// --- factories and constructors

template <class Function>
struct FunctionFacts;
template <class R, class... Ps>
struct FunctionFacts<R (*)(Ps...)> {
  using Result = R;
  using Parameters = TypeList<Ps...>;
};
template <class R, class... Ps>
struct FunctionFacts<R (*)(Ps...) noexcept> : FunctionFacts<R (*)(Ps...)> {};

template <class List>
struct EndedList;
template <class... Ps>
struct EndedList<TypeList<Ps...>> {
  using Type = TypeList<Ps..., EndOfNames>;
};
template <class List>
using WithEnd = typename EndedList<List>::Type;

template <class T>
struct FactoryCall {
  using Facts = FunctionFacts<std::remove_const_t<decltype(FactoryOf<T>::kFunction)>>;
  using Parameters = typename Facts::Parameters;
  static_assert(std::is_same_v<std::remove_cv_t<typename Facts::Result>, T>,
                "forall: the function of a FORALL_FACTORY must return an object of its class");
  FORALL_INTERNAL_BOOKKEEPING static std::string callee() { return FactoryOf<T>::kText; }
  FORALL_INTERNAL_BOOKKEEPING static std::string origin() { return joined({"by the factory ", FactoryOf<T>::kText}); }
  static constexpr const char* kNames = FactoryOf<T>::kNames;
  template <class... Arguments>
  static void make(T* place, Arguments&&... arguments) {
    using Named = typename FactoryOf<T>::Named;
    static_assert(std::is_same_v<Named, TypeList<EndOfNames>> || std::is_same_v<Named, WithEnd<Parameters>>,
                  "forall: the parameters that a FORALL_FACTORY names must be those of its function");
    new (place) T(FactoryOf<T>::kFunction(std::forward<Arguments>(arguments)...));
  }
};

template <class T>
struct ConstructorCall {
  using Parameters = typename ConstructorOf<T>::Parameters;
  FORALL_INTERNAL_BOOKKEEPING static std::string callee() { return type_spelling<T>(); }
  FORALL_INTERNAL_BOOKKEEPING static std::string origin() { return "by a constructor"; }
  static constexpr const char* kNames = ConstructorOf<T>::kText;
  template <class... Arguments>
  static void make(T* place, Arguments&&... arguments) {
    new (place) T(std::forward<Arguments>(arguments)...);
  }
};

// An object made by a call whose arguments are inputs. Arguments for which the call throws make no object.
template <class T, class Call, class Parameters = typename Call::Parameters>
struct CallAdapter;
template <class T, class Call, class... Ps>
struct CallAdapter<T, Call, TypeList<Ps...>> {
  static constexpr bool kIsSupported = (is_supported<Stored<Ps>>() && ...);
  static constexpr bool kCanFlatten = false;
  static constexpr bool kIsValue = false;

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    TypeDescription result;
    result.kind = TypeDescription::Kind::Call;
    result.spelling = type_spelling<T>();
    result.callee = Call::callee();
    describer.add_origin(result.spelling, Call::origin().c_str());
    (result.parts.push_back(describe_type<Stored<Ps>>(describer)), ...);
    for (std::size_t i = 0; i < sizeof...(Ps); ++i) result.part_names.push_back(declared_name(Call::kNames, i).text);
    return result;
  }
  template <class Source>
  static void build(Source& source, const char* name, T* place) {
    build_with(source, name, place, std::index_sequence_for<Ps...>{});
  }
  template <class Sink>
  static void flatten(Sink&, const char*, const T&) {
    static_assert(!std::is_same_v<Sink, Sink>, "forall: an object that a call makes cannot be a seed or observed");
  }

 private:
  template <class P, std::size_t kIndex, class Source>
  static Stored<P>* argument(Source& source, const char* name) {
    static constexpr DeclaredName kName = declared_name(Call::kNames, kIndex);
    auto* place = static_cast<Stored<P>*>(source.allocate(sizeof(Stored<P>), alignof(Stored<P>)));
    build_input(source, source.member(name, kName.text), place);
    return place;
  }
  template <class Source, std::size_t... kIndices>
  static void build_with([[maybe_unused]] Source& source, [[maybe_unused]] const char* name, T* place,
                         std::index_sequence<kIndices...>) {
    [[maybe_unused]] const std::tuple<Stored<Ps>*...> arguments{argument<Ps, kIndices>(source, name)...};
    source.begin_building();
    try {
      Call::make(place, static_cast<Ps&&>(*std::get<kIndices>(arguments))...);
    } catch (...) {
      source.assume(false);
    }
    source.end_building();
  }
};

// --- state

template <class Field>
struct FieldFacts;
template <auto kMember>
struct FieldFacts<StateMember<kMember>> {
  static constexpr bool kIsArray = false;
  static constexpr std::size_t kNames = 1;
};
template <auto kItems, auto kCount>
struct FieldFacts<StateArray<kItems, kCount>> {
  static constexpr bool kIsArray = true;
  static constexpr std::size_t kNames = 2;
};

template <class T>
struct StateAdapter {
  static constexpr bool kIsSupported = true;
  static constexpr bool kCanFlatten = false;
  static constexpr bool kIsValue = false;
  static constexpr bool kIsConstructed = std::is_polymorphic_v<T> && std::is_default_constructible_v<T>;
  static_assert(!std::is_polymorphic_v<T> || kIsConstructed || std::is_abstract_v<T>,
                "forall: a class with virtual functions needs a default constructor to be made by its FORALL_STATE; "
                "give a function that makes one: FORALL_FACTORY(Class, function);");

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    TypeDescription result;
    result.kind = TypeDescription::Kind::Object;
    result.spelling = type_spelling<T>();
    result.has_default = kIsConstructed;
    describer.add_origin(result.spelling, "by its state");
    describe_fields(result, describer, StateFields<T>{});
    return result;
  }
  template <class Source>
  static void build(Source& source, const char* name, T* place) {
    if constexpr (kIsConstructed) {
      construct(source, place);
    } else {
      std::memset(static_cast<void*>(place), 0, sizeof(T));
    }
    build_fields(source, name, *place, StateFields<T>{});
  }
  template <class Sink>
  static void flatten(Sink&, const char*, const T&) {
    static_assert(!std::is_same_v<Sink, Sink>,
                  "forall: an object with a FORALL_STATE cannot be a seed or observed; observe its parts");
  }

 private:
  // Axioms about its members include exceptions of their constructors; the state does not depend on them.
  template <class Source>
  static void construct(Source& source, T* place) {
    if (!source.stands_in()) {
      new (place) T();
      return;
    }
    try {
      new (place) T();
    } catch (...) {
      source.assume(false);
    }
  }
  static std::string name_of(std::size_t index) { return std::string(state_name(StateNames<T>::kText, index)); }
  // Several arrays may share one count, which may be listed as a member, too: it is one input.
  static constexpr bool is_named_before(std::size_t index) {
    const std::string_view text = StateNames<T>::kText;
    return state_index(text, state_name(text, index)) < index;
  }
  template <class Member>
  using TypeOf = std::remove_cv_t<std::remove_reference_t<decltype(Member::in(std::declval<T&>()))>>;

  template <class... Fields>
  FORALL_INTERNAL_BOOKKEEPING static void describe_fields(TypeDescription& result, Describer& describer,
                                                          std::tuple<Fields...>) {
    std::size_t index = 0;
    ((describe_field(result, describer, Fields{}, index), index += FieldFacts<Fields>::kNames), ...);
  }
  template <auto kMember>
  FORALL_INTERNAL_BOOKKEEPING static void describe_field(TypeDescription& result, Describer& describer,
                                                         StateMember<kMember>, std::size_t index) {
    using Member = TypeOf<StateMember<kMember>>;
    static_assert(is_supported<Member>(), "forall: a member in a FORALL_STATE has a type that cannot be an input");
    if (is_named_before(index)) return;
    result.part_names.push_back(name_of(index));
    result.parts.push_back(describe_type<Member>(describer));
  }
  // The count belongs to the array, so it is not a separate part of the description.
  template <auto kItems, auto kCount>
  FORALL_INTERNAL_BOOKKEEPING static void describe_field(TypeDescription& result, Describer& describer,
                                                         StateArray<kItems, kCount>, std::size_t index) {
    using Element = std::remove_pointer_t<TypeOf<StateMember<kItems>>>;
    static_assert(is_supported<std::remove_cv_t<Element>>(),
                  "forall: the elements of an array_of have a type that cannot be an input");
    TypeDescription array;
    array.kind = TypeDescription::Kind::Sequence;
    array.spelling = joined({type_spelling<Element>(), "*"});
    array.is_view = true;
    array.callee = name_of(index + 1);
    array.parts.push_back(describe_type<std::remove_cv_t<Element>>(describer));
    result.part_names.push_back(name_of(index));
    result.parts.push_back(array);
    if (is_named_before(index + 1)) return;
    result.part_names.push_back(name_of(index + 1));
    result.parts.push_back(describe_type<TypeOf<StateMember<kCount>>>(describer));
  }

  template <class Source, class... Fields>
  static void build_fields([[maybe_unused]] Source& source, [[maybe_unused]] const char* name,
                           [[maybe_unused]] T& object, std::tuple<Fields...>) {
    [[maybe_unused]] std::size_t index = 0;
    ((build_field(source, name, object, Fields{}, index), index += FieldFacts<Fields>::kNames), ...);
  }
  template <class Source>
  static const char* part(Source& source, const char* name, std::size_t index) {
    const std::string_view member = state_name(StateNames<T>::kText, index);
    char* text = static_cast<char*>(source.allocate(member.size() + 1, 1));
    std::memcpy(text, member.data(), member.size());
    text[member.size()] = '\0';
    return source.member(name, text);
  }
  template <class Source, auto kMember>
  static void build_field(Source& source, const char* name, T& object, StateMember<kMember>, std::size_t index) {
    if (is_named_before(index)) return;
    auto& member = StateMember<kMember>::in(object);
    if constexpr (kIsConstructed) {
      rebuild_input(source, part(source, name, index), member);
    } else {
      build_member(source, part(source, name, index), member);
    }
  }
  template <class Source, auto kItems, auto kCount>
  static void build_field(Source& source, const char* name, T& object, StateArray<kItems, kCount>, std::size_t index) {
    auto& items = StateMember<kItems>::in(object);
    auto& count = StateMember<kCount>::in(object);
    using Element = std::remove_cv_t<std::remove_pointer_t<TypeOf<StateMember<kItems>>>>;
    const char* items_name = part(source, name, index);
    if (!is_named_before(index + 1)) {
      source.scalar(part(source, name, index + 1), std::addressof(count), TypeOf<StateMember<kCount>>{});
    }
    const std::size_t room = source.room_for(static_cast<std::size_t>(count), source.room());
    source.bound_length(count, room, "arrays");
    source.begin_building();
    auto* block = static_cast<Element*>(::operator new[](room * sizeof(Element)));
    source.end_building();
    // Owners past the end would count as owners, so the number of elements is decided.
    constexpr bool kIsUnseen = Adapter<Element>::kIsValue || std::is_pointer_v<Element>;
    for (std::size_t i = 0; i < room && (kIsUnseen || i < static_cast<std::size_t>(count)); ++i) {
      build_input(source, source.element(items_name, i), block + i);
    }
    source.extent(block, std::addressof(count), sizeof count, sizeof(Element));
    const_cast<std::remove_const_t<std::remove_reference_t<decltype(items)>>&>(items) = block;
  }
};

// --- aggregates

template <class T>
struct AggregateAdapter {
  template <class... Members>
  static constexpr bool are_supported(TypeList<Members...>) {
    return (is_supported<std::remove_cv_t<Members>>() && ...);
  }
  template <class... Members>
  static constexpr bool are_values(TypeList<Members...>) {
    return (Adapter<std::remove_cv_t<Members>>::kIsValue && ...);
  }
  template <class... Members>
  static constexpr bool can_flatten(TypeList<Members...>) {
    return (Adapter<std::remove_cv_t<Members>>::kCanFlatten && ...);
  }
  static constexpr bool kIsSupported = are_supported(MemberTypes<T>{});
  static constexpr bool kCanFlatten = can_flatten(MemberTypes<T>{});
  // With an invariant, not every element that there is room for is a valid object.
  static constexpr bool kIsValue = are_values(MemberTypes<T>{}) && !InvariantOf<T>::kExists;

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    return describe_members(describer, MemberTypes<T>{}, std::make_index_sequence<count_members<T>()>{});
  }
  template <class Source>
  static void build(Source& source, const char* name, T* place) {
    // Members that axioms stand in for are not constructed first: each constructor call would be a call of the run.
    if (source.stands_in()) return build_in_raw_memory(source, name, place);
    new (place) T(T{});  // g++ treats `new T{}` as a constructor call
    std::size_t index = 0;
    with_members(*place, [&](auto&... members) {
      (rebuild_input(source, source.member(name, kNames<T>[index++].c_str()), members), ...);
    });
  }
  template <class Sink>
  static void flatten(Sink& sink, const char* name, const T& value) {
    static_cast<void>(&kNames<T>);
    const std::vector<std::string>& part_names = stored_names<T>();  // seeds come before main
    std::size_t index = 0;
    with_members(value, [&](auto&... members) {
      (flatten_value(sink, sink.member(name, part_names[index++].c_str()), members), ...);
    });
  }
  template <std::size_t kIndex>
  static const char* name() {
    return kNames<T>[kIndex].c_str();
  }

 private:
  template <class Source>
  static void build_in_raw_memory(Source& source, const char* name, T* place) {
    std::memset(static_cast<void*>(place), 0, sizeof(T));
    std::size_t index = 0;
    with_members(*place, [&](auto&... members) {
      (build_member(source, source.member(name, kNames<T>[index++].c_str()), members), ...);
    });
  }
  template <class U, std::size_t... kIndices>
  FORALL_INTERNAL_BOOKKEEPING static std::vector<std::string> names(std::index_sequence<kIndices...>) {
    return {member_name<U, kIndices>()...};
  }
  template <class U>
  FORALL_INTERNAL_BOOKKEEPING static const std::vector<std::string>& stored_names() {
    static const std::vector<std::string> stored = names<U>(std::make_index_sequence<count_members<U>()>{});
    return stored;
  }
  // Made before main: once inputs exist, only explored code may run.
  template <class U>
  static inline const std::vector<std::string>& kNames = stored_names<U>();

  template <class... Members, std::size_t... kIndices>
  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe_members(Describer& describer, TypeList<Members...>,
                                                                      std::index_sequence<kIndices...>) {
    TypeDescription result;
    result.kind = TypeDescription::Kind::Aggregate;
    result.spelling = type_spelling<T>();
    (result.parts.push_back(describe_type<std::remove_cv_t<Members>>(describer)), ...);
    (result.part_names.push_back(member_name<T, kIndices>()), ...);
    return result;
  }
};

// A domain of the user; see domains.h.
template <class T>
struct ArbitraryAdapter;

// A class of which only the axioms are known.
template <class T>
struct UnmadeAdapter {
  static constexpr bool kIsSupported = true;
  static constexpr bool kCanFlatten = false;
  static constexpr bool kIsValue = false;

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    TypeDescription result;
    result.kind = TypeDescription::Kind::Object;
    result.spelling = type_spelling<T>();
    result.has_default = false;
    describer.add_origin(result.spelling, "by its axioms only");
    return result;
  }
  template <class Source>
  static void build(Source& source, const char*, T*) {
    source.not_made(kSpelling<T>.c_str());
  }
  template <class Sink>
  static void flatten(Sink&, const char*, const T&) {
    static_assert(!std::is_same_v<Sink, Sink>, "forall: an object of which only axioms are known cannot be observed");
  }

 private:
  template <class U>
  static inline const std::string kSpelling = type_spelling<U>();
};

// Allowed only as a reference, whose objects are of another class.
template <class T>
struct AbstractAdapter {
  static constexpr bool kIsSupported = SubtypesOf<T>::kExists;
  static constexpr bool kCanFlatten = false;
  static constexpr bool kIsValue = false;

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer&) {
    TypeDescription result;
    result.kind = TypeDescription::Kind::Object;
    result.spelling = type_spelling<T>();
    return result;
  }
};

// A mock; see mocks.h.
template <class T>
struct MockAdapter;

template <class T>
constexpr auto select_class_adapter() {
  if constexpr (MockOf<T>::kExists) {
    return Chosen<MockAdapter<T>>{};
  } else if constexpr (IsMocked<T>::kValue ||
                       (std::is_abstract_v<T> && (SubtypesOf<T>::kExists || !AxiomsOf<T>::kExists))) {
    return Chosen<AbstractAdapter<T>>{};
  } else if constexpr (std::is_abstract_v<T>) {
    return Chosen<UnmadeAdapter<T>>{};
  } else if constexpr (ArbitraryOf<T>::kExists) {
    return Chosen<ArbitraryAdapter<T>>{};
  } else if constexpr (FactoryOf<T>::kExists) {
    return Chosen<CallAdapter<T, FactoryCall<T>>>{};
  } else if constexpr (kHasState<T>) {
    return Chosen<StateAdapter<T>>{};
  } else if constexpr (is_decomposable<T>()) {
    return Chosen<AggregateAdapter<T>>{};
  } else if constexpr (ConstructorOf<T>::kExists) {
    return Chosen<CallAdapter<T, ConstructorCall<T>>>{};
  } else if constexpr (AxiomsOf<T>::kExists) {
    return Chosen<UnmadeAdapter<T>>{};
  } else {
    return Chosen<NoAdapter>{};
  }
}
template <class T>
struct ClassAdapter : decltype(select_class_adapter<T>())::Type {};

// Is there no way to make such a value unless axioms stand in for it?
template <class T>
inline constexpr bool kNeedsAxioms = std::is_base_of_v<UnmadeAdapter<T>, Adapter<T>>;
template <class T>
inline constexpr bool kNeedsAxioms<T*> = kNeedsAxioms<std::remove_cv_t<T>>;
template <class T>
inline constexpr bool kNeedsAxioms<std::unique_ptr<T>> = kNeedsAxioms<std::remove_cv_t<T>>;
template <class T>
inline constexpr bool kNeedsAxioms<std::shared_ptr<T>> = kNeedsAxioms<std::remove_cv_t<T>>;

// --- references

// Objects that shared pointers own are never those of other pointers, and so have separate classes.
struct Shared {};
template <class T, class Owner = void>
struct ClassOf;

template <class T>
inline constexpr bool kNeedsMock = std::is_abstract_v<T> && !SubtypesOf<T>::kExists && !AxiomsOf<T>::kExists;

// Fails to compile for an interface of which no objects can be made.
template <class T>
struct RequireMock {
  static_assert(!kNeedsMock<T>,
                "forall: nothing says what the objects of this abstract class are. `forall mock Class --in header.h "
                "--out class_mock.h` writes a class whose objects do anything that the interface allows: include it "
                "before the test. Or name classes that exist: FORALL_SUBTYPES(Class, Derived1, Derived2);");
};
// Has compilers say where the interface is.
template <class T>
struct ShowInterface {
  T object;
};
template <class T>
struct RequireObjects : RequireMock<T>, ShowInterface<std::conditional_t<kNeedsMock<T>, T, int>> {};

template <class T>
struct RequirePointee : RequireObjects<T> {
  static_assert(
      is_supported<T>() || std::is_abstract_v<T>,
      "forall: no way to make an object that this pointer or reference can refer to is known. Write one of these at "
      "global scope before the test: FORALL_STATE(Class, member1, member2); FORALL_FACTORY(Class, "
      "function_that_makes_one); `forall reflect Class --in header.h` writes the first");
};

template <class Base, class... Derived>
struct SubtypeTable {
  static const ForallClass* const kClasses[sizeof...(Derived)];
  static const std::ptrdiff_t kOffsets[sizeof...(Derived)];
};

// The offset of the base class in an object of class Derived.
template <class Base, class Derived>
std::ptrdiff_t offset_of_base() {
  constexpr std::uintptr_t kSomewhere = 1U << 20U;
  auto* derived = reinterpret_cast<Derived*>(kSomewhere);
  return static_cast<std::ptrdiff_t>(reinterpret_cast<std::uintptr_t>(static_cast<Base*>(derived)) - kSomewhere);
}

// Describes the class once, under its name, and also the classes that it points to.
template <class T>
FORALL_INTERNAL_BOOKKEEPING void describe_class(Describer& describer);

template <class... Ts>
FORALL_INTERNAL_BOOKKEEPING void describe_classes(Describer& describer, TypeList<Ts...>) {
  (describe_class<Ts>(describer), ...);
}

template <class T>
FORALL_INTERNAL_BOOKKEEPING void describe_class(Describer& describer) {
  static_cast<void>(sizeof(RequirePointee<T>));
  const std::string spelling = type_spelling<T>();
  if (describer.classes.count(spelling) != 0) return;
  describer.classes[spelling].spelling = spelling;
  if constexpr (is_supported<T>()) {
    TypeDescription described = describe_type<T>(describer);
    describer.classes[spelling] = std::move(described);
  }
  if constexpr (SubtypesOf<T>::kExists) describe_classes(describer, typename SubtypesOf<T>::Types{});
}

template <class T, const char* kOwnership>
struct PointerDescription {
  using Pointee = std::remove_cv_t<T>;
  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer, const std::string& spelling) {
    TypeDescription result;
    result.kind = TypeDescription::Kind::Pointer;
    result.spelling = spelling;
    result.pointee = type_spelling<Pointee>();
    result.ownership = kOwnership;
    describe_class<Pointee>(describer);
    return result;
  }
};
inline constexpr char kNotOwned[] = "none";

// Pointers to objects; not to functions or void, nor to characters, which become strings.
template <class T>
inline constexpr bool kIsReferable =
    std::is_object_v<T> && !std::is_same_v<std::remove_cv_t<T>, char> && !std::is_volatile_v<T>;

template <class T>
struct LibraryAdapter<T*> {
  static constexpr bool kIsSupported = kIsReferable<T>;
  static constexpr bool kCanFlatten = true;
  static constexpr bool kIsValue = false;
  using Pointee = std::remove_cv_t<T>;

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    return PointerDescription<T, kNotOwned>::describe(describer, type_spelling<T*>());
  }
  template <class Source>
  static void build(Source& source, const char* name, T** place) {
    static_cast<void>(sizeof(RequirePointee<Pointee>));
    *place = nullptr;
    source.pointer(name, reinterpret_cast<void**>(const_cast<Pointee**>(place)), ClassOf<Pointee>::get(),
                   FORALL_MAY_BE_NULL | FORALL_MAY_BE_FRESH | FORALL_MAY_ALIAS);
  }
  template <class Sink>
  static void flatten(Sink& sink, const char* name, T* const& value) {
    sink.null_pointer(name, value == nullptr);
  }
};

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_OBJECTS_H_
