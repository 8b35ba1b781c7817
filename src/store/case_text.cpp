// Writing is done by hand: there are hundreds of thousands of these, and a tree of JSON values costs ten times the
// text.
#include "store/case_text.h"

#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "base/json.h"
#include "expr/bits.h"
#include "expr/print.h"
#include "store/text.h"
#include "testcase/purity.h"

namespace forall::store {

namespace {

using expr::U128;
using nlohmann::json;
using testcase::InputValue;
using testcase::ObjectValue;
using testcase::ObservedValue;
using testcase::ObserverCall;
using testcase::OutcomeDetail;

constexpr int kVersion = 3;
constexpr int kFirstWithUnset = 3;

void append_quoted(std::string& out, std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20) {
      out.append("\\u00").append({kHex[byte / 16], kHex[byte % 16]});
    } else {
      out += c;
    }
  }
  out += '"';
}

void append_field(std::string& out, std::string_view key, std::string_view text) {
  out.append(",\"").append(key).append("\":");
  is_plain(text) ? append_quoted(out, text) : append_quoted(out, encode(text));
}

std::string hexadecimal(abi::Bits value) {
  std::array<char, 17> high{}, low{};
  const auto print = [](std::array<char, 17>& out, std::uint64_t number) {
    return std::string(out.data(), std::to_chars(out.data(), out.data() + out.size(), number, 16).ptr);
  };
  std::string text = print(low, value.lo);
  if (value.hi != 0) text = print(high, value.hi) + std::string(16 - text.size(), '0') + text;
  return text;
}

void append_scalar(std::string& out, testcase::ScalarKind kind, unsigned width, abi::Bits value) {
  out += ",\"width\":";
  std::array<char, 24> number;
  const auto append = [&](auto n) {
    out.append(number.data(), std::to_chars(number.data(), number.data() + number.size(), n).ptr);
  };
  append(width);
  const bool is_float = expr::is_float_kind(kind);
  const bool is_signed = testcase::is_signed(kind);
  const bool fits = width != 0 && expr::to_u128(value) <= expr::mask(width);
  if (!is_float && fits && width <= 64) {
    out += ",\"value\":\"";
    if (is_signed && expr::sign_bit(value.lo, width)) {
      append(static_cast<std::int64_t>(value.lo | ~static_cast<std::uint64_t>(expr::mask(width))));
    } else {
      append(value.lo);
    }
    out += '"';
    return;
  }
  if (fits) {
    append_field(out, "value",
                 is_float ? expr::print_float(width, value) : expr::print_number(width, value, is_signed));
  } else {
    append_field(out, "value", "0x" + hexadecimal(value));
  }
  if (is_float || !fits) append_field(out, "bits", hexadecimal(value));
}

template <typename Value>
void append_typed(std::string& out, const Value& value) {
  append_field(out, "name", value.name);
  append_field(out, "type", value.type);
  const std::string_view kind = testcase::to_string(value.kind);
  if (kind != value.type) append_field(out, "kind", kind);
  append_scalar(out, value.kind, value.width, value.value);
}

// Fields begin with a comma; the first of an object has none.
template <typename Each, typename Append>
void append_list(std::string& out, std::string_view key, const Each& all, Append append) {
  if (all.empty()) return;
  out.append(",\"").append(key).append("\":[");
  for (const auto& each : all) {
    const std::size_t begin = out.size();
    append(each);
    out[begin] = '{';
    out += "},";
  }
  out.back() = ']';
}

void append_unset(std::string& out, const std::vector<testcase::Step>& steps) {
  std::string places;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].has_unset) places += (places.empty() ? "" : ",") + std::to_string(i);
  }
  if (!places.empty()) out += ",\"unset_steps\":[" + places + "]";
}

abi::Bits number_from(const json& from, const char* key, unsigned base, unsigned width) {
  const std::string& text = from.at(key).get_ref<const std::string&>();
  const bool is_negative = text.starts_with('-');
  if (text.size() == (is_negative ? 1U : 0U) || text.size() > 40) throw std::invalid_argument("not a number: " + text);
  U128 number = 0;
  for (const char c : std::string_view(text).substr(is_negative ? 1 : 0)) {
    const auto digit = static_cast<unsigned>(c >= 'a' ? c - 'a' + 10 : c - '0');
    if (digit >= base) throw std::invalid_argument("not a number: " + text);
    number = number * base + digit;
  }
  return expr::from_u128(is_negative ? (U128{0} - number) & expr::mask(width) : number);
}

std::string text_at(const json& from, const char* key) { return decode(from.at(key).get_ref<const std::string&>()); }
std::string text_or_empty(const json& from, const char* key) {
  return from.contains(key) ? text_at(from, key) : std::string();
}

template <typename Value>
Value typed_from(const json& from) {
  Value value;
  value.name = text_at(from, "name");
  value.type = text_at(from, "type");
  const std::string spelling = from.contains("kind") ? text_at(from, "kind") : value.type;
  const auto kind = testcase::parse_scalar_kind(spelling);
  if (!kind) throw std::invalid_argument("unknown kind '" + spelling + "'");
  value.kind = *kind;
  value.width = from.at("width");
  const bool has_bits = from.contains("bits");
  value.value = number_from(from, has_bits ? "bits" : "value", has_bits ? 16 : 10, value.width);
  return value;
}

