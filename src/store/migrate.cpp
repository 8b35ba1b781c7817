// From schema 1 to 2: cases got objects, and inputs pointers to them.
//
// From schema 2 to 4: one row for each input, step and covered direction of a case became JSON in the row of the case.
// The old tables are renamed, the new ones made, the rows read into records and written again, with the same ids; then
// the old tables go. Texts were any bytes before and are encoded now (text.h), so that nothing is copied as it is.
//
// From schema 3 to 4: there are axioms.
#include "store/migrate.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "store/case_text.h"
#include "store/recorder.h"
#include "store/schema.h"
#include "store/writer.h"

namespace forall::store {

namespace {

using testcase::Case;

constexpr const char* kFrom1To2 = R"sql(
ALTER TABLE inputs ADD COLUMN target TEXT NOT NULL DEFAULT '';
CREATE TABLE objects (
  case_id INTEGER NOT NULL REFERENCES cases(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  PRIMARY KEY (case_id, position)
) WITHOUT ROWID;
)sql";

constexpr const char* kOldTables[] = {"inputs", "observations", "objects", "steps",        "coverage", "decisions",
                                      "ledger", "undecided",    "cases",   "explorations", "puts"};  // who refers first

std::string text(const Statement& row, int column) { return std::string(row.raw(column)); }
unsigned small(const Statement& row, int column) { return static_cast<unsigned>(row.integer(column)); }
std::uint64_t large(const Statement& row, int column) { return static_cast<std::uint64_t>(row.integer(column)); }

template <typename T>
T known(const Connection& connection, const std::optional<T>& value) {
  if (!value) connection.damaged("an unknown value");
  return *value;
}

abi::Bits bits(const Connection& connection, std::string_view bytes) {
  if (bytes.size() != 16) connection.damaged("a value of " + std::to_string(bytes.size()) + " bytes");
  abi::Bits value;
  for (std::size_t i = 0; i < 8; ++i) {
    value.hi = (value.hi << 8) | static_cast<unsigned char>(bytes[i]);
    value.lo = (value.lo << 8) | static_cast<unsigned char>(bytes[8 + i]);
  }
  return value;
}

// Moves one exploration after the other.
class Mover {
 public:
  explicit Mover(SqliteConnection& connection) : connection_(connection), writer_(connection) {}

  void move_puts() {
    const auto rows = connection_.prepare("SELECT id, name FROM old_puts");
    const auto insert = connection_.prepare("INSERT INTO puts (id, name) VALUES (?1, ?2)");
    while (rows->step()) insert->bind(1, rows->integer(0)).bind(2, text(*rows, 1)).run();
  }

  void move_explorations() {
    const auto rows = connection_.prepare("SELECT id FROM old_explorations ORDER BY id");
    while (rows->step()) {
      const std::int64_t id = rows->integer(0);
      move_row(id);
      move_cases(id);
      move_lines(id);
    }
    connection_.execute(
        "UPDATE puts SET exploration_id = (SELECT id FROM explorations WHERE put_id = puts.id ORDER BY "
        "state = 'finished' DESC, id DESC LIMIT 1)");
  }

  // New rows get numbers that no old one had, not even one that was removed.
  void move_numbers() {
    for (const std::string table : {"puts", "explorations", "cases"}) {
      connection_.execute("UPDATE numbers SET next = 1 + max((SELECT coalesce(max(id), 0) FROM " + table +
                          "), coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'old_" + table +
                          "'), 0)) WHERE name = '" + table + "'");
    }
  }

 private:
  void move_row(std::int64_t id) {
    constexpr int kColumns = 21;
    const auto from = connection_.prepare(
        "SELECT id, put_id, state, file, line, definition, started_at, finished_at, verdict, interrupted, paths, "
        "failed, discarded, cut, infeasible, runs, queries, branches_covered, branches_total, seconds, "
        "solver_seconds, (SELECT count(*) FROM old_cases WHERE exploration_id = old_explorations.id) FROM "
        "old_explorations WHERE id = ?1");
    const auto to = connection_.prepare(
        "INSERT INTO explorations (id, put_id, state, file, line, definition, started_at, finished_at, verdict, "
        "interrupted, paths, failed, discarded, cut, infeasible, runs, queries, branches_covered, branches_total, "
        "seconds, solver_seconds, cases) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, "
        "?16, ?17, ?18, ?19, ?20, ?21, ?22)");
    from->bind(1, id).step();
    for (int i = 0; i <= kColumns; ++i) {
      if (from->is_null(i)) {
        to->bind_null(i + 1);
      } else if (i == 19 || i == 20) {
        to->bind(i + 1, from->real(i));
      } else if (i == 5) {
        to->bind_raw(i + 1, from->raw(i));  // JSON that we wrote
      } else if (i == 2 || i == 3 || (i >= 6 && i <= 8)) {
        to->bind(i + 1, from->raw(i));
      } else {
        to->bind(i + 1, from->integer(i));
      }
    }
    to->run();
  }

