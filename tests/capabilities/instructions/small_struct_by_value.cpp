// capability: small structures in registers ([2 x i64])
// Reached: refuted
#include "../capability.h"

namespace small_struct_by_value {

struct Range {
  std::int64_t from, to;
};
struct Bytes {
  char at[12];
};

[[gnu::noinline]] Range shifted(Range r, std::int64_t by) { return {r.from + by, r.to - by}; }
[[gnu::noinline]] Bytes rotated(Bytes b) {
  Bytes result{};
  for (int i = 0; i < 12; ++i) result.at[(i + 5) % 12] = b.at[i];
  return result;
}

void Reached(std::int32_t x, std::int32_t y, std::array<char, 12> text) {
  const Range r = shifted({x, y}, 1000);
  Bytes b;
  std::memcpy(b.at, text.data(), 12);
  b = rotated(b);
  if (r.from == 4321 && r.to == -4321 && std::memcmp(b.at, "twelve bytes", 12) == 0) TARGET();
}
FORALL(SmallStructByValue, Reached);

}  // namespace small_struct_by_value
