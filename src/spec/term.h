// Terms: hash-consed, owned by one pool. Equal handles of one pool mean equal terms.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "spec/signature.h"

namespace forall::spec {

struct Term {
  std::uint32_t id = 0;
  friend auto operator<=>(Term, Term) = default;
};

enum class Kind : std::uint8_t { Variable, Literal, Error, Apply };

// Integer is C++'s int. -infinity and +infinity, which compare but do not compute, lie outside of it.
inline constexpr std::int64_t kLeastInteger = INT32_MIN, kMostInteger = INT32_MAX;
inline constexpr std::int64_t kInfinity = std::int64_t{1} << 40;

struct TermNode {
  Kind kind;
  Op op;               // Apply
  Sort sort;           // of the term
  std::int64_t value;  // Literal: the number, the truth value, the character; Variable, Text: an index into names
  std::vector<Term> arguments;
  bool ground;  // has no variables
};

class Terms {
 public:
  explicit Terms(const Signature& signature) : signature_(&signature) {}

  Term variable(const std::string& name, Sort sort);
  Term integer(std::int64_t value) { return literal(kInteger, value); }
  Term truth(bool value) { return literal(kBoolean, value ? 1 : 0); }
  Term character(char value) { return literal(kCharacter, static_cast<unsigned char>(value)); }
  Term text(const std::string& value) { return literal(kText, name_index(value)); }
  Term literal(Sort sort, std::int64_t value);
  Term error(Sort sort);
  Term apply(Op op, std::vector<Term> arguments);  // of the built-in If, the sort is that of its branches
  Term built_in(BuiltIn op, std::vector<Term> arguments) { return apply(op_of(op), std::move(arguments)); }
  Term conditional(Term condition, Term then, Term otherwise) {
    return built_in(BuiltIn::If, {condition, then, otherwise});
  }

  const TermNode& operator[](Term t) const { return nodes_[t.id]; }
  const std::string& name(std::int64_t index) const { return names_[static_cast<std::size_t>(index)]; }
  const Signature& signature() const { return *signature_; }

  bool is_true(Term t) const { return is_literal(t, kBoolean, 1); }
  bool is_false(Term t) const { return is_literal(t, kBoolean, 0); }
  bool is_error(Term t) const { return (*this)[t].kind == Kind::Error; }
  bool is_if(Term t) const { return (*this)[t].kind == Kind::Apply && (*this)[t].op == op_of(BuiltIn::If); }

 private:
  bool is_literal(Term t, Sort sort, std::int64_t value) const {
    const TermNode& node = (*this)[t];
    return node.kind == Kind::Literal && node.sort == sort && node.value == value;
  }
  std::int64_t name_index(const std::string& name);
  Term intern(TermNode node);

  const Signature* signature_;
  std::deque<TermNode> nodes_;  // references to nodes stay valid
  std::unordered_multimap<std::size_t, Term> by_hash_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::int64_t> name_indices_;
};

// Calls visit for each distinct subterm, arguments first.
void visit_bottom_up(const Terms& terms, Term root, const std::function<void(Term)>& visit);

// The term with each distinct subterm rebuilt from its rebuilt arguments: leaf(t) replaces a term without arguments.
Term rebuild(Terms& terms, Term root, const std::function<Term(Term)>& leaf);

// The term with one of its subterms replaced, wherever it occurs.
Term replace_subterm(Terms& terms, Term root, Term subterm, Term by);

using Substitution = std::map<Term, Term>;  // variable -> term
Term substitute(Terms& terms, Term root, const Substitution& substitution);
std::vector<Term> variables_of(const Terms& terms, Term root);  // by first occurrence from the left

// As it is written: create.add(5).delete.
std::string to_text(const Terms& terms, Term root);

}  // namespace forall::spec
