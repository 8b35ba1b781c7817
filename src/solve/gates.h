// Gates over the literals of a SAT solver: Tseitin's translation with constant propagation and structural hashing.
//
// A literal is a non-zero integer as in DIMACS, negative for a negation. Variable 1 is the constant true, so that
// constants are ordinary literals everywhere. A gate first folds constants and equal or opposite inputs, then brings
// its inputs in a normal order and sign (x ^ -y is -(x ^ y), majority is self-dual), and only when no gate with these
// inputs exists makes a variable and its defining clauses. Clauses gather in a buffer; which solver they go to is not
// known here.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace forall::solve {

using Lit = int;
using Word = std::vector<Lit>;  // least significant bit first

inline constexpr Lit kTrue = 1;
inline constexpr Lit kFalse = -1;

constexpr bool is_constant(Lit x) { return x == kTrue || x == kFalse; }

class Gates {
 public:
  Gates();

  Lit fresh() { return ++variables_; }
  int variables() const { return variables_; }

  Lit and_(Lit a, Lit b);
  Lit or_(Lit a, Lit b) { return -and_(-a, -b); }
  Lit xor_(Lit a, Lit b);
  Lit mux(Lit condition, Lit then, Lit otherwise);
  Lit xor3(Lit a, Lit b, Lit c);
  Lit majority(Lit a, Lit b, Lit c);
  // One gate with many inputs: one variable where a tree of and_ would need one per input.
  Lit and_all(std::span<const Lit> inputs);
  Lit or_all(std::span<const Lit> inputs);

  // Adds a clause; true and false literals are simplified away.
  void require(std::initializer_list<Lit> clause);

  // The clauses made since the last clear_clauses(), each ended by 0.
  std::span<const Lit> clauses() const { return clauses_; }
  void clear_clauses() { clauses_.clear(); }

 private:
  enum class Kind : std::uint32_t { And = 1, Xor, Mux, Xor3, Majority };
  struct Entry {
    Kind kind;
    Lit a, b, c;
    Lit output;  // 0: the slot is free
  };

  // The slot of this gate; its output is 0 when the gate does not exist yet.
  Entry& find(Kind kind, Lit a, Lit b, Lit c);
  void grow();
  void clause(std::initializer_list<Lit> literals);

  int variables_ = 1;
  std::vector<Lit> clauses_;
  std::vector<Entry> table_;  // open addressing, a power of two
  std::size_t entries_ = 0;
  std::vector<Lit> scratch_;
};

}  // namespace forall::solve
