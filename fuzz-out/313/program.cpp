#include "harness.h"

namespace ns_P313 {
using namespace fuzz;
struct Inner { int64_t i0; uint64_t i1; };
struct Record { int16_t f0; uint32_t f1; uint16_t f2; uint8_t f3; Inner inner; float row[1]; uint32_t bits : 19; };
union Word { uint32_t word; uint16_t halves[2]; uint8_t bytes[4]; };
struct Flags { uint32_t low : 7; int32_t middle : 5; uint64_t high : 26; };
enum class Color : int16_t { red = 0, green = 3, blue = 9 };
static Record make_record(int32_t x, uint64_t y) { Record r{}; r.f0 = static_cast<int16_t>(x); r.row[0] = static_cast<float>(y); r.bits = x ^ 5; return r; }
static int64_t fold_record(Record r) { int64_t total = 0; out(r.f0); total = add<int64_t>(mul<int64_t>(total, 3), static_cast<int64_t>(r.f0)); out(r.f1); total = add<int64_t>(mul<int64_t>(total, 3), static_cast<int64_t>(r.f1)); out(r.f2); total = add<int64_t>(mul<int64_t>(total, 3), static_cast<int64_t>(r.f2)); out(r.f3); total = add<int64_t>(mul<int64_t>(total, 3), static_cast<int64_t>(r.f3)); out(r.inner.i0); total = add<int64_t>(mul<int64_t>(total, 3), static_cast<int64_t>(r.inner.i0)); out(r.inner.i1); total = add<int64_t>(mul<int64_t>(total, 3), static_cast<int64_t>(r.inner.i1)); out(r.row[0]); total = add<int64_t>(mul<int64_t>(total, 3), whole<int64_t>(r.row[0])); out(r.bits); total = add<int64_t>(mul<int64_t>(total, 3), static_cast<int64_t>(r.bits)); return total; }
FUZZ_STATE static uint16_t g0 = 37;
FUZZ_STATE static int8_t g1 = 64;
static uint16_t h0(uint32_t depth, int32_t p0) {
  if (depth == 0 || !(whole<uint16_t>(static_cast<double>(p0)) != uint16_t(2))) { mark(1); return whole<uint16_t>(static_cast<double>(g0)); }
  uint8_t v1 = 0;
  if (__builtin_mul_overflow(static_cast<uint8_t>(static_cast<int32_t>(v1)), uint8_t(2), &v1)) { mark(2); }
  uint16_t v2 = static_cast<uint16_t>(p0);
  for (uint32_t v3 = 0, v4 = (static_cast<uint32_t>(static_cast<uint8_t>(g0)) % 5u); v3 < v4; ++v3) { mark(3);
    if (!((double(100.0) / double(1.0)) == static_cast<double>(g1))) { mark(4); continue; }
    v2 = whole<uint16_t>(static_cast<double>(p0));
  }
  const uint16_t v5 = h0(depth - 1, left<int32_t>(p0, static_cast<uint32_t>(static_cast<int32_t>(g0))));
  return add<uint16_t>(v5, v2);
}
static uint32_t h1(uint64_t p0, uint16_t p1, uint64_t p2) {
  char v6[5] = {'a', 'c', 0};
  char v7[4] = {"abc"[(static_cast<uint32_t>(uint8_t(60)) % 3u)], 0};
  const int64_t v8 = static_cast<int64_t>(std::strchr(v6, "abc"[(static_cast<uint32_t>(static_cast<int32_t>(g0)) % 3u)]) == nullptr);
  double v9 = std::sqrt((static_cast<double>(g1) * static_cast<double>(g1)));
  std::vector<uint16_t> v10{static_cast<uint16_t>(p2), uint16_t(127)};
  if (((left<int8_t>(int8_t(-2), static_cast<uint32_t>(static_cast<int8_t>(p2))) == static_cast<int8_t>(p1)) && (static_cast<int32_t>(p2) > int32_t(1)))) { mark(6); v10.push_back(p1); }
  v10.insert(v10.begin() + (static_cast<uint32_t>(static_cast<int64_t>(p0)) % 3u), whole<uint16_t>(v9));
  return sub<uint32_t>(static_cast<uint32_t>(v8), whole<uint32_t>(v9));
}
static double h2(float p0, uint32_t p1) {
  uint32_t v11 = (static_cast<uint32_t>(p1) % 6u);
  while (v11 > 0) { mark(8); v11 /= 3;
    const int64_t v12 = static_cast<int64_t>(std::abs(int32_t(whole<int16_t>(p0))));
  }
  return ((static_cast<int64_t>(g1) > int64_t(5)) ? static_cast<double>(g0) : static_cast<double>(g0));
}
static int64_t entry(int64_t a, uint8_t b) {
  uint16_t v13 = h0(3, static_cast<int32_t>(g0));
  uint32_t v14 = h1(right<uint64_t>(static_cast<uint64_t>(g1), static_cast<uint32_t>(static_cast<uint64_t>(b))), static_cast<uint16_t>(std::countr_zero(static_cast<uint16_t>(static_cast<uint16_t>(b)))), static_cast<uint64_t>(std::countl_zero(static_cast<uint64_t>(static_cast<uint64_t>(g0)))));
  double v15 = h2(float(-1.5), remainder<uint32_t>(uint32_t(7), static_cast<uint32_t>(a)));
  std::optional<int32_t> v16; if ((((static_cast<float>(b) > static_cast<float>(a)) ? b : static_cast<uint8_t>(a)) <= uint8_t(15))) { mark(9); v16 = static_cast<int32_t>(v14); }
  int32_t (*const v17[])(int32_t, int32_t) = {[](int32_t x, int32_t y) { mark(10); return add(x, y); }, [](int32_t x, int32_t y) { mark(11); return x < y ? x : sub(y, x); }, [](int32_t x, int32_t y) { mark(12); return x ^ y; }};
  const int32_t v18 = v17[(static_cast<uint32_t>(static_cast<uint32_t>(b)) % 3u)](whole<int32_t>(v15), v16.value_or(int32_t(16)));
  int32_t v19[5] = {int32_t(15), static_cast<int32_t>(v16.has_value()), int32_t(-17), v18, static_cast<int32_t>(b)};
  v19[(static_cast<uint32_t>(static_cast<int32_t>(b)) % 5u)] = static_cast<int32_t>(v14);
  std::vector<int64_t> v20{int64_t(7), int64_t(-2)};
  if (((static_cast<int8_t>(std::countr_zero(static_cast<uint8_t>(static_cast<int8_t>(v19[(static_cast<uint32_t>(v19[2]) % 5u)])))) >= int8_t(3)) && !(static_cast<uint32_t>(v19[(static_cast<uint32_t>(v19[2]) % 5u)]) > uint32_t(255)))) { mark(13); v20.push_back(static_cast<int64_t>(v16.has_value())); }
  v20.insert(v20.begin() + (static_cast<uint32_t>(a) % 3u), a);
  v20.erase(v20.begin() + (static_cast<uint32_t>(static_cast<uint8_t>(v19[2])) % 2u));
  v20.resize(1u + (static_cast<uint32_t>(a) % 5u));
  try { Guard guard{113}; mark(14); if ((static_cast<int16_t>(static_cast<int8_t>(v19[(static_cast<uint32_t>(v19[2]) % 5u)])) <= int16_t(33))) throw Grave(static_cast<int32_t>(a));
  } catch (const Problem& e) { mark(16); out(e.code);
  } catch (...) { mark(19);
  }
  double v21[3] = {static_cast<double>(v20.size()), static_cast<double>(a), double(100.0)};
  v21[(static_cast<uint32_t>(static_cast<int64_t>(g0)) % 3u)] = static_cast<double>(v20[static_cast<uint32_t>(v19[(static_cast<uint32_t>(v19[2]) % 5u)]) % v20.size()]);
  v21[(static_cast<uint32_t>(uint32_t(100)) % 3u)] = static_cast<double>(v19[(static_cast<uint32_t>(v19[2]) % 5u)]);
const int64_t result = std::clamp<int64_t>(int64_t(100), int64_t(3), int64_t(90));
  out(b);
  out(v13);
  out(v14);
  out(v15);
  out(v16.value_or(int32_t(16)));
  out(v16.has_value());
  out(v18);
  out(v19[2]);
  out(v19[(static_cast<uint32_t>(v19[2]) % 5u)]);
  out(v20.back());
  out(v20.size());
  out(v20[static_cast<uint32_t>(v19[(static_cast<uint32_t>(v19[2]) % 5u)]) % v20.size()]);
  out(v21[0]);
  out(v21[(static_cast<uint32_t>(static_cast<int32_t>(b)) % 3u)]);
return result; }
}  // namespace

void P313(int64_t a, uint8_t b) {
  fuzz::claim([&] { return ns_P313::entry(a, b); }, int64_t(987654321987654321), __FILE__, __LINE__);
}
static void run_P313() {
  const auto a = fuzz::input<int64_t>(0, "a", "long", 12, int64_t(0), int64_t(3));
  const auto b = fuzz::input<uint8_t>(1, "b", "unsigned char", 3, uint8_t(0), uint8_t(255));
  P313(a, b);
}
static const fuzz::Program program_P313("P313", 82, "{\"suite\": \"Fuzz\", \"name\": \"P313\", \"file\": \"fuzz.cpp\", \"line\": 82, \"is_fixture\": false, \"parameters\": [{\"name\": \"a\", \"type\": {\"kind\": \"scalar\", \"spelling\": \"long\", \"scalar\": \"Long\", \"width\": 64}}, {\"name\": \"b\", \"type\": {\"kind\": \"scalar\", \"spelling\": \"unsigned char\", \"scalar\": \"UChar\", \"width\": 8}}], \"throws\": \"\", \"bounds\": {}, \"seeds\": []}", reinterpret_cast<const void*>(&P313), &run_P313, false);

