// Tests with .Pure() where the code itself runs.
#include <forall/forall.h>

#include <string>

struct Key {
  int hash;
};

class Store {
 public:
  int total() const { return total_; }
  int at(int index) const { return cells_[index]; }  // for 0 and 1
  bool knows(const Key* key) const { return key != nullptr && known_ == key->hash; }
  int read() const {
    ++reads_;
    return total_;
  }
  void add(int n) {
    if (!frozen_) total_ += n & 7;
  }
  void set(int value) { total_ = value; }
  void freeze() { frozen_ = true; }
  void learn(int hash) { known_ = hash; }

 private:
  int total_ = 0;
  int cells_[2] = {};
  int known_ = 0;
  bool frozen_ = false;
  mutable unsigned reads_ = 0;
};
FORALL_STATE(Store, total_, cells_, known_, frozen_, reads_);
FORALL_INVARIANT(Store, [](const Store& store) { return FORALL_MEMBER(store, total_) < 1000; });

class Label {
 public:
  bool is(const std::string& text) const { return text_ == text; }
  void set(const std::string& text) { text_ = text; }

 private:
  std::string text_;
};
FORALL_STATE(Label, text_);

class Handle {
 public:
  Handle() = default;
  Handle(const Handle&) = delete;
  unsigned count() const { return count_; }
  void open() { ++count_; }

 private:
  unsigned count_ = 0;
};
FORALL_STATE(Handle, count_);

// What it points to comes into being when the test looks at it.
struct Node {
  int value;
  Node* next;
};
class Chain {
 public:
  Chain(const Chain&) = delete;
  int second() const { return first_ != nullptr && first_->next != nullptr ? first_->next->value : 0; }
  void count_second() {
    if (first_ != nullptr && first_->next != nullptr) first_->next->value ^= 1;
  }

 private:
  Node* first_;
};
FORALL_STATE(Chain, first_);

FORALL_AXIOMS(Chain, ChainTests);
FORALL_AXIOMS(Store, StoreTests);
FORALL_AXIOMS(Label, LabelTests);
FORALL_AXIOMS(Handle, HandleTests);

void Reads(const Store& store) { store.total(); }
void SetsBack(Store& store, int value) {
  const int before = store.total();
  store.set(value);
  store.set(before);
}
void CountsReads(Store& store, const Key&) { store.read(); }
void Adds(Store& store) { store.add(1); }
void Freezes(Store& store) { store.freeze(); }
void Learns(Store& store, const Key& key) { store.learn(key.hash); }
void Uses(Store& store, const Key& key, int n) {
  store.at(n & 1);
  store.knows(&key);
}
void Renames(Label& label) {
  label.is("");
  label.set("x");
}
FORALL(StoreTests, Reads).Pure();
FORALL(StoreTests, SetsBack).Pure();
FORALL(StoreTests, CountsReads).Pure();
FORALL(StoreTests, Adds).Pure();
FORALL(StoreTests, Freezes).Pure();
FORALL(Shallow, Freezes).Pure({.depth = 1});
FORALL(StoreTests, Learns).Pure({.depth = 1});
FORALL(StoreTests, Uses);
FORALL(LabelTests, Renames).Pure({.depth = 1}).WithBounds({.length = 1});

void ReadsFar(Chain& chain) { chain.second(); }
void WritesFar(Chain& chain) { chain.count_second(); }
FORALL(ChainTests, ReadsFar).Pure();
FORALL(ChainTests, WritesFar).Pure();

void Opens(Handle& handle) { handle.open(); }
void Counts(Handle& handle) { handle.count(); }
FORALL(HandleTests, Opens).Pure();
FORALL(HandleTests, Counts).Pure();

// Arguments of other kinds.
class Mix {
 public:
  enum class Kind : unsigned char { A, B };
  struct Pair {
    short left;
    double right;
  };
  bool has(Kind kind, Pair pair, long far) const { return kind == Kind::B && pair.left == 7 && far < -5 && changed_; }
  void change() { changed_ = true; }

 private:
  bool changed_ = false;
};
FORALL_STATE(Mix, changed_);
FORALL_AXIOMS(Mix, MixTests);

void Mixes(Mix& mix) { mix.change(); }
void UsesMix(const Mix& mix) { mix.has(Mix::Kind::A, {1, 2}, 3); }
FORALL(MixTests, Mixes).Pure({.depth = 1});
FORALL(MixTests, UsesMix);
