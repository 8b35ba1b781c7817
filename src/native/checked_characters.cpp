#include "native/checked_characters.h"

namespace forall::native {
namespace {

// By this line a report is known.
constexpr const char* kFault = " of a value that is neither EOF nor an unsigned char";

constexpr const char* kHead = R"(#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
extern "C" void __sanitizer_print_stack_trace(void);
static int call(const char* name, int c) {
  if (c < -1 || c > 255) {
    fprintf(stderr, "forall: %s)";
constexpr const char* kBody = R"(\n", name);
    __sanitizer_print_stack_trace();
    abort();
  }
  return reinterpret_cast<int (*)(int)>(dlsym(RTLD_NEXT, name))(c);
}
)";

constexpr const char* kFunctions[] = {"isalnum", "isalpha", "isblank", "iscntrl", "isdigit",  "isgraph", "islower",
                                      "isprint", "ispunct", "isspace", "isupper", "isxdigit", "tolower", "toupper"};

}  // namespace

std::string checked_characters() {
  std::string text = std::string(kHead) + kFault + kBody;
  for (const std::string name : kFunctions) {
    text += "extern \"C\" int " + name + "(int c) noexcept { return call(\"" + name + "\", c); }\n";
  }
  return text;
}

bool is_character_fault(const testcase::Outcome& outcome) {
  return outcome.kind == testcase::OutcomeKind::Crashed && outcome.detail == testcase::OutcomeDetail::Character;
}

bool has_character_report(const std::string& output) { return output.find(kFault) != std::string::npos; }

}  // namespace forall::native
