// State outside the program: the next run must not see what this one did to it.
#include <forall/forall.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

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

}  // namespace
