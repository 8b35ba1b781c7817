// Offsets in the parsed file.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "frontend/read_tests.h"

namespace forall::frontend {

class Places {
 public:
  explicit Places(const clang::ASTContext& context)
      : sources_(context.getSourceManager()), language_(context.getLangOpts()), file_(sources_.getMainFileID()) {}

  // Where the token was written, if in this file. Tokens of a macro's definition were written elsewhere.
  std::optional<std::size_t> written_at(clang::SourceLocation place) const {
    return in_file(sources_.getSpellingLoc(place));
  }

  // From the first token to the end of the last.
  std::optional<SourceRange> range(clang::SourceRange tokens) const {
    return from_to(sources_.getSpellingLoc(tokens.getBegin()), sources_.getSpellingLoc(tokens.getEnd()));
  }

  // What a reader of this file sees: the name of a macro for what comes from its definition.
  std::optional<SourceRange> seen_range(clang::SourceRange tokens) const {
    return from_to(sources_.getFileLoc(tokens.getBegin()), sources_.getFileLoc(tokens.getEnd()));
  }

  std::string text(SourceRange range) const {
    return sources_.getBufferData(file_).substr(range.begin, range.end - range.begin).str();
  }

  struct Token {
    std::string text;
    SourceRange range;
    bool is_name = false;
  };

  SourceRange whole() const { return {0, sources_.getBufferData(file_).size()}; }

  // The tokens that begin in the range.
  std::vector<Token> tokens(SourceRange range) const {
    std::vector<Token> result;
    const llvm::StringRef all = sources_.getBufferData(file_);
    clang::Lexer lexer(sources_.getLocForStartOfFile(file_), language_, all.begin(), all.begin() + range.begin,
                       all.end());
    for (clang::Token token; !lexer.LexFromRawLexer(token);) {
      const std::size_t begin = sources_.getFileOffset(token.getLocation());
      if (begin >= range.end) break;
      result.push_back({clang::Lexer::getSpelling(token, sources_, language_),
                        {begin, begin + token.getLength()},
                        token.is(clang::tok::raw_identifier)});
    }
    return result;
  }

  // The text of the first tokens from `place` on, in the file.
  std::vector<std::string> tokens(clang::SourceLocation place, std::size_t count) const {
    std::vector<std::string> result;
    const llvm::StringRef all = sources_.getBufferData(file_);
    const std::size_t begin = sources_.getFileOffset(place);
    clang::Lexer lexer(sources_.getLocForStartOfFile(file_), language_, all.begin(), all.begin() + begin, all.end());
    clang::Token token;
    while (result.size() < count && !lexer.LexFromRawLexer(token))
      result.push_back(clang::Lexer::getSpelling(token, sources_, language_));
    return result;
  }

  bool has(clang::SourceLocation place) const { return sources_.isInFileID(place, file_); }
  clang::SourceLocation expansion(clang::SourceLocation place) const { return sources_.getExpansionLoc(place); }
  unsigned line(clang::SourceLocation place) const { return sources_.getSpellingLineNumber(place); }
  std::size_t offset(clang::SourceLocation place) const { return sources_.getFileOffset(place); }

 private:
  std::optional<std::size_t> in_file(clang::SourceLocation place) const {
    const auto [file, offset] = sources_.getDecomposedLoc(place);
    return file == file_ ? std::optional<std::size_t>(offset) : std::nullopt;
  }

  std::optional<SourceRange> from_to(clang::SourceLocation first, clang::SourceLocation last) const {
    const auto begin = in_file(first);
    const auto end = in_file(last);
    if (!begin || !end || *end < *begin) return std::nullopt;
    return SourceRange{*begin, *end + clang::Lexer::MeasureTokenLength(last, sources_, language_)};
  }

  const clang::SourceManager& sources_;
  const clang::LangOptions& language_;
  clang::FileID file_;
};

}  // namespace forall::frontend
