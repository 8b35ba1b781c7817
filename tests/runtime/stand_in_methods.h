// Methods of a class as the pass describes them, for tests that call them as their thunks do.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "abi/stand_ins.h"
#include "driver.h"

namespace forall::runtime_tests {

using abi::DecisionKind;
using abi::LedgerKind;
using abi::OperandRecord;
using abi::OperandRole;
using abi::ScalarKind;
using abi::StandInClass;
using abi::StandInLeaf;
using abi::StandInMethod;
using abi::StandInRole;
using abi::StandInValue;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Axioms describe Table, by two suites, and Shape, which is abstract.
extern StandInClass table_class;
extern StandInClass shape_class;
extern const void* const shape_functions[1];
void throw_range();                    // what one of them expects
constexpr u64 kTable = 1, kShape = 2;  // their bits

struct Table {
  u32 words[4];
};

inline const StandInLeaf kInt[] = {{0, 32, ScalarKind::Int, 0}};
inline const StandInLeaf kBool[] = {{0, 1, ScalarKind::Bool, 0}};
inline const StandInLeaf kNumber[] = {{0, 64, ScalarKind::ULong, 0}};
inline const StandInLeaf kPair[] = {{0, 32, ScalarKind::Int, 0}, {8, 8, ScalarKind::Char, 0}};

inline StandInValue object(const char* name, bool is_output, const StandInClass* type = &table_class) {
  return {name, type->spelling, StandInRole::Object, 1, is_output, 0, sizeof(Table), 0, nullptr, type};
}
inline StandInValue value(const char* name, const char* type, const StandInLeaf* leaves, u32 size, u32 count = 1) {
  return {name, type, StandInRole::Value, 0, 0, 0, size, count, leaves, nullptr};
}
inline StandInValue integer(const char* name) { return value(name, "int", kInt, 4); }
inline StandInValue text(const char* name) {
  return {name, "std::string", StandInRole::Text, 1, 0, 0, sizeof(std::string), 0, nullptr, nullptr};
}
inline StandInValue reference(StandInValue result) {
  result.is_reference = 1;
  return result;
}
inline StandInValue by_reference(StandInValue parameter, bool is_output) {
  parameter.is_indirect = 1;
  parameter.is_output = is_output;
  return parameter;
}
inline const StandInValue kNothing = {"", "void", StandInRole::None, 0, 0, 0, 0, 0, nullptr, nullptr};

struct Method {
  Method(const char* name, const char* short_name, u32 flags, std::vector<StandInValue> of, StandInValue result)
      : parameters(std::move(of)),
        record{name,   short_name, &table_class, flags, static_cast<u32>(parameters.size()), parameters.data(),
               result, nullptr} {}
  Method(const Method&) = delete;

  // `slots` are the addresses of slots. Gives the function that throws, or null.
  template <typename... Slots>
  const void* operator()(void* result, Slots... slots) const {
    void* all[] = {slots..., nullptr};
    __forall_state.call_site = &branch_site;
    return __forall_stand_in(&record, all, result);
  }

  std::vector<StandInValue> parameters;
  StandInMethod record;
};

// Of Table.
extern const Method construct;
extern const Method copy;
extern const Method destroy;
extern const Method contains;
extern const Method get;
extern const Method at;
extern const Method look;
extern const Method merge;
extern const Method divide;
extern const Method name;

// An object that is an input.
struct Made {
  explicit Made(const char* called) { EXPECT_TRUE(__forall_stand_in_object(&table, sizeof table, "5Table", called)); }
  void* slot() { return &pointer; }
  u32 state() { return load(&table, 4); }
  Table table;
  Table* pointer = &table;
};

// What came of it: "SANRX" is state, argument, next state, result, exception.
inline std::string role_letter(OperandRole role) { return std::string(1, "SAUNORX"[static_cast<int>(role)]); }
inline std::string shape_of(u32 call) {
  std::string shape;
  for (const OperandRecord& operand : Driver::instance().operands_of(Driver::instance().calls()[call]))
    shape += role_letter(operand.role);
  return shape;
}
inline std::vector<OperandRecord> operands(u32 call) {
  return Driver::instance().operands_of(Driver::instance().calls()[call]);
}
inline std::vector<std::string> input_names() {
  std::vector<std::string> names;
  for (const abi::InputRecord& input : Driver::instance().inputs())
    names.push_back(Driver::instance().text(input.name));
  return names;
}
inline std::vector<std::string> methods() {
  std::vector<std::string> names;
  for (const abi::CallRecord& call : Driver::instance().calls()) names.push_back(Driver::instance().text(call.method));
  return names;
}

// Of runs in which axioms stand in for Table.
class StandIns : public testing::Test {
 protected:
  void SetUp() override { Driver::instance().stand_ins = kTable; }
  void TearDown() override {
    Driver::instance().stand_ins = 0;
    Driver::instance().length = 6;
  }
};

}  // namespace forall::runtime_tests
