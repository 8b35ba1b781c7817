// With gMock, a call is an expectation; all of them are in sequence, and the mocks are strict: a call more, less or in another
// order fails the test.
//
//   EXPECT_CALL(x, GetNumber()).WillOnce(testing::Return(713));
//   EXPECT_CALL(file, read(testing::_, 4UL)).WillOnce([&](auto&& buffer_argument, auto&&) { ... });
//
// Without it, a mock has a list of answers for each function (include/forall/replay_mocks.h).
//
//   x.calls_of_GetNumber.add([&] { return 713; });
#include "emit/mocks.h"

#include <fmt/format.h>

#include <map>
#include <sstream>

#include "emit/literal.h"
#include "emit/suites.h"
#include "expr/print.h"

namespace forall::emit {

using testcase::Type;
using testcase::Value;
using Kind = Type::Kind;

namespace {

// The lines of Type::callee of a method.
struct MethodText {
  std::string signature;
  std::string gmock;
  std::vector<std::string> parameters;  // "*buffer", "size"
};

MethodText text_of(const Type& method) {
  MethodText text;
  std::istringstream lines(method.callee);
  std::getline(lines, text.signature);
  std::getline(lines, text.gmock);
  for (std::string name; std::getline(lines, name, ',');) text.parameters.push_back(name);
  return text;
}

std::string plain_name(const std::string& parameter) {
  return parameter.starts_with('*') ? parameter.substr(1) : parameter;
}

// A namespace of its own for the classes of each PUT: several files of tests may become one program.
std::string scope_of(const testcase::Put& put) { return suite_name(put, false) + "_mocks"; }

// MockIFile, Mock_io_IFile
std::string class_name(const Type& mock) {
  return (mock.pointee.find("::") == std::string::npos ? "Mock" : "Mock_") + identifier(mock.pointee);
}

std::string class_text(const Type& mock, MockForm form) {
  const std::string name = class_name(mock);
  std::string text = fmt::format("class {} : public {} {{\n public:\n", name, source_spelling(mock.pointee));
  for (const Type::Member& method : mock.members) {
    const MethodText parts = text_of(method.type);
    if (form == MockForm::Gmock) {
      text += "  " + parts.gmock + "\n";
      continue;
    }
    std::string passed;
    for (const std::string& parameter : parts.parameters) {
      passed += fmt::format("{0}std::forward<decltype({1})>({1})", passed.empty() ? "" : ", ", plain_name(parameter));
    }
    const bool is_volatile = parts.signature.find(") volatile") != std::string::npos ||
                             parts.signature.find(") const volatile") != std::string::npos;
    text += fmt::format("  {} {{ return {}calls_of_{}({}); }}\n", parts.signature,
                        is_volatile ? "const_cast<" + name + "*>(this)->" : "", method.type.pointee, passed);
    text += fmt::format("  mutable forall::replay::Calls<{}> calls_of_{}{{{}}};\n",
                        source_spelling(method.type.spelling), method.type.pointee, quoted(method.name));
  }
  return text + "};\n";
}

bool is_pointer_parameter(const Type& method, std::size_t parameter) {
  const MethodText text = text_of(method);
  return parameter < text.parameters.size() && text.parameters[parameter].starts_with('*');
}

bool is_reference(const Value& value) {
  return value.type->kind == Kind::Pointer && value.type->spelling.ends_with('&');
}
bool is_null(const Value& value) {
  return value.type->kind == Kind::Pointer && value.target.empty() && value.type->ownership == Type::Ownership::None;
}

// What a call does, as C++ source.
struct CallText {
  std::vector<std::string> arguments;  // that it expects; empty: any
  std::vector<std::string> names;      // of the parameters that it uses; empty: not used
  std::vector<std::string> effects;    // statements
  std::string result;                  // an expression; empty for none
  bool is_reference = false;           // the result refers to an object
  bool is_simple = false;              // gMock can return it as it is
};

class CallWriter {
 public:
  CallWriter(const testcase::MockCall& call, const CallContext& context) : call_(call), context_(context) {}

  std::string write() {
    text_.names.resize(call_.arguments.size());
    for (const Value& argument : call_.arguments) text_.arguments.push_back(expected(argument));
    if (call_.is_out_of_order) {
      text_.effects.push_back(fmt::format("forall::replay::out_of_order<{}>({});", source_spelling(call_.mock->pointee),
                                          quoted("a call of " + call_.method->name + " out of order")));
    }
    for (const testcase::WrittenArgument& written : call_.written) write_argument(written);
    for (const testcase::CallBack& back : call_.call_backs) write_call_back(back);
    if (!call_.thrown.empty()) {
      text_.effects.push_back("forall::replay::throw_from_mock<" + context_.type(call_.thrown) + ">();");
    } else if (call_.result.type != nullptr) {
      write_result(call_.result);
    }
    return statement();
  }

