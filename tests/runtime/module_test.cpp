// That modules are called by phase, and that no variable of the runtime belongs to none.
#include "runtime/module.h"

#include <cxxabi.h>
#include <elf.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <link.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace forall::runtime_tests {
namespace {

using runtime::Hook;
using runtime::Kept;
using runtime::Module;
using runtime::NamedModule;
using runtime::Phase;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> called;

constexpr Module kAlpha = {.phase = Phase::Memory,
                           .begin_run = [] { called.push_back("alpha begins"); },
                           .end_run = [] { called.push_back("alpha ends"); }};
constexpr Module kBeta = {.phase = Phase::Trace, .begin_run = [] { called.push_back("beta begins"); }};
constexpr Module kDelta = {.phase = Phase::Machine, .end_run = [] { called.push_back("delta ends"); }};
constexpr Module kGamma = {.phase = Phase::Trace,
                           .start = [] { called.push_back("gamma starts"); },
                           .begin_run = [] { called.push_back("gamma begins"); }};
constexpr NamedModule kModules[] = {{"alpha", &kAlpha}, {"beta", &kBeta}, {"delta", &kDelta}, {"gamma", &kGamma}};

std::vector<std::string> calls_at(Hook Module::* moment) {
  Hook hooks[std::size(kModules) + 1];
  const std::size_t count = runtime::arrange_hooks({kModules, std::size(kModules)}, moment, hooks);
  EXPECT_EQ(hooks[count], nullptr);
  called.clear();
  for (std::size_t i = 0; i < count; ++i) hooks[i]();
  return called;
}

TEST(Modules, AreCalledByPhaseAndThenByName) {
  EXPECT_THAT(calls_at(&Module::begin_run), ElementsAre("beta begins", "gamma begins", "alpha begins"));
  EXPECT_THAT(calls_at(&Module::end_run), ElementsAre("delta ends", "alpha ends"));
}

TEST(Modules, AreLeftOutWhereTheyHaveNothingToDo) {
  EXPECT_THAT(calls_at(&Module::start), ElementsAre("gamma starts"));
  EXPECT_THAT(calls_at(&Module::save), IsEmpty());
}

// What one needs of another, by the phases of the real ones.
TEST(Modules, OfTheRuntimeAreInTheOrderThatTheyNeed) {
  const auto phase_of = [](const std::string& name) {
    for (const NamedModule& each : runtime::all_modules()) {
      if (each.name == name) return each.module->phase;
    }
    ADD_FAILURE() << "no module " << name;
    return Phase::Trace;
  };
  const struct {
    const char *first, *second, *reason;
  } needs[] = {{"trace", "inputs", "names are found by the number of the run"},
               {"inputs", "references", "pointers are inputs"},
               {"stack_memory", "library_state", "the destructor of a locale is code of the program"},
               {"state", "library_state", "the destructor of a locale is code of the program"},
               {"library_state", "heap", "a locale that the run made is on its heap"},
               {"library_state", "foreign_variables", "std::cout is one of them"},
               {"unset", "heap", "the flags of blocks from before the run are put back as a whole"},
               {"variables", "foreign_variables", "what is known is put back before others are compared"}};
  for (const auto& need : needs) EXPECT_LT(phase_of(need.first), phase_of(need.second)) << need.reason;
}

// ---- Variables

// The symbols of libforall_rt.a for data, by their mangled names.
std::set<std::string> data_of_runtime() {
  std::set<std::string> names;
  FILE* pipe = popen("nm --defined-only '" FORALL_RUNTIME_ARCHIVE "'", "r");
  char line[4096];
  while (pipe != nullptr && std::fgets(line, sizeof line, pipe) != nullptr) {
    std::istringstream words(line);
    std::string address, type, name;
    if (words >> address >> type >> name && std::string("bBdDC").find(type) != std::string::npos) names.insert(name);
  }
  if (pipe != nullptr) pclose(pipe);
  return names;
}

struct Variable {
  std::string name;  // readable
  std::uintptr_t address;
  std::size_t size;
};

std::string demangled(const char* name) {
  int status = 0;
  char* readable = __cxxabiv1::__cxa_demangle(name, nullptr, nullptr, &status);
  const std::string text = status == 0 ? readable : name;
  std::free(readable);
  return text;
}

std::uintptr_t load_bias() {
  std::uintptr_t bias = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* result) {
        *static_cast<std::uintptr_t*>(result) = info->dlpi_addr;
        return 1;
      },
      &bias);
  return bias;
}

