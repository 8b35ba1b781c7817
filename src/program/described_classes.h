// The classes that axioms describe (FORALL_AXIOMS), for the build: every source is compiled with the keys of all of
// them, which are known once the sources that name them are compiled.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace forall::program {

// The environment variable that passes the keys to the pass, separated by ':'.
inline constexpr const char* kDescribedVariable = "FORALL_DESCRIBED";

// The keys that the source of an object names; none if there is no such object.
std::vector<std::string> described_in(const std::filesystem::path& object);

// Does the source name classes, itself or in a header that it includes with quotes?
bool may_describe(const std::filesystem::path& source, const std::vector<std::string>& flags);

// Methods of described classes are referred to weakly, so a linker does not look for them in archives. Returns flags
// that make it do so for those that the archives among the arguments define.
std::vector<std::string> archive_flags(const std::vector<std::string>& link_arguments);

}  // namespace forall::program
