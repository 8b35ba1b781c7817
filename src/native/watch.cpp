#include "native/watch.h"

#include "build/toolchain.h"
#include "native/checked_characters.h"

namespace forall::native {

using testcase::Case;
using testcase::Fault;
using testcase::OutcomeDetail;
using testcase::OutcomeKind;

namespace {

constexpr const char* kChecks =
    "-fsanitize=integer-divide-by-zero,signed-integer-overflow,shift,bounds,null,return,unreachable,"
    "float-cast-overflow,alignment,bool,enum,builtin,vla-bound,nonnull-attribute,"
    "returns-nonnull-attribute,pointer-overflow,vptr";

// For predicted memory errors, in a program of its own: AddressSanitizer names them, with the frames that led there.
constexpr const char* kMemoryChecks = "-fsanitize=address";

// A signal ends the process as a signal instead of being reported by the sanitizer's handler.
constexpr const char* kChecksOptions =
    "handle_segv=0:handle_abort=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_sigtrap=0:print_stacktrace=0";
constexpr const char* kMemoryOptions =
    ":handle_segv=0:handle_sigbus=0:handle_sigfpe=0:color=never:detect_stack_use_after_return=1";

bool is_unseen(const Case& predicted) { return testcase::has_no_native_check(predicted.outcome); }

bool is_memory_error(const Case& predicted) {
  if (predicted.outcome.kind != OutcomeKind::Crashed || is_unseen(predicted)) return false;
  const Fault fault = predicted.outcome.fault;
  return fault == Fault::OutOfBounds || fault == Fault::UseAfterFree || fault == Fault::BadFree ||
         fault == Fault::MismatchedFree || fault == Fault::Leak || fault == Fault::UseAfterScope ||
         fault == Fault::UseAfterReturn || fault == Fault::Overlap;
}

bool subtracts_unrelated(const Case& predicted) {
  return predicted.outcome.kind == OutcomeKind::Crashed && predicted.outcome.fault == Fault::UnrelatedPointers;
}

bool breaks_algorithm(const Case& predicted) {
  return predicted.outcome.detail == OutcomeDetail::Algorithm && !is_unseen(predicted);
}

bool uses_unset_value(const Case& predicted) {
  return predicted.outcome.kind == OutcomeKind::Crashed && predicted.outcome.fault == Fault::Unset;
}

// Clang alone has a check for it: g++ knows none for functions, and takes what is added to a pointer for a signed
// number.
bool only_clang_sees(const Case& predicted) {
  if (predicted.outcome.kind != OutcomeKind::Crashed || is_unseen(predicted)) return false;
  return predicted.outcome.fault == Fault::FunctionType || predicted.outcome.fault == Fault::PointerOverflow ||
         predicted.outcome.detail == OutcomeDetail::NullOffset;
}

// A pointer past an array that is only computed: clang sees it, g++ and AddressSanitizer wait for the access. And what
// several operands of an expression do is seen first where clang evaluates first, as in the exploration.
bool clang_may_see(const Case& predicted) {
  if (predicted.outcome.kind != OutcomeKind::Crashed || is_unseen(predicted)) return false;
  switch (predicted.outcome.fault) {
    case Fault::OutOfBounds:
    case Fault::SignedOverflow:
    case Fault::DivisionByZero:
    case Fault::Shift:
    case Fault::NullDereference:
    case Fault::Misaligned:
    case Fault::InvalidBool:
    case Fault::InvalidEnum:
    case Fault::FloatCast: return true;
    default: return only_clang_sees(predicted);
  }
}

}  // namespace

bool is_watched_by(Watch watch, const Case& predicted) {
  switch (watch) {
    case Watch::Memory: return is_memory_error(predicted);
    case Watch::Values: return uses_unset_value(predicted);
    case Watch::Characters: return is_character_fault(predicted.outcome);
    case Watch::Pairs: return subtracts_unrelated(predicted);
    case Watch::Clang: return clang_may_see(predicted);
    case Watch::Algorithms: return breaks_algorithm(predicted);
    case Watch::Checks: return true;
  }
  return false;
}

bool is_only_seen_by(Watch watch, const Case& predicted) {
  return watch != Watch::Memory && (watch != Watch::Clang || only_clang_sees(predicted));
}

std::vector<std::string> checks_of(Watch watch, const std::filesystem::path& include) {
  switch (watch) {
    case Watch::Checks: return {kChecks};
    case Watch::Memory: return {kMemoryChecks, "-g"};
    case Watch::Pairs: return {kMemoryChecks, "-fsanitize=pointer-subtract", "-g"};
    // AddressSanitizer prints the frames of the call.
    case Watch::Characters: return {kMemoryChecks, "-g", "-fno-builtin", "-D__NO_CTYPE"};
    case Watch::Clang: return {kChecks, "-fsanitize=function"};
    case Watch::Values: return {"-g"};
    case Watch::Algorithms: return {kChecks, "-isystem", build::library_checks(include).string()};
  }
  return {};
}

const char* program_suffix(Watch watch) {
  switch (watch) {
    case Watch::Checks: return "_native";
    case Watch::Memory: return "_memory";
    case Watch::Values: return "_values";
    case Watch::Characters: return "_characters";
    case Watch::Pairs: return "_pairs";
    case Watch::Clang: return "_clang";
    case Watch::Algorithms: return "_algorithms";
  }
  return "";
}

// Valgrind sees uses of uninitialised values in the code of every library, instrumented or not.
std::vector<std::string> checker_of(Watch watch) {
  if (watch != Watch::Values) return {};
  return {"valgrind", "--quiet", "--error-exitcode=99", "--leak-check=no", "--num-callers=40"};
}

std::vector<std::pair<std::string, std::string>> environment_of(Watch watch) {
  return {{"UBSAN_OPTIONS", kChecksOptions},
          {"ASAN_OPTIONS", std::string(watch == Watch::Memory ? "detect_leaks=1" : "detect_leaks=0") + kMemoryOptions +
                               (watch == Watch::Pairs ? ":detect_invalid_pointer_pairs=2" : "")}};
}

}  // namespace forall::native
