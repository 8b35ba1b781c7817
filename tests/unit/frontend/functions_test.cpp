#include "frontend/functions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "sample.h"

namespace forall::frontend {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(LoadFunctions, ReadSourcesThroughTheLibrary) {
  const Functions& functions = load_functions(FORALL_FRONTEND_MODULE);
  const SampleHeader header("class A { int count; };\n");
  EXPECT_EQ(functions.read_class(header.source(), "A").members.front().name, "count");
  EXPECT_THAT([&] { functions.read_class(header.source(), "B"); },
              ThrowsMessage<base::UserError>(HasSubstr("no class B")));
}

TEST(LoadFunctions, ALibraryThatIsNotThereIsNamed) {
  EXPECT_THAT([] { load_functions("/no/libforall_frontend.so"); },
              ThrowsMessage<base::UserError>(HasSubstr("/no/libforall_frontend.so")));
}

}  // namespace
}  // namespace forall::frontend
