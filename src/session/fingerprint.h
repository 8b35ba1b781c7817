// What the result of a PUT depends on, as one text: the same text, the same result.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/files.h"
#include "session/settings.h"
#include "testcase/records.h"

namespace forall::session {

// What the results of all PUTs of an exploration depend on: forall itself, the libraries of the target, every option
// that can change a result.
std::string common_fingerprint(const Settings& options, const std::string& forall, const std::string& libraries);

// Of a PUT: the code that it can reach, its description without its place, and what is common to all. Empty if the code
// is not known.
std::string put_fingerprint(const std::vector<testcase::CodePart>& code, const testcase::Put& put,
                            const std::string& common);

// Of a PUT that is explored with axioms: those too, and what was known about them.
struct AxiomFingerprint {
  std::string put;
  testcase::UsedAxiom::Standing standing;
  std::string fingerprint;
};
std::string client_fingerprint(const std::string& own, const std::vector<AxiomFingerprint>& axioms);

// The lines of source that a report of the result names: where one of them has moved or was changed, the report would
// be wrong. The place of the PUT itself is not among them, since it is known anew each time.
std::string fingerprint_of_places(const testcase::Result& result, base::Files& files);

// May the result stand for a later exploration? Not if something got in the way that another time need not.
bool can_be_kept(const testcase::Result& result);

// A kept result, as the exploration that did not take place reports it.
void adopt(testcase::Result& kept, const testcase::Put& put);

// Which file it is, and since when: two programs of the same name are told apart. It asks the file system itself, since
// that is what the system starts a target from.
std::string state_of_program(const std::filesystem::path& program);

}  // namespace forall::session
