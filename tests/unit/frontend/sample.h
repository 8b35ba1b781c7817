// Sources for the tests of the readers.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "frontend/parse.h"

namespace forall::frontend {

inline Parsed parse_sample(const std::string& code, std::vector<std::string> flags = {"-std=c++20"}) {
  return parse({.path = "sample.cpp", .compiler = "clang++-19", .flags = std::move(flags)}, code);
}

// A header in a folder of its own, which goes with it.
class SampleHeader {
 public:
  explicit SampleHeader(const std::string& text) {
    std::string folder = (std::filesystem::temp_directory_path() / "forall-frontend-XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = folder;
    std::ofstream(folder_ / "sample.h") << text;
  }
  SampleHeader(const SampleHeader&) = delete;
  SampleHeader& operator=(const SampleHeader&) = delete;
  ~SampleHeader() { std::filesystem::remove_all(folder_); }
  Source source() const { return {folder_ / "sample.h", "clang++-19", {"-std=c++20"}}; }

 private:
  std::filesystem::path folder_;
};

}  // namespace forall::frontend
