#include "frontend/format.h"

#include <clang/Format/Format.h>
#include <clang/Tooling/Core/Replacement.h>

namespace forall::frontend {

std::string formatted(const std::string& text, const std::filesystem::path& file) {
  const std::string path = std::filesystem::absolute(file).string();
  auto style = clang::format::getStyle("file", path, "none", text);
  if (!style || style->DisableFormat) {
    if (!style) llvm::consumeError(style.takeError());
    return text;
  }
  style->SortIncludes = clang::format::FormatStyle::SI_Never;
  const auto edits =
      clang::format::reformat(*style, text, {clang::tooling::Range(0, static_cast<unsigned>(text.size()))}, path);
  auto result = clang::tooling::applyAllReplacements(text, edits);
  if (!result) {
    llvm::consumeError(result.takeError());
    return text;
  }
  return std::move(*result);
}

}  // namespace forall::frontend
