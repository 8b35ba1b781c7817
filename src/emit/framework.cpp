#include "emit/framework.h"

#include <array>

namespace forall::emit {
namespace {

constexpr std::array kFormats = {Format::Gtest, Format::Catch2, Format::Catch2V2, Format::Doctest, Format::Assert};

}  // namespace

const Framework& framework(Format format) {
  switch (format) {
    case Format::Catch2: return kCatch2;
    case Format::Catch2V2: return kCatch2V2;
    case Format::Doctest: return kDoctest;
    case Format::Assert: return kAssert;
    case Format::Gtest: break;
  }
  return kGtest;
}

std::map<std::string, Format> format_names() {
  std::map<std::string, Format> names;
  for (const Format format : kFormats) names.emplace(framework(format).name, format);
  return names;
}

std::string file_suffix(Format format) { return framework(format).suffix; }

std::string begin_body(const Group& group, const std::string& failures) {
  std::string text = "  forall::emitted::" + failures + " failures;\n";
  if (!group.fixture.empty()) text += "  struct ClosedTest : " + group.fixture + " {\n    void TestBody() override {\n";
  return text;
}

std::string end_body(const Group& group) {
  if (group.fixture.empty()) return {};
  return "    }\n  };\n  forall::emitted::run<ClosedTest>(failures);\n";
}

}  // namespace forall::emit
