#include "stand_ins.h"

#include <cstdio>
#include <cstring>
#include <memory>
#include <typeinfo>
#include <unordered_map>
#include <utility>

using Map = std::unordered_map<int, int>;

[[gnu::used]] static const std::type_info* const __forall_axioms_table = &typeid(Table);
[[gnu::used]] static const std::type_info* const __forall_axioms_shape = &typeid(Shape);
[[gnu::used]] static const std::type_info* const __forall_axioms_counter = &typeid(Counter);
[[gnu::used]] static const std::type_info* const __forall_axioms_label = &typeid(Label);
[[gnu::used]] static const std::type_info* const __forall_axioms_map = &typeid(Map);

// stand_ins_runtime.cpp; without it no class is stood in for.
bool is_stood_in() __attribute__((weak));
void* stood_in_object(const char* key) __attribute__((weak));

namespace {

struct Square : Shape {
  int area(int scale) const override { return scale * scale; }
  bool named(const std::string& name) override { return name == "square"; }
};

struct Derived : Table {
  int other = 7;
};

void use_table() {
  Table table;
  const Table named(3, "name");
  int key = 4;
  table.add(key, &key);
  Table copy = named;
  int count = 1;
  table.take({true}, count, 2.5L);
  const Point point = table.moved({1, 2, 3.0}, Color::Green);
  std::printf("contains %d at %d point %d %d %g sum %ld\n", table.contains(4), table.at(1), point.x, point.y, point.z,
              table.sum({{1, 2, 3, 4, 5}}).values[4]);
  std::printf("text %s small %d large %d plus %d %g made %d count %d\n", table.text("a", "b").c_str(),
              table.small(true), table.large(false), table.plus(1), table.plus(0.5), Table::made(8), count);
  std::printf("joined %d code %d\n", table.joined(named, copy).small(false), with_code(copy));
  int (Table::*method)(bool) = &Table::small;
  std::printf("by pointer %d\n", (table.*method)(true));
  const Derived derived;
  std::printf("derived %d\n", derived.contains(0) + derived.other);
  try {
    table.at(-1);
    std::puts("no exception");
  } catch (int thrown) {
    std::printf("exception %d\n", thrown);
  }
}

void use_others() {
  Map map;
  map[3] = 4;
  map.insert_or_assign(5, 6);
  std::printf("map %d %zu\n", map.at(3), map.size());
  Counter counter(5);
  const auto owned = std::make_unique<Counter>(6);
  std::printf("counter %d %d\n", with_counter(counter), owned->twice());
  const Label label("name");
  Label other = label;
  other = label;
  const Label moved = std::move(other);
  std::printf("label %zu %zu\n", other.size(), moved.size());
  Square square;
  std::printf("shape %d\n", with_shape(square));
}

}  // namespace

int main() {
  use_table();
  use_others();
  if (is_stood_in == nullptr || !is_stood_in()) return 0;
  std::printf("made shape %d\n", with_shape(*static_cast<Shape*>(stood_in_object("5Shape"))));
  const Table table;
  return table.missing(1.5F) == 0 ? 1 : 0;
}
