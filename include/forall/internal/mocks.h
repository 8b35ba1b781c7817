// Classes of mocks (forall/mock.h), and functions about which nothing is known: std::function and pointers to functions.
#ifndef FORALL_INTERNAL_MOCKS_H_
#define FORALL_INTERNAL_MOCKS_H_

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "forall/internal/mock_calls.h"
#include "forall/internal/mock_settings.h"
#include "forall/internal/protocols.h"

namespace forall {

// What emitted tests need to know of a virtual function.
struct MockTexts {
  const char* name;        // read
  const char* label;       // read(): names the inputs, and differs between overloads
  const char* id;          // an identifier that no other function of the interface has
  const char* parameters;  // buffer,size
  const char* signature;   // std::size_t read(char* buffer, std::size_t size) override
  const char* gmock;       // MOCK_METHOD(std::size_t, read, (char* buffer, std::size_t size), (override));
};
template <class Signature>
struct MockMethod;
template <class R, class... Ps>
struct MockMethod<R(Ps...)> : MockTexts {};
template <class R, class... Ps>
constexpr MockMethod<R(Ps...)> method(const MockTexts& texts) {
  return {texts};
}

// The base of a mock: its name and how often each of its functions was called.
template <std::size_t kMethods>
struct MockObject {
  MockObject() = default;
  MockObject(const MockObject&) = delete;
  MockObject& operator=(const MockObject&) = delete;
  ~MockObject() { forall_end.end(); }

  const char* forall_name = "";
  mutable unsigned forall_calls[kMethods == 0 ? 1 : kMethods] = {};
  mutable internal::MockProtocol::Positions forall_state = 0;
  mutable const void* forall_answers = nullptr;
  internal::MockWithEnd forall_end = {};
};

namespace internal {

template <class R, class Source, class Observe, class... Arguments>
R answer_call(Source& source, const char* call, unsigned method, const Observe& observe,
              const Arguments&... arguments) {
  observe(call, method);
  (arguments.record(source, call, observe), ...);
  (arguments.write(source, call), ...);
  return make_result<R>(source, call);
}

// What does not depend on the interface is compiled once for all mocks of a file.
#define FORALL_INTERNAL_SHARED __attribute__((noinline))

// The name of a call, which is recorded. `number` counts those of the method.
template <class Source, class Observe>
FORALL_INTERNAL_SHARED const char* begin_call(Source& source, const char* object, unsigned& number, unsigned method,
                                              const char* label, const Observe& observe) {
  source.limit_calls(++number);
  const char* const call = source.member(object, numbered(source, label, number));
  observe(call, method);
  return call;
}

// Fails the test, or ends the run, if a call is out of order.
template <class Source, class Observe>
FORALL_INTERNAL_SHARED void check_order(Source& source, const char* call, const void* interface,
                                        MockProtocol::Positions& state, const MockTexts& method,
                                        const Observe& observe) {
  const MockProtocol* protocol = MockProtocol::of(interface);
  if (protocol == nullptr || protocol->step(state, method.name)) return;
  if (protocol->is_assumed()) return source.assume(false);
  observe(source.member(call, "out_of_order()"), true);
  GTEST_MESSAGE_AT_(protocol->file(), protocol->line(), "a call out of order",
                    ::testing::TestPartResult::kNonFatalFailure)
      << protocol->interface_name() << ": " << method.label << ", where the protocol is " << protocol->text();
}

template <class Source, class Observe>
FORALL_INTERNAL_SHARED void fail_at_end(Source& source, const MockProtocol& protocol, const char* name,
                                        const Observe& observe) {
  if (protocol.is_assumed()) return source.assume(false);
  observe(source.member(name, "unfinished()"), true);
  GTEST_MESSAGE_AT_(protocol.file(), protocol.line(), "a protocol that is not followed to its end",
                    ::testing::TestPartResult::kNonFatalFailure)
      << protocol.interface_name() << ": the protocol is " << protocol.text();
}

#if FORALL_INTERNAL_EXPLORED
// Where laws stand in for mocks, nobody checks the order of calls.
template <class Interface>
void note_protocol(Chosen<Interface>) {
  const MockProtocol* protocol = MockProtocol::of(&kClassTag<Interface>);
  if (protocol == nullptr) return;
  __forall_not_shown(FORALL_LEDGER_UNSUPPORTED_CODE,
                     "a protocol of an interface that laws stand in for is not checked");
}
#endif

template <class R, class T>
auto kept_result(T& result) {
  if constexpr (std::is_reference_v<R>) {
    return std::addressof(result);
  } else {
    return result;
  }
}

// Earlier answers of functions that are const, for mocks that are deterministic.
struct AnyAnswer {
  const AnyAnswer* before;
  std::size_t method;
  unsigned number;  // of the call
};
template <class R, class... Arguments>
struct MockAnswer : AnyAnswer {
  static constexpr bool kExists = (Arguments::kIsCompared && ...) &&
                                  (std::is_reference_v<R> || (!std::is_void_v<R> && std::is_copy_constructible_v<R>));
  using Result =
      std::conditional_t<!kExists, char,
                         std::conditional_t<std::is_reference_v<R>, std::remove_reference_t<R>*, std::remove_cv_t<R>>>;
  std::tuple<std::conditional_t<kExists, typename Arguments::Plain, char>...> arguments;
  Result result;

