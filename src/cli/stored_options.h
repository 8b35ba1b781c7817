// The options of the commands that read stored cases, and of those that work on a database with others.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "cli/options.h"

namespace forall::cli {

// Which cases, and how their tests are built.
struct StoredOptions {
  ReadOptions read;
  std::vector<std::string> puts;
  std::vector<std::filesystem::path> sources;  // instead of those of the exploration
  std::filesystem::path out;
  std::filesystem::path work = ".forall/build";
  std::string compiler = "c++";
};

struct ListOptions : ReadOptions {
  std::string put;  // whose cases are listed; empty: the PUTs are
};
void add_list_options(CLI::App& app, ListOptions& options);

struct ShowOptions : ReadOptions {
  std::string what;
};
void add_show_options(CLI::App& app, ShowOptions& options);

struct TreeOptions : ReadOptions {
  std::string put;
  bool dot = false;
  std::filesystem::path svg;
};
void add_tree_options(CLI::App& app, TreeOptions& options);

struct ForgetOptions {
  ReadOptions read;
  std::vector<std::string> puts;
};
void add_forget_options(CLI::App& app, ForgetOptions& options);

struct EmitOptions {
  StoredOptions stored;
  Cover cover = Cover::Branch;
  bool all_failures = false;
  std::size_t max_lines = 0;
  emit::Format format = emit::Format::Gtest;
  emit::MockForm mocks = emit::MockForm::Gmock;
};
void add_emit_options(CLI::App& app, EmitOptions& options);

struct ReplayOptions : StoredOptions {
  std::vector<std::string> named;  // PUTs, patterns and files
  std::string sanitizers;
  bool has_sanitizers = false;
  std::int64_t debugged = 0;  // a case; 0: none
  std::string line_hits;
};
void add_replay_options(CLI::App& app, ReplayOptions& options);

struct ReportOptions {
  StoredOptions stored;
  std::string html, data, junit, sarif, lcov, cobertura, markdown, badge;
  bool github = false;
  std::filesystem::path against;
  std::vector<std::string> others;
  std::filesystem::path line_hits;
};
void add_report_options(CLI::App& app, ReportOptions& options);

struct WorkOptions {
  std::string database = kDefaultDatabase;
  std::filesystem::path work = ".forall/work";
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  double wait = 0;
  bool quiet = false;
};
void add_work_options(CLI::App& app, WorkOptions& options);

}  // namespace forall::cli
