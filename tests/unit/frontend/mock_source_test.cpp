#include "frontend/mock_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace forall::frontend {
namespace {

using testing::HasSubstr;

VirtualFunction function(const std::string& name, const std::string& result) {
  VirtualFunction made;
  made.name = name;
  made.result = result;
  return made;
}

ClassModel interface(std::vector<VirtualFunction> functions) {
  ClassModel model;
  model.name = "io::IFile";
  model.simple_name = "IFile";
  model.is_polymorphic = true;
  model.can_be_default_base = true;
  model.virtuals = std::move(functions);
  return model;
}

std::string source(const ClassModel& model) { return mock_source({model}, "file.h"); }

std::string complaint(const ClassModel& model) {
  try {
    require_mockable(model);
  } catch (const base::UserError& error) {
    return error.what();
  }
  return "";
}

TEST(MockSource, RegistersTheClassBeforeItIsDefined) {
  const std::string text = source(interface({function("size", "int")}));
  EXPECT_THAT(text, HasSubstr("#include \"file.h\""));
  const auto registered = text.find("FORALL_MOCK(io::IFile, forall_mocks::Any_io_IFile);");
  ASSERT_NE(registered, std::string::npos);
  EXPECT_LT(registered, text.find("class Any_io_IFile final : public ::io::IFile, public forall::MockObject<1>"));
}

TEST(MockSource, WritesElementsOfABufferWithACount) {
  VirtualFunction read = function("read", "long");
  read.parameters = {{"buffer", "char *", "char *buffer", true, false}, {"size", "int", "int size", false, false}};
  const std::string text = source(interface({read}));
  EXPECT_THAT(text, HasSubstr("forall::array(\"buffer\", buffer, size)"));
  EXPECT_THAT(text, HasSubstr("forall::argument<decltype(size)>(\"size\", size)"));
  EXPECT_THAT(text, HasSubstr("MOCK_METHOD(long, read, (char *buffer, int size), (override));"));
}

TEST(MockSource, OverloadsAndOperatorsAreMockedUnderNamesOfTheirOwn) {
  VirtualFunction first = function("f", "int"), second = function("f", "int");
  second.is_const = true;
  const std::string text = source(interface({first, second, function("operator()", "int")}));
  EXPECT_THAT(text, HasSubstr("MOCK_METHOD(int, mocked_0, (), (const)); int f() override { return mocked_0(); }"));
  EXPECT_THAT(text, HasSubstr("int f() const override { return mocked_1(); }"));
  EXPECT_THAT(text, HasSubstr("int operator()() override { return mocked_2(); }"));
}

TEST(MockSource, CommasInTypesAreGuarded) {
  VirtualFunction get = function("get", "std::pair<int, int>");
  get.parameters = {{"m", "std::map<int, int>", "std::map<int, int> m", false, false}};
  EXPECT_THAT(source(interface({get})),
              HasSubstr("MOCK_METHOD((std::pair<int, int>), get, ((std::map<int, int>)), (override));"));
}

TEST(MockSource, SaysWhyAClassCannotBeMocked) {
  ClassModel model = interface({function("f", "int")});
  EXPECT_EQ(complaint(model), "");
  model.is_final = true;
  EXPECT_THAT(complaint(model), HasSubstr("io::IFile is final, so it cannot be mocked: remove `final`"));
  model.is_final = false;
  model.can_be_default_base = false;
  EXPECT_THAT(complaint(model), HasSubstr("no default constructor"));
  model.can_be_default_base = true;
  model.virtuals.front().is_variadic = true;
  EXPECT_THAT(complaint(model), HasSubstr("C-style variable arguments"));
  model.virtuals.clear();
  EXPECT_THAT(complaint(model), HasSubstr("no virtual function that can be overridden"));
}

}  // namespace
}  // namespace forall::frontend
