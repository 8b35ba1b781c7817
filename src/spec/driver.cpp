// A sequence is a lambda: it makes an object, sends it the operations one after the other, and returns the object or what
// the observer at its end says.
#include "spec/driver.h"

#include <fmt/format.h>

#include "base/error.h"
#include "spec/operations_source.h"
#include "spec/source.h"
#include "spec/support_source.h"
#include "spec/use.h"

namespace forall::spec {
namespace {

std::string states(const Specification& spec) {
  std::string text;
  for (const auto& [sort, use] : spec.uses) {
    if (!has_class(spec, sort)) continue;
    const std::string type = cpp_type(spec, sort);
    text += fmt::format(
        "[[maybe_unused]] std::string text([[maybe_unused]] const {}& self) {{\n  std::ostringstream out;\n", type);
    for (const Op op : spec.signature->operations()) {
      const Operation& operation = (*spec.signature)[op];
      if (operation.owner != sort || operation.role != Role::Observer || operation.arguments.size() != 1 ||
          !is_callable(spec, operation) || (!is_built_in(operation.result) && !has_class(spec, operation.result)))
        continue;
      const bool is_object = !is_built_in(operation.result);
      text +=
          fmt::format("  out << \"{}={}\" << text(run([&] {{ return {}({}(self)); }})) << \"{} \";\n", operation.name,
                      is_object ? "(" : "", function_name(spec, "see", operation), type, is_object ? ")" : "");
    }
    text += "  return out.str();\n}\n";
  }
  return text;
}

std::string declared_states(const Specification& spec) {
  std::string text;
  for (const auto& [sort, use] : spec.uses) {
    if (has_class(spec, sort)) text += fmt::format("std::string text(const {}& self);\n", cpp_type(spec, sort));
  }
  return text;
}

constexpr const char* kTexts = R"(
template <class T>
std::string text(const Result<T>& result);
template <class T>
  requires(!is_object<T>)
std::string text(const T& value) {
  std::ostringstream out;
  out << std::boolalpha << value;
  return out.str();
}
template <class T>
std::string text(const Result<T>& result) {
  return result.value ? text(*result.value) : "error";
}
)";

constexpr const char* kChecks = R"(
template <class T>
void check(T (*first)(), T (*second)(), bool equivalent, const char* sequences) {
  const auto a = run(first), b = run(second);
  EXPECT_EQ(same(a, b), equivalent) << sequences << "\n  first:  " << text(a) << "\n  second: " << text(b);
}
template <class T>
void check_error(T (*first)(), bool expected, const char* sequences) {
  const auto a = run(first);
  EXPECT_EQ(!a.value, expected) << sequences << "\n  first:  " << text(a);
}
)";

}  // namespace

std::string driver_source(const Specification& specification, const ClassInterface& interface,
                          const std::vector<Case>& cases, const DriverOptions& options) {
  const Terms& terms = *specification.terms;
  std::string text = head_source(specification, interface, options, "Cases of") + support_source();
  text +=
      objects_source(specification, interface) + declared_states(specification) + kTexts + "\n" + same_source() + "\n";
  text += operations_source(specification, interface) + "\n";
  text += equality_source(specification, interface, options) + kSameObjects;
  text += states(specification) + kChecks;
  text += "\n}  // namespace\n\n";
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Case& one = cases[i];
    std::string words = cases_text(specification, {one});
    words.pop_back();
    text += fmt::format("TEST({}Spec, Case{}) {{\n", identifier(specification.name), i + 1);
    const std::string type = cpp_type(specification, terms[one.first].sort);
    const bool errs = terms.is_error(one.first) || terms.is_error(one.second);
    if (errs) {
      text += fmt::format("  check_error<{}>({}, {}, {});\n", type,
                          sequence_source(specification, terms.is_error(one.first) ? one.second : one.first),
                          one.equivalent, literal_text(words));
    } else {
      text += fmt::format("  check<{}>({},\n        {}, {},\n        {});\n", type,
                          sequence_source(specification, one.first), sequence_source(specification, one.second),
                          one.equivalent, literal_text(words));
    }
    text += "}\n";
  }
  return text;
}

}  // namespace forall::spec
