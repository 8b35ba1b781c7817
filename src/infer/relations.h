// Relations on the paths of a behaviour and on samples of them, and the relations that laws are looked for among.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "expr/pool.h"
#include "infer/behaviour.h"
#include "infer/law.h"

namespace forall::infer {

using Values = std::vector<std::optional<expr::U128>>;  // per term

// False where a term has no value.
bool holds(const std::vector<Term>& terms, const Relation& relation, const Values& values);
bool holds(const std::vector<Term>& terms, const Condition& condition, const Values& values);

// Of width 1; false where a term has no value on the path.
expr::Expr expression(Behaviour& behaviour, const Relation& relation, const BehaviourPath& path);
expr::Expr expression(Behaviour& behaviour, const Condition& condition, const BehaviourPath& path);

// Numbers that the conditions of the paths compare with, by the width of what is compared: small ones, and not many. Or
// those that occur in any comparison, such as one that an observer returns.
enum class Depth { Conditions, Everywhere };
std::set<std::int64_t> constants_of(const Behaviour& behaviour, unsigned width, Depth depth = Depth::Conditions);

// What guards are made of: relations between arguments and observations before the call.
std::vector<Relation> make_literals(const Behaviour& behaviour);

// What can be said of a term after the call. The equations determine it; each list has what a reader likes best first.
struct Effects {
  std::vector<Relation> equations;
  std::vector<Relation> values;  // equations with numbers that only occur in the code
  std::vector<Relation> orders;
};
Effects make_effects(const Behaviour& behaviour, int term);

// What it costs a reader.
int cost_of(const std::vector<Term>& terms, const Relation& relation);

}  // namespace forall::infer
