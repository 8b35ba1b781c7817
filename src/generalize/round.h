// One round: drafts of many tests in one file, compiled and explored together.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "generalize/generalize.h"
#include "generalize/plan.h"
#include "generalize/put_source.h"

namespace forall::generalize {

struct RoundDraft {
  std::size_t test = 0;  // which flow
  const TestPlan* plan = nullptr;
  Draft draft;
};

struct RoundResult {
  bool compiled = false;
  std::string error;                         // of the compiler
  std::string problem;                       // why it was not explored
  const testcase::Result* result = nullptr;  // null: not explored; places in the draft are those of the closed test
  // Lines of the closed test that each of its assertions is on; {0, 0}: it is not in the draft.
  std::vector<std::pair<unsigned, unsigned>> assertion_lines;
  std::string text;
};

class Rounds {
 public:
  Rounds(const std::string& source, const std::vector<frontend::TestFlow>& flows, const Tools& tools)
      : source_(source), flows_(flows), tools_(tools) {}

  // One result for each draft. Drafts that do not compile are left out, and the others explored.
  std::vector<RoundResult> run(const std::vector<RoundDraft>& drafts, Effort effort);

 private:
  struct File {
    std::string text;
    std::vector<std::pair<unsigned, unsigned>> drafts;  // the lines of each
    std::map<unsigned, unsigned> source_lines;          // of the lines of drafts
  };
  File assemble(const std::vector<RoundDraft>& drafts, std::vector<RoundResult>& results) const;
  void place_in_source(testcase::Result& result, const File& file) const;

  const std::string& source_;
  const std::vector<frontend::TestFlow>& flows_;
  const Tools& tools_;
  std::map<std::string, testcase::Result> kept_;  // all results: cases refer to them
  std::size_t number_ = 0;
};

}  // namespace forall::generalize
