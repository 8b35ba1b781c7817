// `forall infer`: laws of a class, found by exploring its operations and proved by exploring the laws.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include "base/world.h"
#include "infer/law_source.h"
#include "infer/subject.h"
#include "session/session.h"
#include "testcase/records.h"

namespace forall::infer {

struct Options {
  std::string class_name;
  std::filesystem::path header;
  Vocabulary vocabulary;
  bool as_axioms = false;
  std::filesystem::path out;                     // the file of laws
  std::filesystem::path work = ".forall/infer";  // for what is generated on the way
  std::size_t length = 3;                        // of sequences of calls that make objects, where nothing else does
  std::size_t mutants = 0;                       // of the class, to rank the laws by
  double seconds = 20;                           // of one exploration
};

struct JudgedLaw {
  WrittenLaw law;
  testcase::VerdictKind verdict = testcase::VerdictKind::Open;
  std::string why;  // of one that is not proved: the first line of its ledger
  std::size_t killed_mutants = 0;
};

struct Inference {
  Subject subject;
  std::vector<JudgedLaw> laws;            // none of them refuted
  std::vector<std::string> incomplete;    // what observers cannot tell apart, with two states
  std::vector<std::string> verbose;       // what observers show without cause
  std::vector<std::string> undetermined;  // observations that no equation determines
  std::vector<std::string> notes;         // what was left out, and why
  std::size_t refuted = 0;                // candidates that the exploration refuted
  std::size_t mutants = 0;
  double seconds = 0;       // of exploring probes, finding laws and exploring these; not of compiling
  std::uint64_t paths = 0;  // of the probes
  std::filesystem::path file;
};

// Throws base::UserError: no such class, an abstract class, no observers, no objects, a header that does not compile.
Inference infer_laws(const session::Outside& outside, const Options& options,
                     const std::vector<std::string>& compiler_flags, const std::atomic<bool>& stop);

}  // namespace forall::infer