// The variables of the runtime in this program that can be written to when it runs.
std::vector<Variable> variables_of_runtime() {
  const std::set<std::string> names = data_of_runtime();
  std::ifstream file("/proc/self/exe", std::ios::binary);
  const std::string image{std::istreambuf_iterator<char>(file), {}};
  const auto* header = reinterpret_cast<const ElfW(Ehdr)*>(image.data());
  const auto* sections = reinterpret_cast<const ElfW(Shdr)*>(image.data() + header->e_shoff);
  const char* section_names = image.data() + sections[header->e_shstrndx].sh_offset;
  std::vector<Variable> found;
  for (unsigned i = 0; i < header->e_shnum; ++i) {
    if (sections[i].sh_type != SHT_SYMTAB) continue;
    const auto* symbols = reinterpret_cast<const ElfW(Sym)*>(image.data() + sections[i].sh_offset);
    const char* texts = image.data() + sections[sections[i].sh_link].sh_offset;
    for (std::size_t k = 0; k < sections[i].sh_size / sizeof(ElfW(Sym)); ++k) {
      const auto& symbol = symbols[k];
      if (symbol.st_shndx == SHN_UNDEF || symbol.st_shndx >= header->e_shnum) continue;
      const std::string section = section_names + sections[symbol.st_shndx].sh_name;
      if (section != ".data" && section != ".bss" && section != ".tdata" && section != ".tbss") continue;
      if (names.count(texts + symbol.st_name) == 0) continue;
      found.push_back({demangled(texts + symbol.st_name), symbol.st_value + load_bias(), symbol.st_size});
    }
  }
  return found;
}

// Variables of one function, which no run can leave in a state that matters to the next.
bool is_of_one_function(const std::string& name) {
  for (const char* known : {"pthread_create::real", "__cxa_throw::real", "::save()::streams",  // found once
                            "::fix_layout()::buffer", "::fix_layout()::arguments",             // before the runs
                            ")::place"}) {                                                     // written, then read
    if (name.size() >= std::strlen(known) && name.ends_with(known)) return true;
  }
  return false;
}

bool is_registered(const Variable& variable) {
  for (const NamedModule& each : runtime::all_modules()) {
    for (const Kept& kept : each.module->keeps) {
      if (variable.address - reinterpret_cast<std::uintptr_t>(kept.address) < kept.size) return true;
    }
  }
  return false;
}

TEST(Modules, RegisterEveryVariableOfTheRuntime) {
  std::vector<std::string> missing;
  std::size_t registered = 0;
  for (const Variable& variable : variables_of_runtime()) {
    if (is_registered(variable)) {
      ++registered;
    } else if (!is_of_one_function(variable.name)) {
      missing.push_back(variable.name);
    }
  }
  EXPECT_THAT(missing, IsEmpty()) << "each belongs into .keeps of the module in its file (runtime/module.h)";
  EXPECT_GE(registered, 90u) << "the symbols of the runtime were not found";
}

TEST(Modules, RegisterNoVariableTwice) {
  std::set<const void*> seen;
  for (const NamedModule& each : runtime::all_modules()) {
    for (const Kept& kept : each.module->keeps) EXPECT_TRUE(seen.insert(kept.address).second) << each.name;
  }
}

}  // namespace
}  // namespace forall::runtime_tests
