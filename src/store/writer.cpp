// Numbers of rows are reserved in a statement of their own before the transaction that uses them, so that no writer
// waits for a number that another one's long transaction holds. Two explorations of a PUT at a time do not disturb each
// other: the last to finish replaces the finished one, and removes unfinished ones only if their process has ended.
#include "store/writer.h"

#include <array>
#include <ctime>
#include <memory>

#include "base/error.h"
#include "store/case_text.h"
#include "store/put_text.h"
#include "store/text.h"

namespace forall::store {

using testcase::Case;

namespace {

std::string now() {
  const std::time_t seconds = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S", &utc)};
}

std::int64_t integer(std::uint64_t value) { return static_cast<std::int64_t>(value); }

}  // namespace

Writer::Writer(Connection& connection)
    : connection_(connection),
      cases_(connection,
             "INSERT INTO cases (id, exploration_id, position, name, outcome, fault, message, exception_type, file, "
             "line, function, data, native, native_detail)",
             "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      paths_(connection, "INSERT INTO paths (case_id, exploration_id, condition, decisions, coverage)",
             "(?, ?, ?, ?, ?)"),
      sites_(connection, "INSERT INTO sites (exploration_id, number, site, file, line)", "(?, ?, ?, ?, ?)"),
      decisions_(connection, "INSERT INTO decisions (exploration_id, number, site_number, condition)", "(?, ?, ?, ?)"),
      directions_(connection, "INSERT INTO directions (exploration_id, number, branch, direction)", "(?, ?, ?, ?)"),
      updates_(connection,
               "UPDATE cases SET position = v.column2, name = v.column3, native = v.column4, native_detail = "
               "v.column5 FROM (",
               "(CAST(? AS BIGINT), CAST(? AS BIGINT), ?, ?, ?)", ") AS v WHERE cases.id = v.column1") {}

std::int64_t Writer::reserve(const char* table, std::size_t count) {
  const auto statement = connection_.prepare("UPDATE numbers SET next = next + ?2 WHERE name = ?1 RETURNING next");
  statement->bind(1, table).bind(2, static_cast<std::int64_t>(count));
  if (!statement->step()) connection_.damaged("no numbers for " + std::string(table));
  const std::int64_t next = statement->integer(0);
  statement->step();  // to its end, where it is committed
  return next - static_cast<std::int64_t>(count);
}

// Explorations that nobody goes on with: `which` selects among all of puts and explorations. In one order for all who
// remove them, so that no two wait for each other.
std::vector<std::int64_t> Writer::ended(const std::string& which, std::int64_t put) {
  const auto rows = connection_.prepare(
      "SELECT explorations.id, run_id FROM explorations JOIN puts ON puts.id = put_id WHERE state = 'running' AND " +
      which + " ORDER BY explorations.id");
  if (put != 0) rows->bind(1, put);
  std::vector<std::int64_t> ids;
  while (rows->step()) {
    if (rows->is_null(1) || !connection_.is_held(rows->integer(1))) ids.push_back(rows->integer(0));
  }
  return ids;
}

void Writer::remove(std::int64_t exploration) {
  connection_.prepare("DELETE FROM explorations WHERE id = ?1")->bind(1, exploration).run();
}

bool Writer::forget(const std::string& put) {
  Transaction transaction(connection_);
  const auto find = connection_.prepare("SELECT id FROM puts WHERE name = ?1");
  find->bind(1, put);
  if (!find->step()) return false;
  const std::int64_t id = find->integer(0);
  find->reset();
  lock_put(id);
  connection_.prepare("DELETE FROM puts WHERE id = ?1")->bind(1, id).run();
  transaction.commit();
  return true;
}

void Writer::start_run(const RunInfo& run) {
  const std::int64_t id = reserve("runs", 1);
  connection_.hold(id);
  Transaction transaction(connection_);
  const auto insert =
      connection_.prepare("INSERT INTO runs (id, command, version, started_at) VALUES (?1, ?2, ?3, ?4)");
  insert->bind(1, id).bind(2, without_passwords(run.command)).bind(3, run.version).bind(4, now()).run();
  // Leftovers of killed processes.
  for (const std::int64_t exploration : ended("explorations.id <> puts.exploration_id", 0)) remove(exploration);
  transaction.commit();
  run_ = id;
}

void Writer::move(const testcase::Put& put) {
  const auto find = connection_.prepare("SELECT id FROM puts WHERE name = ?1");
  find->bind(1, put.full_name());
  if (!find->step()) return;
  const std::int64_t id = find->integer(0);
  find->reset();
  Transaction transaction(connection_);
  lock_put(id);
  // Some lines of the ledger are about the PUT as a whole.
  connection_
      .prepare(
          "UPDATE ledger SET file = ?2, line = ?3 WHERE exploration_id = (SELECT exploration_id FROM puts WHERE id = "
          "?1) "
          "AND EXISTS (SELECT 1 FROM explorations WHERE explorations.id = ledger.exploration_id AND explorations.file "
          "= "
          "ledger.file AND explorations.line = ledger.line)")
      ->bind(1, id)
      .bind(2, put.file)
      .bind(3, std::int64_t{put.line})
      .run();
  connection_
      .prepare(
          "UPDATE explorations SET file = ?2, line = ?3, definition = ?4 WHERE id = (SELECT exploration_id FROM puts "
          "WHERE id = ?1)")
      ->bind(1, id)
      .bind(2, put.file)
      .bind(3, std::int64_t{put.line})
      .bind_raw(4, to_text(put))
      .run();
  transaction.commit();
}

// Whoever changes what counts for a PUT holds its row: the next statements see what others have committed.
void Writer::lock_put(std::int64_t put) {
  connection_.prepare("UPDATE puts SET exploration_id = exploration_id WHERE id = ?1")->bind(1, put).run();
}

std::int64_t Writer::begin(const testcase::Put& put) {
  if (run_ == 0) start_run({});
  const std::int64_t id = reserve("explorations", 1);
  const auto find = connection_.prepare("SELECT id FROM puts WHERE name = ?1");
  find->bind(1, put.full_name());
  const bool is_known = find->step();
  find->reset();
  const std::int64_t new_put = is_known ? 0 : reserve("puts", 1);
  Transaction transaction(connection_);
  if (!is_known) {
    connection_.prepare("INSERT INTO puts (id, name) VALUES (?1, ?2) ON CONFLICT DO NOTHING")
        ->bind(1, new_put)
        .bind(2, put.full_name())
        .run();
  }
  if (!find->step()) connection_.damaged("no row for " + put.full_name());
  const std::int64_t put_id = find->integer(0);
  find->reset();
  lock_put(put_id);
  const auto insert = connection_.prepare(
      "INSERT INTO explorations (id, put_id, run_id, state, file, line, definition, started_at) "
      "VALUES (?1, ?2, ?3, 'running', ?4, ?5, ?6, ?7)");
  insert->bind(1, id).bind(2, put_id).bind(3, run_).bind(4, put.file).bind(5, std::int64_t{put.line});
  insert->bind_raw(6, to_text(put)).bind(7, now()).run();
  connection_
      .prepare(
          "UPDATE puts SET exploration_id = ?2 WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM explorations WHERE "
          "explorations.id = puts.exploration_id AND state = 'finished')")
      ->bind(1, put_id)
      .bind(2, id)
      .run();
  transaction.commit();
  sessions_[id] = {};
  return id;
}

void Writer::insert(const Batch& batch, std::int64_t id) {
  sites_.write(batch.sites.size(), [&](Statement& s, int at, std::size_t i) {
    const SiteRow& row = batch.sites[i];
    s.bind(at + 1, row.exploration).bind(at + 2, row.number).bind(at + 3, integer(row.site));
    s.lend(at + 4, row.file).bind(at + 5, std::int64_t{row.line});
  });
  decisions_.write(batch.decisions.size(), [&](Statement& s, int at, std::size_t i) {
    const DecisionRow& row = batch.decisions[i];
    s.bind(at + 1, row.exploration).bind(at + 2, row.number).bind(at + 3, row.site).lend(at + 4, row.condition);
  });
  directions_.write(batch.directions.size(), [&](Statement& s, int at, std::size_t i) {
    const DirectionRow& row = batch.directions[i];
    s.bind(at + 1, row.exploration).bind(at + 2, row.number).bind(at + 3, integer(row.direction.branch));
    s.bind(at + 4, std::int64_t{row.direction.direction});
  });
  cases_.write(batch.cases.size(), [&](Statement& s, int at, std::size_t i) {
    const CaseRow& row = batch.cases[i];
    const auto& outcome = row.outcome;
    s.bind(at + 1, id + static_cast<std::int64_t>(i)).bind(at + 2, row.exploration).bind(at + 3, row.position);
    s.lend(at + 4, row.name).lend(at + 5, testcase::to_string(outcome.kind));
    s.lend(at + 6, testcase::to_string(outcome.fault)).lend(at + 7, outcome.message);
    s.lend(at + 8, outcome.exception_type).lend(at + 9, outcome.file).bind(at + 10, std::int64_t{outcome.line});
    s.lend(at + 11, outcome.function).bind_raw(at + 12, row.data, Statement::Text::Lent).lend(at + 13, row.native);
    s.lend(at + 14, row.native_detail);
  });
  paths_.write(batch.cases.size(), [&](Statement& s, int at, std::size_t i) {
    const CaseRow& row = batch.cases[i];
    s.bind(at + 1, id + static_cast<std::int64_t>(i)).bind(at + 2, row.exploration).lend(at + 3, row.condition);
    s.bind_raw(at + 4, row.decisions, Statement::Text::Lent).bind_raw(at + 5, row.coverage, Statement::Text::Lent);
  });
}

void Writer::write(const Batch& batch) {
  const auto session_of = [this](std::int64_t exploration) -> Session& {
    const auto [at, is_new] = sessions_.try_emplace(exploration);
    if (is_new) at->second.is_complete = false;  // begun elsewhere
    return at->second;
  };
  try {
    const std::int64_t id = reserve("cases", batch.cases.size());
    Transaction transaction(connection_);
    insert(batch, id);
    transaction.commit();
    for (std::size_t i = 0; i < batch.cases.size(); ++i) {
      session_of(batch.cases[i].exploration).rows[batch.cases[i].key].push_back(id + static_cast<std::int64_t>(i));
    }
  } catch (...) {
    for (const CaseRow& row : batch.cases) session_of(row.exploration).is_complete = false;
    throw;
  }
}

// Which rows are there already, by what they hold; the others go into the batch. What stays in the session does not
// belong to the result.
std::vector<Writer::CaseUpdate> Writer::match(std::int64_t exploration, Session& session,
                                              const testcase::Result& result, Recorder& recorder, Batch& batch) {
  std::vector<CaseUpdate> updates;
  for (std::size_t i = 0; i < result.cases.size(); ++i) {
    const auto position = static_cast<std::int64_t>(i);
    recorder.add(exploration, position, result.cases[i], batch);
    const auto found = session.rows.find(batch.cases.back().key);
    if (found == session.rows.end()) continue;
    updates.push_back({found->second.front(), position, &result.cases[i]});
    batch.cases.pop_back();
    found->second.erase(found->second.begin());
    if (found->second.empty()) session.rows.erase(found);
  }
  return updates;
}

void Writer::update_cases(const std::vector<CaseUpdate>& updates) {
  const auto bind = [&](Statement& s, int at, std::size_t i) {
    const CaseUpdate& update = updates[i];
    s.bind(at + 1, update.id).bind(at + 2, update.position).lend(at + 3, update.to->name);
    s.lend(at + 4, to_text(update.to->native)).lend(at + 5, update.to->native_detail);
  };
  if (connection_.rows_per_statement() > 1) return updates_.write(updates.size(), bind);
  const auto one =
      connection_.prepare("UPDATE cases SET position = ?2, name = ?3, native = ?4, native_detail = ?5 WHERE id = ?1");
  for (std::size_t i = 0; i < updates.size(); ++i) {
    bind(*one, 0, i);
    one->run();
  }
}

void Writer::insert_lines(std::int64_t exploration, const testcase::Result& result) {
  const auto write = [&](const char* into, const char* row, const auto& all, auto bind) {
    Rows(connection_, std::string("INSERT INTO ") + into, row)
        .write(all.size(), [&](Statement& s, int at, std::size_t i) {
          s.bind(at + 1, exploration).bind(at + 2, static_cast<std::int64_t>(i));
          bind(s, at, all[i]);
        });
  };
  write("ledger (exploration_id, position, kind, text, file, line, count, remedy)", "(?, ?, ?, ?, ?, ?, ?, ?)",
        result.ledger, [](Statement& s, int at, const testcase::LedgerLine& line) {
          s.bind(at + 3, testcase::to_string(line.kind)).bind(at + 4, line.text).bind(at + 5, line.file);
          s.bind(at + 6, std::int64_t{line.line}).bind(at + 7, integer(line.count)).bind(at + 8, line.remedy);
        });
  write("undecided (exploration_id, position, condition, file, line, reason)", "(?, ?, ?, ?, ?, ?)", result.undecided,
        [](Statement& s, int at, const testcase::Undecided& path) {
          s.bind(at + 3, path.condition).bind(at + 4, path.file).bind(at + 5, std::int64_t{path.line});
          s.bind(at + 6, path.reason);
        });
  write("branches (exploration_id, position, branch, direction, file, line, function, is_covered)",
        "(?, ?, ?, ?, ?, ?, ?, ?)", result.branches, [](Statement& s, int at, const testcase::Branch& branch) {
          s.bind(at + 3, integer(branch.direction.branch)).bind(at + 4, std::int64_t{branch.direction.direction});
          s.bind(at + 5, branch.file).bind(at + 6, std::int64_t{branch.line}).bind(at + 7, branch.function);
          s.bind(at + 8, std::int64_t{branch.is_covered});
        });
  write("code (exploration_id, position, name, fingerprint)", "(?, ?, ?, ?)", result.code,
        [](Statement& s, int at, const testcase::CodePart& part) {
          s.bind(at + 3, part.name).bind(at + 4, integer(part.fingerprint));
        });
  write("axioms (exploration_id, position, put, standing, why)", "(?, ?, ?, ?, ?)", result.axioms,
        [](Statement& s, int at, const testcase::UsedAxiom& axiom) {
          s.bind(at + 3, axiom.put).bind(at + 4, testcase::to_string(axiom.standing)).bind(at + 5, axiom.why);
        });
  write("missing_axioms (exploration_id, position, term, sketch)", "(?, ?, ?, ?)", result.missing,
        [](Statement& s, int at, const testcase::MissingAxiom& missing) {
          s.bind(at + 3, missing.term).bind(at + 4, missing.sketch);
        });
  write("notes (exploration_id, position, kind, text)", "(?, ?, ?, ?)", result.notes,
        [](Statement& s, int at, const testcase::Note& note) {
          s.bind(at + 3, testcase::to_string(note.kind)).bind(at + 4, note.text);
        });
  write("stale (exploration_id, position, name, data, reason)", "(?, ?, ?, ?, ?)", result.stale,
        [](Statement& s, int at, const testcase::StaleCase& stale) {
          s.bind(at + 3, stale.name)
              .bind_raw(at + 4, to_text(stale.inputs, stale.objects, {}))
              .bind(at + 5, stale.reason);
        });
}

void Writer::update_exploration(std::int64_t exploration, const testcase::Result& result) {
  const auto update = connection_.prepare(
      "UPDATE explorations SET state = 'finished', finished_at = ?2, verdict = ?3, interrupted = ?4, paths = ?5, "
      "failed = ?6, discarded = ?7, cut = ?8, infeasible = ?9, runs = ?10, queries = ?11, branches_covered = ?12, "
      "branches_total = ?13, seconds = ?14, solver_seconds = ?15, cases = ?16, fingerprint = ?17 WHERE id = ?1");
  update->bind(1, exploration).bind(2, now()).bind(3, testcase::to_string(result.verdict));
  update->bind(4, std::int64_t{result.interrupted}).bind(5, integer(result.paths)).bind(6, integer(result.failed));
  update->bind(7, integer(result.discarded)).bind(8, integer(result.cut)).bind(9, integer(result.infeasible));
  update->bind(10, integer(result.runs)).bind(11, integer(result.queries)).bind(12, integer(result.branches_covered));
  update->bind(13, integer(result.branches_total)).bind(14, result.seconds).bind(15, result.solver_seconds);
  update->bind(16, integer(result.cases.size())).bind(17, result.fingerprint).run();
}

std::int64_t Writer::put_of(std::int64_t exploration) {
  const auto row = connection_.prepare("SELECT put_id FROM explorations WHERE id = ?1");
  row->bind(1, exploration);
  if (!row->step()) {
    throw base::UserError(connection_.name() + ": the exploration was removed from it meanwhile; run it again");
  }
  return row->integer(0);
}

void Writer::finish(std::int64_t exploration, const testcase::Result& result, Recorder& recorder) {
  const std::int64_t put = put_of(exploration);
  auto [at, is_new] = sessions_.try_emplace(exploration);
  Session& session = at->second;
  const bool is_rewritten = is_new || !session.is_complete;
  if (is_rewritten) {
    recorder.forget(exploration);
    session.rows.clear();
  }
  session.is_complete = false;  // until it is done
  Batch batch;
  const auto updates = match(exploration, session, result, recorder, batch);
  const std::int64_t id = batch.cases.empty() ? 0 : reserve("cases", batch.cases.size());
  Transaction transaction(connection_);
  lock_put(put);
  if (is_rewritten) {
    for (const char* table : {"cases", "paths", "decisions", "sites", "directions", "ledger", "undecided", "branches",
                              "code", "stale", "axioms", "missing_axioms", "notes"}) {
      connection_.prepare(std::string("DELETE FROM ") + table + " WHERE exploration_id = ?1")
          ->bind(1, exploration)
          .run();
    }
  }
  for (const char* sql : {"DELETE FROM paths WHERE case_id = ?1", "DELETE FROM cases WHERE id = ?1"}) {
    if (session.rows.empty()) break;
    const auto statement = connection_.prepare(sql);
    for (const auto& [key, rows] : session.rows) {
      for (const std::int64_t row : rows) statement->bind(1, row).run();
    }
  }
  update_cases(updates);
  insert(batch, id);
  insert_lines(exploration, result);
  update_exploration(exploration, result);
  connection_.prepare("UPDATE puts SET exploration_id = ?2 WHERE id = ?1")->bind(1, put).bind(2, exploration).run();
  connection_.prepare("DELETE FROM explorations WHERE put_id = ?1 AND id <> ?2 AND state = 'finished'")
      ->bind(1, put)
      .bind(2, exploration)
      .run();
  for (const std::int64_t other : ended("put_id = ?1", put)) remove(other);
  transaction.commit();
  sessions_.erase(exploration);
  recorder.forget(exploration);
}

}  // namespace forall::store
