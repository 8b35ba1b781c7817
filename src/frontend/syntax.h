// The compiler asked about a header: its symbol graph, and the part of its syntax tree that has to do with some lines
// of C++ that are compiled behind the header (a probe).
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/process.h"

namespace forall::frontend {

using Json = nlohmann::json;

// A syntax tree as clang's -ast-dump=json with a filter writes it: one JSON text per declaration. They are parsed when
// they are asked for, since a short filter lets much of the standard library through.
class Syntax {
 public:
  explicit Syntax(std::string dump);
  // An alias or an enumerator of a probe.
  std::optional<Json> declaration(const std::string& name) const;
  // The definition of a class, wherever it stands.
  std::optional<Json> definition(const std::string& id) const;

 private:
  // The first node that is wanted, in the declarations that contain the text.
  template <class Wanted>
  std::optional<Json> find(const std::string& text, Wanted wanted) const;
  std::string dump_;
  std::vector<std::string_view> texts_;
};

// The value of an enumerator, or 0 if it has none.
std::uint64_t enumerator_value(const Json& declaration);

struct Header {
  std::filesystem::path path;
  std::string compiler;            // clang++ 19
  std::vector<std::string> flags;  // the user's
};

class Compiler {
 public:
  Compiler(const Header& header, base::Processes& processes, base::Files& files);
  Compiler(const Compiler&) = delete;
  Compiler& operator=(const Compiler&) = delete;
  ~Compiler();

  // Throws base::UserError with the compiler's messages if the header does not compile. An empty text: it compiles, but
  // clang could not make a symbol graph of it.
  std::string symbol_graph();

  struct Answer {
    bool compiles = false;
    std::string messages;
    std::string dump;
  };
  // Declarations whose name contains `filter`. Without access control, the probe may name what is private.
  Answer probe(const std::string& lines, const std::string& filter, bool access_control);

 private:
  base::ProcessResult run(const std::vector<std::string>& arguments);
  Header header_;
  base::Processes& processes_;
  base::Files& files_;
  std::filesystem::path folder_;  // of the probes
};

}  // namespace forall::frontend
