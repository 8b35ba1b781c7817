// Mocks in closed tests, as gMock writes them or as small classes of their own.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "emit/emit.h"
#include "testcase/records.h"
#include "testcase/value.h"

namespace forall::emit {

// The classes of the mocks that the cases have.
std::string mock_classes(const testcase::Put& put, const std::vector<testcase::Case>& cases, MockForm form);

// One that the test gets by reference is a variable; others may be deleted by the code under test.
std::string mock_declaration(const testcase::Put& put, const testcase::Type& mock, const std::string& name,
                             bool is_variable, MockForm form);

// How the parts of a call are written in the test around it.
struct CallContext {
  MockForm form = MockForm::Gmock;
  std::function<std::string(const testcase::Value&)> value;
  std::function<std::string(const std::string&)> object;  // the variable of a mock, or with the calls of a function
  std::function<std::string(const std::string&)> unique;  // a name that nothing else has
  std::function<std::string(const std::string&)> type;
};
// The statement that has the test fail at its end, as the protocol does.
std::string unfinished_mock(const testcase::UnfinishedMock& unfinished, const std::string& name);
// The statement that says what the call does.
std::string mock_call(const testcase::MockCall& call, const CallContext& context);

}  // namespace forall::emit
