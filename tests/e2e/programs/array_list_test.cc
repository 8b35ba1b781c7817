#include <gtest/gtest.h>
#include <stdexcept>
#include <algorithm>
// The ArrayList of the paper.
struct Object {};
class ArrayList {
 public:
  explicit ArrayList(int capacity) {
    if (capacity < 0) throw std::out_of_range("capacity");
    items_ = new Object*[static_cast<std::size_t>(capacity)];
    capacity_ = capacity;
  }
  ~ArrayList() { delete[] items_; }
  void Add(Object* value) {
    if (size_ == capacity_) Grow(size_ + 1);
    items_[size_++] = value;
  }
  Object*& operator[](int index) {
    if (index < 0 || index >= size_) throw std::out_of_range("index");
    return items_[index];
  }
 private:
  void Grow(int least) {
    const int grown = std::max(capacity_ == 0 ? 16 : 2 * capacity_, least);
    Object** items = new Object*[static_cast<std::size_t>(grown)];
    std::copy(items_, items_ + size_, items);
    delete[] items_;
    items_ = items;
    capacity_ = grown;
  }
  Object** items_ = nullptr;
  int size_ = 0;
  int capacity_ = 0;
};

TEST(ArrayListTest, Add) {
  ArrayList a(1);
  Object o;
  a.Add(&o);
  EXPECT_TRUE(a[0] == &o);
}
