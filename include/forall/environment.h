// Answers of the environment as inputs of the exploration.
//
//   FORALL(LeaseTest, Expires).SymbolicEnvironment(forall::Time | forall::Random | forall::Variables);
//
// Without it the code under test gets the real answers, and the ledger has one line for each function that was called.
//
//   Time       time, gettimeofday, clock_gettime, clock, std::chrono::system_clock and steady_clock. Each clock begins
//              at its epoch or later, never goes back, and ends with the year 2242.
//   Random     rand and random (0 to RAND_MAX), arc4random, getrandom, getentropy, std::random_device. Seeding with
//              srand or srandom has no effect.
//   Variables  getenv and secure_getenv: null, or a string of up to 4 characters; the same for each call with one name.
//
// The inputs are named after the calls: `time()`, `rand()`, `rand()#2`, `getenv("HOME")[0]`. Closed tests return the
// same answers: they include forall/replay_environment.h, whose functions of the same names precede the library's.
#ifndef FORALL_ENVIRONMENT_H_
#define FORALL_ENVIRONMENT_H_

namespace forall {

enum class Environment : unsigned { None = 0, Time = 1, Random = 2, Variables = 4 };

constexpr Environment operator|(Environment a, Environment b) {
  return static_cast<Environment>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}

inline constexpr Environment Time = Environment::Time;
inline constexpr Environment Random = Environment::Random;
inline constexpr Environment Variables = Environment::Variables;

}  // namespace forall

#endif  // FORALL_ENVIRONMENT_H_
