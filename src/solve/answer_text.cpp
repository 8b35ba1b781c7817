// One word for the kind, then numbers: "sat" with variable, low and high half of each value; "unsat" with the
// expressions of the core; "unknown" with the reason.
#include "solve/answer_text.h"

#include <sstream>

namespace forall::solve {

std::string to_text(const Answer& answer) {
  std::ostringstream out;
  if (const auto* sat = std::get_if<Sat>(&answer)) {
    out << "sat";
    for (std::uint32_t v = 0; v < sat->model.size(); ++v) {
      if (sat->model.has(v)) out << ' ' << v << ' ' << sat->model.get(v).lo << ' ' << sat->model.get(v).hi;
    }
  } else if (const auto* unsat = std::get_if<Unsat>(&answer)) {
    out << "unsat";
    for (const expr::Expr e : unsat->core) out << ' ' << e.id;
  } else {
    out << "unknown " << std::get<Unknown>(answer).reason;
  }
  return out.str();
}

Answer answer_from(const std::string& text) {
  std::istringstream in(text);
  std::string kind;
  in >> kind;
  if (kind == "sat") {
    Sat sat;
    for (std::uint64_t v = 0, low = 0, high = 0; in >> v >> low >> high;) {
      sat.model.set(static_cast<std::uint32_t>(v), {low, high});
    }
    return sat;
  }
  if (kind == "unsat") {
    Unsat unsat;
    for (std::uint32_t id = 0; in >> id;) unsat.core.push_back({id});
    return unsat;
  }
  std::string reason;
  std::getline(in >> std::ws, reason);
  return Unknown{kind == "unknown" ? reason : "no answer"};
}

}  // namespace forall::solve
