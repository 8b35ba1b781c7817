#include "frontend/put_source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <vector>

namespace forall::frontend {
namespace {

// "ring_buffer" -> "RingBuffer"
std::string capitalized_words(const std::string& text) {
  std::string result;
  bool is_start = true;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) == 0) {
      is_start = true;
    } else {
      result += is_start ? static_cast<char>(std::toupper(byte)) : c;
      is_start = false;
    }
  }
  return result;
}

std::string unused_name(std::string name, const std::vector<std::string>& used) {
  while (std::find(used.begin(), used.end(), name) != used.end()) name += "_";
  return name;
}

}  // namespace

PutSkeleton put_skeleton(const FunctionModel& function, const std::filesystem::path& header) {
  std::vector<std::string> parameters = function.declarations;
  std::string callee = "::" + function.qualified;
  if (!function.class_name.empty()) {
    const std::string object = unused_name("object", function.names);
    parameters.insert(parameters.begin(),
                      fmt::format("{}{}& {}", function.is_const ? "const " : "", function.class_name, object));
    callee = object + "." + function.name;
  }
  std::string call = fmt::format("{}({})", callee, fmt::join(function.names, ", "));
  std::string body;
  if (function.returns_value) {
    const std::string result = unused_name("result", function.names);
    body =
        fmt::format("  const auto& {0} = {1};\n  static_cast<void>({0});  // EXPECT_... what holds for all arguments\n",
                    result, call);
  } else {
    body = fmt::format("  {};\n  // EXPECT_... what holds for all arguments\n", call);
  }
  PutSkeleton skeleton;
  const std::string stem = capitalized_words(header.stem().string());
  const bool is_name = !stem.empty() && std::isdigit(static_cast<unsigned char>(stem.front())) == 0;
  skeleton.suite = (is_name ? "" : "My") + stem + (stem.ends_with("Test") ? "" : "Test");
  skeleton.name = capitalized_words(function.name);
  if (skeleton.name == function.name || skeleton.name.empty()) skeleton.name = "Calls" + function.name;
  skeleton.test =
      fmt::format("void {}({}) {{\n  // ASSUME(...): what the function may rely on\n{}}}\nFORALL({}, {});\n",
                  skeleton.name, fmt::join(parameters, ", "), body, skeleton.suite, skeleton.name);
  skeleton.source =
      fmt::format("#include \"{}\"\n\n#include <forall/forall.h>\n\n{}", header.generic_string(), skeleton.test);
  return skeleton;
}

}  // namespace forall::frontend
