// Each record is bound to names as a whole: one that gets another field does not compile here until that is written, too.
#include "scale/records.h"

#include <algorithm>
#include <unordered_map>

#include "scale/bytes.h"

namespace forall::scale {

template <typename R, typename T>
concept Is = std::same_as<std::remove_const_t<R>, T>;

void walk(auto& bytes, Is<abi::Bits> auto& record) {
  auto& [lo, hi] = record;
  bytes(lo, hi);
}

void walk(auto& bytes, Is<testcase::InputValue> auto& record) {
  auto& [name, type, kind, width, is_choice, value, target, is_unset] = record;
  bytes(name, type, kind, width, is_choice, value, target, is_unset);
}

void walk(auto& bytes, Is<testcase::ObjectValue> auto& record) {
  auto& [name, type, address] = record;
  bytes(name, type, address);
}

void walk(auto& bytes, Is<testcase::ObservedValue> auto& record) {
  auto& [name, type, kind, width, value, expression] = record;
  bytes(name, type, kind, width, value, expression);
}

void walk(auto& bytes, Is<testcase::ObserverCall> auto& record) {
  auto& [object, call] = record;
  bytes(object, call);
}

void walk(auto& bytes, Is<testcase::Outcome> auto& record) {
  auto& [kind, fault, message, exception_type, file, line, function, call_line, detail, calls] = record;
  bytes(kind, fault, message, exception_type, file, line, function, call_line, detail, calls);
}

// Paths share most of their steps.
void walk(auto& bytes, Is<testcase::Step> auto& record) {
  auto& [site, file, line, condition, has_unset] = record;
  bytes.shared([&] { bytes(site, file, line, condition, has_unset); });
}

void walk(auto& bytes, Is<testcase::BranchDirection> auto& record) {
  auto& [branch, direction] = record;
  bytes.shared([&] { bytes(branch, direction); });
}

void walk(auto& bytes, Is<testcase::PrintedValue> auto& record) {
  auto& [parameter, text] = record;
  bytes(parameter, text);
}

void walk(auto& bytes, Is<testcase::Case> auto& record) {
  [[maybe_unused]] auto& [id, put, name, inputs, objects, observations, outcome, steps, path_condition, covered, native,
                          native_detail, printed] = record;
  bytes(id, put, name, inputs, objects, observations, outcome, steps, path_condition, covered, native, native_detail,
        printed);
}

void walk(auto& bytes, Is<testcase::LedgerLine> auto& record) {
  auto& [kind, text, file, line, count, remedy] = record;
  bytes(kind, text, file, line, count, remedy);
}

void walk(auto& bytes, Is<testcase::Undecided> auto& record) {
  auto& [condition, file, line, reason] = record;
  bytes(condition, file, line, reason);
}

// The rest is made of all facts together, when they are known.
void walk(auto& bytes, Is<testcase::Result> auto& record) {
  [[maybe_unused]] auto& [put, verdict, cases, undecided, ledger, paths, failed, discarded, cut, infeasible, runs,
                          queries, branches_covered, branches_total, seconds, solver_seconds, interrupted, is_exhausted,
                          is_unwitnessed, do_tests_compile, fingerprint, code, branches, stale, is_kept, axioms,
                          missing, contradictions, notes] = record;
  bytes(cases, undecided, ledger, paths, failed, discarded, cut, infeasible, runs, queries, solver_seconds);
}

void walk(auto& bytes, Is<explore::Facts::OfCase> auto& record) {
  auto& [steps, is_further] = record;
  bytes(steps, is_further);
}

void walk(Writer& to, const explore::Coverage::Seen& seen) {
  std::vector<testcase::BranchDirection> covered(seen.covered.begin(), seen.covered.end());
  std::sort(covered.begin(), covered.end());
  to(seen.reached, covered);
}
void walk(Reader& from, explore::Coverage::Seen& seen) {
  std::vector<testcase::BranchDirection> covered;
  from(seen.reached, covered);
  seen.covered = {covered.begin(), covered.end()};
}

void walk(auto& bytes, Is<explore::Facts> auto& record) {
  auto& [result, cases, bounds, covered, run_on, endless_runs, left_open, end, passed] = record;
  bytes(result, cases, bounds, covered, run_on, endless_runs, left_open, end, passed);
}

void walk(auto& bytes, Is<explore::Decided> auto& record) {
  auto& [site, value] = record;
  bytes.shared([&] { bytes(site, value); });
}

// The alternatives of a unit lie on few paths: of a prefix, only what differs from the one before is written.
void walk(Writer& to, const std::vector<explore::OpenAlternative>& open) {
  to.number(open.size());
  std::vector<explore::Decided> before;
  for (const auto& [inputs, prefix, seen] : open) {
    to.shared([&] { to(*inputs); });
    const auto differ = std::mismatch(prefix.begin(), prefix.end(), before.begin(), before.end()).first;
    to(static_cast<std::uint64_t>(differ - prefix.begin()));
    to(std::vector<explore::Decided>(differ, prefix.end()), seen);
    before = prefix;
  }
}
void walk(Reader& from, std::vector<explore::OpenAlternative>& open) {
  std::vector<explore::Decided> before;
  std::unordered_map<const char*, std::shared_ptr<const testcase::NamedValues>> known;  // by where they are written
  for (std::uint64_t left = from.count(); left > 0; --left) {
    explore::OpenAlternative& alternative = open.emplace_back();
    const std::uint64_t number = from.number();
    auto& inputs = known[from.text_at(number).data()];
    if (!inputs) {
      auto values = std::make_shared<testcase::NamedValues>();
      from.shared_at(number, [&] { from(*values); });
      inputs = std::move(values);
    }
    alternative.inputs = inputs;
    std::uint64_t common = 0;
    std::vector<explore::Decided> rest;
    from(common, rest, alternative.seen);
    if (common > before.size()) Reader::damaged();
    alternative.prefix.assign(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(common));
    alternative.prefix.insert(alternative.prefix.end(), rest.begin(), rest.end());
    before = alternative.prefix;
  }
}

void walk(auto& bytes, Is<explore::Unit> auto& record) {
  auto& [open, is_hard, work_between_gifts] = record;
  bytes(open, is_hard, work_between_gifts);
}

// Interrupts are of this process; audits are not distributed.
void walk(auto& bytes, Is<explore::Options> auto& record) {
  [[maybe_unused]] auto& [strategy, unfold, decisions, runs, flips_of_part, failures, cases, megabytes, passed, length,
                          objects, seconds, run_seconds, leaks, solver, effort] = record;
  [[maybe_unused]] auto& [backend, order, substitute, independence, reuse, narrow, fallback, audit, audit_folder] =
      solver;
  [[maybe_unused]] auto& [conflicts, query_seconds, gates, interrupt] = effort;
  bytes(strategy, unfold, decisions, runs, flips_of_part, failures, cases, megabytes, passed, length, objects,
        run_seconds, leaks, backend, order, substitute, independence, reuse, narrow, fallback, conflicts, query_seconds,
        gates);
}

namespace {

template <typename T>
std::string write(const T& record) {
  Writer writer;
  writer(record);
  return writer.bytes();
}

template <typename T>
T read(std::string_view bytes) {
  T record;
  Reader reader(bytes);
  reader(record);
  return record;
}

}  // namespace

std::string bytes_of(const explore::Unit& unit) { return write(unit); }
explore::Unit read_unit(std::string_view bytes) { return read<explore::Unit>(bytes); }

std::string bytes_of(const explore::Facts& facts) { return write(facts); }
explore::Facts read_facts(std::string_view bytes) {
  explore::Facts facts = read<explore::Facts>(bytes);
  if (facts.cases.size() != facts.result.cases.size()) Reader::damaged();
  return facts;
}

std::string bytes_of(const explore::Options& options) { return write(options); }
explore::Options read_options(std::string_view bytes) { return read<explore::Options>(bytes); }

std::string bytes_of(const explore::EarlierCases& cases) { return write(cases); }
explore::EarlierCases read_cases(std::string_view bytes) { return read<explore::EarlierCases>(bytes); }

}  // namespace forall::scale
