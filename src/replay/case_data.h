// PUTs and cases as the plain data of forall/internal/stored_cases.h, with the memory that it points to.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "forall/internal/stored_cases.h"
#include "store/store.h"
#include "testcase/records.h"

namespace forall::replay {

class PutData {
 public:
  // The data of a PUT without cases.
  PutData(ForallStoredStatus status, std::string database, const std::string& message = {});
  PutData(std::string database, const testcase::Put& put, const std::vector<store::CaseName>& cases);
  PutData(const PutData&) = delete;
  PutData& operator=(const PutData&) = delete;
  const ForallStoredPut* get() const { return &data_; }

 private:
  const std::string database_, message_;
  std::deque<std::string> texts_;
  std::vector<const char*> parameters_;
  std::vector<ForallStoredName> cases_;
  ForallStoredPut data_{};
};

class CaseData {
 public:
  // `put` may be null: then each scalar is a value of its own.
  CaseData(testcase::Case stored, const testcase::Put* put);
  CaseData(const CaseData&) = delete;
  CaseData& operator=(const CaseData&) = delete;
  const ForallStoredCase* get() const { return &data_; }

 private:
  const testcase::Case stored_;
  const std::string summary_, values_;
  std::vector<ForallStoredScalar> inputs_, observations_;
  std::vector<ForallStoredObject> objects_;
  ForallStoredCase data_{};
};

// The name of a case as a part of a name of GoogleTest, without characters that have a meaning in filters.
std::string test_name(const std::string& case_name);

// "code = \"SA90\", count = 3": each parameter and choice, none of them too long.
std::string values_text(const testcase::Case& stored, const testcase::Put* put);

// "passed", "failed (list.h:12: ...)", "threw std::out_of_range (...)", "crashed (signed overflow at list.h:3)": one
// line.
std::string outcome_summary(const testcase::Outcome& outcome);

}  // namespace forall::replay
