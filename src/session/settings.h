// What a session is asked to do.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "emit/emit.h"
#include "explore/explore.h"
#include "scale/launcher.h"

namespace forall::session {

inline constexpr const char* kOwnFolder = ".forall";
inline constexpr const char* kDefaultDatabase = ".forall/cases.db";
inline constexpr const char* kDefaultOutput = "forall-tests";
inline constexpr const char* kDefaultCases = "forall-cases";  // written if it is there

enum class Cover { Path, Branch };

struct Settings {
  std::vector<std::string> inputs;        // C++ sources, and at most one target built before
  std::vector<std::string> puts;          // globs; empty = all
  std::vector<std::string> using_suites;  // whose PUTs stand in for the code they describe, from the lowest layer up
  bool deep = false;                      // all code runs, whatever the PUTs say
  std::filesystem::path out = kDefaultOutput;
  std::string database = kDefaultDatabase;  // a file or postgresql://...
  std::filesystem::path cases;              // folder of the cases as text; empty: none
  std::filesystem::path work = ".forall/build";
  std::optional<std::filesystem::path> precompiled;  // folder of precompiled headers
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  std::uint32_t tests = 2000;  // maximum cases of one PUT that are confirmed
  explore::Options engine;
  std::optional<double> total_seconds = 0;  // of all explorations together; 0: no limit, none: by the number of PUTs
  Cover cover = Cover::Branch;
  std::size_t max_lines = 0;  // of the closed tests of a PUT, with Cover::Branch; 0: any number
  std::optional<emit::Format> emit = emit::Format::Gtest;  // none: no closed tests
  emit::MockForm mocks = emit::MockForm::Gmock;
  std::string compiler = "c++";
  std::string written_by;     // what closed tests say about how to write them again; empty: the command itself
  bool all_failures = false;  // are emitted; else the simplest case of each
  bool confirm = true;
  bool distributed = false;  // with whoever works on the queue in the database
  double lease = 30;         // seconds after which the work of a worker that says nothing is given to another one
  std::optional<scale::Shard> shard;  // only this part of the PUTs
  bool again = false;                 // explore from the beginning, as if nothing had been explored before
};

}  // namespace forall::session