  void move_cases(std::int64_t exploration) {
    Recorder recorder;
    read_decisions(exploration);
    const auto rows = connection_.prepare(
        "SELECT id, position, name, outcome, fault, message, exception_type, file, line, function, path_condition, "
        "native, native_detail FROM old_cases WHERE exploration_id = ?1 ORDER BY position, id");
    rows->bind(1, exploration);
    while (rows->step()) {
      Case c;
      c.id = rows->integer(0);
      c.name = text(*rows, 2);
      c.outcome = {known(connection_, testcase::parse_outcome(text(*rows, 3))),
                   known(connection_, testcase::parse_fault(text(*rows, 4))),
                   text(*rows, 5),
                   text(*rows, 6),
                   text(*rows, 7),
                   small(*rows, 8),
                   text(*rows, 9),
                   {},
                   {}};
      read_message(c.outcome);
      c.path_condition = text(*rows, 10);
      c.native = rows->raw(11) == "confirmed" ? Case::Native::Confirmed
                 : rows->raw(11) == "differs" ? Case::Native::Differs
                                              : Case::Native::NotRun;
      c.native_detail = text(*rows, 12);
      read_values(c);
      Batch batch;
      recorder.add(exploration, rows->integer(1), c, batch);
      writer_.insert(batch, c.id);
    }
  }

  void read_decisions(std::int64_t exploration) {
    decisions_.clear();
    each("SELECT id, site, file, line, condition FROM old_decisions WHERE exploration_id = ?1", exploration,
         [&](const Statement& row) {
           decisions_[row.integer(0)] = {large(row, 1), text(row, 2), small(row, 3), text(row, 4)};
         });
  }

  void read_values(Case& c) {
    each("SELECT name, type, kind, width, is_choice, bits, target FROM old_inputs WHERE case_id = ?1 ORDER BY position",
         c.id, [&](const Statement& row) {
           const bool is_choice = row.integer(4) != 0;
           c.inputs.push_back({text(row, 0), text(row, 1),
                               known(connection_, testcase::parse_scalar_kind(text(row, 2))), small(row, 3), is_choice,
                               bits(connection_, row.raw(5)), text(row, 6), is_choice && is_unset_name(text(row, 0))});
         });
    each("SELECT name, type FROM old_objects WHERE case_id = ?1 ORDER BY position", c.id,
         [&](const Statement& row) { c.objects.push_back({text(row, 0), text(row, 1)}); });
    each("SELECT name, type, kind, width, bits, expression FROM old_observations WHERE case_id = ?1 ORDER BY position",
         c.id, [&](const Statement& row) {
           c.observations.push_back({text(row, 0), text(row, 1),
                                     known(connection_, testcase::parse_scalar_kind(text(row, 2))), small(row, 3),
                                     bits(connection_, row.raw(4)), text(row, 5)});
         });
    each("SELECT decision_id FROM old_steps WHERE case_id = ?1 ORDER BY position", c.id, [&](const Statement& row) {
      const auto found = decisions_.find(row.integer(0));
      if (found != decisions_.end()) c.steps.push_back(found->second);
    });
    mark_unset(c.steps, {});
    each("SELECT branch, direction FROM old_coverage WHERE case_id = ?1 ORDER BY branch, direction", c.id,
         [&](const Statement& row) { c.covered.push_back({large(row, 0), small(row, 1)}); });
  }

  void move_lines(std::int64_t exploration) {
    testcase::Result result;
    each("SELECT kind, text, file, line, count, remedy FROM old_ledger WHERE exploration_id = ?1 ORDER BY position",
         exploration, [&](const Statement& row) {
           result.ledger.push_back({known(connection_, testcase::parse_ledger_kind(text(row, 0))), text(row, 1),
                                    text(row, 2), small(row, 3), large(row, 4), text(row, 5)});
         });
    each("SELECT condition, file, line, reason FROM old_undecided WHERE exploration_id = ?1 ORDER BY position",
         exploration, [&](const Statement& row) {
           result.undecided.push_back({text(row, 0), text(row, 1), small(row, 2), text(row, 3)});
         });
    writer_.insert_lines(exploration, result);
  }

  // The statements are prepared once.
  template <typename F>
  void each(const char* sql, std::int64_t id, F f) {
    auto& statement = statements_[sql];
    if (!statement) statement = connection_.prepare(sql);
    statement->bind(1, id);
    while (statement->step()) f(*statement);
    statement->reset();
  }

  SqliteConnection& connection_;
  Writer writer_;
  std::map<std::int64_t, testcase::Step> decisions_;  // of an exploration, by their rows
  std::map<std::string, std::unique_ptr<Statement>> statements_;
};

void from_2_to_4(SqliteConnection& connection) {
  connection.execute("DROP VIEW failing_cases; DROP VIEW open_puts");
  for (const char* index : {"explorations_of_put", "cases_of_exploration", "decisions_of_exploration"}) {
    connection.execute(std::string("DROP INDEX ") + index);
  }
  for (const std::string table : kOldTables) connection.execute("ALTER TABLE " + table + " RENAME TO old_" + table);
  connection.execute(schema(Dialect::Sqlite));
  {
    Mover mover(connection);
    mover.move_puts();
    mover.move_explorations();
    mover.move_numbers();
  }
  for (const std::string table : kOldTables) connection.execute("DROP TABLE old_" + table);
}

}  // namespace

void migrate(SqliteConnection& connection, std::int64_t version) {
  if (version < 2) connection.execute(kFrom1To2);
  if (version < 3) return from_2_to_4(connection);
  connection.execute(from_3_to_4(Dialect::Sqlite));
}

}  // namespace forall::store
