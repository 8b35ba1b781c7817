// A file of closed tests is left alone where it is as it was written for the same result: a memo in the build folder
// says what it was written for, and what was in it. It is no more than a memo: without it the tests are written again.
#include "session/closed_tests.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "abi/segment.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/hash.h"
#include "emit/emit.h"
#include "native/compile.h"
#include "testcase/purity.h"
#include "verdict/verdict.h"
#include "verdict/wording.h"

namespace forall::session {
namespace {

namespace fs = std::filesystem;
using testcase::LedgerKind;

constexpr const char* kInterrupted = "interrupted before the closed tests were run natively";

// Does the case suppose a result that C++ leaves open, and the user's compiler may not give?
bool supposes_result(const testcase::Case& c) {
  return std::any_of(c.inputs.begin(), c.inputs.end(), [](const testcase::InputValue& input) {
    return input.is_unset && input.name.starts_with(abi::kEitherResult);
  });
}

// A case is not reported from prediction alone. What the native run contradicts, or could not confirm, keeps the PUT
// open.
void judge(testcase::Result& result, const fs::path& file, const std::string& complaint) {
  if (!complaint.empty()) {
    result.do_tests_compile = false;
    result.ledger.push_back(verdict::ledger_line(
        LedgerKind::NotConfirmed, verdict::text_of(LedgerKind::NotConfirmed, native::first_complaint(complaint)),
        file.string(), 0, result.cases.size()));
    result.verdict = verdict::decide(result);
    return;
  }
  for (const LedgerKind kind : {LedgerKind::NativeRunDiffers, LedgerKind::UnspecifiedValue}) {
    const bool is_unspecified = kind == LedgerKind::UnspecifiedValue;
    std::uint64_t differing = 0;
    const testcase::Case* first = nullptr;
    for (const auto& c : result.cases) {
      if (c.native != testcase::Case::Native::Differs || supposes_result(c) != is_unspecified) continue;
      ++differing;
      if (!first) first = &c;
    }
    if (differing == 0) continue;
    const std::string text = is_unspecified ? verdict::text_of(kind, first->name + ": " + first->native_detail)
                                            : verdict::text_of(kind, first->name, first->native_detail);
    result.ledger.push_back(verdict::ledger_line(kind, text, file.string(), 0, differing));
  }
  result.verdict = verdict::decide(result);
}

std::vector<testcase::Case> cases_at(const testcase::Result& result, const std::vector<std::size_t>& indices) {
  std::vector<testcase::Case> cases;
  for (const std::size_t i : indices) cases.push_back(result.cases[i]);
  return cases;
}

// The calls that show that a test is not pure are written without knowing the class: where they do not compile (a
// parameter of a private type) such cases have no closed test.
bool leave_out_unwritable(const testcase::Result& result, std::vector<std::size_t>& indices) {
  const auto is_unwritable = [&](std::size_t i) {
    return !testcase::purity_calls(result.put, result.cases[i].outcome).empty();
  };
  return std::erase_if(indices, is_unwritable) > 0;
}

}  // namespace

void note_unconfirmed(testcase::Result& result, const char* why) {
  result.ledger.push_back({LedgerKind::NotConfirmed, why, result.put.file, static_cast<unsigned>(result.put.line),
                           result.cases.size(), "run forall replay"});
  result.verdict = verdict::decide(result);
}

namespace {

void leave_out_untestable(const testcase::Result& result, std::vector<std::size_t>& indices) {
  std::erase_if(indices,
                [&](std::size_t i) { return !testcase::has_closed_test(result.put, result.cases[i].outcome); });
}

}  // namespace

// All cases are stored. Files that people read and check in have few of them.
std::vector<std::size_t> ClosedTests::cases_to_emit(const testcase::Result& result) const {
  if (around_.options.cover == Cover::Path) return cases_to_confirm(result);
  std::vector<std::size_t> indices = emit::smallest_branch_cover(result.cases);
  if (around_.options.all_failures) indices = emit::with_all_failures(std::move(indices), result.cases);
  leave_out_untestable(result, indices);
  return indices;
}

// With more paths than --tests, all that fail, those of a branch cover and the first of the rest.
std::vector<std::size_t> ClosedTests::cases_to_confirm(const testcase::Result& result) const {
  const bool all_fit = result.cases.size() <= around_.options.tests;
  std::set<std::size_t> chosen;
  if (!all_fit) {
    const std::vector<std::size_t> indices =
        emit::with_all_failures(emit::smallest_branch_cover(result.cases), result.cases);
    chosen.insert(indices.begin(), indices.end());
  }
  for (std::size_t i = 0; i < result.cases.size() && (all_fit || chosen.size() < around_.options.tests); ++i)
    chosen.insert(i);
  std::vector<std::size_t> indices(chosen.begin(), chosen.end());
  leave_out_untestable(result, indices);
  return indices;
}

native::NativeSetting native_setting(const Settings& options, const build::Sources& sources,
                                     const build::Layout& layout, const std::atomic<bool>& stop) {
  return {options.out,
          options.work,
          options.compiler,
          build::native_flags(layout, sources),
          sources.files,
          *options.emit,
          layout.include,
          options.precompiled,
          &stop,
          layout.confirm,
          false,
          options.mocks,
          options.written_by,
          kDefaultOutput};
}

fs::path ClosedTests::write_file(const testcase::Result& result, const std::vector<std::size_t>& indices) const {
  const Settings& options = around_.options;
  std::vector<testcase::Case> cases = cases_at(result, indices);
  native::NativeSetting native = setting();
  if (options.cover == Cover::Branch && !options.all_failures)
    native::fit_cases(options.max_lines, native, result.put, cases);
  return native::write_tests(native, result.put, cases, around_.world.files);
}

fs::path ClosedTests::write_cases(const testcase::Result& result, const std::vector<std::size_t>& indices) {
  const testcase::Put& put = result.put;
  const fs::path file = write_file(result, indices);
  add_file(file);
  const std::lock_guard lock(mutex_);
  written_.push_back({put.full_name(), file, put.file});
  return file;
}

std::vector<native::UncompiledTests> ClosedTests::uncompiled() const {
  if (!around_.options.confirm || *around_.options.emit != emit::Format::Gtest || written_.empty()) return {};
  // A file that is as it was when it compiled, in a program whose other parts compiled just now, needs no second look.
  const native::NativeSetting native = setting();
  const auto digest_of = [&](const native::WrittenTests& tests) {
    base::Digester digester;
    digester.add(native.compiler).add(around_.world.files.read(tests.file).value_or(""));
    for (const std::string& flag : native.flags) digester.add(flag);
    return digester.text();
  };
  std::vector<native::WrittenTests> unchecked;
  for (const native::WrittenTests& tests : written_) {
    if (around_.world.files.read(memo_of(tests.file, "checked")) != digest_of(tests)) unchecked.push_back(tests);
  }
  std::vector<native::UncompiledTests> wrong = native::check_closed(native, unchecked, around_.world);
  for (const native::WrittenTests& tests : unchecked) {
    const auto is_it = [&](const native::UncompiledTests& each) { return each.file == tests.file; };
    if (around_.stop || std::any_of(wrong.begin(), wrong.end(), is_it)) continue;
    try {
      around_.world.files.create_directories(around_.options.work);
      around_.world.files.write(memo_of(tests.file, "checked"), digest_of(tests));
    } catch (const base::UserError&) {  // it is looked at again the next time
    }
  }
  return wrong;
}

void ClosedTests::add_file(const fs::path& file) {
  const std::lock_guard lock(mutex_);
  files_.push_back(file);
}

void ClosedTests::write_and_confirm(testcase::Result& result) {
  std::vector<std::size_t> emitted = cases_to_emit(result);
  const fs::path file = write_cases(result, emitted);
  if (!around_.options.confirm) return;
  if (around_.stop) return note_unconfirmed(result, kInterrupted);
  std::vector<std::size_t> indices = cases_to_confirm(result);
  std::vector<testcase::Case> confirmed = cases_at(result, indices);
  around_.events.tell(ConfirmStarted{result, confirmed.size()});
  const auto confirm = [&] {
    const ActiveTime::Work work(confirming_);
    return native::confirm_tests(setting(), result.put, confirmed, around_.programs, around_.world);
  };
  std::string complaint = confirm();
  if (!complaint.empty() && !around_.stop && leave_out_unwritable(result, indices)) {
    if (leave_out_unwritable(result, emitted)) write_file(result, emitted);
    confirmed = cases_at(result, indices);
    complaint = confirm();
  }
  if (around_.stop) return note_unconfirmed(result, kInterrupted);
  for (std::size_t k = 0; k < indices.size(); ++k) {
    result.cases[indices[k]].native = confirmed[k].native;
    result.cases[indices[k]].native_detail = confirmed[k].native_detail;
    result.cases[indices[k]].printed = confirmed[k].printed;
  }
  judge(result, file, complaint);
}

fs::path ClosedTests::memo_of(const fs::path& file, const char* of) const {
  const std::uint64_t folder = base::fnv1a(fs::absolute(around_.options.out).string());
  return around_.options.work /
         fmt::format("{}-{:08x}.{}", file.filename().string(), static_cast<std::uint32_t>(folder), of);
}

std::string ClosedTests::memo(const testcase::Result& result, const std::string& contents) const {
  return base::Digester()
      .add(result.fingerprint)
      .add(fs::absolute(result.put.file).string())
      .add(fmt::format("{} {} {} {} {}", static_cast<int>(*around_.options.emit),
                       static_cast<int>(around_.options.cover), around_.options.all_failures, around_.options.tests,
                       around_.options.max_lines))
      .add(contents)
      .text();
}

bool ClosedTests::are_written(const testcase::Result& kept) {
  const fs::path file = native::test_file(around_.options.out, kept.put, *around_.options.emit);
  const auto contents = around_.world.files.read(file);
  const auto known = around_.world.files.read(memo_of(file, "written"));
  if (!contents || !known || *known != memo(kept, *contents)) return false;
  add_file(file);
  return true;
}

void ClosedTests::remember(const testcase::Result& result) const {
  const fs::path file = native::test_file(around_.options.out, result.put, *around_.options.emit);
  const auto contents = around_.world.files.read(file);
  around_.world.files.create_directories(around_.options.work);
  if (contents) around_.world.files.write(memo_of(file, "written"), memo(result, *contents));
}

void ClosedTests::write(const testcase::Result& result) {
  write_cases(result, cases_to_emit(result));
  remember(result);
}

}  // namespace forall::session
