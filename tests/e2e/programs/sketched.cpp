// A class that is only declared, with arguments of every kind, and clients of it that nothing is known about.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace app {

enum class Kind { A, B };
struct Key {
  int a;
  int b;
};

class Table {
 public:
  explicit Table(int capacity);
  bool contains(const Key& key) const;
  int get(const std::string& name) const;
  void set(const std::string& name, int value);
  void put(Key key, Kind kind);
  std::string name() const;
  int& operator[](int index);
  Kind& kind(int index);
  bool operator==(const Table& other) const;
  void read(int& out);
  template <typename T>
  void add(T value);
  bool has(std::string_view text) const;
  int sum(std::vector<int> values) const;
  explicit operator bool() const;
  void take(std::string&& text);
  int call(int (*function)(int)) const;
  void merge(Table& other);
  int size() const;

 private:
  int capacity_;
};

}  // namespace app

FORALL_AXIOMS(app::Table, TableTests);

void Nothing(app::Table& table) { (void)table; }
FORALL(TableTests, Nothing);

void Made(app::Key key, int capacity) {
  app::Table table(capacity);
  EXPECT_TRUE(table.contains(key));
}
FORALL(Clients, Made).Using<TableTests>();

void Put(app::Table& table, app::Key key) {
  table.put(key, app::Kind::B);
  EXPECT_TRUE(table.contains(key));
}
FORALL(Clients, Put).Using<TableTests>();

void Texts(app::Table& table, int value) {
  table.set("ab", value);
  EXPECT_EQ(table.get("ab"), value);
  table.take("abc");
  EXPECT_TRUE(table.has("b"));
}
FORALL(Clients, Texts).Using<TableTests>();

void References(app::Table& table, int value) {
  table[3] = value;
  EXPECT_EQ(table.name(), "x");
  table.kind(2) = app::Kind::B;
  EXPECT_EQ(table.size(), value);
  int out = value;
  table.read(out);
  EXPECT_TRUE(static_cast<bool>(table));
}
FORALL(Clients, References).Using<TableTests>();

void Objects(app::Table& table, app::Table& other, long value) {
  table.merge(other);
  EXPECT_TRUE(table == other);
  table.add(value);
  EXPECT_EQ(table.sum({1, 2}), 3);
}
FORALL(Clients, Objects).Using<TableTests>();

void Functions(app::Table& table, char value) {
  table.add(value);
  EXPECT_EQ(table.call(nullptr), 3);
}
FORALL(Clients, Functions).Using<TableTests>();
