// Runs clang on a header. Nothing of Clang is linked: the compiler that targets need anyway writes its syntax tree as
// JSON, and a filter by name keeps that small (the whole tree of a header with <string> and <vector> is 130 MB, a class
// is 40 KB).
#include "frontend/syntax.h"

#include <fmt/format.h>
#include <unistd.h>

#include <system_error>

#include "base/error.h"

namespace forall::frontend {

namespace fs = std::filesystem;

Syntax::Syntax(std::string dump) : dump_(std::move(dump)) {
  // Declarations begin and end with a brace in the first column; everything inside is indented.
  const std::string_view all = dump_;
  for (std::size_t begin = all.find("{\n"); begin != std::string_view::npos;) {
    const std::size_t end = all.find("\n}\n", begin);
    if (end == std::string_view::npos) break;
    texts_.push_back(all.substr(begin, end + 2 - begin));
    begin = all.find("{\n", end + 3);
  }
}

template <class Wanted>
std::optional<Json> Syntax::find(const std::string& text, Wanted wanted) const {
  for (const std::string_view declaration : texts_) {
    if (declaration.find(text) == std::string_view::npos) continue;
    const Json parsed = Json::parse(declaration, nullptr, false);
    if (parsed.is_discarded()) continue;
    std::vector<const Json*> open{&parsed};
    while (!open.empty()) {
      const Json& node = *open.back();
      open.pop_back();
      if (!node.is_object()) continue;
      if (wanted(node)) return node;
      const auto inner = node.find("inner");
      if (inner == node.end()) continue;
      for (const Json& child : *inner) open.push_back(&child);
    }
  }
  return std::nullopt;
}

std::optional<Json> Syntax::declaration(const std::string& name) const {
  return find(fmt::format("\"name\": \"{}\"", name), [&](const Json& node) {
    const std::string kind = node.value("kind", "");
    return (kind == "TypeAliasDecl" || kind == "EnumConstantDecl") && node.value("name", "") == name;
  });
}

std::optional<Json> Syntax::definition(const std::string& id) const {
  return find(fmt::format("\"id\": \"{}\"", id),
              [&](const Json& node) { return node.value("completeDefinition", false) && node.value("id", "") == id; });
}

std::uint64_t enumerator_value(const Json& declaration) {
  const Json* node = &declaration;
  while (node->contains("inner") && !(*node)["inner"].empty()) {
    node = &(*node)["inner"].front();
    if (node->value("kind", "") != "ConstantExpr") continue;
    const std::string value = node->value("value", "0");
    return value == "true" ? 1 : value == "false" ? 0 : std::stoull(value);
  }
  return 0;
}

Compiler::Compiler(const Header& header, base::Processes& processes, base::Files& files)
    : header_(header), processes_(processes), files_(files) {
  std::string name = (fs::temp_directory_path() / "forall-reflect-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw base::UserError(fmt::format("cannot make a folder such as '{}'", name));
  folder_ = name;
}

Compiler::~Compiler() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

base::ProcessResult Compiler::run(const std::vector<std::string>& arguments) {
  std::vector<std::string> command{header_.compiler};
  command.insert(command.end(), header_.flags.begin(), header_.flags.end());
  command.emplace_back("-w");
  command.insert(command.end(), arguments.begin(), arguments.end());
  const base::ProcessResult result = processes_.run({.command = command, .merge_output = false});
  if (!result.started) {
    throw base::UserError(
        fmt::format("cannot run {}: {} (install clang-19, or set FORALL_CLANGXX)", command[0], result.output));
  }
  return result;
}

std::string Compiler::symbol_graph() {
  const base::ProcessResult graph =
      run({"-extract-api", "-x", "c++-header", fs::absolute(header_.path).string(), "-o", "-"});
  if (graph.ok()) return graph.output;
  // Its own messages speak of files that the user does not know.
  const base::ProcessResult plain = run({"-fsyntax-only", "-x", "c++", header_.path.string()});
  if (plain.ok()) return "";
  throw base::UserError(
      fmt::format("{}{}: error: does not compile; the compiler's messages are above (flags for it, such as "
                  "-Iinclude, come behind `--`)",
                  plain.error, header_.path.string()));
}

Compiler::Answer Compiler::probe(const std::string& lines, const std::string& filter, bool access_control) {
  const fs::path file = folder_ / "probe.cpp";
  files_.write(file, fmt::format("#include \"{}\"\n{}", fs::absolute(header_.path).string(), lines));
  std::vector<std::string> arguments{"-fsyntax-only", "-Xclang", "-ast-dump=json", "-Xclang",
                                     "-ast-dump-filter=" + filter};
  if (!access_control) arguments.emplace_back("-fno-access-control");
  arguments.insert(arguments.end(), {"-x", "c++", file.string()});
  base::ProcessResult result = run(arguments);
  return {result.ok(), std::move(result.error), std::move(result.output)};
}

}  // namespace forall::frontend
