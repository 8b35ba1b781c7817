#include "report/graph.h"

#include <nlohmann/json.hpp>

#include "report/value.h"
#include "testcase/value.h"

namespace forall::report {

namespace {

using Json = nlohmann::ordered_json;
using testcase::Type;
using testcase::Value;

constexpr std::size_t kMostRows = 40;  // of one box; what is left out is counted
constexpr unsigned kMostDepth = 8;

class Rows {
 public:
  Rows(const testcase::Values& values, const base::Enums& enums) : values_(values), enums_(enums) {}

  Json of(const Value& value) {
    rows_ = Json::array();
    left_out_ = 0;
    add("", value, 0);
    if (left_out_ > 0) rows_.push_back({"…", std::to_string(left_out_) + " more"});
    return std::move(rows_);
  }

 private:
  static bool holds_pointer(const Value& value, unsigned depth) {
    if (value.type->kind == Type::Kind::Pointer) return true;
    if (depth > kMostDepth) return false;
    for (const Value& part : value.parts) {
      if (holds_pointer(part, depth + 1)) return true;
    }
    return false;
  }

  // Members are rows, and so are the parts of a member that has pointers in it; everything else is text.
  void add(const std::string& label, const Value& value, unsigned depth) {
    const Type& type = *value.type;
    if (type.kind == Type::Kind::Pointer) {
      push({label, nullptr, value.target.empty() ? Json() : Json(value.target)});
      return;
    }
    const bool is_record = type.kind == Type::Kind::Object || type.kind == Type::Kind::Aggregate;
    const bool is_list = type.kind == Type::Kind::Array || type.kind == Type::Kind::Sequence;
    const bool is_opened =
        is_record ? depth == 0 || holds_pointer(value, depth) : is_list && holds_pointer(value, depth);
    if (!is_opened || depth > kMostDepth) {
      push({label, value_text(values_, value, enums_)});
      return;
    }
    for (std::size_t i = 0; i < value.parts.size(); ++i) {
      const std::string part =
          is_record && i < type.members.size() ? type.members[i].name : "[" + std::to_string(i) + "]";
      add(label.empty() || part.front() == '[' ? label + part : label + "." + part, value.parts[i], depth + 1);
    }
  }

  void push(Json row) {
    if (rows_.size() < kMostRows) {
      rows_.push_back(std::move(row));
    } else {
      ++left_out_;
    }
  }

  const testcase::Values& values_;
  const base::Enums& enums_;
  Json rows_;
  std::size_t left_out_ = 0;
};

}  // namespace

Json graph_json(const testcase::Put& put, const testcase::Case& c) {
  const testcase::Values values = testcase::values_of(put, c);
  Rows rows(values, put.enums);
  Json boxes = Json::array();
  for (const testcase::Argument& argument : values.arguments) {
    Json box = {{"name", argument.parameter->name},
                {"type", testcase::plain_spelling(argument.parameter->type.spelling)}};
    if (argument.alias.empty()) {
      // A reference to an object that others point to is that object.
      if (values.find(argument.parameter->name) != nullptr) continue;
      box["rows"] = rows.of(argument.value);
    } else {
      box["rows"] = Json::array({Json{"&", nullptr, argument.alias}});
    }
    boxes.push_back(std::move(box));
  }
  for (const testcase::Object& object : values.objects) {
    Json box = {{"name", object.name}, {"type", object.type}, {"object", true}, {"built", object.is_built}};
    box["rows"] = object.is_built ? rows.of(object.value) : Json::array();
    boxes.push_back(std::move(box));
  }
  return boxes;
}

}  // namespace forall::report
