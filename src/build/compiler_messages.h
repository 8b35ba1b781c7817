// What clang says about a source that does not compile, in the words that help its author.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace forall::build {

// Errors that show in forall's headers are the author's, as a rule: each becomes one message at the line of the source
// that led there. What merely follows from another error, and notes that lead through our headers, are left out. Of an
// error that is not understood, nothing is.
std::string shortened_messages(std::string_view output, const std::filesystem::path& our_headers);

}  // namespace forall::build