  static const MockAnswer* find(const void* first, std::size_t method, const Arguments&... arguments) {
    for (auto* each = static_cast<const AnyAnswer*>(first); each != nullptr; each = each->before) {
      if (each->method != method) continue;
      const auto* answer = static_cast<const MockAnswer*>(each);
      if (answer->arguments == std::tie(arguments.value...)) return answer;
    }
    return nullptr;
  }
};

}  // namespace internal

#if FORALL_INTERNAL_EXPLORED
inline namespace explored {
#else
inline namespace replayed {
#endif

struct ObserveArgument {
  template <class T>
  void operator()(const char* name, const T& value) const {
    mode::observe(name, value);
  }
};

// At the end of the life of a mock, or of the test.
inline void check_end(const internal::MockWithEnd& mock) {
  const internal::MockProtocol& protocol = *internal::MockProtocol::of(mock.interface);
  if (protocol.is_at_end(*mock.state)) return;
  mode::with_mock_source([&](auto& source) { internal::fail_at_end(source, protocol, mock.name, ObserveArgument{}); });
}

// The body of a mocked function, the kMethod-th of its class.
#if defined(FORALL_CLOSED_TESTS)
// Closed tests have mocks of their own, so nothing calls this one.
template <class R, std::size_t kMethod, class Self, class... Arguments>
[[noreturn]] R mocked(Self&, const Arguments&...) {
  std::abort();
}
#else
template <class R, std::size_t kMethod, class Self, class... Arguments>
R mocked(Self& self, const Arguments&... arguments) {
  using Mock = std::remove_cv_t<Self>;
  using Answer = internal::MockAnswer<R, Arguments...>;
  constexpr const void* kInterface = &internal::kClassTag<typename internal::MockOf<Mock>::Interface>;
  const Mock& object = const_cast<const Mock&>(self);
  return mode::with_mock_source([&](auto& source) -> R {
    static constexpr MockTexts texts = std::get<kMethod>(Mock::forall_methods());
    const ObserveArgument observe;
    unsigned& calls = object.forall_calls[kMethod];
    const char* const call = internal::begin_call(source, object.forall_name, calls, kMethod, texts.label, observe);
    [[maybe_unused]] const unsigned number = calls;  // the call may lead to others
    (arguments.record(source, call, observe), ...);
    internal::check_order(source, call, kInterface, object.forall_state, texts, observe);
    [[maybe_unused]] bool is_remembered = false;
    if constexpr (!std::is_const_v<Self>) {
      object.forall_answers = nullptr;
    } else if constexpr (Answer::kExists) {
      is_remembered = internal::MockSettings::is_deterministic(kInterface);
      const Answer* same = is_remembered ? Answer::find(object.forall_answers, kMethod, arguments...) : nullptr;
      if (same != nullptr) {
        observe(source.member(call, "same()"), same->number);
        if constexpr (std::is_reference_v<R>) {
          return static_cast<R>(*same->result);
        } else {
          return same->result;
        }
      }
    }
    (arguments.write(source, call), ...);
    internal::throw_if_chosen(source, call, kInterface, texts.name);
    if constexpr (!std::is_void_v<R>) {
      std::conditional_t<std::is_reference_v<R>, R, std::remove_cv_t<R>> result =
          internal::make_result<R>(source, call);
      internal::assume_in_domains(source, kInterface, texts.name, std::addressof(result));
      if constexpr (std::is_const_v<Self> && Answer::kExists) {
        if (is_remembered) {
          typename Answer::Result kept = internal::kept_result<R>(result);
          object.forall_answers = new (source.template array<Answer>(1))
              Answer{{static_cast<const internal::AnyAnswer*>(object.forall_answers), kMethod, number},
                     {arguments.value...},
                     kept};
        }
      }
      if constexpr (std::is_reference_v<R>) {
        return static_cast<R>(result);
      } else {
        return result;
      }
    }
  });
}

#endif

}  // namespace

namespace internal {

template <class Signature>
struct DescribeMethod;
template <class R, class... Ps>
struct DescribeMethod<MockMethod<R(Ps...)>> {
  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer, const MockTexts& texts,
                                                              const void* interface) {
    TypeDescription result;
    result.kind = TypeDescription::Kind::Method;
    result.spelling = type_spelling<R(Ps...)>();
    result.callee = joined({texts.signature, "\n", texts.gmock, "\n"});
    result.pointee = texts.id;
    add<R>(result, describer, "result");
    [[maybe_unused]] std::size_t position = 0;
    (add<Passed<Ps>>(result, describer, std::string(state_name(texts.parameters, position++))), ...);
    position = 0;
    ((result.callee +=
      joined({position == 0 ? "" : ",", std::is_pointer_v<Ps> ? "*" : "", state_name(texts.parameters, position)}),
      ++position),
     ...);
    for (const MockThrows* each = MockThrows::first(); each != nullptr; each = each->next) {
      if (!each->is_of(interface, texts.name)) continue;
      result.part_names.emplace_back("throws()");
      result.parts.emplace_back();
      result.parts.back().kind = TypeDescription::Kind::Made;
      result.parts.back().spelling = each->spelling;
    }
    return result;
  }

 private:
  // What a call records or writes: of a pointer, what it points to.
  template <class P>
  static constexpr auto passed() {
    using T = std::remove_reference_t<P>;
    if constexpr (std::is_array_v<T>) {
      return Chosen<std::remove_extent_t<T>>{};
    } else if constexpr (kIsSpan<std::remove_cv_t<T>>) {
      return Chosen<typename T::element_type>{};
    } else if constexpr (!std::is_pointer_v<P> || CallableFacts<P>::kIsCallable) {
      return Chosen<T>{};
    } else if constexpr (std::is_void_v<std::remove_pointer_t<P>>) {
      return Chosen<unsigned char>{};
    } else {
      return Chosen<std::remove_pointer_t<P>>{};
    }
  }
  template <class P>
  using Passed = typename decltype(passed<P>())::Type;

  // Of types that no call has a value of, only the spelling is known.
  template <class T>
  FORALL_INTERNAL_BOOKKEEPING static void add(TypeDescription& method, Describer& describer, const std::string& name) {
    using Plain = std::remove_cv_t<std::remove_reference_t<T>>;
    TypeDescription part;
    part.kind = TypeDescription::Kind::Made;
    part.spelling = type_spelling<T>();
    if constexpr (std::is_reference_v<T>) {
      part.kind = TypeDescription::Kind::Pointer;
      part.pointee = type_spelling<Plain>();
      describe_class<Plain>(describer);
    } else if constexpr (std::is_object_v<T> && !std::is_abstract_v<Plain>) {
      if constexpr (is_supported<Plain>()) part = describe_type<Plain>(describer);
    }
    method.parts.push_back(std::move(part));
    method.part_names.push_back(name);
  }
};

// Mocks neither refute laws about an interface, nor tests that use them.
template <class Source>
FORALL_INTERNAL_SHARED void assume_laws(Source& source, const void* interface, const std::string& spelling) {
  if (MockSettings::has_laws(interface)) source.law_is_assumed(spelling.c_str());
}
FORALL_INTERNAL_SHARED inline void expect_end(MockWithEnd& mock, const char* name, const void* interface,
                                              const MockProtocol::Positions& state) {
  const MockProtocol* protocol = MockProtocol::of(interface);
  if (protocol == nullptr || !protocol->has_end()) return;
  mock = {name, interface, &state, &check_end, MockWithEnd::first()};
  MockWithEnd::first() = &mock;
}

#undef FORALL_INTERNAL_SHARED

template <class T>
struct MockAdapter {
  static constexpr bool kIsSupported = true;
  static constexpr bool kCanFlatten = false;
  static constexpr bool kIsValue = false;

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    TypeDescription result;
    result.kind = TypeDescription::Kind::Mock;
    result.spelling = type_spelling<T>();
    result.pointee = type_spelling<typename MockOf<T>::Interface>();
    std::apply([&](const auto&... methods) { (add(result, describer, methods), ...); }, T::forall_methods());
    if (const MockProtocol* protocol = MockProtocol::of(kInterface)) {
      protocol->check_names([](const char* name) {
        return std::apply([&](const auto&... methods) { return ((std::strcmp(methods.name, name) == 0) || ...); },
                          T::forall_methods());
      });
    }
    return result;
  }
  template <class Source>
  static void build(Source& source, const char* name, T* place) {
    assume_laws(source, kInterface, kSpelling<typename MockOf<T>::Interface>);
    new (place) T();
    place->forall_name = name;
    expect_end(place->forall_end, name, kInterface, place->forall_state);
  }

 private:
  static constexpr const void* kInterface = &kClassTag<typename MockOf<T>::Interface>;
  template <class U>
  static inline const std::string kSpelling = type_spelling<U>();

  template <class Method>
  FORALL_INTERNAL_BOOKKEEPING static void add(TypeDescription& mock, Describer& describer, const Method& method) {
    mock.part_names.emplace_back(method.label);
    mock.parts.push_back(DescribeMethod<Method>::describe(describer, method, kInterface));
  }
};

}  // namespace internal

}  // namespace forall

#endif  // FORALL_INTERNAL_MOCKS_H_
