#include "frontend/syntax.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "frontend/read_class.h"

namespace forall::frontend {
namespace {

constexpr const char* kDump = R"({
  "id": "0x1",
  "kind": "CXXRecordDecl",
  "name": "C"
}
{
  "id": "0x2",
  "kind": "NamespaceDecl",
  "inner": [
    {
      "id": "0x1",
      "kind": "CXXRecordDecl",
      "name": "C",
      "completeDefinition": true
    },
    {
      "id": "0x3",
      "kind": "EnumConstantDecl",
      "name": "value",
      "inner": [
        {
          "kind": "ImplicitCastExpr",
          "inner": [ { "kind": "ConstantExpr", "value": "42" } ]
        }
      ]
    }
  ]
}
)";

TEST(Syntax, TheDefinitionIsFoundWhereverItStands) {
  const auto found = Syntax(kDump).definition("0x1");
  ASSERT_TRUE(found);
  EXPECT_TRUE((*found)["completeDefinition"]);
  EXPECT_FALSE(Syntax(kDump).definition("0x9"));
}

TEST(Syntax, AnEnumeratorHasTheValueOfItsConstant) {
  const auto found = Syntax(kDump).declaration("value");
  ASSERT_TRUE(found);
  EXPECT_EQ(enumerator_value(*found), 42U);
}

TEST(Syntax, AnInterruptedDumpHasNoHalfDeclarations) {
  const std::string text = kDump;
  EXPECT_FALSE(Syntax(text.substr(0, text.size() / 2)).declaration("value"));
}

struct NoProgram : base::Processes {
  base::ProcessResult run(const base::ProcessRequest&) override { return {.output = "no such program"}; }
};

TEST(ReadClass, ACompilerThatIsNotThereIsNamed) {
  NoProgram processes;
  base::MemoryFiles files;
  try {
    read_class({.path = __FILE__, .compiler = "no-clang"}, "C", processes, files);
    FAIL();
  } catch (const base::UserError& error) {
    EXPECT_NE(std::string(error.what()).find("no-clang"), std::string::npos);
  }
}

TEST(ReadClass, AHeaderThatIsNotThereIsNamed) {
  NoProgram processes;
  base::MemoryFiles files;
  EXPECT_THROW(read_class({.path = "no/such.h", .compiler = "no-clang"}, "C", processes, files), base::UserError);
}

}  // namespace
}  // namespace forall::frontend
