// Methods by their names: both parts, runtime/methods and models/methods (here without the pass).
#include "runtime/methods.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

#include "driver.h"
#include "models/methods.h"
#include "table_entry.h"

namespace forall::runtime_tests {
namespace {

using abi::ScalarKind;
using abi::StandInClass;
using abi::StandInLeaf;
using abi::StandInMethod;
using abi::StandInRole;
using abi::StandInValue;
using testing::ElementsAre;

// ---- A class, and its methods as the pass describes them

struct Node {
  int value;
};

struct Counter {
  int total = 0;
  void add(int n) { total += n; }
  int sum() const { return total; }
  void take(int& from) {
    total += from;
    from = 0;
  }
  std::string label(const std::string& prefix) const { return prefix + "!"; }
  void fail() const { throw std::out_of_range("of a test"); }
  bool has(const Node* node) const { return node != nullptr; }
};

constexpr char kKey[] = "7Counter";
StandInClass counter_class = {kKey, "app::Counter", 0, 32, 0, 0, nullptr};
StandInClass other_class = {"5Other", "Other", 0, 32, 0, 0, nullptr};

constexpr StandInLeaf kInt[] = {{0, 32, ScalarKind::Int, 0}};
constexpr StandInLeaf kBool[] = {{0, 1, ScalarKind::Bool, 0}};
constexpr StandInLeaf kAddress[] = {{0, 64, ScalarKind::ULong, 1}};
constexpr StandInLeaf kPoint[] = {{0, 32, ScalarKind::Int, 0}, {4, 32, ScalarKind::UInt, 0}};
constexpr StandInLeaf kDouble[] = {{0, 64, ScalarKind::Double, 0}};

constexpr StandInValue kThis = {"", "app::Counter", StandInRole::Object, 1, 1, 0, sizeof(Counter),
                                0,  nullptr,        &counter_class};
constexpr StandInValue kNothing = {"", "void", StandInRole::None, 0, 0, 0, 0, 0, nullptr, nullptr};
constexpr StandInValue integer(const char* name) {
  return {name, "int", StandInRole::Value, 0, 0, 0, 4, 1, kInt, nullptr};
}
constexpr StandInValue text(const char* name) {
  return {name, "std::string", StandInRole::Text, 1, 0, 0, sizeof(std::string), 0, nullptr, nullptr};
}
constexpr StandInValue output(const char* name) {
  return {name, "int", StandInRole::Value, 1, 1, 0, 4, 1, kInt, nullptr};
}

constexpr StandInValue kAddParameters[] = {kThis, integer("n")};
constexpr StandInValue kTakeParameters[] = {kThis, output("from")};
constexpr StandInValue kLabelParameters[] = {kThis, text("prefix")};
constexpr StandInValue kHasParameters[] = {
    kThis, {"node", "const Node *", StandInRole::Value, 0, 0, 0, 8, 1, kAddress, nullptr}};
constexpr StandInValue kMoveParameters[] = {kThis,
                                            {"", "Point", StandInRole::Value, 0, 0, 0, 8, 2, kPoint, nullptr},
                                            {"by", "double", StandInRole::Value, 0, 0, 0, 8, 1, kDouble, nullptr}};
constexpr StandInValue kOddParameters[] = {kThis,
                                           {"what", "Odd", StandInRole::Unknown, 1, 0, 0, 4, 0, nullptr, nullptr}};

template <typename T>
T& at(void* const* slots, unsigned i) {
  return *static_cast<T*>(slots[i]);
}
Counter& self(void* const* slots) { return *at<Counter*>(slots, 0); }

using Invoke = void (*)(void* const* slots, void* result);
constexpr StandInMethod method(const char* name, const char* short_name, std::uint32_t flags,
                               const StandInValue* parameters, std::uint32_t count, StandInValue result,
                               Invoke invoke) {
  return {name, short_name, &counter_class, flags, count, parameters, result, invoke};
}
constexpr std::uint32_t kPublic = abi::kStandInPublic;
constexpr std::uint32_t kConst = abi::kStandInPublic | abi::kStandInConst;
void nothing(void* const*, void*) {}

const StandInMethod kAddUndefined = method("Counter::add(int)", "add", kPublic, kAddParameters, 2, kNothing, nullptr);
const StandInMethod kAdd = method("Counter::add(int)", "add", kPublic, kAddParameters, 2, kNothing,
                                  [](void* const* s, void*) { self(s).add(at<int>(s, 1)); });
const StandInMethod kSum = method("Counter::sum() const", "sum", kConst, kAddParameters, 1, integer(""),
                                  [](void* const* s, void* r) { *static_cast<int*>(r) = self(s).sum(); });
const StandInMethod kTake = method("Counter::take(int&)", "take", kPublic, kTakeParameters, 2, kNothing,
                                   [](void* const* s, void*) { self(s).take(*at<int*>(s, 1)); });
const StandInMethod kLabel =
    method("Counter::label(const std::string&) const", "label", kConst, kLabelParameters, 2, text(""),
           [](void* const* s, void* r) { new (r) std::string(self(s).label(*at<std::string*>(s, 1))); });
const StandInMethod kFail = method("Counter::fail() const", "fail", kConst, kAddParameters, 1, kNothing,
                                   [](void* const* s, void*) { self(s).fail(); });
const StandInMethod kHas =
    method("Counter::has(const Node*) const", "has", kConst, kHasParameters, 2,
           {"", "bool", StandInRole::Value, 0, 0, 0, 1, 1, kBool, nullptr},
           [](void* const* s, void* r) { *static_cast<bool*>(r) = self(s).has(at<Node*>(s, 1)); });
const StandInMethod kMove =
    method("Counter::move(Point, double)", "move", kPublic, kMoveParameters, 3, kNothing, nothing);
const StandInMethod kOdd = method("Counter::odd(Odd&)", "odd", kPublic, kOddParameters, 2, kNothing, nothing);
const StandInMethod kConvert =
    method("int Counter::convert<int>(int)", "convert", kPublic, kAddParameters, 2, integer(""), nothing);
// Those that are none: of another class, not public, no method.
const StandInMethod kOther = {"Other::add(int)", "add", &other_class, kPublic, 2, kAddParameters, kNothing, nothing};
const StandInMethod kSecret = method("Counter::secret()", "secret", 0, kAddParameters, 1, kNothing, nothing);
const StandInMethod kConstructor =
    method("Counter::Counter()", "Counter", kPublic | abi::kStandInConstructor, kAddParameters, 1, kNothing, nothing);
const StandInMethod kStatic =
    method("Counter::make(int)", "make", kPublic | abi::kStandInStatic, kAddParameters, 2, kNothing, nothing);

TABLE_ENTRY("forall_methods")
const StandInMethod* records[] = {&kAddUndefined, &kOther, &kSecret, &kAdd, &kSum,  &kTake,    &kConstructor,
                                  &kStatic,       &kLabel, &kFail,   &kHas, &kMove, &kConvert, &kOdd};

// ---- Which there are

std::vector<std::string> names_of_inputs() {
  std::vector<std::string> names;
  for (const abi::InputRecord& input : Driver::instance().inputs())
    names.push_back(Driver::instance().text(input.name));
  return names;
}

TEST(Methods, AreTheseOfTheClassOnceEach) {
  std::vector<std::string> names;
  runtime::for_each_method(kKey, [&](const StandInMethod& each) { names.push_back(each.short_name); });
  EXPECT_THAT(names, ElementsAre("add", "sum", "take", "label", "fail", "has", "move", "convert", "odd"));
}

TEST(Methods, AreVisitedAsOnesThatCanBeCalled) {
  const StandInMethod* add = nullptr;
  runtime::for_each_method(kKey, [&](const StandInMethod& each) {
    if (std::strcmp(each.short_name, "add") == 0) add = &each;
  });
  EXPECT_EQ(add, &kAdd);
}

TEST(Methods, CanBeCalledWhereTheyAreDefinedAndTheirArgumentsCanBeInputs) {
  EXPECT_TRUE(runtime::can_be_called(kAdd));
  EXPECT_TRUE(runtime::can_be_called(kLabel));
  EXPECT_FALSE(runtime::can_be_called(kAddUndefined));
  EXPECT_FALSE(runtime::can_be_called(kOdd));
}

TEST(Methods, AreListedForModelsIfTheyCanBeCalled) {
  std::vector<std::string> names;
  for (unsigned n = 0; models::callable_method(kKey, n) != nullptr; ++n)
    names.push_back(models::callable_method(kKey, n)->short_name);
  EXPECT_THAT(names, ElementsAre("add", "sum", "take", "label", "fail", "has", "move", "convert"));
}

TEST(Methods, HaveResultsThatCanBeObserved) {
  EXPECT_TRUE(models::has_observable_result(kSum));
  EXPECT_TRUE(models::has_observable_result(kLabel));
  EXPECT_FALSE(models::has_observable_result(kAdd));
  EXPECT_TRUE(models::is_const(kSum));
  EXPECT_FALSE(models::is_const(kAdd));
}

// ---- Arguments and calls

TEST(Methods, GetArgumentsThatAreInputs) {
  int n = 0;
  u32 id = 0;
  Driver::instance().run(
      [&] {
        models::Arguments arguments;
        models::make_arguments(kAdd, arguments);
        n = at<int>(arguments.slots, 1);
        id = load(arguments.slots[1], 4);
      },
      {{"add.n", 7}});
  EXPECT_EQ(n, 7);
  EXPECT_EQ(Driver::instance().node(id).op, abi::Op::Input);
  EXPECT_THAT(names_of_inputs(), ElementsAre("add.n"));
}

TEST(Methods, GetAnInputForEachPartOfAnArgument) {
  Driver::instance().run([] {
    models::Arguments arguments;
    models::make_arguments(kMove, arguments);
  });
  EXPECT_THAT(names_of_inputs(), ElementsAre("move.1[0]", "move.1[1]", "move.by"));
}

TEST(Methods, GetTextsOfALengthThatIsAnInput) {
  std::string prefix;
  Driver::instance().run(
      [&] {
        models::Arguments arguments;
        models::make_arguments(kLabel, arguments);
        prefix = *at<std::string*>(arguments.slots, 1);
      },
      {{"label.prefix.size", 2}, {"label.prefix[0]", 'a'}, {"label.prefix[1]", 'b'}});
  EXPECT_EQ(prefix, "ab");
  EXPECT_THAT(names_of_inputs(), ElementsAre("label.prefix.size", "label.prefix[0]", "label.prefix[1]"));
}

TEST(Methods, GetNullWhereThereIsNoObjectToPointTo) {
  const Node* node = nullptr;
  Driver::instance().run([&] {
    models::Arguments arguments;
    models::make_arguments(kHas, arguments);
    node = at<const Node*>(arguments.slots, 1);
  });
  EXPECT_EQ(node, nullptr);
  EXPECT_TRUE(names_of_inputs().empty());
}

TEST(Methods, CanPointToAnObjectOfTheInputs) {
  static const ForallClass node_class = [] {
    ForallClass type{};
    type.spelling = "Node";
    type.size = sizeof(Node);
    type.alignment = alignof(Node);
    type.build = [](const ForallClass*, void* object, const char*) { static_cast<Node*>(object)->value = 1; };
    return type;
  }();
  void* known = nullptr;
  const Node* chosen = nullptr;
  bool is_written = false;
  std::string code;
  Driver::instance().run(
      [&] {
        __forall_pointer(&known, "node", &node_class, FORALL_MAY_BE_FRESH);
        models::Arguments arguments;
        models::make_arguments(kHas, arguments);
        chosen = at<const Node*>(arguments.slots, 1);
        runtime::Text text;
        is_written = runtime::add_call_code(text, kHas, arguments.slots);
        code = text.c_str();
      },
      {{"has.node", 1}});
  ASSERT_NE(known, nullptr);
  EXPECT_EQ(chosen, known);
  EXPECT_TRUE(is_written);
  EXPECT_EQ(code, "has(@*node@)");
}

TEST(Methods, DoWhatTheyDoAndGiveWhatTheyGive) {
  Counter counter;
  int sum = 0;
  std::string label;
  Driver::instance().run(
      [&] {
        models::Arguments arguments;
        models::make_arguments(kAdd, arguments);
        models::call(kAdd, &counter, arguments);
        sum = *static_cast<int*>(models::call(kSum, &counter, arguments).result);
        models::make_arguments(kLabel, arguments);
        label = *static_cast<std::string*>(models::call(kLabel, &counter, arguments).result);
      },
      {{"add.n", 5}, {"label.prefix.size", 1}, {"label.prefix[0]", 'x'}});
  EXPECT_EQ(counter.total, 5);
  EXPECT_EQ(sum, 5);
  EXPECT_EQ(label, "x!");
}

TEST(Methods, ThrowWhatTheyThrow) {
  Counter counter;
  std::string thrown;
  Driver::instance().run([&] {
    models::Arguments arguments;
    thrown = models::call(kFail, &counter, arguments).thrown;
  });
  EXPECT_EQ(thrown, typeid(std::out_of_range).name());
}

TEST(Methods, LeaveACopyOfTheirArgumentsAlone) {
  Counter counter;
  int left = -1, copied = -1;
  std::string prefix;
  Driver::instance().run(
      [&] {
        models::Arguments arguments, copy;
        models::make_arguments(kTake, arguments);
        models::copy_arguments(kTake, arguments, copy);
        models::call(kTake, &counter, arguments);
        left = *at<int*>(arguments.slots, 1);
        copied = *at<int*>(copy.slots, 1);
        models::make_arguments(kLabel, arguments);
        models::copy_arguments(kLabel, arguments, copy);
        *at<std::string*>(arguments.slots, 1) = "other";
        prefix = *at<std::string*>(copy.slots, 1);
      },
      {{"take.from", 9}, {"label.prefix.size", 1}, {"label.prefix[0]", 'p'}});
  EXPECT_EQ(counter.total, 9);
  EXPECT_EQ(left, 0);
  EXPECT_EQ(copied, 9);
  EXPECT_EQ(prefix, "p");
}

TEST(Methods, AreComparedByWhatTheyShow) {
  int three = 3, also_three = 3, four = 4;
  EXPECT_TRUE(models::is_same_outcome(kSum, {&three}, {&also_three}));
  EXPECT_FALSE(models::is_same_outcome(kSum, {&three}, {&four}));
  EXPECT_FALSE(models::is_same_outcome(kSum, {&three}, {&three, "St12out_of_range"}));
  EXPECT_TRUE(models::is_same_outcome(kSum, {&three, "St12out_of_range"}, {&four, "St12out_of_range"}));
  EXPECT_FALSE(models::is_same_outcome(kSum, {&three, "St12out_of_range"}, {&three, "i"}));
  EXPECT_TRUE(models::is_same_outcome(kAdd, {&three}, {&four})) << "it gives nothing";
  std::string a = "a", also_a = "a", b = "b";
  EXPECT_TRUE(models::is_same_outcome(kLabel, {&a}, {&also_a}));
  EXPECT_FALSE(models::is_same_outcome(kLabel, {&a}, {&b}));
}

// ---- Calls as text

struct Slots {
  explicit Slots(std::vector<void*> of) : slots(std::move(of)) { slots.insert(slots.begin(), nullptr); }
  std::string words(const StandInMethod& called) const {
    runtime::Text text;
    runtime::add_call(text, called, slots.data());
    return text.c_str();
  }
  std::string code(const StandInMethod& called) const {
    runtime::Text text;
    return runtime::add_call_code(text, called, slots.data()) ? text.c_str() : "(none)";
  }
  std::vector<void*> slots;
};

std::string outcome(const StandInMethod& called, const char* thrown, const void* result) {
  runtime::Text text;
  runtime::add_outcome(text, called, thrown, result);
  return text.c_str();
}

TEST(Methods, AreSaidInWords) {
  int n = -3;
  struct {
    int x = 1;
    unsigned y = 4000000000;
  } point;
  double by = 0.5;
  std::string prefix = "ab";
  void* address = &prefix;
  EXPECT_EQ(Slots({&n}).words(kAdd), "add(-3)");
  EXPECT_EQ(Slots({&point, &by}).words(kMove), "move({1, 4000000000}, 0.5)");
  EXPECT_EQ(Slots({&address}).words(kLabel), "label(\"ab\")");
  EXPECT_EQ(Slots({&address}).words(kHas), "has(a pointer)");
}

TEST(Methods, AreWrittenAsCode) {
  int n = -3;
  int* from = &n;
  int point[2] = {1, 2};
  double by = 0;
  std::string prefix = "a\"";
  void* address = &prefix;
  void* null = nullptr;
  EXPECT_EQ(Slots({&n}).code(kAdd), "add(-3)");
  EXPECT_EQ(Slots({&from}).code(kTake), "take(forall::replay::lvalue(-3))");
  EXPECT_EQ(Slots({&address}).code(kLabel), "label(std::string(\"a\\042\", 2))");
  EXPECT_EQ(Slots({&null}).code(kHas), "has(nullptr)");
  EXPECT_EQ(Slots({point, &by}).code(kMove),
            "move(forall::replay::made_of<Point>({1, 0, 0, 0, 2, 0, 0, 0}), "
            "forall::replay::made_of<double>({0, 0, 0, 0, 0, 0, 0, 0}))");
}

TEST(Methods, AreNotWrittenWhereACallCouldMeanSomethingElse) {
  int n = 1;
  EXPECT_EQ(Slots({&n}).code(kConvert), "(none)") << "a template";
  int unknown = 0;
  void* address = &unknown;
  EXPECT_EQ(Slots({&address}).code(kHas), "(none)") << "an address that is no input's";
}

TEST(Methods, SayWhatCameOfThem) {
  const int sum = 7;
  EXPECT_EQ(outcome(kSum, nullptr, &sum), "returns 7");
  EXPECT_EQ(outcome(kAdd, nullptr, nullptr), "returns");
  EXPECT_EQ(outcome(kSum, "St12out_of_range", nullptr), "throws std::out_of_range");
}

}  // namespace
}  // namespace forall::runtime_tests
