// Reads explorations. The steps that the paths of one share are read once and cached, so that its cases can be read one
// by one.
#include "store/reader.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string_view>

#include "base/error.h"
#include "store/case_text.h"
#include "store/put_text.h"

namespace forall::store {

using testcase::Case;

namespace {

template <typename T>
T known(const Connection& connection, const std::optional<T>& value, const std::string& text) {
  if (!value) connection.damaged("unknown value '" + text + "'");
  return *value;
}

unsigned unsigned_at(const Statement& row, int column) { return static_cast<unsigned>(row.integer(column)); }
std::uint64_t large_at(const Statement& row, int column) { return static_cast<std::uint64_t>(row.integer(column)); }

// f(number) for each of "[1,2,3]".
template <typename F>
void each_number(const Connection& connection, std::string_view list, F f) {
  const char* at = list.data();
  const char* const end = at + list.size();
  if (list.size() < 2 || *at != '[') connection.damaged("a list of numbers: " + std::string(list));
  if (*++at == ']') return;
  for (;; ++at) {
    std::size_t number = 0;
    const auto result = std::from_chars(at, end, number);
    at = result.ptr;
    if (result.ec != std::errc() || at == end) connection.damaged("a list of numbers: " + std::string(list));
    f(number);
    if (*at == ']') return;
  }
}

constexpr const char* kCases =
    "SELECT cases.id, cases.exploration_id, puts.name, cases.name, outcome, fault, message, exception_type, "
    "cases.file, cases.line, function, native, native_detail, data, condition, decisions, coverage, state FROM cases "
    "JOIN paths ON paths.case_id = cases.id JOIN explorations ON explorations.id = cases.exploration_id JOIN puts ON "
    "puts.id = put_id WHERE ";

// `values` gets what is left for those who read the path.
Case case_from(const Connection& connection, const Statement& row, Values& values) {
  Case c;
  c.id = row.integer(0);
  c.put = row.text(2);
  c.name = row.text(3);
  c.outcome.kind = known(connection, testcase::parse_outcome(row.text(4)), row.text(4));
  c.outcome.fault = known(connection, testcase::parse_fault(row.text(5)), row.text(5));
  c.outcome.message = row.text(6);
  c.outcome.exception_type = row.text(7);
  c.outcome.file = row.text(8);
  c.outcome.line = unsigned_at(row, 9);
  c.outcome.function = row.text(10);
  const std::string_view native = row.raw(11);
  c.native = native == "confirmed" ? Case::Native::Confirmed
             : native == "differs" ? Case::Native::Differs
                                   : Case::Native::NotRun;
  c.native_detail = row.text(12);
  try {
    values = values_from_text(row.raw(13));
    take_values(values, c);
    if (values.version < 2) read_message(c.outcome);
  } catch (const std::invalid_argument& error) {
    connection.damaged("the values of case " + std::to_string(c.id) + ": " + error.what());
  }
  c.path_condition = row.text(14);
  return c;
}

void read_lines(Connection& connection, std::int64_t exploration, testcase::Result& result) {
  const auto each = [&](const char* columns, const char* table, auto read) {
    const auto rows = connection.prepare(std::string("SELECT ") + columns + " FROM " + table +
                                         " WHERE exploration_id = ?1 ORDER BY position");
    rows->bind(1, exploration);
    while (rows->step()) read(*rows);
  };
  each("kind, text, file, line, count, remedy", "ledger", [&](const Statement& row) {
    result.ledger.push_back({known(connection, testcase::parse_ledger_kind(row.text(0)), row.text(0)), row.text(1),
                             row.text(2), unsigned_at(row, 3), large_at(row, 4), row.text(5)});
  });
  each("condition, file, line, reason", "undecided", [&](const Statement& row) {
    result.undecided.push_back({row.text(0), row.text(1), unsigned_at(row, 2), row.text(3)});
  });
  each("branch, direction, file, line, function, is_covered", "branches", [&](const Statement& row) {
    result.branches.push_back(
        {{large_at(row, 0), unsigned_at(row, 1)}, row.text(2), unsigned_at(row, 3), row.text(4), row.integer(5) != 0});
  });
  each("name, fingerprint", "code",
       [&](const Statement& row) { result.code.push_back({row.text(0), large_at(row, 1)}); });
  if (connection.schema_version() >= 4) {
    each("put, standing, why", "axioms", [&](const Statement& row) {
      result.axioms.push_back(
          {row.text(0), known(connection, testcase::parse_standing(row.text(1)), row.text(1)), row.text(2)});
    });
    each("term, sketch", "missing_axioms",
         [&](const Statement& row) { result.missing.push_back({row.text(0), row.text(1)}); });
    each("kind, text", "notes", [&](const Statement& row) {
      result.notes.push_back({known(connection, testcase::parse_note_kind(row.text(0)), row.text(0)), row.text(1)});
    });
  }
  each("name, data, reason", "stale", [&](const Statement& row) {
    try {
      Values values = values_from_text(row.raw(1));
      result.stale.push_back({row.text(0), std::move(values.inputs), std::move(values.objects), row.text(2)});
    } catch (const std::invalid_argument& error) {
      connection.damaged(std::string("the values of a stale case: ") + error.what());
    }
  });
}

testcase::Put definition(const Connection& connection, const std::string& put, std::string_view text) {
  try {
    return put_from_text(std::string(text));
  } catch (const std::invalid_argument& error) {
    connection.damaged(std::string("the definition of ") + put + ": " + error.what());
  }
}

// An exploration that was killed knows only its cases.
void complete_unfinished(Connection& connection, std::int64_t exploration, testcase::Result& result) {
  const auto row = connection.prepare(
      "SELECT count(*), sum(CASE WHEN outcome IN ('failed', 'threw', 'crashed') THEN 1 ELSE 0 END) FROM cases "
      "WHERE exploration_id = ?1");
  row->bind(1, exploration).step();
  result.verdict = testcase::VerdictKind::Open;
  result.interrupted = true;
  result.paths = large_at(*row, 0);
  result.failed = row->is_null(1) ? 0 : large_at(*row, 1);
  result.ledger.push_back({abi::LedgerKind::UnfinishedExploration,
                           "the exploration that found these cases has not ended, or was killed", result.put.file,
                           static_cast<unsigned>(result.put.line), 1, "run forall explore again"});
}

}  // namespace

// Decisions and branch directions of an exploration, by their numbers.
struct Reader::Shared {
  std::int64_t exploration = 0;
  bool is_finished = false;  // then it does not change any more
  std::vector<testcase::Step> decisions;
  std::vector<testcase::BranchDirection> directions;
};

Reader::Reader(Connection& connection) : connection_(connection), shared_(std::make_unique<Shared>()) {}
Reader::~Reader() = default;

const Reader::Shared& Reader::shared_of(std::int64_t exploration, bool is_finished) {
  if (shared_->exploration == exploration && shared_->is_finished) return *shared_;
  *shared_ = {exploration, is_finished, {}, {}};
  const auto decisions = connection_.prepare(
      "SELECT site, file, line, condition FROM decisions JOIN sites ON sites.exploration_id = "
      "decisions.exploration_id AND sites.number = site_number WHERE decisions.exploration_id = ?1 ORDER BY "
      "decisions.number");
  decisions->bind(1, exploration);
  while (decisions->step()) {
    shared_->decisions.push_back(
        {large_at(*decisions, 0), decisions->text(1), unsigned_at(*decisions, 2), decisions->text(3)});
  }
  const auto directions =
      connection_.prepare("SELECT branch, direction FROM directions WHERE exploration_id = ?1 ORDER BY number");
  directions->bind(1, exploration);
  while (directions->step()) shared_->directions.push_back({large_at(*directions, 0), unsigned_at(*directions, 1)});
  return *shared_;
}

Case Reader::read_case(const Statement& row, Part part) {
  Values values;
  Case c = case_from(connection_, row, values);
  if (part == Part::Summary) return c;
  const Shared& shared = shared_of(row.integer(1), row.raw(17) == "finished");
  const auto at = [&](const auto& all, std::size_t number) {
    if (number >= all.size()) connection_.damaged("the path of case " + std::to_string(c.id));
    return all[number];
  };
  each_number(connection_, row.raw(15), [&](std::size_t n) { c.steps.push_back(at(shared.decisions, n)); });
  try {
    mark_unset(c.steps, values);
  } catch (const std::invalid_argument& error) {
    connection_.damaged("the path of case " + std::to_string(c.id) + ": " + error.what());
  }
  each_number(connection_, row.raw(16), [&](std::size_t n) { c.covered.push_back(at(shared.directions, n)); });
  return c;
}

std::vector<PutSummary> Reader::list() {
  const Transaction transaction(connection_, Transaction::Kind::Reading);
  std::vector<PutSummary> list;
  const std::string axioms =
      connection_.schema_version() < 4
          ? "0"
          : "(SELECT count(*) FROM axioms WHERE exploration_id = e.id AND standing <> 'refused')";
  const auto rows = connection_.prepare(
      "SELECT puts.name, file, line, verdict, paths, failed, cases, interrupted, coalesce(finished_at, started_at), "
      "state, e.id, " +
      axioms + " FROM puts JOIN explorations e ON e.id = puts.exploration_id");
  while (rows->step()) {
    PutSummary& summary = list.emplace_back();
    summary.name = rows->text(0);
    summary.file = rows->text(1);
    summary.line = static_cast<int>(rows->integer(2));
    summary.explored_at = rows->text(8);
    summary.axioms = large_at(*rows, 11);
    if (rows->raw(9) == "finished") {
      summary.verdict = known(connection_, testcase::parse_verdict(rows->text(3)), rows->text(3));
      summary.paths = large_at(*rows, 4);
      summary.failed = large_at(*rows, 5);
      summary.cases = large_at(*rows, 6);
      summary.complete = rows->integer(7) == 0;
    } else {
      testcase::Result counted;
      complete_unfinished(connection_, rows->integer(10), counted);
      summary.paths = summary.cases = counted.paths;
      summary.failed = counted.failed;
      summary.complete = false;
    }
  }
  // Not by the database: it would go by its locale.
  std::sort(list.begin(), list.end(), [](const PutSummary& x, const PutSummary& y) { return x.name < y.name; });
  return list;
}

std::optional<testcase::Put> Reader::find_put(const std::string& put) {
  const auto row = connection_.prepare(
      "SELECT definition FROM puts JOIN explorations e ON e.id = puts.exploration_id WHERE puts.name = ?1");
  row->bind(1, put);
  if (!row->step()) return std::nullopt;
  return definition(connection_, put, row->raw(0));
}

std::optional<testcase::Result> Reader::result(const std::string& put, Part part) {
  const Transaction transaction(connection_, Transaction::Kind::Reading);
  const auto row = connection_.prepare(
      "SELECT e.id, definition, state, verdict, interrupted, paths, failed, discarded, cut, infeasible, runs, "
      "queries, branches_covered, branches_total, seconds, solver_seconds, fingerprint FROM puts JOIN explorations e "
      "ON e.id = puts.exploration_id WHERE puts.name = ?1");
  row->bind(1, put);
  if (!row->step()) return std::nullopt;
  testcase::Result result;
  const std::int64_t exploration = row->integer(0);
  result.put = definition(connection_, put, row->raw(1));
  const bool is_finished = row->raw(2) == "finished";
  if (is_finished) result.verdict = known(connection_, testcase::parse_verdict(row->text(3)), row->text(3));
  result.interrupted = row->integer(4) != 0;
  result.paths = large_at(*row, 5);
  result.failed = large_at(*row, 6);
  result.discarded = large_at(*row, 7);
  result.cut = large_at(*row, 8);
  result.infeasible = large_at(*row, 9);
  result.runs = large_at(*row, 10);
  result.queries = large_at(*row, 11);
  result.branches_covered = large_at(*row, 12);
  result.branches_total = large_at(*row, 13);
  result.seconds = row->real(14);
  result.solver_seconds = row->real(15);
  result.fingerprint = row->text(16);
  const auto cases =
      connection_.prepare(std::string(kCases) + "cases.exploration_id = ?1" +
                          (part == Part::Summary ? " AND outcome IN ('failed', 'threw', 'crashed')" : "") +
                          " ORDER BY cases.position, cases.id");
  cases->bind(1, exploration);
  shared_->is_finished = false;  // it may be of another moment
  while (cases->step()) result.cases.push_back(read_case(*cases, part));
  read_lines(connection_, exploration, result);
  if (!is_finished) complete_unfinished(connection_, exploration, result);
  return result;
}

// For an exploration that is cached already, one statement reads everything.
std::optional<Case> Reader::find_case(std::int64_t id) {
  if (!case_) case_ = connection_.prepare(std::string(kCases) + "cases.id = ?1");
  std::optional<Transaction> transaction;
  std::optional<Case> found;
  case_->bind(1, id);
  bool exists = case_->step();
  if (exists && !(shared_->is_finished && shared_->exploration == case_->integer(1))) {
    case_->reset();
    transaction.emplace(connection_, Transaction::Kind::Reading);
    exists = case_->step();
  }
  if (exists) found = read_case(*case_, Part::All);
  case_->reset();
  return found;
}

std::vector<CaseName> Reader::case_names(const std::string& put) {
  const auto rows = connection_.prepare(
      "SELECT cases.id, cases.name, cases.outcome, cases.file, cases.line FROM puts JOIN cases ON cases.exploration_id "
      "= puts.exploration_id WHERE "
      "puts.name = ?1 ORDER BY cases.position, cases.id");
  rows->bind(1, put);
  std::vector<CaseName> names;
  while (rows->step()) {
    names.push_back({rows->integer(0), rows->text(1),
                     known(connection_, testcase::parse_outcome(rows->text(2)), rows->text(2)), rows->text(3),
                     unsigned_at(*rows, 4)});
  }
  return names;
}

}  // namespace forall::store
