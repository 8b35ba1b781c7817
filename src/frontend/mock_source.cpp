// Each function of the class asks forall::mocked for its result. Beside the functions there is a table that describes them, with the
// text that closed tests need:
//
//   std::size_t read(char* buffer, std::size_t size) override {
//     return forall::mocked<std::size_t, 0>(*this, forall::array("buffer", buffer, size), forall::argument<decltype(size)>("size", size));
//   }
//
// gMock has no syntax for operators, and overloads cannot be told apart by `_`: such functions call one with a name of its own, which
// is mocked. All registrations come before all classes, since a mock may return another one.
#include "frontend/mock_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "base/error.h"
#include "frontend/names.h"

namespace forall::frontend {
namespace {

using Parameter = VirtualFunction::Parameter;

std::string in_quotes(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

template <typename Item, typename Text>
std::string joined(const std::vector<Item>& items, const Text& text) {
  std::string result;
  for (const Item& item : items) result += (result.empty() ? "" : ", ") + text(item);
  return result;
}

// A comma outside of parentheses would end the argument of a macro.
bool has_open_comma(const std::string& text) {
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth == 0) return true;
  }
  return false;
}
std::string guarded(const std::string& type) { return has_open_comma(type) ? "(" + type + ")" : type; }

std::string qualifiers(const VirtualFunction& function) {
  return std::string(function.is_const ? " const" : "") + (function.is_volatile ? " volatile" : "") +
         (function.reference.empty() ? "" : " " + function.reference) + (function.is_noexcept ? " noexcept" : "");
}

std::string prototype(const VirtualFunction& function) {
  const std::string parameters = joined(function.parameters, [](const Parameter& p) { return p.declaration; });
  const std::string name = function.is_conversion ? "operator " + function.result : function.name;
  std::string call = name + "(" + parameters + ")" + qualifiers(function);
  if (function.is_conversion) return call;
  if (!function.has_simple_result) return "auto " + call + " -> " + function.result;
  const bool is_spaced = function.result.back() != '*' && function.result.back() != '&';
  return function.result + (is_spaced ? " " : "") + call;
}
std::string signature(const VirtualFunction& function) { return prototype(function) + " override"; }

class Writer {
 public:
  explicit Writer(const ClassModel& model) : model_(model), name_("Any" + plain_name(model)) {
    std::map<std::string, unsigned> overloads;
    for (const VirtualFunction& function : model.virtuals) ++overloads[function.name];
    for (const VirtualFunction& function : model.virtuals) {
      const bool is_operator = function.is_conversion || function.name.rfind("operator", 0) == 0;
      is_named_.push_back(!is_operator && overloads[function.name] == 1);
    }
  }

  std::string declaration() const { return "class " + name_ + ";\n"; }
  std::string alias() const {
    return has_open_comma(model_.name) ? "using " + interface() + " = " + model_.name + ";\n" : "";
  }
  std::string registration() const { return "FORALL_MOCK(" + interface() + ", forall_mocks::" + name_ + ");\n"; }

  std::string definition() const {
    const std::size_t count = model_.virtuals.size();
    std::string text = fmt::format("// Any implementation of {}.\n", model_.name);
    text += fmt::format("class {} final : public ::{}, public forall::MockObject<{}> {{\n public:\n", name_,
                        interface(), count);
    for (std::size_t i = 0; i < count; ++i) text += body(i);
    text += "  static constexpr auto forall_methods() {\n    return std::make_tuple(";
    for (std::size_t i = 0; i < count; ++i) text += (i == 0 ? "\n        " : ",\n        ") + row(i);
    return text + ");\n  }\n};\n";
  }

 private:
  // "IFile", "_io_IFile", "IQueueOfInt".
  static std::string plain_name(const ClassModel& model) {
    const std::string whole = model.name.substr(0, model.name.find('<'));
    const auto end = whole.rfind("::");
    std::string name = end == std::string::npos ? "" : "::" + whole.substr(0, end) + "::";
    name += model.arguments.empty() ? model.simple_name : alias_name(model.simple_name, model.arguments);
    for (auto at = name.find("::"); at != std::string::npos; at = name.find("::")) name.replace(at, 2, "_");
    return name;
  }
  std::string interface() const {
    return has_open_comma(model_.name) ? plain_name(model_) + "_Interface" : model_.name;
  }

  std::string id(std::size_t i) const {
    const VirtualFunction& function = model_.virtuals[i];
    return is_named_[i] ? function.name : "mocked_" + std::to_string(i);
  }
  std::string label(std::size_t i) const {
    const VirtualFunction& function = model_.virtuals[i];
    if (is_named_[i]) return function.name + "()";
    const std::string name = function.is_conversion ? "operator " + function.result : function.name;
    return name + "(" + joined(function.parameters, [](const Parameter& p) { return p.type; }) + ")" +
           (function.is_const ? "const" : "") + (function.is_volatile ? "volatile" : "") + function.reference;
  }

  static std::string arguments(const VirtualFunction& function) {
    std::string text;
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
      const Parameter& p = function.parameters[i];
      text += ", ";
      if (p.is_written_array) {
        const std::string elements = p.is_written_void ? "static_cast<unsigned char*>(" + p.name + ")" : p.name;
        text += fmt::format("forall::array({}, {}, {})", in_quotes(p.name), elements, function.parameters[i + 1].name);
      } else {
        text += fmt::format("forall::argument<decltype({0})>({1}, {0})", p.name, in_quotes(p.name));
      }
    }
    return text;
  }
  std::string body(std::size_t i) const {
    const VirtualFunction& function = model_.virtuals[i];
    return fmt::format("  {} {{\n    return forall::mocked<{}, {}>(*this{});\n  }}\n", signature(function),
                       function.result, i, arguments(function));
  }

