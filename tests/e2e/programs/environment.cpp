// Code that asks the world outside: in the ledger by default, inputs where the test says so.
#include <forall/forall.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <random>

#include <sys/time.h>

namespace {

void RealTime(int n) { EXPECT_TRUE(std::time(nullptr) > 1000 || n == 0); }
FORALL(Environment, RealTime);

void RealFile(int n) {
  std::ifstream file("/dev/null");
  EXPECT_TRUE(file.good() || n == n);
}
FORALL(Environment, RealFile);

void RealVariable(int n) {
  if (n == 7) EXPECT_EQ(std::getenv("FORALL_NO_SUCH_VARIABLE"), nullptr);
}
FORALL(Environment, RealVariable);

void NotAsked(int n) {
  if (n > 5 && n < 5) std::rand();
}
FORALL(Environment, NotAsked);

void ClocksDoNotGoBack() {
  const std::time_t first = std::time(nullptr);
  const std::time_t second = std::time(nullptr);
  EXPECT_GE(first, 0);
  EXPECT_GE(second, first);
  timeval now;
  gettimeofday(&now, nullptr);
  EXPECT_GE(now.tv_sec, second);
  EXPECT_TRUE(now.tv_usec >= 0 && now.tv_usec < 1000000);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_GE((std::chrono::steady_clock::now() - start).count(), 0);
}
FORALL(Environment, ClocksDoNotGoBack).SymbolicEnvironment(forall::Time);

void Deadline(int seconds) {
  ASSUME(seconds > 0 && seconds < 100);
  const std::time_t end = std::time(nullptr) + seconds;
  EXPECT_NE(std::time(nullptr), end + 3);  // refuted: the clock may have gone on
}
FORALL(Environment, Deadline).SymbolicEnvironment(forall::Time);

void ChronoDeadline() {
  const auto start = std::chrono::system_clock::now();
  EXPECT_LT((std::chrono::system_clock::now() - start).count(), 1234567);  // refuted
}
FORALL(Environment, ChronoDeadline).SymbolicEnvironment(forall::Time);

void DiceAreInRange() {
  const int die = std::rand() % 6 + 1;
  EXPECT_TRUE(die >= 1 && die <= 6);
}
FORALL(Environment, DiceAreInRange).SymbolicEnvironment(forall::Random);

void TwoDice() {
  EXPECT_FALSE(std::rand() % 6 == 5 && std::rand() % 6 == 4);  // refuted
}
FORALL(Environment, TwoDice).SymbolicEnvironment(forall::Random);

void Entropy() {
  std::random_device device;
  EXPECT_NE(device(), 4711U);  // refuted
}
FORALL(Environment, Entropy).SymbolicEnvironment(forall::Random);

void Variable() {
  const char* mode = std::getenv("MODE");
  EXPECT_EQ(mode, std::getenv("MODE"));
  EXPECT_FALSE(mode != nullptr && std::strcmp(mode, "on") == 0 && std::getenv("QUIET") == nullptr);  // refuted
}
FORALL(Environment, Variable).SymbolicEnvironment(forall::Variables | forall::Random);

}  // namespace
