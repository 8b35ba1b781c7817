// Reads explorations. Each table is read once, in the order of its cases, and its rows are dealt out to them.
#include "store/reader.h"

#include <stdexcept>
#include <unordered_map>

#include "base/error.h"
#include "store/put_text.h"

namespace forall::store {

using testcase::Case;

namespace {

[[noreturn]] void damaged(const Connection& connection, const std::string& what) {
  throw base::UserError(connection.file().string() + ": it is damaged: " + what + "; remove it to start anew");
}

template <typename T>
T known(const Connection& connection, const std::optional<T>& value, const std::string& text) {
  if (!value) damaged(connection, "unknown value '" + text + "'");
  return *value;
}

abi::Bits from_bytes(const Connection& connection, const std::string& bytes) {
  if (bytes.size() != 16) damaged(connection, "a value of " + std::to_string(bytes.size()) + " bytes");
  abi::Bits value;
  for (std::size_t i = 0; i < 8; ++i) {
    value.hi = (value.hi << 8) | static_cast<unsigned char>(bytes[i]);
    value.lo = (value.lo << 8) | static_cast<unsigned char>(bytes[8 + i]);
  }
  return value;
}

unsigned unsigned_at(const Statement& row, int column) { return static_cast<unsigned>(row.integer(column)); }
std::uint64_t large_at(const Statement& row, int column) { return static_cast<std::uint64_t>(row.integer(column)); }

// The cases of an exploration, or one case, with everything that belongs to them.
class CaseReader {
 public:
  // `where` restricts the cases by ?1.
  CaseReader(Connection& connection, std::string where, std::int64_t parameter)
      : connection_(connection), where_(std::move(where)), parameter_(parameter) {}

  std::vector<Case> read() {
    read_cases();
    read_inputs();
    read_objects();
    read_observations();
    read_steps();
    read_coverage();
    return std::move(cases_);
  }

 private:
  template <typename Read>
  void each(const std::string& columns, const std::string& from, const std::string& order, Read read) {
    const std::string sql = "SELECT cases.id, " + columns + " FROM " + from + " WHERE " + where_ +
                            " ORDER BY cases.exploration_id, cases.position, cases.id" + order;
    Statement rows(connection_, sql.c_str());
    rows.bind(1, parameter_);
    while (rows.step()) read(rows);
  }
  // Cases that another process removed between two of the queries are left out.
  template <typename Read>
  void each_detail(const std::string& columns, const std::string& table, const std::string& order, Read read) {
    each(columns, "cases JOIN " + table + " ON " + table + ".case_id = cases.id", order, [&](const Statement& row) {
      if (const auto found = index_.find(row.integer(0)); found != index_.end()) read(cases_[found->second], row);
    });
  }

  void read_cases() {
    each(
        "puts.name, cases.name, outcome, fault, message, exception_type, cases.file, cases.line, function, "
        "path_condition, "
        "native, native_detail",
        "cases JOIN explorations ON explorations.id = exploration_id JOIN puts ON puts.id = put_id", "",
        [&](const Statement& row) {
          Case c;
          c.id = row.integer(0);
          c.put = row.text(1);
          c.name = row.text(2);
          c.outcome.kind = known(connection_, testcase::parse_outcome(row.text(3)), row.text(3));
          c.outcome.fault = known(connection_, testcase::parse_fault(row.text(4)), row.text(4));
          c.outcome.message = row.text(5);
          c.outcome.exception_type = row.text(6);
          c.outcome.file = row.text(7);
          c.outcome.line = unsigned_at(row, 8);
          c.outcome.function = row.text(9);
          c.path_condition = row.text(10);
          const std::string native = row.text(11);
          c.native = native == "confirmed" ? Case::Native::Confirmed
                     : native == "differs" ? Case::Native::Differs
                                           : Case::Native::NotRun;
          c.native_detail = row.text(12);
          index_[c.id] = cases_.size();
          cases_.push_back(std::move(c));
        });
  }

