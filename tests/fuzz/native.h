// The programs as an ordinary executable, compiled with the run-time checks of an exploration as traps.
//
// It reads commands, one a line, and answers each with one or more lines and an empty one:
//   case NAME V0 V1 ...         outcome result marks digest      of one run on these inputs
//   brute NAME                  of all inputs, as below
//   random NAME SEED COUNT      of COUNT inputs drawn from the domains, half of them near the ends and near zero
//     behaviour OUTCOME MARKS V0 V1 ...   each behaviour, with the first input that shows it
//     result VALUE                        each result of a run that ended (the first 500)
//     all HASH COUNT                      of everything that was observed, to compare compilers
// An outcome is passed, threw or fault. Of a fault nothing else is compared: what was stored before it, the optimizer
// may have dropped.
#pragma once

#include <sys/wait.h>
#include <unistd.h>
#include <csetjmp>
#include <csignal>
#include <cstdio>

#include "state.h"

namespace fuzz {

struct Domain {
  Wide low, high;
  unsigned floating;  // bytes of a floating-point input, whose value travels as its bits; 0 = an integer
};

struct Seen {
  char outcome[8];
  std::uint64_t result, marks, digest;
};

class Program;
inline std::map<std::string, const Program*>& programs() {
  static std::map<std::string, const Program*> all;
  return all;
}
inline std::vector<Domain>* learning = nullptr;  // set while the domains of a program are asked for
inline std::vector<std::int64_t> values;
inline std::int64_t last_result;
inline sigjmp_buf back;

template <class T>
static T input(unsigned index, const char*, const char*, unsigned, T low, T high) {
  if (learning != nullptr) {
    constexpr bool is_floating = std::is_floating_point_v<T>;
    learning->push_back({is_floating ? 0 : static_cast<Wide>(low), is_floating ? 0 : static_cast<Wide>(high),
                         is_floating ? sizeof(T) : 0});
    return low;
  }
  if constexpr (std::is_floating_point_v<T>) {
    T value;
    std::memcpy(&value, &values[index], sizeof value);
    return value;
  } else {
    return static_cast<T>(values[index]);
  }
}
template <class Body>
static inline void claim(Body body, std::int64_t, const char*, int) {
  last_result = body();
}

class Program {
 public:
  Program(const char* name, int, const char*, const void*, void (*body)(), bool forks) : body_(body), forks_(forks) {
    programs()[name] = this;
  }
  std::vector<Domain> domains() const;
  Seen run() const { return forks_ ? run_apart() : run_here(); }

 private:
  Seen run_here() const;
  Seen run_apart() const;

  void (*body_)();
  bool forks_;  // has state that only a new process resets
};

inline Seen Program::run_here() const {
  restore_state();
  last_result = 0;
  Seen seen{"passed", 0, 0, 0};
  if (sigsetjmp(back, 1) != 0) return {"fault", 0, 0, 0};
  try {
    body_();
  } catch (...) {
    std::strcpy(seen.outcome, "threw");
  }
  seen.result = static_cast<std::uint64_t>(last_result);
  seen.marks = marks;
  seen.digest = digest;
  return seen;
}

inline Seen Program::run_apart() const {
  int ends[2];
  Seen seen{"fault", 0, 0, 0};
  if (pipe(ends) != 0) std::abort();
  const pid_t child = fork();
  if (child == 0) {
    seen = run_here();
    _exit(write(ends[1], &seen, sizeof seen) == static_cast<ssize_t>(sizeof seen) ? 0 : 1);
  }
  close(ends[1]);
  if (read(ends[0], &seen, sizeof seen) != static_cast<ssize_t>(sizeof seen)) seen = {"fault", 0, 0, 0};
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return seen;
}

// The domains stand in the calls of input(): an input is only made before the program runs, so asking for them in a
// child process that runs it once is enough.
inline std::vector<Domain> Program::domains() const {
  int ends[2];
  if (pipe(ends) != 0) std::abort();
  const pid_t child = fork();
  if (child == 0) {
    static std::vector<Domain> found;
    learning = &found;
    run_here();
    _exit(write(ends[1], found.data(), found.size() * sizeof(Domain)) >= 0 ? 0 : 1);
  }
  close(ends[1]);
  std::vector<Domain> result;
  Domain domain;
  while (read(ends[0], &domain, sizeof domain) == static_cast<ssize_t>(sizeof domain)) result.push_back(domain);
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return result;
}

// Everything that a set of runs showed.
class Summary {
 public:
  void add(const Seen& seen) {
    for (const std::uint64_t word :
         {static_cast<std::uint64_t>(seen.outcome[0]), seen.result, seen.marks, seen.digest}) {
      hash_ = (hash_ ^ word) * 0x100000001b3u;
      hash_ ^= hash_ >> 29;
    }
    ++count_;
    behaviours_.try_emplace({seen.outcome, seen.marks}, values);
    if (seen.outcome[0] == 'p' && results_.size() < 500) results_.insert(static_cast<std::int64_t>(seen.result));
  }
  void print() const {
    for (const auto& [what, witness] : behaviours_) {
      std::printf("behaviour %s %llu", what.first.c_str(), static_cast<unsigned long long>(what.second));
      for (const std::int64_t value : witness) std::printf(" %lld", static_cast<long long>(value));
      std::printf("\n");
    }
    for (const std::int64_t result : results_) std::printf("result %lld\n", static_cast<long long>(result));
    std::printf("all %llu %llu\n", static_cast<unsigned long long>(hash_), static_cast<unsigned long long>(count_));
  }