 private:
  // A value that a call has to be made with; empty for any.
  std::string expected(const Value& value) const {
    if (value.type == nullptr || value.type->kind != Kind::Scalar || expr::is_float_kind(value.type->scalar)) {
      const bool is_string = value.type != nullptr && value.type->spelling == "std::string";
      return is_string ? context_.value(value) : "";
    }
    return context_.value(value);
  }
  const std::string& name_of(std::size_t parameter) {
    std::string& name = text_.names[parameter];
    if (name.empty()) {
      name = context_.unique(identifier(call_.method->type.members[parameter + 1].name) + "_argument");
    }
    return name;
  }
  void write_argument(const testcase::WrittenArgument& written) {
    const std::string& name = name_of(written.parameter);
    const bool is_pointer = is_pointer_parameter(call_.method->type, written.parameter);
    for (std::size_t i = 0; i < written.values.size(); ++i) {
      const std::string place =
          written.is_array ? fmt::format("forall::replay::elements({})[{}]", name, i) : (is_pointer ? "*" : "") + name;
      text_.effects.push_back(place + " = " + context_.value(written.values[i]) + ";");
    }
  }
  void write_call_back(const testcase::CallBack& back) {
    std::string arguments;
    for (const Value& value : back.arguments) {
      arguments += (arguments.empty() ? "" : ", ") +
                   (is_reference(value) ? context_.object(value.target) : context_.value(value));
    }
    text_.effects.push_back(name_of(back.parameter) + "(" + arguments + ");");
  }
  void write_result(const Value& result) {
    text_.is_reference = is_reference(result);
    text_.is_simple = text_.is_reference || result.type->kind == Kind::Scalar || is_null(result);
    text_.result = text_.is_reference ? context_.object(result.target) : context_.value(result);
    if (!result.type->spelling.ends_with("&&")) return;
    text_.result = "std::move(" + text_.result + ")";
    text_.is_simple = false;
  }

  std::string statement() const {
    const Type& method = call_.method->type;
    const std::string object = context_.object(call_.object);
    if (call_.mock->kind == Kind::Callable) return fmt::format("{}.add({});", object, answer());
    if (context_.form == MockForm::Plain)
      return fmt::format("{}.calls_of_{}.add({});", object, method.pointee, answer());
    std::string arguments;
    for (const std::string& argument : text_.arguments) {
      arguments += (arguments.empty() ? "" : ", ") + (argument.empty() ? std::string("testing::_") : argument);
    }
    std::string expectation = fmt::format("EXPECT_CALL({}, {}({}))", object, method.pointee, arguments);
    if (!text_.effects.empty() || (!text_.result.empty() && !text_.is_simple)) {
      expectation += ".WillOnce(" + answer() + ")";
    } else if (!text_.result.empty()) {
      expectation +=
          fmt::format(".WillOnce(testing::{}({}))", text_.is_reference ? "ReturnRef" : "Return", text_.result);
    }
    return expectation + ";";
  }

  // [&] { return 713; }
  std::string answer() const {
    bool has_names = false;
    std::string parameters;
    for (const std::string& name : text_.names) {
      has_names |= !name.empty();
      parameters += (parameters.empty() ? "auto&&" : ", auto&&") + (name.empty() ? "" : " " + name);
    }
    const std::string head = has_names                                     ? "(" + parameters + ")"
                             : text_.is_reference || !call_.thrown.empty() ? "()"
                                                                           : "";
    std::string body;
    for (const std::string& effect : text_.effects) body += " " + effect;
    if (!text_.result.empty())
      body += " return " + (text_.is_reference ? "(" + text_.result + ")" : text_.result) + ";";
    const std::string type = text_.is_reference      ? " -> decltype(auto)"
                             : !call_.thrown.empty() ? " -> " + result_type()
                                                     : "";
    return "[&]" + head + type + " {" + body + " }";
  }
  std::string result_type() const {
    const std::string& type = call_.method->type.members.front().type.spelling;
    return context_.type(type);
  }

  const testcase::MockCall& call_;
  const CallContext& context_;
  CallText text_;
};

}  // namespace

std::string mock_declaration(const testcase::Put& put, const Type& mock, const std::string& name, bool is_variable,
                             MockForm form) {
  const std::string type = scope_of(put) + "::" + class_name(mock);
  const std::string strict = form == MockForm::Gmock ? "testing::StrictMock<" + type + ">" : type;
  if (is_variable) return strict + " " + name + ";";
  const std::string leak = form == MockForm::Gmock ? " testing::Mock::AllowLeak(&" + name + ");" : "";
  return fmt::format("{0}& {1} = forall::fresh<{0}>();", strict, name) + leak;
}

std::string mock_classes(const testcase::Put& put, const std::vector<testcase::Case>& cases, MockForm form) {
  std::map<std::string, std::string> classes;
  for (const testcase::Case& c : cases) {
    for (const testcase::ObjectValue& object : c.objects) {
      const auto found = put.classes.find(object.type);
      if (found == put.classes.end() || found->second.kind != Kind::Mock) continue;
      classes.emplace(object.type, class_text(found->second, form));
    }
  }
  if (classes.empty()) return "";
  std::string text = "\nnamespace " + scope_of(put) + " {\n";
  for (const auto& [type, definition] : classes) text += "\n" + definition;
  return text + "\n}  // namespace " + scope_of(put) + "\n";
}

std::string unfinished_mock(const testcase::UnfinishedMock& unfinished, const std::string& name) {
  return fmt::format("const forall::replay::Unfinished<{}> {};", source_spelling(unfinished.mock->pointee), name);
}

std::string mock_call(const testcase::MockCall& call, const CallContext& context) {
  return CallWriter(call, context).write();
}

}  // namespace forall::emit
