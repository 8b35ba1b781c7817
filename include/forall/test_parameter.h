// The parameter of a fixture of GoogleTest's value-parameterized tests, where FORALL_F makes the fixture.
#ifndef FORALL_TEST_PARAMETER_H_
#define FORALL_TEST_PARAMETER_H_

#include <gtest/gtest.h>

#include <cstddef>

namespace forall {

template <class Fixture>
class Instance;

}  // namespace forall

// Only a factory of tests may set the parameter.
template <class Fixture>
class testing::internal::ParameterizedTestFactory<forall::Instance<Fixture>> {
 public:
  using Param = typename Fixture::ParamType;
  static void set(const Param* param) { testing::WithParamInterface<Param>::SetParam(param); }
};

namespace forall {

// A base class in front of the fixture: its parameter is that of one instance of the suite.
//
//   struct RoundTripForAll : forall::Instance<CodecTest>, CodecTest {
//     RoundTripForAll() : forall::Instance<CodecTest>(testing::Values(1, 16), 0) {}
template <class Fixture>
class Instance {
  using Factory = testing::internal::ParameterizedTestFactory<Instance>;
  using Param = typename Fixture::ParamType;

 public:
  Instance(const testing::internal::ParamGenerator<Param>& all, std::size_t index) : param_(pick(all, index)) {
    Factory::set(&param_);
  }
  ~Instance() { Factory::set(nullptr); }
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

 private:
  static Param pick(const testing::internal::ParamGenerator<Param>& all, std::size_t index) {
    auto at = all.begin();
    while (index-- > 0) ++at;
    return *at;
  }

  const Param param_;
};

}  // namespace forall

#endif  // FORALL_TEST_PARAMETER_H_
