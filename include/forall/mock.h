// Mocks: objects of an interface about whose code nothing is known.
//
// `forall mock INumberProvider --in number_provider.h` writes a header with the class of the mock, which a test includes. It can
// be written by hand as well:
//
//   class MockNumberProvider;
//   FORALL_MOCK(INumberProvider, MockNumberProvider);       at global scope, before the class is used
//   class MockNumberProvider final : public INumberProvider, public forall::MockObject<1> {
//    public:
//     int GetNumber() override { return forall::mocked<int, 0>(*this); }
//     static constexpr auto forall_methods() {
//       return std::make_tuple(forall::method<int>(
//           {"GetNumber", "GetNumber()", "GetNumber", "", "int GetNumber() override",
//            "MOCK_METHOD(int, GetNumber, (), (override));"}));
//     }
//   };
//
// From then on a PUT may take INumberProvider&, INumberProvider*, std::unique_ptr and std::shared_ptr of it. Each call returns a
// new input: x.GetNumber(), x.GetNumber()#2. See docs/mocks.md.
#ifndef FORALL_MOCK_H_
#define FORALL_MOCK_H_

#include "forall/forall.h"

#endif  // FORALL_MOCK_H_
