#include "stand_in_methods.h"

#include <stdexcept>

#include "table_entry.h"

namespace forall::runtime_tests {

const void* const shape_functions[] = {nullptr};
TABLE_ENTRY("forall_classes") StandInClass table_class = {"5Table", "Table", 0, 32, 0, 0, nullptr};
TABLE_ENTRY("forall_classes") StandInClass shape_class = {"5Shape", "Shape", 8, 32, 0, 0, shape_functions};

void throw_range() { throw std::out_of_range("of a test"); }

namespace {

ForallAxioms axioms[] = {{"TableTests", "5Table", "Table", nullptr},
                         {"OtherTests", "5Table", "Table", nullptr},
                         {"TableTests", "5Table", "Table", nullptr},
                         {"ShapeTests", "5Shape", "ns::Shape<'\"'>", nullptr}};
const char* describe(const ForallPut*) { return "{}"; }
ForallPut expecting = {"OtherTests", "Throws", "a.cpp", 1, nullptr, describe, nullptr, nullptr, nullptr};

const bool is_registered = [] {
  for (ForallAxioms& each : axioms) __forall_register_axioms(&each);
  expecting.expected_type = "St12out_of_range";
  expecting.throw_expected = throw_range;
  __forall_register(&expecting);
  return true;
}();

}  // namespace

const Method construct("Table::Table()", "Table", abi::kStandInConstructor | abi::kStandInNoThrow, {object("", true)},
                       kNothing);
const Method copy("Table::Table(const Table&)", "Table", abi::kStandInConstructor | abi::kStandInCopies,
                  {object("", true), object("other", false)}, kNothing);
const Method destroy("Table::~Table()", "~Table", abi::kStandInDestructor, {object("", true)}, kNothing);
const Method contains("Table::contains(int) const", "contains", abi::kStandInConst | abi::kStandInNoThrow,
                      {object("", false), integer("key")}, value("", "bool", kBool, 1));
const Method get("Table::get(int) const", "get", abi::kStandInConst, {object("", false), integer("key")}, integer(""));
const Method at("Table::at(int)", "at", abi::kStandInNoThrow, {object("", true), integer("key")},
                reference(integer("")));
const Method look("Table::look(int) const", "look", abi::kStandInConst | abi::kStandInNoThrow,
                  {object("", false), integer("key")}, reference(value("", "const int", kInt, 4)));
const Method merge("Table::merge(Table&)", "merge", abi::kStandInNoThrow, {object("", true), object("other", true)},
                   kNothing);
const Method divide("Table::divide(int, int&) const", "divide", abi::kStandInConst | abi::kStandInNoThrow,
                    {object("", false), integer("by"), by_reference(integer("rest"), true)},
                    value("", "Pair", kPair, 16, 2));
const Method name("Table::name(const std::string&) const", "name", abi::kStandInConst | abi::kStandInNoThrow,
                  {object("", false), text("prefix")}, text(""));

}  // namespace forall::runtime_tests
