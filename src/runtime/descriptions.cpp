// The code of forall's headers that describes tests to the explorer, for types that are in many tests. It is the same
// in every target, so it is compiled here once, and the pass leaves it out of targets (instrument/bookkeeping.h). The
// build gives its functions the names that targets call.
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "forall/internal/catalog.h"

namespace forall::internal {
namespace {

struct Scope {};

template <class... Ps>
void sample(Ps...) {}

template <class... Ps>
std::string described() {
  using Put = FreePut<&sample<Ps...>, Scope>;
  const Declaration<Put> put = declare(Put{}, "", "", "", 0);
  const auto other = put.WithSeeds({}).WithBounds({}).SymbolicEnvironment(Environment::None);
  PutDescription description;
  describe_put(description, other, "", TypeList<Ps...>{});
  finish_description(description, "", nullptr);
  return put_json(description);
}

}  // namespace

// Never called: it is here for the templates that it instantiates.
std::string describe_samples();
std::string describe_samples() {
  return described<int>() + described<int, int>() + described<int, int, int>() +
         described<bool, char, signed char, unsigned char, short, unsigned short>() +
         described<unsigned, long, unsigned long, long long, unsigned long long, float, double>() +
         described<std::string, std::string_view, const char*, std::vector<int>, std::vector<std::string>>() +
         described<std::optional<int>, std::pair<int, int>, int*>();
}

}  // namespace forall::internal
