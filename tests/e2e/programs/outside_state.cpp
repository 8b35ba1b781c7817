// State outside the program: the next run must not see what this one did to it.
#include <forall/forall.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>

namespace {

void ChildEnds(int a) {
  if (a == 7) {
    const pid_t child = fork();
    if (child == 0) std::exit(0);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
}
FORALL(OutsideState, ChildEnds);

void ChildReturns(int a) {
  if (a == 7) {
    const pid_t child = fork();
    if (child == 0) return;
    int status = 0;
    waitpid(child, &status, 0);
  }
  EXPECT_NE(a, 8);
}
FORALL(OutsideState, ChildReturns);

void FolderIsAsBefore(int a) {
  char folder[4096];
  EXPECT_NE(getcwd(folder, sizeof folder), nullptr);
  EXPECT_NE(folder[1], 0);  // "/", where another run went
  if (a == 3) EXPECT_EQ(chdir("/"), 0);
  if (a == 9) EXPECT_EQ(chdir("/"), 0);
}
FORALL(OutsideState, FolderIsAsBefore);

void MaskIsAsBefore(int a) {
  const mode_t mask = umask(0777);
  EXPECT_NE(mask, mode_t{0777});
  if (a != 3) umask(mask);
}
FORALL(OutsideState, MaskIsAsBefore);

void ChildSharesMemory(int a) {
  const pid_t child = vfork();
  if (child == 0) _exit(3);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_NE(a, 8);
}
FORALL(OutsideState, ChildSharesMemory);

// The first run, with 0, changes something; another one finds it as it was.
#define FORALL_UNDONE(name, change, expectation) \
  void name(int a) {                             \
    if (a == 0) {                                \
      change;                                    \
    } else {                                     \
      expectation;                               \
    }                                            \
  }                                              \
  FORALL(Undone, name)

char text[] = "FORALL_PUT=1";
char* texts[] = {text, nullptr};
struct sigaction ignoring() {
  struct sigaction action{};
  action.sa_handler = SIG_IGN;
  return action;
}
struct sigaction current() {
  struct sigaction action{};
  sigaction(SIGUSR2, nullptr, &action);
  return action;
}
sigset_t only_usr2() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  return set;
}
const sigset_t kUsr2 = only_usr2();
bool is_blocked() {
  sigset_t set;
  sigprocmask(SIG_BLOCK, nullptr, &set);
  return sigismember(&set, SIGUSR2) == 1;
}
const struct sigaction kIgnoring = ignoring();

FORALL_UNDONE(Locale, setlocale(LC_ALL, "C.UTF-8"), EXPECT_STREQ(setlocale(LC_ALL, nullptr), "C"));
FORALL_UNDONE(ThreadLocale, uselocale(newlocale(LC_ALL_MASK, "C.UTF-8", nullptr)),
              EXPECT_EQ(uselocale(nullptr), LC_GLOBAL_LOCALE));
FORALL_UNDONE(Variable, setenv("FORALL_SET", "1", 1), EXPECT_EQ(getenv("FORALL_SET"), nullptr));
FORALL_UNDONE(VariablePut, putenv(text), EXPECT_EQ(getenv("FORALL_PUT"), nullptr));
FORALL_UNDONE(VariableRemoved, unsetenv("PATH"), EXPECT_NE(getenv("PATH"), nullptr));
FORALL_UNDONE(VariablesReplaced, environ = texts, EXPECT_EQ(getenv("FORALL_PUT"), nullptr));
FORALL_UNDONE(SignalAction, sigaction(SIGUSR2, &kIgnoring, nullptr), EXPECT_EQ(current().sa_handler, SIG_DFL));
FORALL_UNDONE(SignalMask, sigprocmask(SIG_BLOCK, &kUsr2, nullptr), EXPECT_FALSE(is_blocked()));
FORALL_UNDONE(Alarm, alarm(1000), EXPECT_EQ(alarm(0), 0U));
FORALL_UNDONE(StreamClosed, fclose(stderr), EXPECT_GE(fprintf(stderr, " "), 0));
FORALL_UNDONE(DescriptorOpened, dup2(1, 77), EXPECT_EQ(write(77, "", 0), -1));
FORALL_UNDONE(RandomSeed, srand(42), EXPECT_EQ(rand(), 1804289383));
FORALL_UNDONE(RandomNumber, rand(), EXPECT_EQ(rand(), 1804289383));
FORALL_UNDONE(LibraryVariable, optind = 7, EXPECT_EQ(optind, 1));
FORALL_UNDONE(StreamWord, std::cout.iword(0) = 5, EXPECT_EQ(std::cout.iword(0), 0));
FORALL_UNDONE(StreamSync, std::ios_base::sync_with_stdio(false), EXPECT_TRUE(std::ios_base::sync_with_stdio(false)));

void Environ(int a) {
  unsigned length = 0;
  for (char** each = environ; *each != nullptr; ++each) length += std::strlen(*each);
  EXPECT_GT(length, 0U);
  EXPECT_TRUE(a == a);
}
FORALL(OutsideState, Environ);

}  // namespace
