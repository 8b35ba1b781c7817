#include <cmath>
#include <cstdarg>
#include <gtest/gtest.h>
#include <algorithm>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>
struct Base { virtual ~Base() = default; virtual int f(int) = 0; };
struct D1 : Base { int f(int x) override { return x + 1; } };
struct D2 : virtual Base { std::string s; int f(int x) override { return x * (int)s.size(); } };
struct Big { long a[9]; int b; };
long takeBig(Big b) { return b.a[3] + b.b; }
__int128 wide(__int128 a, long b) { return (a + b) / 3; }
double flt(double x, int y) { return x * y + std::sqrt(x); }
int sw(unsigned x) { switch (x) { case 1: return 5; case 2: case 3: return 6; case 100: return 7; default: return 8; } }
static int counter() { static std::vector<int> v(3); v.push_back(1); return (int)v.size(); }
int var(const char* f, ...) { va_list a; va_start(a, f); int r = va_arg(a, int); va_end(a); return r; }
int all(int n, std::vector<int>& v) {
  std::map<int, std::string> m; std::unordered_map<std::string, int> u; std::set<int> s; std::list<int> l; std::deque<int> d;
  for (int i = 0; i < n; ++i) { m[i] = std::to_string(i); u[m[i]] = i; s.insert(v.at(i)); l.push_front(i); d.push_back(i); }
  std::sort(v.begin(), v.end(), [&](int a, int b) { return a * n < b * n; });
  std::stable_sort(d.begin(), d.end());
  auto p = std::make_shared<D2>(); p->s = "abc"; std::unique_ptr<Base> q = std::make_unique<D1>();
  std::function<int(int)> fn = [&](int x) { return p->f(x) + q->f(x); };
  try { if (n > 5) throw std::runtime_error("n"); if (n > 4) throw n; fn(n); }
  catch (const std::exception& e) { return (int)std::string(e.what()).size(); } catch (int x) { return x; }
  std::optional<int> o; if (n) o = n; std::variant<int, std::string> vv = "x";
  std::stringstream ss; ss << n << o.value_or(3) << std::visit([](auto&& x) -> std::string { if constexpr (std::is_same_v<std::decay_t<decltype(x)>, int>) return "i"; else return x; }, vv);
  Big b{}; b.b = n;
  return std::accumulate(l.begin(), l.end(), 0) + (int)ss.str().size() + (int)takeBig(b) + sw(n) + counter() + var("a", n) + (int)flt(n, 3) + (int)wide(n, 3);
}
TEST(A, B) { std::vector<int> v{5, 3, 1, 2, 4, 6, 9}; EXPECT_EQ(all(3, v), 56) << "hi " << v.size(); EXPECT_EQ(v[0], 1); EXPECT_TRUE(v[1] > 1); ASSERT_LT(v[2], 5); EXPECT_THROW(v.at(100), std::out_of_range); EXPECT_STREQ("a", "a"); EXPECT_NEAR(flt(1, 2), 3.0, 0.1); }