 private:
  std::map<std::pair<std::string, std::uint64_t>, std::vector<std::int64_t>> behaviours_;
  std::set<std::int64_t> results_;
  std::uint64_t hash_ = 0xcbf29ce484222325u, count_ = 0;
};

inline void brute(const Program& program, Summary& summary) {
  const std::vector<Domain> domains = program.domains();
  values.clear();
  for (const Domain& domain : domains) values.push_back(static_cast<std::int64_t>(domain.low));
  for (;;) {
    summary.add(program.run());
    std::size_t i = 0;
    for (; i < domains.size(); ++i) {
      if (values[i] < domains[i].high) {
        ++values[i];
        break;
      }
      values[i] = static_cast<std::int64_t>(domains[i].low);
    }
    if (i == domains.size()) return;
  }
}

inline std::uint64_t draw(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// Small whole numbers, eighths, and any bits.
template <class T, class Bits>
std::int64_t draw_floating(std::uint64_t& seed) {
  const std::int64_t number = static_cast<std::int64_t>(draw(seed));
  switch (draw(seed) % 3) {
    case 0: return static_cast<std::int64_t>(std::bit_cast<Bits>(static_cast<T>(number % 130)));
    case 1: return static_cast<std::int64_t>(std::bit_cast<Bits>(static_cast<T>(number % 4096) / 8));
    default: return static_cast<std::int64_t>(static_cast<Bits>(number));
  }
}

inline std::int64_t draw_from(const Domain& domain, std::uint64_t& seed) {
  if (domain.floating == 4) return draw_floating<float, std::uint32_t>(seed);
  if (domain.floating == 8) return draw_floating<double, std::uint64_t>(seed);
  const UWide size = static_cast<UWide>(domain.high - domain.low) + 1;
  const Wide near = static_cast<Wide>(draw(seed) % 40) - 20;
  Wide value = domain.low + static_cast<Wide>(static_cast<UWide>(draw(seed)) % size);
  switch (draw(seed) % 6) {
    case 0: value = near; break;
    case 1: value = domain.low + near; break;
    case 2: value = domain.high + near; break;
    default: break;
  }
  return static_cast<std::int64_t>(std::clamp(value, domain.low, domain.high));
}

inline void random(const Program& program, std::uint64_t seed, std::uint64_t count, Summary& summary) {
  const std::vector<Domain> domains = program.domains();
  for (std::uint64_t n = 0; n < count; ++n) {
    values.clear();
    for (const Domain& domain : domains) values.push_back(draw_from(domain, seed));
    summary.add(program.run());
  }
}

// A line is words separated by single blanks; numbers are those of int64_t or uint64_t.
inline void answer(const char* line) {
  char command[16], name[64];
  int length = 0;
  if (std::sscanf(line, "%15s %63s%n", command, name, &length) != 2) std::abort();
  std::vector<std::int64_t> numbers;
  for (const char* at = line + length; *at == ' ';) {
    char* end = nullptr;
    const bool is_negative = at[1] == '-';
    numbers.push_back(is_negative ? std::strtoll(at, &end, 10)
                                  : static_cast<std::int64_t>(std::strtoull(at, &end, 10)));
    at = end;
  }
  const auto found = programs().find(name);
  if (found == programs().end()) {
    std::printf("error no program %s\n", name);
  } else if (command[0] == 'c') {
    values = numbers;
    const Seen seen = found->second->run();
    std::printf("%s %lld %llu %llu\n", seen.outcome, static_cast<long long>(seen.result),
                static_cast<unsigned long long>(seen.marks), static_cast<unsigned long long>(seen.digest));
  } else {
    Summary summary;
    if (command[0] == 'r') {
      random(*found->second, static_cast<std::uint64_t>(numbers.at(0)), static_cast<std::uint64_t>(numbers.at(1)),
             summary);
    } else {
      brute(*found->second, summary);
    }
    summary.print();
  }
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace fuzz

int main() {
  struct sigaction action = {};
  action.sa_handler = [](int) { siglongjmp(fuzz::back, 1); };
  for (const int number : {SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSEGV, SIGBUS}) sigaction(number, &action, nullptr);
  fuzz::saved_state();
  for (char line[512]; std::fgets(line, sizeof line, stdin) != nullptr;) fuzz::answer(line);
}
