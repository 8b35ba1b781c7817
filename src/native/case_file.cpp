#include "native/case_file.h"

#include <cstdint>

#include "abi/case_file.h"
#include "testcase/value.h"

namespace forall::native {
namespace {

using testcase::OutcomeKind;

class Writer {
 public:
  void number(std::uint64_t value) { text_.append(reinterpret_cast<const char*>(&value), sizeof value); }
  void text(const std::string& value) {
    number(value.size());
    text_.append(value).push_back('\0');
  }
  template <typename Scalar>
  void scalar(const Scalar& scalar, bool is_choice, const std::string& target) {
    text(scalar.name);
    number(scalar.value.lo);
    number(scalar.value.hi);
    number(scalar.width);
    number(static_cast<std::uint64_t>(scalar.kind));
    number(is_choice ? 1 : 0);
    text(target);
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

// As ForallStoredOutcome numbers them.
std::uint64_t number_of(OutcomeKind kind) {
  switch (kind) {
    case OutcomeKind::Passed: return 0;
    case OutcomeKind::Failed: return 1;
    case OutcomeKind::Threw: return 2;
    default: return 3;
  }
}

void write_case(Writer& file, const testcase::Case& given) {
  file.number(number_of(given.outcome.kind));
  file.text(given.outcome.file);
  file.number(given.outcome.line);
  std::vector<const testcase::InputValue*> inputs;
  for (const auto& input : given.inputs) {
    if (!testcase::is_other_unset_value(input)) inputs.push_back(&input);
  }
  file.number(inputs.size());
  for (const auto* input : inputs) file.scalar(*input, input->is_choice, input->target);
  file.number(given.objects.size());
  for (const auto& object : given.objects) {
    file.text(object.name);
    file.text(object.type);
  }
  file.number(given.observations.size());
  for (const auto& observed : given.observations) file.scalar(observed, false, "");
}

}  // namespace

std::string case_file(const testcase::Put& put, const std::vector<const testcase::Case*>& cases) {
  Writer file;
  file.number(abi::kCaseFileMagic);
  file.text(put.full_name());
  file.number(put.parameters.size());
  for (const auto& parameter : put.parameters) file.text(parameter.name);
  file.number(cases.size());
  for (const testcase::Case* given : cases) write_case(file, *given);
  return file.take();
}

std::string case_test_name(const testcase::Put& put, std::size_t position) {
  return put.full_name() + "/" + std::to_string(position);
}

}  // namespace forall::native