  // A file of an older schema that is only read stays as it is: it has no pointers.
  bool knows_objects() { return connection_.integer("PRAGMA user_version") >= 2; }

  void read_objects() {
    if (!knows_objects()) return;
    each_detail("objects.name, type", "objects", ", objects.position",
                [](Case& c, const Statement& row) { c.objects.push_back({row.text(1), row.text(2)}); });
  }

  void read_inputs() {
    const std::string target = knows_objects() ? "target" : "''";
    each_detail("inputs.name, type, kind, width, is_choice, bits, " + target, "inputs", ", inputs.position",
                [&](Case& c, const Statement& row) {
                  testcase::InputValue input;
                  input.name = row.text(1);
                  input.type = row.text(2);
                  input.kind = known(connection_, testcase::parse_scalar_kind(row.text(3)), row.text(3));
                  input.width = unsigned_at(row, 4);
                  input.is_choice = row.integer(5) != 0;
                  input.value = from_bytes(connection_, row.blob(6));
                  input.target = row.text(7);
                  c.inputs.push_back(std::move(input));
                });
  }

  void read_observations() {
    each_detail("observations.name, type, kind, width, bits, expression", "observations", ", observations.position",
                [&](Case& c, const Statement& row) {
                  testcase::ObservedValue value;
                  value.name = row.text(1);
                  value.type = row.text(2);
                  value.kind = known(connection_, testcase::parse_scalar_kind(row.text(3)), row.text(3));
                  value.width = unsigned_at(row, 4);
                  value.value = from_bytes(connection_, row.blob(5));
                  value.expression = row.text(6);
                  c.observations.push_back(std::move(value));
                });
  }

  void read_steps() {
    each("site, decisions.file, decisions.line, condition",
         "cases JOIN steps ON steps.case_id = cases.id JOIN decisions ON decisions.id = decision_id",
         ", steps.position", [&](const Statement& row) {
           if (const auto found = index_.find(row.integer(0)); found != index_.end()) {
             cases_[found->second].steps.push_back({large_at(row, 1), row.text(2), unsigned_at(row, 3), row.text(4)});
           }
         });
  }

  void read_coverage() {
    each_detail("branch, direction", "coverage", ", coverage.branch, coverage.direction",
                [&](Case& c, const Statement& row) { c.covered.push_back({large_at(row, 1), unsigned_at(row, 2)}); });
  }

