// Compares a native run with the prediction. What the run-time checks of the ordinary compiler print is the evidence:
//
//   triangle.h:12:14: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'
//
// Kind and position must both agree. A check that fires in a system header (an overflow inside std::accumulate) is
// predicted at the user's line that led there; then the kind alone decides.
#include "native/native_outcome.h"

#include <array>
#include <csignal>
#include <cstring>
#include <optional>
#include <string_view>

#include "base/near_path.h"
#include "native/checked_characters.h"

namespace forall::native {

using testcase::Case;
using testcase::Fault;
using testcase::OutcomeKind;

namespace {

struct Position {
  std::string file;
  unsigned line = 0;
};

// "path/to/file.h:12" or "path/to/file.h:12:3" at the front of the text.
std::optional<Position> parse_position(std::string_view text) {
  for (std::size_t colon = text.find(':'); colon != std::string_view::npos; colon = text.find(':', colon + 1)) {
    std::size_t at = colon + 1;
    unsigned line = 0;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9' && line < 100'000'000) {
      line = line * 10 + static_cast<unsigned>(text[at++] - '0');
    }
    if (at > colon + 1) return Position{std::string(text.substr(0, colon)), line};
  }
  return std::nullopt;
}

struct CheckReport {
  Position where;
  std::string message;
};

// The last report of a run-time check in the output.
std::optional<CheckReport> find_check_report(const std::string& output) {
  constexpr std::string_view kMark = ": runtime error: ";
  const auto mark = output.rfind(kMark);
  if (mark == std::string::npos) return std::nullopt;
  const auto begin = output.rfind('\n', mark);
  const auto position = parse_position(std::string_view(output).substr(begin == std::string::npos ? 0 : begin + 1));
  if (!position) return std::nullopt;
  const auto text = mark + kMark.size();
  return CheckReport{*position, output.substr(text, output.find('\n', text) - text)};
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

// A cast to a class leads in front of an object that is no part of one.
constexpr std::string_view kNoSuchObject = "which does not point to an object of type";

// Is this what the checks of g++ and clang print for the fault? The quotient of the least number and -1 is caught by
// the same check as a division by zero.
bool is_message_of(Fault fault, const std::string& message) {
  const bool is_quotient = contains(message, "division of ") && contains(message, "cannot be represented");
  switch (fault) {
    case Fault::SignedOverflow:
      return contains(message, "signed integer overflow") || contains(message, "negation of ") || is_quotient;
    case Fault::DivisionByZero: return contains(message, "division by zero") || is_quotient;
    case Fault::Shift: return contains(message, "shift");
    case Fault::OutOfBounds:
      return contains(message, "out of bounds") || contains(message, "insufficient space") ||
             contains(message, "variable length array bound") || contains(message, kNoSuchObject);
    case Fault::PointerOverflow:
      return contains(message, "pointer index expression") || contains(message, "overflowed to ");
    case Fault::ObjectType: return contains(message, kNoSuchObject);
    case Fault::FunctionType: return contains(message, "through pointer to incorrect function type");
    case Fault::NullDereference: return contains(message, "null pointer");
    case Fault::Unreachable: return contains(message, "unreachable");
    case Fault::MissingReturn: return contains(message, "without returning a value");
    case Fault::Misaligned: return contains(message, "misaligned");
    case Fault::InvalidBool:
    case Fault::InvalidEnum: return contains(message, "not a valid value");
    case Fault::FloatCast: return contains(message, "outside the range of representable values");
    case Fault::OtherCheck: return true;
    default: return false;
  }
}

bool is_system_header(const std::string& file) { return file.rfind("/usr/", 0) == 0 || file.rfind("/opt/", 0) == 0; }

// The two may be spelled relative to different folders; a file's name and line are enough to tell them apart.
bool is_same_place(const testcase::Outcome& predicted, const Position& native) {
  if (predicted.file.empty() || predicted.line == 0) return true;
  return predicted.line == native.line &&
         std::filesystem::path(predicted.file).filename() == std::filesystem::path(native.file).filename();
}

std::string place_text(const std::string& file, unsigned line) {
  return file.empty() ? std::string("an unknown place") : base::near_path(file) + ":" + std::to_string(line);
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// What AddressSanitizer calls the fault.
bool is_memory_message_of(Fault fault, const std::string& message) {
  switch (fault) {
    case Fault::OutOfBounds:
      return contains(message, "-overflow on ") || contains(message, "-underflow on ") ||
             contains(message, "negative-size-param");
    case Fault::Overlap: return contains(message, "-param-overlap");
    case Fault::UseAfterScope:  // the return of an inlined function ends a scope
    case Fault::UseAfterReturn:
      return contains(message, "stack-use-after-return") || contains(message, "stack-use-after-scope");
    case Fault::UseAfterFree: return contains(message, "heap-use-after-free");
    case Fault::BadFree: return contains(message, "attempting double-free") || contains(message, "attempting free on ");
    case Fault::MismatchedFree:
      return contains(message, "alloc-dealloc-mismatch") || contains(message, "new-delete-type-mismatch");
    case Fault::UnrelatedPointers: return contains(message, "invalid-pointer-pair");
    default: return false;
  }
}

// Is this frame at the predicted place? `frame.file` is all that stands in front of the line's number: what kind of
// frame it is, the function, and then the file, whose name may hold spaces.
bool is_frame_of(const testcase::Outcome& predicted, const Position& frame) {
  if (predicted.file.empty() || predicted.line == 0) return true;
  const std::string name = std::filesystem::path(predicted.file).filename().string();
  // A variable that was in no memory is missed where something depends on its value, not where that is read.
  const bool is_later = predicted.detail == testcase::OutcomeDetail::Dependence;
  if ((!is_later && predicted.line != frame.line) || !frame.file.ends_with(name)) return false;
  const std::string before = frame.file.substr(0, frame.file.size() - name.size());
  return before.ends_with('/') || before.ends_with(' ');
}

// Do the frames of a sanitizer's report lead through the place?
bool any_frame_agrees(const Case& predicted, const std::string& report) {
  for (auto at = report.find("    #"); at != std::string::npos; at = report.find("    #", at + 1)) {
    const std::string frame = first_line(report.substr(at));
    const auto where = parse_position(frame);
    if (where && is_frame_of(predicted.outcome, *where)) return true;
  }
  return predicted.outcome.file.empty();
}

// The report of AddressSanitizer: its first line, then the frames of the access up to an empty line.
//
//   ==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000020 at pc ...
//   READ of size 4 at 0x602000000020 thread T0
//       #0 0xaaaa in Stack::top() stack.h:12
bool agrees_with_memory_report(const Case& predicted, const std::string& output) {
  const auto mark = output.find("ERROR: AddressSanitizer: ");
  if (mark == std::string::npos) return false;
  if (!is_memory_message_of(predicted.outcome.fault, first_line(output.substr(mark)))) return false;
  return any_frame_agrees(predicted, output.substr(mark, output.find("\n\n", mark) - mark));
}

// The report of LeakSanitizer names each leak with the frames of its allocation.
//
//   ==7==ERROR: LeakSanitizer: detected memory leaks
//
//   Direct leak of 4 byte(s) in 1 object(s) allocated from:
//       #0 0xaaaa in operator new(unsigned long)
//       #1 0xaaab in Stack::push(int) stack.h:12
bool agrees_with_leak_report(const Case& predicted, const std::string& output) {
  const auto mark = output.find(kLeakReport);
  return predicted.outcome.fault == Fault::Leak && mark != std::string::npos &&
         any_frame_agrees(predicted, output.substr(mark));
}

// The line of checked_characters and the frames behind it.
bool agrees_with_character_report(const Case& predicted, const std::string& output) {
  return is_character_fault(predicted.outcome) && has_character_report(output) && any_frame_agrees(predicted, output);
}

// Valgrind's reports, one paragraph each.
//
//   ==7== Conditional jump or move depends on uninitialised value(s)
//   ==7==    at 0x10A4F3: Stack::top() (stack.h:12)
//   ==7==    by 0x10A55C: ...
//
// The place is where a machine instruction first depends on the value: before or behind the line where the program
// does.
bool agrees_with_unset_report(const Case& predicted, const std::string& output) {
  if (predicted.outcome.fault != Fault::Unset) return false;
  bool is_report = false;
  for (std::size_t at = 0; at < output.size();) {
    const std::size_t end = std::min(output.find('\n', at), output.size());
    const std::string line = output.substr(at, end - at);
    at = end + 1;
    if (line.rfind("==", 0) != 0) continue;
    const auto open = line.rfind('(');
    const bool is_frame = contains(line, "   at 0x") || contains(line, "   by 0x");
    if (!is_frame) {
      is_report = contains(line, kUnsetReport);
    } else if (is_report && open != std::string::npos) {
      const auto where = parse_position(std::string_view(line).substr(open + 1));
      const std::filesystem::path file = predicted.outcome.file;
      if (file.empty() || (where && std::filesystem::path(where->file).filename() == file.filename())) return true;
    }
  }
  return false;
}

// One line that says how the run ended.
std::string describe(const NativeRun& run) {
  using End = NativeRun::End;
  const auto report = find_check_report(run.output);
  const std::string check =
      report ? ": " + report->message + " at " + place_text(report->where.file, report->where.line) : "";
  switch (run.end) {
    case End::Missing: return "the test did not run";
    case End::Passed: return "the native run passes";
    case End::Skipped: return "an assumption of the test does not hold in the native run";
    case End::Failed: {
      if (run.failures.empty()) return "the native run fails";
      std::string text = run.failures.front();
      const auto where = parse_position(first_line(text));
      if (where && text.starts_with(where->file)) text.replace(0, where->file.size(), base::near_path(where->file));
      for (char& c : text) {
        if (c == '\n') c = ' ';
      }
      return "the native run fails: " + text.substr(0, 300);
    }
    case End::Exited: return "the native run exits with code " + std::to_string(run.exit_code) + check;
    case End::Signalled: return std::string("the native run ends by signal ") + strsignal(run.signal) + check;
    case End::TimedOut: return "the native run does not end in time";
  }
  return "unknown";
}

bool agrees_with_failure(const testcase::Put& put, const Case& predicted, const NativeRun& run,
                         const std::filesystem::path& test_file) {
  if (run.end != NativeRun::End::Failed) return false;
  for (const std::string& failure : run.failures) {
    const auto where = parse_position(first_line(failure));
    if (!where) continue;
    if (is_same_place(predicted.outcome, *where)) return true;
    // That nothing was thrown is noticed where the closed test expects it.
    const bool is_ours = std::filesystem::path(where->file).filename() == test_file.filename();
    if (!put.throws.empty() && is_ours && contains(failure, "it throws nothing")) return true;
  }
  return false;
}

// How a test that runs a case by value begins to say what left it (attempt.h of the header).
constexpr std::string_view kUnexpected = "unexpected exception of type ";

// GoogleTest names the type of what EXPECT_NO_THROW and EXPECT_THROW caught if it is a std::exception.
bool agrees_with_exception(const Case& predicted, const NativeRun& run) {
  if (run.end != NativeRun::End::Failed) return false;
  const std::string& type = predicted.outcome.exception_type;
  for (const std::string& failure : run.failures) {
    if (const auto own = failure.find(kUnexpected); own != std::string::npos) {
      if (type.empty() || contains(failure.substr(own), type)) return true;
      continue;
    }
    const auto at = failure.find("it throws");
    if (at == std::string::npos) {
      if (contains(failure, " thrown in ")) return true;  // from set-up or a constructor, without its type
      continue;
    }
    const std::string what = failure.substr(at);
    if (contains(what, "it throws nothing")) continue;
    if (type.empty() || contains(what, type)) return true;
    if (!contains(what, " with description ")) return true;  // not a std::exception: GoogleTest does not know its type
  }
  return false;
}

// Ended by a signal that the fault has?
bool has_signal_of(Fault fault, const NativeRun& run) {
  return run.end == NativeRun::End::Signalled && is_signal_of(fault, run.signal);
}

bool agrees_with_crash(const Case& predicted, const NativeRun& run) {
  const Fault fault = predicted.outcome.fault;
  // No check sees it, and what a program does then is anything.
  if (testcase::has_no_native_check(predicted.outcome))
    return run.end != NativeRun::End::Missing && run.end != NativeRun::End::Skipped;
  const bool is_assertion = has_signal_of(Fault::Abort, run) && contains(run.output, "Assertion '");  // of libstdc++
  switch (fault) {
    case Fault::EndlessLoop: return run.end == NativeRun::End::TimedOut;
    case Fault::StackOverflow:
    case Fault::Segfault:
    case Fault::BusError:
    case Fault::Abort:
    case Fault::Terminate:
    case Fault::IllegalInstruction:
    case Fault::Trap:
    case Fault::FloatingPointSignal: return has_signal_of(fault, run);
    case Fault::Exit: return run.end == NativeRun::End::Exited && !find_check_report(run.output);
    case Fault::None: return run.end == NativeRun::End::Signalled || run.end == NativeRun::End::Exited;
    default: break;
  }
  if (fault == Fault::OutOfBounds && is_assertion) return true;
  if (fault == Fault::SignedOverflow && has_signal_of(Fault::FloatingPointSignal, run))
    return true;  // div(INT_MIN, -1)
  if (fault == Fault::NullDereference && (is_assertion || has_signal_of(fault, run))) return true;
  if (run.end != NativeRun::End::Exited && run.end != NativeRun::End::Signalled) return false;
  if (agrees_with_memory_report(predicted, run.output) || agrees_with_leak_report(predicted, run.output) ||
      agrees_with_unset_report(predicted, run.output) || agrees_with_character_report(predicted, run.output)) {
    return true;
  }
  const auto report = find_check_report(run.output);
  if (!report || !is_message_of(fault, report->message)) return false;
  return is_same_place(predicted.outcome, report->where) || is_system_header(report->where.file);
}

std::string expectation(const Case& predicted) {
  const auto& outcome = predicted.outcome;
  const std::string where = outcome.file.empty() ? "" : " at " + place_text(outcome.file, outcome.line);
  switch (outcome.kind) {
    case OutcomeKind::Passed: return "predicted to pass";
    case OutcomeKind::Failed: return "predicted to fail" + where;
    case OutcomeKind::Threw: return "predicted to throw " + outcome.exception_type;
    default: return std::string("predicted: ") + testcase::to_string(outcome.fault) + where;
  }
}

}  // namespace

bool is_signal_of(Fault fault, int signal) {
  switch (fault) {
    case Fault::NullDereference:
    case Fault::StackOverflow:
    case Fault::Segfault:
    case Fault::BusError: return signal == SIGSEGV || signal == SIGBUS;
    case Fault::Abort:
    case Fault::Terminate: return signal == SIGABRT;
    case Fault::IllegalInstruction:
    case Fault::Trap: return signal == SIGILL || signal == SIGTRAP;
    case Fault::FloatingPointSignal: return signal == SIGFPE;
    default: return false;
  }
}

std::string difference(const testcase::Put& put, const Case& predicted, const NativeRun& run,
                       const std::filesystem::path& test_file) {
  bool agrees = false;
  switch (predicted.outcome.kind) {
    case OutcomeKind::Passed: agrees = run.end == NativeRun::End::Passed; break;
    case OutcomeKind::Failed: agrees = agrees_with_failure(put, predicted, run, test_file); break;
    case OutcomeKind::Threw: agrees = agrees_with_exception(predicted, run); break;
    case OutcomeKind::Crashed: agrees = agrees_with_crash(predicted, run); break;
    default: break;
  }
  return agrees ? std::string() : expectation(predicted) + ", but " + describe(run);
}

}  // namespace forall::native
