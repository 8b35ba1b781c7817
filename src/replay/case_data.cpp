#include "replay/case_data.h"

#include <unordered_set>

#include "report/text.h"
#include "report/value.h"

namespace forall::replay {
namespace {

using testcase::Fault;
using testcase::OutcomeKind;

// Faults that only checks of the exploration or of a sanitizer see. The others end any program.
bool is_unseen(const testcase::Outcome& outcome) {
  if (testcase::is_unseen_natively(outcome)) return true;
  if (outcome.kind != OutcomeKind::Crashed) return false;
  if (outcome.detail == testcase::OutcomeDetail::Algorithm) return true;
  switch (outcome.fault) {
    case Fault::SignedOverflow:
    case Fault::DivisionByZero:  // some processors return a number
    case Fault::Shift:
    case Fault::OutOfBounds:
    case Fault::Unreachable:
    case Fault::MissingReturn:
    case Fault::Misaligned:
    case Fault::InvalidBool:
    case Fault::InvalidEnum:
    case Fault::OtherCheck:
    case Fault::FloatCast:
    case Fault::UseAfterFree:
    case Fault::BadFree:
    case Fault::MismatchedFree:
    case Fault::Leak:
    case Fault::UseAfterScope:
    case Fault::UseAfterReturn:
    case Fault::Overlap:
    case Fault::Unset:
    case Fault::PointerOverflow:
    case Fault::FunctionType:
    case Fault::ObjectType:
    case Fault::UnrelatedPointers:
    case Fault::NullDereference: return true;  // of a member that is never read
    default: return false;
  }
}

ForallStoredOutcome outcome_of(const testcase::Outcome& outcome) {
  switch (outcome.kind) {
    case OutcomeKind::Passed: return FORALL_STORED_PASSED;
    case OutcomeKind::Failed: return FORALL_STORED_FAILED;
    case OutcomeKind::Threw: return FORALL_STORED_THREW;
    default: return FORALL_STORED_CRASHED;
  }
}

constexpr std::size_t kMostColumns = 200;  // of one text among others

// Shortened if it is too long.
std::string brief(const std::string& text) {
  const std::string line = report::single_line(text);
  return report::display_width(line) <= kMostColumns ? line : report::fit(line, kMostColumns);
}

template <typename Scalar>
ForallStoredScalar scalar_of(const Scalar& scalar, bool is_choice, const char* target) {
  return {scalar.name.c_str(), scalar.value.lo, scalar.value.hi, scalar.width, static_cast<unsigned>(scalar.kind),
          is_choice ? 1 : 0,   target};
}

}  // namespace

std::string test_name(const std::string& case_name) {
  std::string name = case_name;
  for (char& c : name) {
    const bool is_kept = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    if (!is_kept) c = '_';
  }
  return name;
}

std::string outcome_summary(const testcase::Outcome& outcome) {
  const std::string where = outcome.file.empty() ? "" : outcome.file + ":" + std::to_string(outcome.line);
  const auto bracketed = [](const std::string& text) { return text.empty() ? "" : " (" + brief(text) + ")"; };
  switch (outcome.kind) {
    case OutcomeKind::Passed: return "passed";
    case OutcomeKind::Failed:
      return "failed" + bracketed((where.empty() ? "" : "assertion at " + where + ": ") + outcome.message);
    case OutcomeKind::Threw: return "threw " + outcome.exception_type + bracketed(outcome.message);
    default: break;
  }
  const std::string what = outcome.fault == Fault::None ? outcome.message : testcase::to_string(outcome.fault);
  return "crashed" + bracketed(what + (where.empty() ? "" : " at " + where));
}

PutData::PutData(ForallStoredStatus status, std::string database, const std::string& message)
    : database_(std::move(database)), message_(report::single_line(message)) {
  data_.status = status;
  data_.database = database_.c_str();
  data_.message = message_.c_str();
}

PutData::PutData(std::string database, const testcase::Put& put, const std::vector<store::CaseName>& cases)
    : PutData(FORALL_STORED_FOUND, std::move(database)) {
  for (const testcase::Parameter& parameter : put.parameters) {
    parameters_.push_back(texts_.emplace_back(parameter.name).c_str());
  }
  cases_.reserve(cases.size());
  std::unordered_set<std::string> taken;
  for (const store::CaseName& stored : cases) {
    const std::string wanted = stored.name.empty() ? "case_" + std::to_string(stored.id) : test_name(stored.name);
    std::string name = wanted;
    for (unsigned number = 2; !taken.insert(name).second; ++number) name = wanted + "_" + std::to_string(number);
    cases_.push_back({stored.id, texts_.emplace_back(std::move(name)).c_str()});
  }
  data_.parameters = parameters_.data();
  data_.parameter_count = parameters_.size();
  data_.cases = cases_.data();
  data_.case_count = cases_.size();
}

std::string values_text(const testcase::Case& stored, const testcase::Put* put) {
  std::string text;
  for (const report::ShownValue& value : report::shown_values(put, stored)) {
    text += (text.empty() ? "" : ", ") + brief(value.name + " = " + value.text);
  }
  return text;
}

CaseData::CaseData(testcase::Case stored, const testcase::Put* put)
    : stored_(std::move(stored)), summary_(outcome_summary(stored_.outcome)), values_(values_text(stored_, put)) {
  inputs_.reserve(stored_.inputs.size());
  for (const auto& input : stored_.inputs) inputs_.push_back(scalar_of(input, input.is_choice, input.target.c_str()));
  observations_.reserve(stored_.observations.size());
  for (const auto& observed : stored_.observations) observations_.push_back(scalar_of(observed, false, ""));
  objects_.reserve(stored_.objects.size());
  for (const auto& object : stored_.objects) objects_.push_back({object.name.c_str(), object.type.c_str()});
  data_.outcome = outcome_of(stored_.outcome);
  data_.summary = summary_.c_str();
  data_.file = stored_.outcome.file.c_str();
  data_.line = stored_.outcome.line;
  data_.is_unseen = is_unseen(stored_.outcome) ? 1 : 0;
  data_.inputs = inputs_.data();
  data_.input_count = inputs_.size();
  data_.objects = objects_.data();
  data_.object_count = objects_.size();
  data_.observations = observations_.data();
  data_.observation_count = observations_.size();
  data_.values = values_.c_str();
}

}  // namespace forall::replay
