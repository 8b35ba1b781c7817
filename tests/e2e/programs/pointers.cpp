// Pointers as inputs, through the engine's own interface: a class described by hand.
#include <forall/engine.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

namespace {

struct Node {
  int value;
  Node* next;
};

void build_node(const ForallClass* type, void* object, const char* name);
const ForallClass kNode = {"Node", sizeof(Node), alignof(Node), build_node, nullptr, nullptr, 0};

// "*head" -> "head->value", "node" -> "node.value".
void member(char* to, std::size_t size, const char* object, const char* part) {
  const bool pointed = object[0] == '*';
  std::size_t n = 0;
  for (const char* c = pointed ? object + 1 : object; *c != 0 && n + 1 < size; ++c) to[n++] = *c;
  for (const char* c = pointed ? "->" : "."; *c != 0 && n + 1 < size; ++c) to[n++] = *c;
  for (const char* c = part; *c != 0 && n + 1 < size; ++c) to[n++] = *c;
  to[n] = 0;
}

int new_int(const char* name) {
  int value = 0;
  __forall_input(&value, sizeof value, 32, 10, name, "int", 0, 0, false);
  return value;
}

constexpr unsigned kAny = FORALL_MAY_BE_NULL | FORALL_MAY_BE_FRESH | FORALL_MAY_ALIAS;

Node* new_pointer(const char* name, unsigned flags = kAny) {
  void* pointer = nullptr;
  __forall_pointer(&pointer, name, &kNode, flags);
  return static_cast<Node*>(pointer);
}

void build_node(const ForallClass*, void* object, const char* name) {
  char text[512];
  auto* node = new (object) Node;
  member(text, sizeof text, name, "value");
  node->value = new_int(text);
  member(text, sizeof text, name, "next");
  node->next = new_pointer(text);
}

void claim(bool holds, int line) {
  if (!holds) __forall_failed(__FILE__, line, "the claim does not hold");
}
#define CLAIM(condition) claim((condition), __LINE__)
#define ASSUME(condition) __forall_assume((condition), __FILE__, __LINE__)

struct Put : ForallPut {
  Put(const char* its_name, int its_line, void (*its_body)()) : ForallPut{}, body(its_body) {
    suite = "Pointers";
    name = its_name;
    file = __FILE__;
    line = its_line;
    describe = [](const ForallPut* put) { return static_cast<const Put*>(put)->json(); };
    run = [](const ForallPut* put) { static_cast<const Put*>(put)->body(); };
    __forall_register(this);
  }
  const char* json() const {
    static char text[512];
    char number[16];
    std::size_t n = 0;
    int rest = line;
    do number[n++] = static_cast<char>('0' + rest % 10);
    while ((rest /= 10) != 0);
    std::strcpy(
        text, "{\"suite\": \"Pointers\", \"is_fixture\": false, \"parameters\": [], \"throws\": \"\", \"seeds\": [], ");
    std::strcat(text, "\"bounds\": {}, \"file\": \"pointers.cpp\", \"name\": \"");
    std::strcat(text, name);
    std::strcat(text, "\", \"line\": ");
    char* end = text + std::strlen(text);
    while (n > 0) *end++ = number[--n];
    std::strcpy(end, "}");
    return text;
  }
  void (*body)();
};
#define PUT(name)                              \
  void name();                                 \
  const Put put_##name(#name, __LINE__, name); \
  void name()

// What is not dereferenced is never decided: one path.
PUT(Untouched) {
  Node* head = new_pointer("head");
  CLAIM(head == nullptr || head != nullptr);
}

PUT(ComparedOnly) {
  Node* p = new_pointer("p");
  Node* q = new_pointer("q");
  if (p != nullptr && p == q) CLAIM(q != nullptr);
}

// A list of up to three nodes, each of its shapes once.
PUT(WalksAList) {
  Node* head = new_pointer("head");
  int length = 0;
  for (Node* node = head; node != nullptr; node = node->next) {
    ++length;
    ASSUME(length <= 3);
  }
  CLAIM(length <= 3);
}

PUT(AliasIsFound) {
  Node* p = new_pointer("p");
  Node* q = new_pointer("q");
  ASSUME(p != nullptr && q != nullptr);
  p->value = 1;
  q->value = 2;
  CLAIM(p->value == 1);  // refuted where p == q
}

PUT(CycleIsFound) {
  Node* head = new_pointer("head");
  ASSUME(head != nullptr);
  CLAIM(head->next != head);
}

PUT(LongerCycleIsFound) {
  Node* head = new_pointer("head");
  ASSUME(head != nullptr && head->next != nullptr && head->next != head);
  CLAIM(head->next->next != head);
}

PUT(NullDereference) {
  Node* head = new_pointer("head");
  CLAIM(head->value == head->value);
}

PUT(NeverNull) {
  Node* head = new_pointer("head", FORALL_MAY_BE_FRESH | FORALL_MAY_ALIAS);
  CLAIM(head->value == head->value);
}

PUT(DeletesItsInput) {
  Node* head = new_pointer("head");
  delete head;
}

PUT(DeletesAfterUse) {
  Node* head = new_pointer("head");
  if (head != nullptr && head->value > 3) delete head;
}

PUT(UseAfterFreeThroughAnAlias) {
  Node* p = new_pointer("p");
  Node* q = new_pointer("q");
  ASSUME(p != nullptr && q != nullptr);
  delete p;
  CLAIM(q->value == q->value);
}

PUT(DoubleFreeThroughAnAlias) {
  Node* p = new_pointer("p");
  Node* q = new_pointer("q");
  delete p;
  delete q;
}

// What the program hangs into its inputs is reachable; what it loses is not.
PUT(KeepsABlock) {
  Node* head = new_pointer("head");
  ASSUME(head != nullptr);
  head->next = new Node{1, nullptr};
}

PUT(LosesABlock) {
  Node* head = new_pointer("head");
  ASSUME(head != nullptr);
  head->next = new Node{1, nullptr};
  head->next = nullptr;
}

// A choice between pointers, and one copied by a library function.
PUT(ChosenPointer) {
  Node* p = new_pointer("p");
  Node* q = new_pointer("q");
  ASSUME(p != nullptr && q != nullptr);
  const int which = new_int("which");
  Node* chosen = which > 0 ? p : q;
  chosen->value = 7;
  CLAIM(p->value == 7 || q->value == 7);
}

PUT(CopiedNode) {
  Node* p = new_pointer("p");
  ASSUME(p != nullptr);
  Node copy;
  std::memcpy(&copy, p, sizeof copy);
  CLAIM(copy.value == p->value && copy.next == p->next);
}

// Lengths: room for `length` elements.
std::size_t new_size(const char* name, std::size_t room) {
  std::size_t size = 0;
  __forall_input(&size, sizeof size, 64, 13, name, "unsigned long", 0, 0, false);
  __forall_bound(size <= room, "arrays");
  return size;
}

PUT(LengthBoundCuts) {
  const std::size_t size = new_size("size", __forall_length_bound());
  CLAIM(size != 100);
}

PUT(LengthBoundAsked) {
  const std::size_t size = new_size("size", __forall_length_bound());
  CLAIM(size <= 6 || size > 6);  // line: beyond the length
  if (size <= 6) CLAIM(size < 7);
}

PUT(LengthBoundIsIrrelevant) {
  const std::size_t size = new_size("size", __forall_length_bound());
  ASSUME(size < 3);
  CLAIM(size != 100);
}

PUT(LengthBoundNeverMatters) {
  const std::size_t size = new_size("size", __forall_length_bound());
  int sum = 0;
  if (size > 2) sum = 2;
  CLAIM(sum <= 2);
}

PUT(ShortList) {
  Node* head = new_pointer("head");
  ASSUME(head != nullptr);
  ASSUME(head->next == nullptr);
  CLAIM(head->next == nullptr);
}

// The array has as many elements as its count says, in a block with room for more.
int* new_array(std::size_t& count) {
  const std::size_t room = __forall_length_bound();
  count = new_size("count", room);
  __forall_building(1);
  int* items = new int[room];
  __forall_building(-1);
  for (std::size_t i = 0; i < room; ++i) items[i] = 0;
  __forall_extent(items, &count, sizeof count, sizeof *items);
  return items;
}

PUT(ArrayWithinItsExtent) {
  std::size_t count = 0;
  int* items = new_array(count);
  ASSUME(count <= 5);
  int sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += items[i];
  CLAIM(sum == 0);
}

PUT(ArrayBehindItsExtent) {
  std::size_t count = 0;
  const int* items = new_array(count);
  const auto index = static_cast<unsigned>(new_int("index"));
  ASSUME(index <= count);
  CLAIM(items[index] == 0);
}

// Classes that lie at another place in each subtype.
struct Shape {
  virtual ~Shape() = default;
  virtual int corners() const = 0;
};
struct Colour {
  virtual ~Colour() = default;
  int red = 0;
};
struct Square : Shape {
  int corners() const override { return 4; }
};
struct Painted : Colour, Shape {
  int corners() const override { return red > 0 ? 3 : 5; }
};
void build_square(const ForallClass*, void* object, const char*) { new (object) Square; }
void build_painted(const ForallClass*, void* object, const char* name) {
  auto* painted = new (object) Painted;
  char text[512];
  member(text, sizeof text, name, "red");
  painted->red = new_int(text);
}
const ForallClass kSquare = {"Square", sizeof(Square), alignof(Square), build_square, nullptr, nullptr, 0};
const ForallClass kPainted = {"Painted", sizeof(Painted), alignof(Painted), build_painted, nullptr, nullptr, 0};
const ForallClass* const kShapes[] = {&kSquare, &kPainted};
const std::ptrdiff_t kOffsets[] = {0, sizeof(Colour)};
const ForallClass kShape = {"Shape", sizeof(Shape), alignof(Shape), nullptr, kShapes, kOffsets, 2};

template <typename T>
T* new_object(const char* name, const ForallClass& type, unsigned flags = kAny) {
  void* pointer = nullptr;
  __forall_pointer(&pointer, name, &type, flags);
  return static_cast<T*>(pointer);
}

PUT(DynamicTypeIsChosen) {
  Shape* shape = new_object<Shape>("shape", kShape);
  ASSUME(shape != nullptr);
  const int corners = shape->corners();
  CLAIM(corners >= 3 && corners <= 5);
  delete shape;
}

PUT(EverySubtypeIsReached) {
  Shape* shape = new_object<Shape>("shape", kShape);
  ASSUME(shape != nullptr);
  CLAIM(shape->corners() != 3);
}

PUT(AliasOfABaseClass) {
  Painted* painted = new_object<Painted>("painted", kPainted);
  Shape* shape = new_object<Shape>("shape", kShape);
  ASSUME(painted != nullptr && shape != nullptr);
  CLAIM(shape != painted);
}

PUT(AliasOfADerivedClass) {
  Shape* shape = new_object<Shape>("shape", kShape);
  Painted* painted = new_object<Painted>("painted", kPainted);
  ASSUME(painted != nullptr && shape == painted);
  CLAIM(shape->corners() != 4);
}

// A class that cannot be built for some inputs.
void build_or_throw(const ForallClass*, void* object, const char* name) {
  char text[512];
  member(text, sizeof text, name, "value");
  const int value = new_int(text);
  if (value > 5) throw value;
  new (object) int(value);
}
const ForallClass kThrowing = {"int", sizeof(int), alignof(int), build_or_throw, nullptr, nullptr, 0};

PUT(BuilderThrows) {
  const int* p = new_object<int>("p", kThrowing);
  if (p != nullptr) CLAIM(*p <= 5);
}

}  // namespace
