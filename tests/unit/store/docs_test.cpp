// The queries that docs/database.md shows can be asked.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "backend.h"
#include "records.h"
#include "store/store.h"

namespace forall::store {
namespace {

using namespace testing_support;

class Documentation : public OnEachBackend {};
ON_EACH_BACKEND(Documentation);

TEST_P(Documentation, ShowsQueriesThatWork) {
  {
    const auto store = open(where());
    store->finish(store->begin(put()), result_of({full_case(), numbered_case(1)}));
  }
  std::ifstream file(std::filesystem::path(__FILE__).parent_path() / "../../../docs/database.md");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto begin = text.find("```sql\n") + 7;
  const std::string queries = text.substr(begin, text.find("```", begin) - begin);
  int count = 0;
  for (std::size_t at = 0, end; (end = queries.find(';', at)) != std::string::npos; at = end + 1) {
    query(queries.substr(at, end - at));
    ++count;
  }
  EXPECT_GE(count, 7);
  EXPECT_EQ(query("SELECT put, name, fault, message, file, line FROM failing_cases ORDER BY file, line"),
            "TriangleTest.Classify|overflows|signed overflow|1 + x|triangle.h|12");
}

}  // namespace
}  // namespace forall::store
