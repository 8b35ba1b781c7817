#include "infer/law.h"

#include <fmt/format.h>

namespace forall::infer {

std::string Term::name() const {
  switch (time) {
    case Time::Argument: return call;
    case Time::Before: return "old " + call;
    case Time::After: return "new " + call;
    case Time::Result: return "result";
  }
  return {};
}

Rel negation(Rel rel) {
  switch (rel) {
    case Rel::Eq: return Rel::Ne;
    case Rel::Ne: return Rel::Eq;
    case Rel::Lt: return Rel::Ge;
    case Rel::Le: return Rel::Gt;
    case Rel::Gt: return Rel::Le;
    case Rel::Ge: return Rel::Lt;
  }
  return rel;
}

}  // namespace forall::infer
