// A PUT with a parameter that cannot be an input; which one, the test says with -DPARAMETER.
#include <forall/forall.h>

#include <istream>
#include <memory>
#include <vector>

class Closed {
 public:
  explicit Closed(int value) : value_(value) {}
  int value() const { return value_; }

 private:
  int value_;
};
struct HasClosed {
  int a;
  std::vector<Closed> v;
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
using VoidPointer = void*;
using CustomOwner = std::unique_ptr<int, void (*)(int*)>;

static void Unsupported(int, PARAMETER) {}
FORALL(Bad, Unsupported).WithSeeds({});
