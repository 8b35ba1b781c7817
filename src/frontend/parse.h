// A source file as Clang parses it, in this process. Nothing here includes a header of Clang: they are slow to compile,
// and only the files in clang/ need them.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace forall::frontend {

struct Source {
  std::filesystem::path path;
  std::string compiler;            // clang++ 19, looked up in PATH; headers are found as it finds them
  std::vector<std::string> flags;  // the user's
};

class Tree;  // clang/tree.h

struct Parsed {
  bool compiles = false;
  std::string messages;        // the compiler's, as it prints them; no warnings
  std::shared_ptr<Tree> tree;  // null if the flags are wrong and nothing was parsed
};

// Parses `code`, if given, instead of the file's content; the file need not exist then. Throws base::UserError if there
// is no such compiler.
Parsed parse(const Source& source, const std::optional<std::string>& code = std::nullopt);

// Throws base::UserError with the compiler's messages if the file does not exist or does not compile.
Parsed parse_file(const Source& source);

}  // namespace forall::frontend
