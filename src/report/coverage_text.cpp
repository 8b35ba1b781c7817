// Branch coverage as lcov and Cobertura write it.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/ci.h"
#include "report/ci_text.h"
#include "report/coverage.h"

namespace forall::report {

namespace {

struct Function {
  unsigned line = 0;
  std::uint64_t hits = 0;
};
// Where a function begins is not recorded: its first branch stands for it.
std::map<std::string, Function> functions_of(const FileCoverage& file) {
  std::map<std::string, Function> functions;
  for (const auto& [number, line] : file) {
    if (line.function.empty()) continue;
    Function& function = functions.try_emplace(line.function, Function{number, 0}).first->second;
    function.hits = std::max(function.hits, line.hits);
  }
  return functions;
}

struct Sums {
  std::uint64_t lines = 0, lines_hit = 0, branches = 0, branches_hit = 0;
  void add(const FileCoverage& file) {
    for (const auto& [number, line] : file) {
      ++lines;
      lines_hit += line.hits > 0 ? 1 : 0;
      branches += line.directions.size();
      branches_hit += line.covered();
    }
  }
};

// A record of an lcov tracefile ends at its line, and a comma ends a field.
std::string lcov_name(std::string name) {
  for (char& c : name) c = c == '\n' || c == '\r' ? ' ' : c == ',' ? ';' : c;
  return name;
}

double rate(std::uint64_t hit, std::uint64_t all) {
  return all == 0 ? 1.0 : static_cast<double>(hit) / static_cast<double>(all);
}

}  // namespace

std::string lcov_text(const Results& results, const std::string& root) {
  std::string out;
  for (const auto& [name, file] : coverage_of(results, root)) {
    out += fmt::format("TN:\nSF:{}\n", lcov_name(name));
    const auto functions = functions_of(file);
    std::uint64_t functions_hit = 0;
    for (const auto& [function, at] : functions) out += fmt::format("FN:{},{}\n", at.line, lcov_name(function));
    for (const auto& [function, at] : functions) {
      out += fmt::format("FNDA:{},{}\n", at.hits, lcov_name(function));
      functions_hit += at.hits > 0 ? 1 : 0;
    }
    out += fmt::format("FNF:{}\nFNH:{}\n", functions.size(), functions_hit);
    for (const auto& [number, line] : file) {
      std::map<std::uint64_t, std::size_t> blocks;
      for (const auto& [direction, count] : line.directions) {
        const std::size_t block = blocks.try_emplace(direction.branch, blocks.size()).first->second;
        // "-": the branch was never reached, in no direction.
        const auto is_same = [branch = direction.branch](const auto& other) {
          return other.first.branch == branch && other.second > 0;
        };
        const bool is_reached = std::any_of(line.directions.begin(), line.directions.end(), is_same);
        out += fmt::format("BRDA:{},{},{},{}\n", number, block, direction.direction,
                           is_reached ? std::to_string(count) : "-");
      }
    }
    Sums sums;
    sums.add(file);
    out += fmt::format("BRF:{}\nBRH:{}\n", sums.branches, sums.branches_hit);
    for (const auto& [number, line] : file) out += fmt::format("DA:{},{}\n", number, line.hits);
    out += fmt::format("LF:{}\nLH:{}\nend_of_record\n", sums.lines, sums.lines_hit);
  }
  return out;
}

std::string cobertura_xml(const Results& results, const std::string& root) {
  const auto files = coverage_of(results, root);
  Sums all;
  for (const auto& [name, file] : files) all.add(file);
  const auto rates = [](const Sums& sums) {
    return fmt::format("line-rate=\"{:.4f}\" branch-rate=\"{:.4f}\"", rate(sums.lines_hit, sums.lines),
                       rate(sums.branches_hit, sums.branches));
  };
  const auto line_xml = [](unsigned number, const LineCoverage& line) {
    return fmt::format("<line number=\"{}\" hits=\"{}\" branch=\"true\" condition-coverage=\"{:.0f}% ({}/{})\"/>\n",
                       number, line.hits, 100 * rate(line.covered(), line.directions.size()), line.covered(),
                       line.directions.size());
  };
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  xml += "<!DOCTYPE coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n";
  xml += fmt::format(
      "<coverage {} lines-covered=\"{}\" lines-valid=\"{}\" branches-covered=\"{}\" branches-valid=\"{}\" "
      "complexity=\"0\" version=\"1\" timestamp=\"0\">\n",
      rates(all), all.lines_hit, all.lines, all.branches_hit, all.branches);
  xml += fmt::format("  <sources><source>{}</source></sources>\n", xml_text(root));
  xml += fmt::format("  <packages><package name=\"\" {} complexity=\"0\"><classes>\n", rates(all));
  for (const auto& [name, file] : files) {
    Sums sums;
    sums.add(file);
    xml += fmt::format("    <class name=\"{0}\" filename=\"{0}\" {1} complexity=\"0\"><methods/><lines>\n",
                       xml_text(name), rates(sums));
    for (const auto& [number, line] : file) xml += "      " + line_xml(number, line);
    xml += "    </lines></class>\n";
  }
  return xml + "  </classes></package></packages>\n</coverage>\n";
}

}  // namespace forall::report
