#include "explore/outcome.h"

#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "base/error.h"
#include "expr/print.h"
#include "testcase/purity.h"
#include "trace/path.h"

namespace forall::explore {

using testcase::Fault;
using testcase::Outcome;
using testcase::OutcomeKind;

namespace {

Fault fault_of_signal(int signal) {
  switch (signal) {
    case SIGABRT: return Fault::Abort;
    case SIGSEGV: return Fault::Segfault;
    case SIGBUS: return Fault::BusError;
    case SIGILL: return Fault::IllegalInstruction;
    case SIGFPE: return Fault::FloatingPointSignal;
    case SIGTRAP: return Fault::Trap;
    default: return Fault::None;
  }
}

// The worker is gone and could not say why.
void infer_from_process(const target::RunReport& report, Outcome& outcome) {
  if (!report.died && !report.timed_out) {
    throw base::SoundnessError("a run ended without an outcome");
  }
  outcome.kind = OutcomeKind::Crashed;
  if (report.timed_out) {
    outcome.fault = Fault::EndlessLoop;
  } else if (WIFSIGNALED(report.wait_status)) {
    const int signal = WTERMSIG(report.wait_status);
    outcome.fault = fault_of_signal(signal);
    if (outcome.fault == Fault::None) outcome.message = std::string("ended by signal: ") + ::strsignal(signal);
  } else {
    outcome.fault = Fault::Exit;
    const int code = WIFEXITED(report.wait_status) ? WEXITSTATUS(report.wait_status) : -1;
    outcome.message = "the test ended the process with exit code " + std::to_string(code);
  }
}

// The compiler writes a file as it was named to it, debug information with the folder.
bool is_same_file(const std::string& x, const std::string& y) {
  return x == y || std::filesystem::weakly_canonical(x) == std::filesystem::weakly_canonical(y);
}

// Where it happened: the assertion itself, else the site, else the innermost frame of the user's own code. An assertion
// inside the library (an out-of-range index) is shown where the user's code called into it.
void locate(target::Target& target, const testcase::Put& put, Outcome& outcome) {
  const abi::Header& segment = target.segment();
  const abi::Outcome& raw = segment.outcome;
  const std::string file = trace::string_at(segment, raw.file);
  const bool has_site = raw.site < target.sites().size();
  if (has_site) outcome.function = target.sites()[raw.site].function;
  if (!file.empty() && (outcome.kind == OutcomeKind::Failed || !has_site)) {
    outcome.file = file;
    outcome.line = raw.line;
  } else if (has_site) {
    outcome.file = target.sites()[raw.site].file;
    outcome.line = target.sites()[raw.site].line;
  }
  if (raw.frame_count == 0) return;
  const std::uint32_t count = std::min(raw.frame_count, abi::kMaxFrames);
  std::vector<target::Target::Frame> frames = target.symbolize({raw.frames, raw.frames + count});
  std::erase_if(frames, [](const auto& frame) { return !is_user_code(frame); });
  if (frames.empty()) return;
  const bool is_assertion = outcome.kind == OutcomeKind::Failed && !file.empty();  // it knows its place
  if (!is_assertion && !is_user_code({outcome.function, outcome.file, outcome.line})) {
    outcome.file = frames.front().file;
    outcome.line = frames.front().line;
    outcome.function = frames.front().function;
  }
  // The PUT is the outermost of the user's functions, unless its arguments are being made: that calls constructors. If the
  // stack is deeper than what was recorded, it is not there; and where time runs out is chance. An assertion may take
  // several lines, of which the frame has another.
  const target::Target::Frame& caller = frames.back();
  if (count == abi::kMaxFrames || outcome.fault == Fault::EndlessLoop || !is_same_file(caller.file, put.file)) return;
  const bool is_in_put = is_assertion ? frames.size() == 1 : caller.file == outcome.file && caller.line == outcome.line;
  if (!is_in_put) outcome.call_line = caller.line;
}

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

}  // namespace

bool is_user_code(const target::Target::Frame& frame) {
  if (frame.file.empty() || frame.line == 0) return false;
  for (const std::string_view system : {"/usr/include/", "/usr/lib/", "/usr/local/include/"}) {
    if (frame.file.starts_with(system)) return false;
  }
  for (const std::string_view library :
       {"/gtest/", "/gmock/", "/googletest/", "/include/forall/", "/include/c++/", "/sysdeps/", "/libstdc++-v3/"}) {
    if (contains(frame.file, library)) return false;
  }
  for (const std::string_view ours : {"__forall_", "forall::runtime::", "forall::internal::", "forall::detail::"}) {
    if (frame.function.starts_with(ours)) return false;
  }
  return true;
}

Outcome read_outcome(target::Target& target, const testcase::Put& put, const target::RunReport& report) {
  const abi::Header& segment = target.segment();
  Outcome outcome;
  outcome.kind = segment.outcome.kind;
  outcome.fault = segment.outcome.fault;
  outcome.message = trace::string_at(segment, segment.outcome.message);
  outcome.exception_type = trace::string_at(segment, segment.outcome.exception_type);
  outcome.detail = segment.outcome.detail;
  outcome.calls = testcase::parse_observer_calls(trace::string_at(segment, segment.outcome.calls));
  if (outcome.kind == OutcomeKind::None) infer_from_process(report, outcome);
  if (outcome.kind == OutcomeKind::Passed) return outcome;
  locate(target, put, outcome);
  if (outcome.message.empty() && outcome.fault != Fault::None) outcome.message = testcase::to_string(outcome.fault);
  return outcome;
}

bool is_about_looking_aside(const testcase::InputValue& input) {
  return input.is_unset && input.name.starts_with(abi::kLooksAside);
}

bool looks_aside(const trace::Path& path) {
  return std::any_of(path.inputs.begin(), path.inputs.end(), [](const testcase::InputValue& input) {
    return is_about_looking_aside(input) && input.value.lo != 0;
  });
}

std::vector<testcase::ObservedValue> observed_values(const expr::Pool& pool,
                                                     const std::vector<trace::Observation>& observations) {
  std::vector<testcase::ObservedValue> values;
  values.reserve(observations.size());
  for (const trace::Observation& o : observations) {
    values.push_back({o.name, o.type, o.kind, o.width, o.value, o.expression ? expr::print(pool, o.expression) : ""});
  }
  return values;
}

}  // namespace forall::explore
