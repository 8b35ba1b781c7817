// Memory at symbolic addresses, and memory errors. The names are what memory_test.py expects of them.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace {

constexpr int kPrimes[64] = {2,   3,   5,   7,   11,  13,  17,  19,  23,  29,  31,  37,  41,  43,  47,  53,
                             59,  61,  67,  71,  73,  79,  83,  89,  97,  101, 103, 107, 109, 113, 127, 131,
                             137, 139, 149, 151, 157, 163, 167, 173, 179, 181, 191, 193, 197, 199, 211, 223,
                             227, 229, 233, 239, 241, 251, 257, 263, 269, 271, 277, 281, 283, 293, 307, 311};

}  // namespace

// Proved, with few paths.

void TableLookup(unsigned i) {
  const int prime = kPrimes[i & 63];
  if (prime == 113) {
    EXPECT_EQ(i & 63, 29u);
  } else {
    EXPECT_NE(i & 63, 29u);
  }
}
FORALL(Proved, TableLookup);

void BytesWrittenAndRead(unsigned i, unsigned j, unsigned char x, unsigned char y) {
  unsigned char a[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  a[i & 7] = x;
  a[j & 7] = y;
  EXPECT_EQ(a[j & 7], y);
  EXPECT_TRUE(a[i & 7] == x || (i & 7) == (j & 7));
}
FORALL(Proved, BytesWrittenAndRead);

void FieldOfAnElement(unsigned i) {
  struct Item {
    int key;
    short weight;
    char tag[6];
  };
  static const Item items[5] = {{1, 10, "a"}, {2, 20, "b"}, {3, 30, "c"}, {4, 40, "d"}, {5, 50, "e"}};
  const Item& item = items[i % 5];
  EXPECT_EQ(item.key * 10, item.weight);
  EXPECT_EQ(item.tag[0], 'a' + item.key - 1);
}
FORALL(Proved, FieldOfAnElement);

int twice(int x) { return 2 * x; }
int square(int x) { return x * x; }
int negative(int x) { return -x; }
void FunctionTable(unsigned i) {
  static int (*const functions[4])(int) = {twice, square, negative, twice};
  const int result = functions[i & 3](3);
  EXPECT_TRUE(result == 6 || result == 9 || result == -3);
}
FORALL(Proved, FunctionTable);

struct Shape {
  virtual ~Shape() = default;
  virtual int corners() const { return 0; }
};
struct Triangle : Shape {
  int corners() const override { return 3; }
};
struct Square : Shape {
  int corners() const override { return 4; }
};
void VirtualCallOfASelectedObject(unsigned i) {
  Shape circle;
  Triangle triangle;
  Square square;
  Shape* shapes[] = {&circle, &triangle, &square};
  ASSUME(i < 3);
  EXPECT_EQ(shapes[i]->corners(), i == 0 ? 0 : static_cast<int>(i) + 2);
}
FORALL(Proved, VirtualCallOfASelectedObject);

void PointerDifference(unsigned i, unsigned j) {
  static int cells[16];
  int* p = &cells[i & 15];
  int* q = &cells[j & 15];
  EXPECT_EQ(p < q, (i & 15) < (j & 15));
  EXPECT_EQ(q - p, static_cast<std::ptrdiff_t>(j & 15) - static_cast<std::ptrdiff_t>(i & 15));
}
FORALL(Proved, PointerDifference);

void UnionAndBitField(std::uint32_t word) {
  union {
    std::uint32_t whole;
    std::uint8_t bytes[4];
  } pun;
  pun.whole = word;
  EXPECT_EQ(pun.bytes[0] | pun.bytes[1] << 8 | pun.bytes[2] << 16 | std::uint32_t{pun.bytes[3]} << 24, word);
  struct {
    unsigned low : 3, middle : 7;
    int high : 6;
  } bits = {word & 7, (word >> 3) & 127, static_cast<int>((word >> 10) & 31)};
  EXPECT_EQ(bits.low + bits.middle * 8 + static_cast<unsigned>(bits.high) * 1024, word & 0x7fff);
}
FORALL(Proved, UnionAndBitField);

int calls = 0;
thread_local int thread_calls = 0;
int next_number() {
  static int number = 41;
  return ++number;
}
// One path, and so one native test: what the runs before it counted must not be seen.
void VariablesBeginAnew(int) {
  EXPECT_EQ(++calls, 1);
  EXPECT_EQ(++thread_calls, 1);
  EXPECT_EQ(next_number(), 42);
}
FORALL(Proved, VariablesBeginAnew);

void FreedAndReused(unsigned char n) {
  ASSUME(n < 4);
  std::vector<std::unique_ptr<std::string>> all;
  for (unsigned i = 0; i < n; ++i) all.push_back(std::make_unique<std::string>(40, 'x'));
  all.resize(2);
  EXPECT_EQ(all.size(), 2u);
}
FORALL(Proved, FreedAndReused);

// The elements after the filled ones have no value, and none is read.
void PartlyFilledArray(unsigned char n, unsigned char i) {
  ASSUME(n >= 1 && n <= 8 && i < n);
  int squares[8];
  for (int k = 0; k < n; ++k) squares[k] = k * k;
  EXPECT_EQ(squares[i], i * i);
}
FORALL(Proved, PartlyFilledArray);

// No path for each length: the bytes past the length are unchanged.
void CopyOfSymbolicLength(unsigned char n, unsigned char i) {
  ASSUME(n <= 12 && i < 12);
  char from[12] = {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'};
  char to[12] = {};
  std::memcpy(to, from, n);
  EXPECT_EQ(to[i], i < n ? 'a' + i : 0);
}
FORALL(Proved, CopyOfSymbolicLength);

void FillAndCompareOfSymbolicLength(unsigned char n, unsigned char c) {
  ASSUME(n <= 16 && c != 0);
  char filled[16] = {};
  const char zero[16] = {};
  std::memset(filled, c, n);
  EXPECT_EQ(std::memcmp(filled, zero, n) == 0, n == 0);
  EXPECT_EQ(std::memcmp(filled + 8, zero, 8) == 0, n <= 8);
}
FORALL(Proved, FillAndCompareOfSymbolicLength);

void ArrayOfSymbolicLength(unsigned char n) {
  ASSUME(n <= 4);
  std::unique_ptr<int[]> numbers(new int[n]());
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += numbers[i] + i;
  EXPECT_EQ(sum, n * (n - 1) / 2);
}
FORALL(Proved, ArrayOfSymbolicLength);

// What variables reach, also by its middle, is not lost.
std::vector<std::string>& registry() {
  static auto* strings = new std::vector<std::string>;
  return *strings;
}
thread_local std::string* last_text = nullptr;
char* cursor = nullptr;
void KeptByVariables(unsigned char n) {
  registry().push_back(std::string(60, 'a'));
  last_text = new std::string(100, 'x');
  cursor = new char[30] + (n & 7);
  EXPECT_EQ(registry().size(), 1u);
}
FORALL(Proved, KeptByVariables);

// Refuted, each by one fault.

void CopyBehindABlock(unsigned char n) {
  char* block = new char[8]();
  const char text[16] = "fifteen letters";
  ASSUME(n <= 9);
  std::memcpy(block, text, n);
  EXPECT_EQ(block[0], n == 0 ? 0 : 'f');
  delete[] block;
}
FORALL(OutOfBounds, CopyBehindABlock);

void TextWithoutEnd(bool ends) {
  auto* text = static_cast<char*>(std::malloc(4));
  std::memset(text, 'x', 4);
  if (ends) text[3] = 0;
  EXPECT_EQ(std::strlen(text), 3u);
  std::free(text);
}
FORALL(OutOfBounds, TextWithoutEnd);

void TextTooLong(bool longer) {
  auto* text = static_cast<char*>(std::malloc(4));
  std::strcpy(text, longer ? "four" : "two");
  EXPECT_EQ(text[0], longer ? 'f' : 't');
  std::free(text);
}
FORALL(OutOfBounds, TextTooLong);

struct Link {
  Link* next;
  int value;
};
void ForgetsTheTail(unsigned char n) {
  ASSUME(n < 4);
  Link* head = nullptr;
  for (int i = 0; i < n; ++i) head = new Link{head, i};
  const bool all = n != 3;
  while (head != nullptr) {
    Link* first = head;
    head = all ? head->next : nullptr;
    delete first;
  }
}
FORALL(Leak, ForgetsTheTail);

void OwnEachOther(bool ring) {
  struct Owner {
    std::shared_ptr<Owner> other;
  };
  const auto first = std::make_shared<Owner>(), second = std::make_shared<Owner>();
  first->other = second;
  if (ring) second->other = first;
}
FORALL(Leak, OwnEachOther);

int* kept = nullptr;
void KeptForSomeInputs(bool keep) {
  int* number = new int(3);
  kept = keep ? number : nullptr;
}
FORALL(Leak, KeptForSomeInputs);

void ReadBehindABlock(unsigned n) {
  ASSUME(n >= 1 && n <= 5);
  std::unique_ptr<int[]> block(new int[4]());
  int sum = 0;
  for (unsigned i = 0; i < n; ++i) sum += block[i];
  EXPECT_EQ(sum, 0);
}
FORALL(OutOfBounds, ReadBehindABlock);

void SymbolicIndexBehindABlock(unsigned i) {
  ASSUME(i <= 10);
  auto* block = static_cast<char*>(std::calloc(10, 1));
  EXPECT_EQ(block[i], 0);
  std::free(block);
}
FORALL(OutOfBounds, SymbolicIndexBehindABlock);

void TerminatorBehindABlock(unsigned char n) {
  ASSUME(n <= 8);
  auto* text = static_cast<char*>(std::malloc(8));
  std::memset(text, 'x', n);
  text[n] = 0;
  EXPECT_EQ(std::strlen(text), n);
  std::free(text);
}
FORALL(OutOfBounds, TerminatorBehindABlock);

void FreedTooEarly(int x) {
  int* cell = new int(x);
  if (x == 12345) delete cell;
  EXPECT_EQ(*cell, x);
  if (x != 12345) delete cell;
}
FORALL(UseAfterFree, FreedTooEarly);

void FreedTwice(int x) {
  void* block = std::malloc(8);
  std::free(block);
  if (x == 777) std::free(block);
}
FORALL(BadFree, FreedTwice);

void FreesTheMiddle(unsigned x) {
  auto* block = static_cast<char*>(std::malloc(64));
  std::free(x == 9 ? block + 16 : block);
}
FORALL(BadFree, FreesTheMiddle);

void drop(int* number) { delete number; }
void drop_array(int* numbers) { delete[] numbers; }
void DeletesAnArray(bool array) {
  int* numbers = new int[4];
  if (array) {
    drop_array(numbers);
  } else {
    drop(numbers);
  }
}
FORALL(MismatchedFree, DeletesAnArray);

struct Padded {
  int number;
  char letter;
};
struct Flags {
  unsigned low : 3;
  unsigned high : 5;
};

void PaddingAndBits(int n, unsigned m) {
  Padded padded;
  padded.number = n;
  padded.letter = 'a';
  const std::vector<Padded> copies = {padded, padded};
  EXPECT_EQ(copies[0].number, copies[1].number);
  Flags flags;
  flags.high = m & 31U;
  EXPECT_EQ(flags.high, m & 31U);
}
FORALL(Proved, PaddingAndBits);

void LooksAtSomeOfIt(int n) {
  int values[4];
  values[n & 1] = 5;
  values[1 - (n & 1)] = 6;
  EXPECT_GT(values[n & 1], 4);
}
FORALL(Proved, LooksAtSomeOfIt);

void VariableOnOneWay(int n) {
  int x;
  if (n != 7) x = 1;
  if (x > 3) x = 0;
  EXPECT_LE(x, 1);
}
FORALL(Uninitialised, VariableOnOneWay);

void MemberOfABlock(int n) {
  auto padded = std::unique_ptr<Padded>(new Padded);
  padded->letter = 'a';
  if (n != 7) padded->number = n;
  EXPECT_TRUE(padded->number != 5 || n == 5 || n == 7);
}
FORALL(Uninitialised, MemberOfABlock);

void OneValueOnly(int n) {
  int x;
  const int copy = x;
  const bool is_nine = n == 7 && copy == 9;
  if (is_nine) n = 8;
  EXPECT_TRUE(n != 8 || !is_nine || copy == 9);
}
FORALL(Uninitialised, OneValueOnly);

struct Base {
  virtual ~Base() = default;
};
struct One : Base {
  int number = 1;
};
struct Two : Base {
  int number = 2;
};
void DowncastOfASelectedObject(unsigned i) {
  One one;
  Two two;
  Base* bases[] = {&one, &two, &one};
  ASSUME(i < 3);
  EXPECT_EQ(i == 1 ? static_cast<Two*>(bases[i])->number : static_cast<One*>(bases[i])->number, i == 1 ? 2 : 1);
}
FORALL(Proved, DowncastOfASelectedObject);

void DowncastOfAnother(unsigned i) {
  One one;
  Two two;
  Base* bases[] = {&one, &two, &one};
  ASSUME(i < 3);
  EXPECT_NE(static_cast<One*>(bases[i])->number, 7);
}
FORALL(WrongType, DowncastOfAnother);

int length_of(const char* begin, const char* end) { return static_cast<int>(end - begin); }
void PointersAtTheEnds(int n) {
  char bytes[8] = {};
  ASSUME(n >= 0 && n <= 8);
  const char* null = nullptr;
  EXPECT_EQ(length_of(bytes, bytes + n) + length_of(null + 0, null), n);
}
FORALL(Proved, PointersAtTheEnds);

void WrapsAround(std::size_t n) {
  char bytes[8] = {};
  const char* begin = bytes;
  const char* behind = begin + n;
  EXPECT_TRUE(behind != nullptr);
}
FORALL(PointerOverflow, WrapsAround);

void AddsToNull(int n) {
  char bytes[8] = {};
  ASSUME(n > 0 && n < 8);
  const char* begin = n == 3 ? nullptr : bytes;
  EXPECT_TRUE(begin + n != bytes);
}
FORALL(NullOffset, AddsToNull);

int sum(int a, int b) { return a + b % 3; }
void OtherArguments(unsigned i) {
  using Function = int (*)(int);
  static const Function functions[] = {twice, reinterpret_cast<Function>(sum), negative};
  ASSUME(i < 3);
  EXPECT_LT(functions[i](3), 10);
}
FORALL(WrongFunction, OtherArguments);
