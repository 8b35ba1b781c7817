// Parses as the compiler would: its driver, run in this process under the compiler's path, finds the include
// directories, and its front end reads the file.
#include "frontend/parse.h"

#include <clang/Basic/FileManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Tooling/ArgumentsAdjusters.h>
#include <clang/Tooling/Tooling.h>
#include <fmt/format.h>
#include <llvm/Support/Program.h>

#include "base/error.h"
#include "frontend/clang/tree.h"

namespace forall::frontend {
namespace {

namespace fs = std::filesystem;

class BuildTree : public clang::tooling::ToolAction {
 public:
  explicit BuildTree(Tree& tree) : tree_(tree) {}
  bool runInvocation(std::shared_ptr<clang::CompilerInvocation> invocation, clang::FileManager* files,
                     std::shared_ptr<clang::PCHContainerOperations> containers,
                     clang::DiagnosticConsumer* consumer) override {
    auto diagnostics = clang::CompilerInstance::createDiagnostics(&invocation->getDiagnosticOpts(), consumer,
                                                                  /*ShouldOwnClient=*/false);
    tree_.unit = clang::ASTUnit::LoadFromCompilerInvocation(std::move(invocation), std::move(containers),
                                                            std::move(diagnostics), files);
    return tree_.compiles();
  }

 private:
  Tree& tree_;
};

// The path of a program with symbolic links resolved: the driver finds its own headers relative to it.
fs::path find_compiler(const std::string& name) {
  const auto found = llvm::sys::findProgramByName(name);
  std::error_code failed;
  const fs::path path = found ? fs::canonical(*found, failed) : fs::path();
  if (!found || failed)
    throw base::UserError(fmt::format("cannot find {} (install clang-19, or set FORALL_CLANGXX)", name));
  return path;
}

std::vector<std::string> command_line(const Source& source) {
  const fs::path compiler = find_compiler(source.compiler);
  std::vector<std::string> command{compiler.string(), "--driver-mode=g++"};
  // A compiler that is a script has no headers beside it.
  if (!fs::exists(compiler.parent_path().parent_path() / "lib/clang" / FORALL_CLANG_VERSION))
    command.emplace_back("-resource-dir=" FORALL_CLANG_RESOURCES);
  command.insert(command.end(), source.flags.begin(), source.flags.end());
  command.insert(command.end(), {"-w", "-fsyntax-only", "-x", "c++", source.path.string()});
  using namespace clang::tooling;
  return combineAdjusters(getClangStripOutputAdjuster(), getClangStripDependencyFileAdjuster())(command,
                                                                                                source.path.string());
}

}  // namespace

// Messages before the start of the file are about the program's arguments and carry its name.
void Messages::BeginSourceFile(const clang::LangOptions& options, const clang::Preprocessor*) {
  language_ = options;
  program_.clear();
}

void Messages::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) {
  DiagnosticConsumer::HandleDiagnostic(level, info);
  llvm::SmallString<128> message;
  info.FormatDiagnostic(message);
  if (!info.hasSourceManager() || info.getLocation().isInvalid()) {
    if (!program_.empty()) stream_ << program_ << ": ";
    clang::TextDiagnostic::printDiagnosticLevel(stream_, level, /*ShowColors=*/false);
    clang::TextDiagnostic::printDiagnosticMessage(stream_, level == clang::DiagnosticsEngine::Note, message, 0, 0,
                                                  /*ShowColors=*/false);
    return;
  }
  if (!printer_) printer_ = std::make_unique<clang::TextDiagnostic>(stream_, language_, options_.get());
  printer_->emitDiagnostic(clang::FullSourceLoc(info.getLocation(), info.getSourceManager()), level, message,
                           info.getRanges(), info.getFixItHints(), &info);
}

std::string Messages::text() const {
  const unsigned errors = getNumErrors();
  return errors == 0 || !program_.empty()
             ? text_
             : fmt::format("{}{} error{} generated.\n", text_, errors, errors == 1 ? "" : "s");
}

Parsed parse(const Source& source, const std::optional<std::string>& code) {
  auto tree = std::make_shared<Tree>(fs::path(source.compiler).filename().string());
  const llvm::IntrusiveRefCntPtr overlay(new llvm::vfs::OverlayFileSystem(llvm::vfs::getRealFileSystem()));
  if (code) {
    const llvm::IntrusiveRefCntPtr memory(new llvm::vfs::InMemoryFileSystem);
    overlay->pushOverlay(memory);
    memory->addFile(source.path.string(), 0, llvm::MemoryBuffer::getMemBufferCopy(*code, source.path.string()));
  }
  const llvm::IntrusiveRefCntPtr files(new clang::FileManager(clang::FileSystemOptions(), overlay));
  BuildTree action(*tree);
  clang::tooling::ToolInvocation invocation(command_line(source), &action, files.get(),
                                            std::make_shared<clang::PCHContainerOperations>());
  invocation.setDiagnosticConsumer(&tree->messages);
  invocation.run();
  Parsed parsed{tree->compiles(), tree->messages.text(), tree};
  if (tree->unit == nullptr) parsed.tree = nullptr;
  return parsed;
}

Parsed parse_file(const Source& source) {
  if (!fs::is_regular_file(source.path))
    throw base::UserError(fmt::format("{}: error: no such file", source.path.string()));
  Parsed parsed = parse(source);
  if (parsed.compiles) return parsed;
  throw base::UserError(
      fmt::format("{}{}: error: does not compile; the compiler's messages are above (flags for it, such as "
                  "-Iinclude, go after `--`)",
                  parsed.messages, source.path.string()));
}

}  // namespace forall::frontend
