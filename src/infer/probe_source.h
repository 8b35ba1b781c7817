// Probes: PUTs that call one operation and observe the object before and after it.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "infer/law.h"
#include "infer/subject.h"

namespace forall::infer {

inline std::string joined(const std::vector<std::string>& texts, const char* separator = ", ") {
  return fmt::format("{}", fmt::join(texts, separator));
}

struct Probe {
  std::string name;  // of its PUT
  Operation operation;
  std::optional<std::size_t> focus;   // an observer with arguments, which are inputs of their own
  std::vector<Argument> others = {};  // these arguments
  std::vector<Term> terms = {};
};

// A probe whose operation takes numbers has a second PUT, in which these are small: large ones may take for ever.
inline constexpr std::int64_t kSmall = 8;
bool has_small_version(const Probe& probe);
std::string small_name(const Probe& probe);

// One probe for each operation, and one for each operation and observer with arguments.
std::vector<Probe> make_probes(const Subject& subject);

// How objects come to be where the header does not say so: any constructor, then at most so many modifiers.
struct Sequences {
  std::size_t length = 3;
};
// A function that makes objects that way, and its FORALL_FACTORY.
std::string factory_source(const Subject& subject, const Sequences& sequences);

struct ProbeSourceOptions {
  std::string header;   // as the #include names it
  std::string factory;  // source; may be empty
};
std::string probe_source(const Subject& subject, const std::vector<Probe>& probes, const ProbeSourceOptions& options);

inline constexpr const char* kProbeSuite = "ForallProbe";

}  // namespace forall::infer
