#include "infer/subject.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace forall::infer {
namespace {

using frontend::TypeFacts;
using frontend::TypeKind;

const TypeFacts kInt{TypeKind::Number, "int"};
const TypeFacts kBool{TypeKind::Scalar, "bool"};
const TypeFacts kVoid{TypeKind::Void, "void"};
const TypeFacts kObject{TypeKind::Class, "Object"};

frontend::Method method(const std::string& name, const TypeFacts& result, bool is_const,
                        const std::vector<frontend::Parameter>& parameters = {}) {
  frontend::Method made;
  made.name = name;
  made.result = result.spelling;
  made.result_facts = result;
  made.parameters = parameters;
  made.access = frontend::Access::Public;
  made.is_const = is_const;
  return made;
}

frontend::ClassModel bag() {
  frontend::ClassModel model;
  model.name = model.spelling = "shop::ShoppingBag";
  model.simple_name = "ShoppingBag";
  model.is_default_constructible = true;
  model.methods = {method("size", kInt, true), method("has", kBool, true, {{"item", "const int &", kInt, false}}),
                   method("add", kVoid, false, {{"item", "int", kInt, false}}),
                   method("swap", kVoid, false, {{"other", "Object &", kObject, true}})};
  return model;
}

std::string message_of(const frontend::ClassModel& model, const Vocabulary& vocabulary) {
  try {
    make_subject(model, vocabulary);
  } catch (const base::UserError& error) {
    return error.what();
  }
  return "";
}

TEST(Subject, TellsObserversFromModifiers) {
  const Subject subject = make_subject(bag(), {});
  ASSERT_EQ(subject.observers.size(), 2u);
  EXPECT_EQ(subject.observers[1].name, "has");
  EXPECT_EQ(subject.observers[1].result, Sort::Truth);
  EXPECT_EQ(subject.observers[1].arguments.at(0).type, "int");
  ASSERT_EQ(subject.modifiers.size(), 1u);
  EXPECT_EQ(subject.modifiers[0].name, "add");
  EXPECT_EQ(subject.constructors.size(), 1u);
  EXPECT_EQ(subject.object, "bag");
}

TEST(Subject, SaysWhatIsLeftOut) {
  ASSERT_EQ(make_subject(bag(), {}).left_out.size(), 1u);
  EXPECT_EQ(make_subject(bag(), {}).left_out[0], "swap has a parameter of type Object &");
}

TEST(Subject, TakesOnlyWhatTheVocabularyNames) {
  const Subject subject = make_subject(bag(), {{"add"}, {"size"}});
  EXPECT_EQ(subject.observers.size(), 1u);
  EXPECT_EQ(subject.modifiers.size(), 1u);
  EXPECT_TRUE(subject.constructors.empty());
}

TEST(Subject, AnObserverThatIsNamedNeedNotBeConstant) {
  frontend::ClassModel model = bag();
  model.methods.push_back(method("next", kInt, false));
  EXPECT_EQ(make_subject(model, {}).modifiers.size(), 2u);
  EXPECT_EQ(make_subject(model, {{}, {"next"}}).observers.at(0).name, "next");
}

TEST(Subject, RefusesWhatHasNoLaws) {
  EXPECT_NE(message_of(bag(), {{}, {"sise"}}).find("did you mean 'size'?"), std::string::npos)
      << message_of(bag(), {{}, {"sise"}});
  EXPECT_NE(message_of(bag(), {{"swap"}, {}}).find("cannot be a modifier"), std::string::npos);
  frontend::ClassModel blind = bag();
  blind.methods.erase(blind.methods.begin(), blind.methods.begin() + 2);
  EXPECT_NE(message_of(blind, {}).find("no observer"), std::string::npos);
  frontend::ClassModel abstract = bag();
  abstract.is_abstract = true;
  EXPECT_NE(message_of(abstract, {}).find("is abstract"), std::string::npos);
}

TEST(CamelCase, JoinsWords) {
  EXPECT_EQ(camel_case("set_capacity"), "SetCapacity");
  EXPECT_EQ(camel_case("setCapacity"), "SetCapacity");
}

}  // namespace
}  // namespace forall::infer
