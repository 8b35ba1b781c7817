#include "runtime/division.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace forall::runtime {
namespace {

using abi::Fault;

Fault fault(std::vector<unsigned char> code, const X86Registers& registers) {
  code.resize(code.size() + 16);
  return fault_of_x86_division(code.data(), registers);
}

TEST(Division, TellsAQuotientThatDoesNotFitFromADivisorOfZero) {
  X86Registers registers{};
  registers[1] = 0xffffffff;
  EXPECT_EQ(fault({0xf7, 0xf9}, registers), Fault::SignedOverflow);       // idiv ecx
  EXPECT_EQ(fault({0xf7, 0xf1}, registers), Fault::FloatingPointSignal);  // div ecx
  registers[1] = 0xffffffff00000000;
  EXPECT_EQ(fault({0xf7, 0xf9}, registers), Fault::DivisionByZero);        // the upper half is not looked at
  EXPECT_EQ(fault({0x48, 0xf7, 0xf9}, registers), Fault::SignedOverflow);  // idiv rcx
  EXPECT_EQ(fault({0x0f, 0x0b}, registers), Fault::FloatingPointSignal);   // no division
}

TEST(Division, KnowsAllRegistersAndWidths) {
  X86Registers registers{};
  registers[9] = 0xff00;
  EXPECT_EQ(fault({0x41, 0xf7, 0xf9}, registers), Fault::SignedOverflow);        // idiv r9d
  EXPECT_EQ(fault({0x66, 0x41, 0xf7, 0xf9}, registers), Fault::SignedOverflow);  // idiv r9w
  EXPECT_EQ(fault({0x41, 0xf6, 0xf9}, registers), Fault::DivisionByZero);        // idiv r9b
  registers[1] = 0xff00;
  EXPECT_EQ(fault({0xf6, 0xfd}, registers), Fault::SignedOverflow);  // idiv ch
  EXPECT_EQ(fault({0xf6, 0xf9}, registers), Fault::DivisionByZero);  // idiv cl
}

TEST(Division, ReadsTheDivisorFromMemory) {
  std::int32_t cells[] = {0, -1, 0, -1};
  X86Registers registers{};
  registers[3] = reinterpret_cast<u64>(&cells[1]);
  registers[2] = 1;
  EXPECT_EQ(fault({0xf7, 0x3b}, registers), Fault::SignedOverflow);              // idiv dword [rbx]
  EXPECT_EQ(fault({0xf7, 0x7b, 0xfc}, registers), Fault::DivisionByZero);        // [rbx - 4]
  EXPECT_EQ(fault({0xf7, 0xbb, 8, 0, 0, 0}, registers), Fault::SignedOverflow);  // [rbx + 8]
  EXPECT_EQ(fault({0xf7, 0x3c, 0x93}, registers), Fault::DivisionByZero);        // [rbx + 4 * rdx]
  EXPECT_EQ(fault({0xf7, 0x7c, 0x93, 4}, registers), Fault::SignedOverflow);     // [rbx + 4 * rdx + 4]
  registers[12] = reinterpret_cast<u64>(&cells[0]);
  EXPECT_EQ(fault({0x41, 0xf7, 0x3c, 0x24}, registers), Fault::DivisionByZero);  // [r12]
  std::vector<unsigned char> code{0xf7, 0x3d, 1, 0, 0, 0, 0x90, 0xff, 0xff, 0xff, 0xff};
  EXPECT_EQ(fault(code, registers), Fault::SignedOverflow);  // [rip + 1]
}

}  // namespace
}  // namespace forall::runtime