  Connection& connection_;
  std::string where_;
  std::int64_t parameter_;
  std::vector<Case> cases_;
  std::unordered_map<std::int64_t, std::size_t> index_;
};

void read_lines(Connection& connection, std::int64_t exploration, testcase::Result& result) {
  Statement ledger(
      connection,
      "SELECT kind, text, file, line, count, remedy FROM ledger WHERE exploration_id = ?1 ORDER BY position");
  ledger.bind(1, exploration);
  while (ledger.step()) {
    result.ledger.push_back(
        {ledger.text(0), ledger.text(1), ledger.text(2), unsigned_at(ledger, 3), large_at(ledger, 4), ledger.text(5)});
  }
  Statement undecided(
      connection, "SELECT condition, file, line, reason FROM undecided WHERE exploration_id = ?1 ORDER BY position");
  undecided.bind(1, exploration);
  while (undecided.step()) {
    result.undecided.push_back({undecided.text(0), undecided.text(1), unsigned_at(undecided, 2), undecided.text(3)});
  }
}

testcase::Put definition(const Connection& connection, const std::string& put, const std::string& text) {
  try {
    return put_from_text(text);
  } catch (const std::invalid_argument& error) {
    damaged(connection, std::string("the definition of ") + put + ": " + error.what());
  }
}

// An exploration that was killed knows only its cases.
void count_unfinished(testcase::Result& result) {
  result.verdict = testcase::VerdictKind::Open;
  result.interrupted = true;
  result.paths = result.cases.size();
  result.failed = 0;
  for (const Case& c : result.cases) result.failed += testcase::refutes(c.outcome.kind) ? 1 : 0;
  result.ledger.push_back({"unfinished-exploration",
                           "the exploration that found these cases has not ended, or was killed", result.put.file,
                           static_cast<unsigned>(result.put.line), 1, "run forall explore again"});
}

}  // namespace

std::vector<PutSummary> read_list(Connection& connection) {
  std::vector<PutSummary> list;
  Statement rows(
      connection,
      "SELECT puts.name, file, line, verdict, paths, failed, state, interrupted, "
      "coalesce(finished_at, started_at), "
      "(SELECT count(*) FROM cases WHERE exploration_id = e.id), "
      "(SELECT count(*) FROM cases WHERE exploration_id = e.id AND outcome IN ('failed', 'threw', 'crashed')) "
      "FROM puts JOIN explorations e ON e.id = (SELECT id FROM explorations WHERE put_id = puts.id "
      "ORDER BY state = 'finished' DESC, id DESC LIMIT 1) ORDER BY puts.name");
  while (rows.step()) {
    PutSummary summary;
    summary.name = rows.text(0);
    summary.file = rows.text(1);
    summary.line = static_cast<int>(rows.integer(2));
    summary.cases = large_at(rows, 9);
    summary.explored_at = rows.text(8);
    if (rows.text(6) == "finished") {
      summary.verdict = known(connection, testcase::parse_verdict(rows.text(3)), rows.text(3));
      summary.paths = large_at(rows, 4);
      summary.failed = large_at(rows, 5);
      summary.complete = rows.integer(7) == 0;
    } else {
      summary.paths = summary.cases;
      summary.failed = large_at(rows, 10);
      summary.verdict = testcase::VerdictKind::Open;
      summary.complete = false;
    }
    list.push_back(std::move(summary));
  }
  return list;
}

std::optional<testcase::Put> read_put(Connection& connection, const std::string& put) {
  Statement row(connection,
                "SELECT definition FROM explorations e JOIN puts ON puts.id = put_id WHERE puts.name = ?1 "
                "ORDER BY state = 'finished' DESC, e.id DESC LIMIT 1");
  row.bind(1, put);
  if (!row.step()) return std::nullopt;
  return definition(connection, put, row.text(0));
}

std::optional<testcase::Result> read_result(Connection& connection, const std::string& put) {
  Statement row(
      connection,
      "SELECT e.id, definition, state, verdict, interrupted, paths, failed, discarded, cut, infeasible, runs, "
      "queries, branches_covered, branches_total, seconds, solver_seconds FROM explorations e JOIN puts ON "
      "puts.id = put_id WHERE puts.name = ?1 ORDER BY state = 'finished' DESC, e.id DESC LIMIT 1");
  row.bind(1, put);
  if (!row.step()) return std::nullopt;
  testcase::Result result;
  const std::int64_t exploration = row.integer(0);
  result.put = definition(connection, put, row.text(1));
  const bool is_finished = row.text(2) == "finished";
  if (is_finished) result.verdict = known(connection, testcase::parse_verdict(row.text(3)), row.text(3));
  result.interrupted = row.integer(4) != 0;
  result.paths = large_at(row, 5);
  result.failed = large_at(row, 6);
  result.discarded = large_at(row, 7);
  result.cut = large_at(row, 8);
  result.infeasible = large_at(row, 9);
  result.runs = large_at(row, 10);
  result.queries = large_at(row, 11);
  result.branches_covered = large_at(row, 12);
  result.branches_total = large_at(row, 13);
  result.seconds = row.real(14);
  result.solver_seconds = row.real(15);
  result.cases = CaseReader(connection, "cases.exploration_id = ?1", exploration).read();
  read_lines(connection, exploration, result);
  if (!is_finished) count_unfinished(result);
  return result;
}

std::optional<testcase::Case> read_case(Connection& connection, std::int64_t id) {
  auto cases = CaseReader(connection, "cases.id = ?1", id).read();
  if (cases.empty()) return std::nullopt;
  return std::move(cases.front());
}

}  // namespace forall::store