OutcomeDetail detail_from(const std::string& text) {
  const auto detail = testcase::parse_detail(text);
  if (!detail) throw std::invalid_argument("unknown detail '" + text + "'");
  return *detail;
}

}  // namespace

std::string to_text(const std::vector<InputValue>& inputs, const std::vector<ObjectValue>& objects,
                    const std::vector<ObservedValue>& observations, const testcase::Outcome& outcome,
                    const std::vector<testcase::Step>& steps) {
  std::string out = "{\"version\":" + std::to_string(kVersion);
  out.reserve(32 + 72 * inputs.size());
  append_list(out, "inputs", inputs, [&out](const InputValue& input) {
    append_typed(out, input);
    if (input.is_choice) out += ",\"is_choice\":true";
    if (input.is_unset) out += ",\"is_unset\":true";
    if (!input.target.empty()) append_field(out, "target", input.target);
  });
  append_list(out, "objects", objects, [&out](const ObjectValue& object) {
    append_field(out, "name", object.name);
    append_field(out, "type", object.type);
  });
  append_list(out, "observations", observations, [&out](const ObservedValue& value) {
    append_typed(out, value);
    append_field(out, "expression", value.expression);
  });
  if (outcome.detail != OutcomeDetail::None) append_field(out, "detail", testcase::to_string(outcome.detail));
  append_list(out, "calls", outcome.calls, [&out](const ObserverCall& call) {
    append_field(out, "object", call.object);
    append_field(out, "call", call.call);
  });
  if (outcome.call_line != 0) out += ",\"call_line\":" + std::to_string(outcome.call_line);
  append_unset(out, steps);
  out += '}';
  return out;
}

Values values_from_text(std::string_view text) {
  try {
    const json from = base::parse_json(text);
    Values values;
    values.version = from.at("version");
    if (values.version > kVersion) throw std::invalid_argument("values of a newer forall");
    for (const auto& each : from.value("inputs", json::array())) {
      auto& input = values.inputs.emplace_back(typed_from<InputValue>(each));
      input.is_choice = each.value("is_choice", false);
      input.is_unset = values.version < kFirstWithUnset ? input.is_choice && is_unset_name(input.name)
                                                        : each.value("is_unset", false);
      input.target = text_or_empty(each, "target");
    }
    for (const auto& each : from.value("objects", json::array())) {
      values.objects.push_back({text_at(each, "name"), text_at(each, "type")});
    }
    for (const auto& each : from.value("observations", json::array())) {
      values.observations.emplace_back(typed_from<ObservedValue>(each)).expression = text_at(each, "expression");
    }
    if (from.contains("detail")) values.detail = detail_from(text_at(from, "detail"));
    for (const auto& each : from.value("calls", json::array())) {
      values.calls.push_back({text_at(each, "object"), text_at(each, "call")});
    }
    values.call_line = from.value("call_line", 0u);
    values.unset_steps = from.value("unset_steps", values.unset_steps);
    return values;
  } catch (const json::exception& error) {
    throw std::invalid_argument(error.what());
  }
}

bool is_unset_name(const std::string& input) { return input.starts_with(abi::kUnsetInput); }

void mark_unset(std::vector<testcase::Step>& steps, const Values& values) {
  if (values.version < kFirstWithUnset) {
    for (testcase::Step& step : steps) step.has_unset = step.condition.find(abi::kUnsetInput) != std::string::npos;
  }
  for (const std::size_t place : values.unset_steps) {
    if (place >= steps.size()) throw std::invalid_argument("no step " + std::to_string(place));
    steps[place].has_unset = true;
  }
}

void take_values(Values& values, testcase::Case& c) {
  c.inputs = std::move(values.inputs);
  c.objects = std::move(values.objects);
  c.observations = std::move(values.observations);
  c.outcome.detail = values.detail;
  c.outcome.call_line = values.call_line;
  c.outcome.calls = std::move(values.calls);
}

void read_message(testcase::Outcome& outcome) {
  constexpr std::string_view kCalls = "\n  calls: ";
  const std::string_view message = outcome.message;
  if (outcome.kind == testcase::OutcomeKind::Failed && message.starts_with("not pure: ")) {
    outcome.detail = OutcomeDetail::NotPure;
    const std::size_t calls = message.find(kCalls);
    if (calls != std::string_view::npos) {
      outcome.calls = testcase::parse_observer_calls(message.substr(calls + kCalls.size()));
    }
  }
  if (outcome.kind != testcase::OutcomeKind::Crashed) return;
  if (message == "an offset is added to a null pointer") outcome.detail = OutcomeDetail::NullOffset;
  if (message.starts_with("what happens here depends on ")) outcome.detail = OutcomeDetail::Dependence;
  if (outcome.fault == testcase::Fault::OtherCheck &&
      message.ends_with(" of a value that is neither EOF nor an unsigned char")) {
    outcome.detail = OutcomeDetail::Character;
  }
}

}  // namespace forall::store
