// Texts at the edge of a call that axioms stand in for: std::string and std::string_view.
#pragma once

#include "runtime/call_writer.h"
#include "runtime/inputs.h"

namespace forall::runtime {

// What operands are about.
struct Parts {
  const char* name;
  u32 parameter;
  OperandRole role = OperandRole::Argument;
};

bool is_text(const StandInValue& value);
// Decides the length and where the characters are, so that reading them decides nothing.
void decide_text(const StandInValue& value, const void* memory, StaticSite* site);
// The length, then the characters. A text that is too long is not comparable.
void add_text(CallWriter& call, const StandInValue& value, const void* memory, const Parts& parts, bool& is_comparable,
              const StaticSite* site);
void make_text(CallWriter& call, const StandInValue& value, void* memory, const InputName& name, const Parts& parts);
void clear_text(const StandInValue& value, void* memory);
bool text_differs(const StandInValue& value, const void* memory, u32 first, u32 count);

}  // namespace forall::runtime
