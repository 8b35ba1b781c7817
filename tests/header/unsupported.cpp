// A PUT with a parameter that cannot be an input; which one, the test says with -DPARAMETER.
#include <forall/forall.h>

#include <istream>
#include <optional>
#include <string>
#include <vector>

struct HasVector {
  int a;
  std::vector<int> v;
};
struct Base {
  int b;
};
struct Derived : Base {
  int d;
};
union Either {
  int i;
  char c;
};
using Stream = std::istream&;
using RvalueReference = int&&;
using IntPointer = int*;
using TextReference = const std::string&;
using Optional = std::optional<int>;

static void Unsupported(int, PARAMETER) {}
FORALL(Bad, Unsupported).WithSeeds({});