  std::string gmock(std::size_t i) const {
    const VirtualFunction& function = model_.virtuals[i];
    const bool is_direct = is_named_[i] && !function.is_volatile && function.reference.empty();
    std::string specs = function.is_const || !is_direct ? "const" : "";
    if (is_direct && function.is_noexcept) specs += std::string(specs.empty() ? "" : ", ") + "noexcept";
    if (is_direct) specs += std::string(specs.empty() ? "" : ", ") + "override";
    const std::string parameters = joined(function.parameters, [&](const Parameter& p) {
      return has_open_comma(p.type) || !is_direct ? guarded(p.type) : p.declaration;
    });
    const std::string name = is_direct ? function.name : id_of_forwarded(i);
    std::string text = fmt::format("MOCK_METHOD({}, {}, ({}), ({}));",
                                   guarded(function.has_simple_result ? function.result : "(" + function.result + ")"),
                                   name, parameters, specs);
    if (is_direct) return text;
    const std::string passed = joined(function.parameters, [](const Parameter& p) {
      return fmt::format("std::forward<decltype({0})>({0})", p.name);
    });
    const std::string self = function.is_volatile
                                 ? "const_cast<const std::remove_cv_t<std::remove_pointer_t<decltype(this)>>*>(this)->"
                                 : "";
    return text + fmt::format(" {} {{ return {}{}({}); }}", signature(function), self, name, passed);
  }
  std::string id_of_forwarded(std::size_t i) const {
    return is_named_[i] ? "mocked_" + model_.virtuals[i].name : id(i);
  }
  std::string row(std::size_t i) const {
    const VirtualFunction& function = model_.virtuals[i];
    const bool is_direct = is_named_[i] && !function.is_volatile && function.reference.empty();
    std::string names;
    for (const Parameter& p : function.parameters) names += (names.empty() ? "" : ",") + p.name;
    std::string types = function.result;
    for (const Parameter& p : function.parameters) types += ", " + p.type;
    return fmt::format("forall::method<{}>({{{}, {}, {}, {},\n            {},\n            {}}})", types,
                       in_quotes(function.name), in_quotes(label(i)), in_quotes(is_direct ? id(i) : id_of_forwarded(i)),
                       in_quotes(names), in_quotes(signature(function)), in_quotes(gmock(i)));
  }

  const ClassModel& model_;
  std::string name_;
  std::vector<bool> is_named_;  // by the name of the function alone
};

}  // namespace

void require_mockable(const ClassModel& model) {
  const auto fail = [&](const std::string& why, const std::string& what) {
    throw base::UserError(fmt::format("{} {}, so it cannot be mocked: {}", model.name, why, what));
  };
  if (!model.is_polymorphic)
    fail("has no virtual functions", "give it some, or let the code under test take an interface that it implements");
  if (model.is_final)
    fail("is final", "remove `final`, or let the code under test take an interface that it implements");
  if (model.has_private_destructor)
    fail("has a private destructor", "make it protected, so that classes can derive from it");
  if (model.virtuals.empty())
    fail("has no virtual function that can be overridden", "give it some, or use a real object");
  if (!model.can_be_default_base)
    fail("has no default constructor that a derived class can call",
         "give it a protected one, or write the class of the mock by hand (docs/mocks.md)");
  for (const VirtualFunction& function : model.virtuals) {
    if (function.is_variadic)
      fail("has the function " + function.name + " with C-style variable arguments",
           "declare one that takes its arguments in a container");
  }
}

std::string concept_interface(const ClassModel& model) {
  const std::size_t scope = model.name.rfind("::");
  const std::string space = scope == std::string::npos ? "" : model.name.substr(0, scope);
  const std::string satisfied = model.name.substr(0, model.name.size() - std::string_view("Interface").size());
  std::string text = fmt::format("// What {} requires, as an interface that tests can take.\n", satisfied);
  if (!space.empty()) text += fmt::format("namespace {} {{\n", space);
  text += fmt::format("struct {0} {{\n  virtual ~{0}() = default;\n", model.simple_name);
  for (const VirtualFunction& function : model.virtuals)
    text += fmt::format("  virtual {} = 0;\n", prototype(function));
  text += "};\n";
  if (!space.empty()) text += fmt::format("}}  // namespace {}\n", space);
  return text + fmt::format(
                    "static_assert(::{}<::{}>,\n              \"forall: the interface does not satisfy the concept; "
                    "edit it\");\n\n",
                    satisfied, model.name);
}

std::string mock_source(const std::vector<ClassModel>& interfaces, const std::filesystem::path& header,
                        const std::string& definitions) {
  std::string text =
      "// Generated by forall mock. The classes of mocks are yours to edit: docs/mocks.md says what their parts "
      "mean.\n// clang-format off\n#pragma once\n\n";
  text += "#include <forall/mock.h>\n\n#include <tuple>\n#include <type_traits>\n#include <utility>\n\n#include \"" +
          header.string() + "\"\n\n" + definitions;
  std::vector<Writer> writers(interfaces.begin(), interfaces.end());
  for (const Writer& writer : writers) text += writer.alias();
  text += "namespace forall_mocks {\n";
  for (const Writer& writer : writers) text += writer.declaration();
  text += "}  // namespace forall_mocks\n\n";
  for (const Writer& writer : writers) text += writer.registration();
  text += "\nnamespace forall_mocks {\n\n";
  for (const Writer& writer : writers) text += writer.definition() + "\n";
  return text + "}  // namespace forall_mocks\n";
}

}  // namespace forall::frontend
