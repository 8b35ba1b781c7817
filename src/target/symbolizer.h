// Source positions of code addresses, from llvm-symbolizer.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/process.h"
#include "target/target.h"

namespace forall::target {

class Symbolizer {
 public:
  Symbolizer(std::filesystem::path program, base::Processes& processes)
      : program_(std::move(program)), processes_(processes) {}

  // The frames of all addresses, in their order; an address in inlined code has several, innermost first. Without a
  // symbolizer or debug information there are none. Each address is looked up once.
  std::vector<Target::Frame> operator()(const std::vector<std::uint64_t>& addresses);

 private:
  void ask(const std::vector<std::uint64_t>& addresses);

  std::filesystem::path program_;
  base::Processes& processes_;
  std::map<std::uint64_t, std::vector<Target::Frame>> known_;
};

// Reads the LLVM style of output: per address, pairs of lines "function" and "file:line:column" up to an empty line.
// `count` is the number of addresses asked for; the result has that many entries.
std::vector<std::vector<Target::Frame>> parse_symbolizer_output(const std::string& text, std::size_t count);

}  // namespace forall::target
