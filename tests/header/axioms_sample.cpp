// Everything that a user can say about axioms, for compilers to warn about.
#include <forall/forall.h>

#include <map>
#include <memory>
#include <stdexcept>
#include <unordered_map>

class Hashtable {  // declared only
 public:
  Hashtable();
  explicit Hashtable(int capacity);
  void add(const int& key, int value);
  bool contains(const int& key) const;
  int& get(const int& key);

 private:
  void* buckets_;
};
namespace app {
class Store {  // an interface
 public:
  virtual ~Store() = default;
  virtual int read(int key) const = 0;
  virtual void write(int key, int value) = 0;
};
template <class T>
class Stack {
 public:
  void push(const T& value) {
    last_ = value;
    ++size_;
  }
  int size() const { return size_; }

 private:
  T last_{};
  int size_ = 0;
};
struct Bag {
  Hashtable table;
  int count;
};
class Source {  // named as a class of the library's own
 public:
  explicit Source(int n) : n_(n) {}
  int n() const { return n_; }

 private:
  int n_;
};
struct Target : Source {
  using Source::Source;
};
}  // namespace app

class StoreTests : public ::testing::Test {
 public:
  void ReadsWhatWasWritten(app::Store& store, int key) {
    store.write(key, 1);
    EXPECT_EQ(store.read(key), 1);
  }
};
namespace {
class LocalTests : public ::testing::Test {
 public:
  void HasANumber(const app::Source& source) { EXPECT_EQ(source.n(), source.n()); }
};
}  // namespace

FORALL_AXIOMS(Hashtable, HashtableTests);
FORALL_AXIOMS(Hashtable, MoreHashtableTests);  // several suites of one class
FORALL_AXIOMS(Hashtable, HashtableTests);      // twice
FORALL_AXIOMS(app::Store, StoreTests);
FORALL_AXIOMS(::app::Stack<int>, StackTests);
FORALL_AXIOMS(app::Stack<long>, StackTests);  // several classes of one suite
FORALL_AXIOMS((std::unordered_map<int, int>), MapTests);
FORALL_AXIOMS((std::map<int, Hashtable>), MapTests);
FORALL_AXIOMS(app::Source, LocalTests);
FORALL_AXIOMS(app::Target, LocalTests);

FORALL_USING(SuiteOfClients, HashtableTests);
FORALL_USING(SuiteOfClients, StackTests);

namespace {

struct NotMadeByDefault : std::logic_error {
  using std::logic_error::logic_error;
};
struct NotMadeAtAll {
  explicit NotMadeAtAll(int) {}
};

void AddedIsContained(Hashtable& table, int key) {
  table.add(key, 1);
  EXPECT_TRUE(table.contains(key));
}
void ContainsIsPure(const Hashtable& table, int key) { static_cast<void>(table.contains(key)); }
void GetThrows(Hashtable& table, int key) {
  ASSUME(!table.contains(key));
  table.get(key);
}
void PushGrows(app::Stack<int>& stack, app::Stack<long> other) {
  stack.push(3);
  EXPECT_GT(stack.size(), other.size());
}
void Emplaced(std::unordered_map<int, int>& map, std::map<int, Hashtable>& tables) {
  map[3] = 4;
  EXPECT_TRUE(map.count(3) == 1 || tables.empty());
}
void Client(app::Bag bag, app::Store& store, app::Store* other, std::unique_ptr<Hashtable> owned) {
  EXPECT_TRUE(bag.table.contains(bag.count) || store.read(1) == 2 || other == nullptr || owned == nullptr);
}

}  // namespace

FORALL(HashtableTests, AddedIsContained);
FORALL(HashtableTests, ContainsIsPure).Pure();
FORALL(HashtableTests, GetThrows).Throws<std::out_of_range>().Pure({3}).Using<MapTests>();
FORALL(MoreHashtableTests, GetThrows).Pure(Purity{1}).Throws<NotMadeByDefault>();
FORALL(OtherTests, GetThrows).Throws<NotMadeAtAll>();
FORALL_F(StoreTests, ReadsWhatWasWritten);
FORALL_F(LocalTests, HasANumber).Using<LocalTests>();
FORALL(StackTests, PushGrows).WithDomains(Arbitrary<app::Stack<int>>(), Arbitrary<app::Stack<long>>());
FORALL(MapTests, Emplaced);
FORALL(SuiteOfClients, Client).Using<HashtableTests, StoreTests>().WithBounds({});
namespace app {
FORALL(BagTest, Client).Using<HashtableTests>().Using<::StoreTests>();
FORALL_USING(BagTest, MapTests);
}  // namespace app
