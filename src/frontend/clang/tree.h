// A syntax tree of Clang's with all that it needs. It is not const: asking about a type may instantiate it.
#pragma once

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/LangOptions.h>
#include <clang/Frontend/ASTUnit.h>
#include <clang/Frontend/TextDiagnostic.h>
#include <llvm/Support/raw_ostream.h>

#include <memory>
#include <string>

#include "frontend/parse.h"

namespace forall::frontend {

// Messages as the compiler prints them. Clang's own printer accepts none after the end of the file.
class Messages : public clang::DiagnosticConsumer {
 public:
  explicit Messages(std::string program) : program_(std::move(program)) {}
  void BeginSourceFile(const clang::LangOptions& options, const clang::Preprocessor* preprocessor) override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override;
  // The messages, followed by the number of errors.
  std::string text() const;

 private:
  std::string program_;
  std::string text_;
  llvm::raw_string_ostream stream_{text_};
  clang::LangOptions language_;
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options_ = new clang::DiagnosticOptions;
  std::unique_ptr<clang::TextDiagnostic> printer_;
};

class Tree {
 public:
  explicit Tree(std::string program) : messages(std::move(program)) {}
  bool compiles() const { return unit != nullptr && messages.getNumErrors() == 0; }
  Messages messages;
  std::unique_ptr<clang::ASTUnit> unit;
};

}  // namespace forall::frontend
