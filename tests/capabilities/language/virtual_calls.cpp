// capability: virtual calls on an object chosen by symbolic data
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <memory>

namespace virtual_calls {

struct Shape {
  virtual ~Shape() = default;
  virtual int area() const = 0;
};
struct Square : Shape {
  explicit Square(int side) : side(side) {}
  int area() const override { return side * side; }
  int side;
};
struct Strip : Shape {
  explicit Strip(int length) : length(length) {}
  int area() const override { return 3 * length; }
  int length;
};

void Reached(std::uint16_t kind, std::int16_t size) {
  std::unique_ptr<Shape> shape;
  if (kind == 40001)
    shape = std::make_unique<Square>(size);
  else
    shape = std::make_unique<Strip>(size);
  if (shape->area() == 12321 * 9) TARGET();
}
FORALL(VirtualCalls, Reached);

void Holds(bool is_square, std::int8_t size) {
  const Square square(size);
  const Strip strip(size);
  const Shape& shape = is_square ? static_cast<const Shape&>(square) : strip;
  REQUIRE(shape.area() == (is_square ? size * size : 3 * size));
}
HOLDS(VirtualCalls);

}  // namespace virtual_calls
