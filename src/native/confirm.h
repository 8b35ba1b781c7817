// What cases do in native runs, compared with what was predicted.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/world.h"
#include "native/watch.h"
#include "testcase/records.h"

namespace forall::native {

// Makes the programs that run the cases of a PUT.
class CasePrograms {
 public:
  struct Program {
    bool is_made = false;
    std::string output;          // of the compiler, if it is not made
    std::filesystem::path path;  // absolute
  };
  virtual ~CasePrograms() = default;
  virtual Program program(Watch watch) = 0;
};

// How the cases of a PUT are tests of these programs.
struct CaseTests {
  std::vector<std::string> names;  // full ones, one for each case; empty: it is not run
  std::vector<std::pair<std::string, std::string>> environment = {};
  std::filesystem::path file = {};  // that the tests are written in, if they are
  std::string tag = {};             // tells the runs of PUTs that share a program apart
  double seconds = 10;              // one test may take
};

struct ConfirmReport {
  bool compiled = false;
  std::string compiler_output;
  bool has_run = true;  // false: the program ran none of the tests, as if it did not have them
};

// Runs every test and sets Case::native / native_detail by comparing what happened with the case's outcome.
ConfirmReport confirm(const testcase::Put& put, std::vector<testcase::Case>& cases, const CaseTests& tests,
                      CasePrograms& programs, const base::World& world);

}  // namespace forall::native
