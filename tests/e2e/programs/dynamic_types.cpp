// Where the dynamic type of an object is decided.
#include <typeinfo>

#include "forall/forall.h"

namespace {

struct Shape {
  virtual ~Shape() = default;
  virtual int corners() const = 0;
  int id() const { return id_; }
  short layer() const { return layer_; }
  void rename(int id) { id_ = id; }

 protected:
  int id_ = 7;
  short layer_ = 3;
};
class Circle : public Shape {
 public:
  int corners() const override { return 0; }
  int radius() const { return radius_; }

 private:
  int radius_ = 1;  // in what would be padding of Shape
};
class Square : public Shape {
 public:
  int corners() const override { return 4; }

 private:
  double side_ = 1;
};
class Polygon : public Shape {
 public:
  int corners() const override { return corners_; }

 private:
  long corners_ = 5;
};

struct Named {
  virtual ~Named() = default;
  virtual void use() const = 0;
  int weight = 0;
};
struct Heavy : Named {
  void use() const override {}
};
struct Light : Named {
  void use() const override {}
};

}  // namespace

FORALL_STATE(Circle, id_, layer_, radius_);
FORALL_STATE(Square, side_, id_, layer_);
FORALL_STATE(Polygon, corners_, layer_, id_);
FORALL_SUBTYPES(Shape, Circle, Square, Polygon);
FORALL_STATE(Heavy, weight);
FORALL_INVARIANT(Heavy, [](const Heavy& heavy) { return heavy.weight > 100; });
FORALL_STATE(Light, weight);
FORALL_SUBTYPES(Named, Heavy, Light);

namespace {

// Two paths, whatever the type is.
void NumbersAreRead(const Shape& shape) { EXPECT_TRUE(shape.id() > 5 || shape.id() <= 5); }
FORALL(DynamicTypes, NumbersAreRead);

void NothingIsRead(const Shape& shape, int n) {
  if (n == 5) {
    EXPECT_EQ(&shape, &shape);
  }
}
FORALL(DynamicTypes, NothingIsRead);

// One path without, three with a virtual call.
void DecidedAtTheCall(const Shape& shape) {
  if (shape.id() < 0) return;
  EXPECT_GE(shape.corners(), -2147483647 - 1);
}
FORALL(DynamicTypes, DecidedAtTheCall);

// The number that was read is the one that the object has when it is built.
void NumbersAreKept(const Shape& shape) {
  const int id = shape.id();
  if (shape.corners() == 4) {
    EXPECT_EQ(shape.id(), id);
  } else {
    EXPECT_EQ(shape.id() & shape.layer(), id & shape.layer());
  }
}
FORALL(DynamicTypes, NumbersAreKept);

void KeptBehindPointers(Shape* shape) {
  ASSUME(shape != nullptr);
  ASSUME(shape->id() == 42);
  const auto* circle = dynamic_cast<Circle*>(shape);
  EXPECT_TRUE(circle == nullptr || circle->id() == 42);
}
FORALL(DynamicTypes, KeptBehindPointers);

// Two references, perhaps to one object.
void Aliases(Shape& a, const Shape& b) {
  const int before = b.id();
  a.rename(before + 0);
  EXPECT_EQ(b.id(), before);
}
FORALL(DynamicTypes, Aliases);

void WritesDecide(Shape& shape) {
  const short layer = shape.layer();
  shape.rename(9);
  EXPECT_EQ(shape.id(), 9);
  EXPECT_EQ(shape.layer(), layer);
}
FORALL(DynamicTypes, WritesDecide);

void FoundInOneType(const Shape& shape) {
  if (shape.id() == 1000 && shape.layer() == 12) {
    EXPECT_NE(shape.corners(), 4);
  }
}
FORALL(DynamicTypes, FoundInOneType);

void FoundBeforeTheType(const Shape& shape) { EXPECT_NE(shape.id(), 77); }
FORALL(DynamicTypes, FoundBeforeTheType);

void PartOfANumber(const Shape& shape) {
  unsigned char low = 0;
  const int id = shape.id();
  __builtin_memcpy(&low, &id, 1);
  EXPECT_EQ(low, static_cast<unsigned char>(id));
}
FORALL(DynamicTypes, PartOfANumber);

void TypesAreTold(const Shape& shape) {
  ASSUME(shape.id() > 0);
  EXPECT_EQ(typeid(shape) == typeid(Square), shape.corners() == 4 && dynamic_cast<const Polygon*>(&shape) == nullptr);
}
FORALL(DynamicTypes, TypesAreTold);

// An invariant is about whole objects: a heavy one is never 5, a light one may be.
void InvariantsAreMet(const Named& named) {
  if (named.weight == 5) {
    EXPECT_EQ(dynamic_cast<const Heavy*>(&named), nullptr);
  }
}
FORALL(DynamicTypes, InvariantsAreMet);

}  // namespace
