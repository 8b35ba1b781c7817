// Closed tests as a plain program: it runs its cases one after the other, prints what fails, and returns 1 if anything
// did. A case that crashes ends the program, so those that were recorded as failing are named before they run.
// Arguments are the names of the cases to run; if one is not known, none runs, and 2 is returned.
#ifndef FORALL_EMITTED_CASES_H_
#define FORALL_EMITTED_CASES_H_

#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

#include "forall/emitted/failures.h"

// FORALL_CASE(group, name) { ... }
#define FORALL_CASE(group, name)                                        \
  static void group##_##name();                                         \
  [[maybe_unused]] static const bool group##_##name##_is_known =        \
      ::forall::emitted::add_case({#group "." #name, &group##_##name}); \
  static void group##_##name()

namespace forall::emitted {

struct Case {
  const char* name;
  void (*run)();
};

inline std::vector<Case>& all_cases() {
  static std::vector<Case> cases;
  return cases;
}
inline bool add_case(const Case& added) {
  all_cases().push_back(added);
  return true;
}

// Of all cases so far.
inline unsigned& failure_count() {
  static unsigned count = 0;
  return count;
}
inline void print_failure(const char* file, int line, const std::string& message) {
  ++failure_count();
  std::fprintf(stderr, "%s:%d: failure: %s\n", file, line, message.c_str());
}

class CaseFailures : public Failures {
 public:
  CaseFailures() : Failures(&print_failure) {}
};

inline bool passes(const Case& tested) {
  const unsigned before = failure_count();
  try {
    tested.run();
  } catch (const ::testing::AssertionException&) {  // of a failure that was printed already
  } catch (const std::exception& thrown) {
    print_failure(tested.name, 0, std::string("unexpected exception: ") + thrown.what());
  } catch (...) {
    print_failure(tested.name, 0, "unexpected exception that is not a std::exception");
  }
  return failure_count() == before;
}

// Is it of the group of cases that failed when they were recorded, "Suite_Function_Fails.name"?
inline bool is_recorded_failure(const Case& tested) {
  const std::string name = tested.name;
  const std::string group = name.substr(0, name.find('.'));
  constexpr const char* kEnd = "_Fails";
  return group.size() > std::strlen(kEnd) &&
         group.compare(group.size() - std::strlen(kEnd), std::string::npos, kEnd) == 0;
}

// The first argument that is no case, or null.
inline const char* find_unknown(int count, char** names) {
  for (int i = 1; i < count; ++i) {
    bool is_known = false;
    for (const Case& tested : all_cases()) is_known = is_known || std::strcmp(names[i], tested.name) == 0;
    if (!is_known) return names[i];
  }
  return nullptr;
}

inline int run_cases(int count, char** names) {
  if (const char* unknown = find_unknown(count, names)) {
    const char* example = all_cases().empty() ? "none" : all_cases().front().name;
    std::fprintf(
        stderr,
        "no case '%s' in this program; arguments are names of cases (the first is %s), and without any all run\n",
        unknown, example);
    return 2;
  }
  const auto is_chosen = [&](const Case& tested) {
    for (int i = 1; i < count; ++i) {
      if (std::strcmp(names[i], tested.name) == 0) return true;
    }
    return count <= 1;
  };
  unsigned run = 0, failed = 0;
  for (const Case& tested : all_cases()) {
    if (!is_chosen(tested)) continue;
    ++run;
    if (is_recorded_failure(tested)) {
      std::fprintf(stderr, "running: %s\n", tested.name);
      std::fflush(stderr);
    }
    if (passes(tested)) continue;
    ++failed;
    std::fprintf(stderr, "failed: %s\n", tested.name);
  }
  std::fprintf(stderr, "%u cases, %u failed\n", run, failed);
  return failed == 0 ? 0 : 1;
}

}  // namespace forall::emitted

#endif  // FORALL_EMITTED_CASES_H_
