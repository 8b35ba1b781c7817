#include "session/fingerprint.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/digest.h"
#include "store/put_text.h"

namespace forall::session {
namespace {

using testcase::Result;

using Place = std::pair<std::string, unsigned>;  // file and line

bool is_place_of(const testcase::Put& put, const std::string& file, unsigned line) {
  return file == put.file && line == static_cast<unsigned>(put.line);
}

std::set<Place> named_places(const Result& result) {
  std::set<Place> places;
  const auto add = [&](const std::string& file, unsigned line) {
    if (!file.empty() && line != 0 && !is_place_of(result.put, file, line)) places.emplace(file, line);
  };
  for (const auto& line : result.ledger) add(line.file, line.line);
  for (const auto& path : result.undecided) add(path.file, path.line);
  for (const auto& c : result.cases) {
    if (testcase::refutes(c.outcome.kind)) add(c.outcome.file, c.outcome.line);
  }
  return places;
}

std::string_view line_of(std::string_view text, unsigned line) {
  for (; line > 1; --line) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  return text.substr(0, text.find('\n'));
}

}  // namespace

std::string common_fingerprint(const Settings& options, const std::string& forall, const std::string& libraries) {
  const explore::Options& e = options.engine;
  base::Digester digester;
  digester.add(forall).add(libraries);
  digester.add(fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {}", static_cast<int>(e.strategy), e.unfold,
                           e.decisions, e.runs, e.failures, e.cases, e.megabytes, e.passed, e.length, e.objects,
                           e.seconds, e.run_seconds, e.leaks));
  digester.add(fmt::format("{} {} {} {} {} {} {}", static_cast<int>(e.solver.backend), e.solver.substitute,
                           e.solver.independence, e.solver.reuse, e.solver.fallback, e.effort.conflicts,
                           e.effort.seconds));
  digester.add(options.total_seconds ? fmt::format("{}", *options.total_seconds) : "");
  // Which cases get friendlier values and a native run depends on which become tests.
  if (options.emit) digester.add(fmt::format("{} {}", static_cast<int>(options.cover), options.tests));
  if (options.emit && options.confirm) digester.add(options.compiler);
  return digester.text();
}

std::string put_fingerprint(const std::vector<testcase::CodePart>& code, const testcase::Put& put,
                            const std::string& common) {
  if (code.empty()) return {};
  testcase::Put anywhere = put;
  anywhere.file.clear();
  anywhere.line = 0;
  base::Digester digester;
  digester.add(common).add(store::to_text(anywhere));
  for (const auto& part : code) digester.add(part.name).add(part.fingerprint);
  return digester.text();
}

std::string client_fingerprint(const std::string& own, const std::vector<AxiomFingerprint>& axioms) {
  base::Digester digester;
  digester.add(own);
  for (const AxiomFingerprint& axiom : axioms) {
    digester.add(axiom.put).add(testcase::to_string(axiom.standing)).add(axiom.fingerprint);
  }
  return digester.text();
}

std::string fingerprint_of_places(const Result& result, base::Files& files) {
  base::Digester digester;
  std::string text;
  std::string file;
  for (const auto& [name, line] : named_places(result)) {  // sorted: each file is read once
    if (name != file) text = files.read(name).value_or("");
    file = name;
    digester.add(name).add(line).add(line_of(text, line));
  }
  return digester.text();
}

bool can_be_kept(const Result& result) {
  return !result.interrupted && std::none_of(result.ledger.begin(), result.ledger.end(), [](const auto& line) {
    return line.kind == abi::LedgerKind::NotConfirmed || line.kind == abi::LedgerKind::NativeRunDiffers;
  });
}

void adopt(Result& kept, const testcase::Put& put) {
  for (auto& line : kept.ledger) {
    if (!is_place_of(kept.put, line.file, line.line)) continue;
    line.file = put.file;
    line.line = static_cast<unsigned>(put.line);
  }
  kept.put = put;
  kept.is_kept = true;
  kept.runs = kept.queries = 0;
  kept.seconds = kept.solver_seconds = 0;
  kept.stale.clear();
}

std::string state_of_program(const std::filesystem::path& program) {
  struct stat info{};
  if (::stat(program.c_str(), &info) != 0) return {};
  return fmt::format("{} {} {} {}.{}", info.st_dev, info.st_ino, info.st_size, info.st_mtim.tv_sec,
                     info.st_mtim.tv_nsec);
}

}  // namespace forall::session
