// The programs as an ordinary executable whose sanitizers are the judge.
//
// It reads commands, one a line, and answers each with one line:
//   brute NAME LOW HIGH ...    runs the program with all inputs, until one is reported
//   case NAME V0 V1 ...        runs it with these
//     clean                    no sanitizer spoke
//     reported V0 V1 ... : what it said
// All inputs of a command run in one child process; a report ends it, and what it was running stands in shared memory.
// So a program of 4096 inputs costs one fork.
#pragma once

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define FUZZ_STATE __attribute__((section("fuzz_state")))
extern char __start_fuzz_state[] __attribute__((weak)), __stop_fuzz_state[] __attribute__((weak));

namespace fuzz {

inline constexpr unsigned kRunSeconds = 20, kMostInputs = 4;

struct Shared {
  std::int64_t values[kMostInputs];
  char report[2000];  // of an exception
};
inline Shared* shared;
inline char* first_state;

template <class T>
static T input(unsigned index, const char*, const char*, unsigned, T, T) {
  return static_cast<T>(shared->values[index]);
}
template <class Body>
static inline void claim(Body body, std::int64_t, const char*, int) {
  body();
}

class Program {
 public:
  Program(const char* name, int, const char*, const void*, void (*body)(), bool)
      : name_(name), body_(body), next_(all) {
    all = this;
  }
  static const Program* find(const char* name) {
    const Program* program = all;
    while (program && std::strcmp(program->name_, name) != 0) program = program->next_;
    return program;
  }
  void run() const { body_(); }

 private:
  inline static const Program* all = nullptr;
  const char* name_;
  void (*body_)();
  const Program* next_;
};

// Between the variables of a section lie guards, which only code without checks may copy.
__attribute__((no_sanitize("address", "memory", "undefined"))) inline void copy_unchecked(char* to, const char* from,
                                                                                          std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) to[i] = from[i];
}

__attribute__((no_sanitize("address", "memory", "undefined"))) inline void restore_state() {
  const std::size_t size = static_cast<std::size_t>(__stop_fuzz_state - __start_fuzz_state);
  if (first_state == nullptr) {
    first_state = static_cast<char*>(std::malloc(size + 1));
    copy_unchecked(first_state, __start_fuzz_state, size);
  }
  copy_unchecked(__start_fuzz_state, first_state, size);
  marks = digest = 0;
}

inline void run_once(const Program& program) {
  restore_state();
  try {
    program.run();
  } catch (...) {
    std::strcpy(shared->report, "an exception");
    _exit(1);
  }
}

// Runs the program in this process with every input, the first one fastest.
inline void run_all(const Program& program, const std::vector<std::int64_t>& ends) {
  const std::size_t count = ends.size() / 2;
  for (std::size_t i = 0; i < count; ++i) shared->values[i] = ends[2 * i];
  for (;;) {
    run_once(program);
    std::size_t i = 0;
    for (; i < count && shared->values[i] == ends[2 * i + 1]; ++i) shared->values[i] = ends[2 * i];
    if (i == count) return;
    ++shared->values[i];
  }
}

inline void answer(char* line) {
  const char* command = std::strtok(line, " \n");
  const Program* program = Program::find(std::strtok(nullptr, " \n"));
  std::vector<std::int64_t> numbers;
  while (const char* word = std::strtok(nullptr, " \n"))
    numbers.push_back(*word == '-' ? std::strtoll(word, nullptr, 10)
                                   : static_cast<std::int64_t>(std::strtoull(word, nullptr, 10)));
  const bool is_brute = command[0] == 'b';
  const std::size_t count = is_brute ? numbers.size() / 2 : numbers.size();
  shared->report[0] = 0;
  FILE* said = std::tmpfile();
  const pid_t child = fork();
  if (child == 0) {
    dup2(fileno(said), 2);
    alarm(kRunSeconds);
    if (is_brute) {
      run_all(*program, numbers);
    } else {
      for (std::size_t i = 0; i < count; ++i) shared->values[i] = numbers[i];
      run_once(*program);
    }
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (status == 0) {
    std::printf("clean\n");
  } else {
    std::printf("reported");
    for (std::size_t i = 0; i < count; ++i) std::printf(" %lld", static_cast<long long>(shared->values[i]));
    std::rewind(said);
    for (char text[500]; std::fgets(text, sizeof text, said);) {
      if (!std::strstr(text, "ERROR") && !std::strstr(text, "runtime error") && !std::strstr(text, "WARNING") &&
          !std::strstr(text, "Assertion"))
        continue;
      std::strcpy(shared->report, text);
      break;
    }
    shared->report[std::strcspn(shared->report, "\n")] = 0;
    std::printf(" : %s (status %d)\n", shared->report, status);
  }
  std::fclose(said);
  std::fflush(stdout);
}

}  // namespace fuzz

int main() {
  fuzz::shared = static_cast<fuzz::Shared*>(
      mmap(nullptr, sizeof(fuzz::Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  for (char line[512]; std::fgets(line, sizeof line, stdin) != nullptr;) fuzz::answer(line);
}
