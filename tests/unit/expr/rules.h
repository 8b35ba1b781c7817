// How a table of rules is tested: each rule applies, is proved by Z3, and does not apply where it must not.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "term_text.h"
#include "z3_terms.h"

namespace forall::expr::testing {

struct Rule {
  const char* match;  // as term_text.h says
  const char* result;
  std::vector<unsigned> widths = {2, 3, 8, 32, 33};  // what W stands for
};

// A term that no rule changes, beside one that a rule does change.
struct NoRule {
  const char* term;
  std::vector<unsigned> widths = {8, 32};
};

inline void expect_rules(const std::vector<Rule>& rules) {
  z3::context context;
  for (const Rule& rule : rules) {
    for (const unsigned w : rule.widths) {
      SCOPED_TRACE(std::string(rule.match) + "  at width " + std::to_string(w));
      Pool pool;
      for (const char* name : {"x", "y", "z", "p", "q", "r", "b", "d"}) TermText(pool, w, false)(name);
      const Expr written = TermText(pool, w, false)(rule.match);
      const Expr simplified = TermText(pool, w, true)(rule.match);
      EXPECT_EQ(simplified, TermText(pool, w, true)(rule.result)) << "does not apply: is not " << rule.result;
      EXPECT_NE(simplified, written) << "nothing was simplified";
      EXPECT_EQ(Z3Terms(pool, context).difference(written, simplified), "");
    }
  }
}

inline void expect_unchanged(const std::vector<NoRule>& terms) {
  for (const NoRule& term : terms) {
    for (const unsigned w : term.widths) {
      SCOPED_TRACE(std::string(term.term) + "  at width " + std::to_string(w));
      Pool pool;
      for (const char* name : {"x", "y", "z", "p", "q", "r", "b", "d"}) TermText(pool, w, false)(name);
      const Expr written = TermText(pool, w, false)(term.term);
      EXPECT_EQ(TermText(pool, w, true)(term.term), written) << "a rule applies that must not";
    }
  }
}

}  // namespace forall::expr::testing
