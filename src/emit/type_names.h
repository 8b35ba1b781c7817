// Types as a closed test can name them.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "testcase/records.h"

namespace forall::emit {

// A type that is nested in a class with a FORALL_STATE may be private there, and gets a name by way of a member that
// has to do with it:
//
//   using ListNode = std::decay_t<decltype(*FORALL_MEMBER(std::declval<List&>(), head_))>;
class TypeNames {
 public:
  // `unique` makes a name that the test does not use yet.
  TypeNames(const testcase::Put& put, std::function<std::string(const std::string&)> unique);

  std::string operator()(const std::string& type);
  // The declarations that the names used so far need.
  const std::vector<std::string>& declarations() const { return declarations_; }

 private:
  struct Nested {
    std::string spelling;
    std::string expression;  // of this type
  };
  void find_nested(const testcase::Type& object);
  const std::string& alias_of(const Nested& nested);

  std::function<std::string(const std::string&)> unique_;
  std::vector<Nested> nested_;
  std::map<std::string, std::string> aliases_;
  std::vector<std::string> declarations_;
};

// The comment in front of an argument of the user's function or constructor, "/*euros=*/". Nothing where the parameter has a
// number and no name, and for elements of anything else: then there is no call.
std::string label_of(const testcase::Type* call, std::size_t index);

}  // namespace forall::emit
