// The cases of a PUT as a file for the native program that runs them.
#pragma once

#include <string>
#include <vector>

#include "testcase/records.h"

namespace forall::native {

// As abi/case_file.h has it. The n-th of the cases is the test case_test_name(put, n).
std::string case_file(const testcase::Put& put, const std::vector<const testcase::Case*>& cases);
std::string case_test_name(const testcase::Put& put, std::size_t position);

}  // namespace forall::native
