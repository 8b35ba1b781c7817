#include "harness.h"

namespace ns_P41 {
using namespace fuzz;
struct Inner { double i0; int8_t i1; };
struct Record { int8_t f0; uint64_t f1; Inner inner; int16_t row[2]; uint32_t bits : 8; };
union Word { uint32_t word; uint16_t halves[2]; uint8_t bytes[4]; };
struct Flags { uint32_t low : 5; int32_t middle : 12; uint64_t high : 8; };
enum class Color : int16_t { red = 0, green = 3, blue = 9 };
static Record make_record(int32_t x, uint64_t y) { Record r{}; r.f0 = static_cast<int8_t>(x); r.row[1] = static_cast<int16_t>(y); r.bits = x ^ 5; return r; }
static int64_t fold_record(Record r) { int64_t total = 0; out(r.f0); total = add<int64_t>(mul<int64_t>(total, 3), static_cast<int64_t>(r.f0)); out(r.f1); total = add<int64_t>(mul<int64_t>(total, 3), static_cast<int64_t>(r.f1)); out(r.inner.i0); total = add<int64_t>(mul<int64_t>(total, 3), whole<int64_t>(r.inner.i0)); out(r.inner.i1); total = add<int64_t>(mul<int64_t>(total, 3), static_cast<int64_t>(r.inner.i1)); out(r.row[1]); total = add<int64_t>(mul<int64_t>(total, 3), static_cast<int64_t>(r.row[1])); out(r.bits); total = add<int64_t>(mul<int64_t>(total, 3), static_cast<int64_t>(r.bits)); return total; }
FUZZ_STATE static uint8_t g0 = 56;
FUZZ_STATE static int8_t g1 = 37;
static float h0(uint32_t depth, uint64_t p0) {
  if (depth == 0 || (static_cast<int16_t>(p0) > int16_t(1))) { mark(1); return (static_cast<float>(g1) + float(0.1)); }
  if (((static_cast<int64_t>(std::rotl(static_cast<uint64_t>(static_cast<int64_t>(__builtin_bswap32(static_cast<uint32_t>(static_cast<int64_t>(g0))))), 58)) >= int64_t(255)) || (uint16_t(15) < static_cast<uint16_t>(p0)))) { mark(2);
  }
  const float v1 = h0(depth - 1, static_cast<uint64_t>((static_cast<uint16_t>(g1) > uint16_t(8))));
  return static_cast<float>(static_cast<float>(g1));
}
static int64_t entry(bool a, uint32_t b, uint16_t c) {
  float v2 = h0(3, static_cast<uint64_t>(~uint64_t(2)));
  int32_t v3 = int32_t(15);
  for (uint32_t v4 = 0, v5 = 3; v4 < v5; ++v4) { mark(3);
    v3 = static_cast<int32_t>(((static_cast<uint16_t>(v3) == uint16_t(-17)) && (static_cast<uint16_t>(v3) == uint16_t(-17))));
    Flags v6 = {};
    v6.low = static_cast<uint32_t>(a); v6.middle = int32_t(-2);
    v6.high = static_cast<uint64_t>(c);
    if (v6.middle < v6.low) { mark(4); v6.low += 1; }
  }
  double v7 = std::fabs(static_cast<double>(a)); unsigned char v8[sizeof v7];
  if (v7 != v7) { mark(5); v7 = 1; }
  std::memcpy(v8, &v7, sizeof v7);
  Flags v9 = {};
  v9.low = static_cast<uint32_t>(v3); v9.middle = static_cast<int32_t>(b);
  v9.high = static_cast<uint64_t>(v8[0]);
  if (v9.middle < v9.low) { mark(6); v9.low += 1; }
  out(v8[0]);
  int32_t v10 = int32_t(33);
  float v11 = h0(3, add<uint64_t>(static_cast<uint64_t>(b), static_cast<uint64_t>(a)));
  uint32_t v12 = whole<uint32_t>(v2); uint32_t* v13 = &v12;
  { uint32_t inner = uint32_t(8); out(inner); if ((std::sqrt(double(1.0)) < double(3.25))) { mark(7); v13 = &inner; } }
  out(*v13);
  Record v14 = make_record(static_cast<int32_t>(v8[0]), whole<uint64_t>(v11));
  Record v15 = v14;
  v15.row[1] = static_cast<int16_t>(static_cast<int16_t>(a) & int16_t(0));
  v15.bits = left<uint32_t>(static_cast<uint32_t>(c), 0u);
  const int64_t v16 = fold_record(v15);
  std::unique_ptr<uint64_t[]> v17(new uint64_t[4]{static_cast<uint64_t>(g1), 2, static_cast<uint64_t>(v16), 4});
  v17[(static_cast<uint32_t>(static_cast<int64_t>(c)) % 4u)] = whole<uint64_t>(v15.inner.i0);
const int64_t result = std::clamp<int64_t>(static_cast<int64_t>(c), int64_t(3), int64_t(90));
  out(v3);
return result; }
}  // namespace

void P41(bool a, uint32_t b, uint16_t c) {
  fuzz::claim([&] { return ns_P41::entry(a, b, c); }, int64_t(987654321987654321), __FILE__, __LINE__);
}
static void run_P41() {
  const auto a = fuzz::input<bool>(0, "a", "bool", 0, false, true);
  const auto b = fuzz::input<uint32_t>(1, "b", "unsigned int", 11, uint32_t(0), uint32_t(63));
  const auto c = fuzz::input<uint16_t>(2, "c", "unsigned short", 9, uint16_t(0), uint16_t(15));
  P41(a, b, c);
}
static const fuzz::Program program_P41("P41", 56, "{\"suite\": \"Fuzz\", \"name\": \"P41\", \"file\": \"fuzz.cpp\", \"line\": 56, \"is_fixture\": false, \"parameters\": [{\"name\": \"a\", \"type\": {\"kind\": \"scalar\", \"spelling\": \"bool\", \"scalar\": \"Bool\", \"width\": 1}}, {\"name\": \"b\", \"type\": {\"kind\": \"scalar\", \"spelling\": \"unsigned int\", \"scalar\": \"UInt\", \"width\": 32}}, {\"name\": \"c\", \"type\": {\"kind\": \"scalar\", \"spelling\": \"unsigned short\", \"scalar\": \"UShort\", \"width\": 16}}], \"throws\": \"\", \"bounds\": {}, \"seeds\": []}", reinterpret_cast<const void*>(&P41), &run_P41, false);

