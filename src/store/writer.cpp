#include "store/writer.h"

#include <array>
#include <ctime>

#include "base/error.h"
#include "expr/print.h"
#include "store/put_text.h"

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

std::string decimal(testcase::ScalarKind kind, unsigned width, abi::Bits value) {
  return expr::print_number(width, value, testcase::is_signed(kind));
}

std::array<char, 16> to_bytes(abi::Bits value) {
  std::array<char, 16> bytes{};
  for (std::size_t i = 0; i < 8; ++i) {
    bytes[i] = static_cast<char>(value.hi >> (56 - 8 * i));
    bytes[8 + i] = static_cast<char>(value.lo >> (56 - 8 * i));
  }
  return bytes;
}

const char* to_text(Case::Native native) {
  switch (native) {
    case Case::Native::Confirmed: return "confirmed";
    case Case::Native::Differs: return "differs";
    case Case::Native::NotRun: break;
  }
  return "not run";
}

// What makes a case the same case: inputs, path and outcome. Its name and its native run are known only later.
std::string key_of(const Case& c) {
  std::string key;
  const auto add = [&key](std::string_view text) { key.append(text).push_back('\0'); };
  for (const auto& input : c.inputs) {
    add(input.name);
    const auto bytes = to_bytes(input.value);
    add({bytes.data(), bytes.size()});
    add(input.target);
  }
  add(c.path_condition);
  add(testcase::to_string(c.outcome.kind));
  add(testcase::to_string(c.outcome.fault));
  add(c.outcome.message);
  add(c.outcome.file);
  add(std::to_string(c.outcome.line));
  return key;
}

std::int64_t integer(std::uint64_t value) { return static_cast<std::int64_t>(value); }

}  // namespace

Writer::Writer(Connection& connection)
    : connection_(connection),
      insert_case_(connection,
                   "INSERT INTO cases VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)"),
      insert_input_(connection, "INSERT INTO inputs VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"),
      insert_object_(connection, "INSERT INTO objects VALUES (?1, ?2, ?3, ?4)"),
      insert_observation_(connection, "INSERT INTO observations VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"),
      insert_decision_(connection, "INSERT INTO decisions VALUES (NULL, ?1, ?2, ?3, ?4, ?5)"),
      insert_step_(connection, "INSERT INTO steps VALUES (?1, ?2, ?3)"),
      insert_coverage_(connection, "INSERT OR IGNORE INTO coverage VALUES (?1, ?2, ?3)"),
      update_case_(connection,
                   "UPDATE cases SET position = ?2, name = ?3, native = ?4, native_detail = ?5 WHERE id = ?1"),
      delete_case_(connection, "DELETE FROM cases WHERE id = ?1") {}

std::int64_t Writer::begin(const testcase::Put& put) {
  Statement(connection_, "INSERT OR IGNORE INTO puts VALUES (NULL, ?1)").bind(1, put.full_name()).run();
  Statement insert(connection_,
                   "INSERT INTO explorations (put_id, state, file, line, definition, started_at) "
                   "SELECT id, 'running', ?2, ?3, ?4, ?5 FROM puts WHERE name = ?1");
  insert.bind(1, put.full_name())
      .bind(2, put.file)
      .bind(3, std::int64_t{put.line})
      .bind(4, to_text(put))
      .bind(5, now());
  insert.run();
  const std::int64_t id = connection_.last_id();
  sessions_[id] = {};
  return id;
}

void Writer::add(std::int64_t exploration, const Case& c) {
  auto [at, is_new] = sessions_.try_emplace(exploration);
  if (is_new) at->second.is_complete = false;  // begun elsewhere
  Session& session = at->second;
  session.by_key[key_of(c)].push_back(insert_case(exploration, session, c, session.cases++));
}

std::int64_t Writer::insert_case(std::int64_t exploration, Session& session, const Case& c, std::int64_t position) {
  const auto& outcome = c.outcome;
  insert_case_.bind(1, exploration).bind(2, position).bind(3, c.name).bind(4, testcase::to_string(outcome.kind));
  insert_case_.bind(5, testcase::to_string(outcome.fault)).bind(6, outcome.message).bind(7, outcome.exception_type);
  insert_case_.bind(8, outcome.file).bind(9, std::int64_t{outcome.line}).bind(10, outcome.function);
  insert_case_.bind(11, c.path_condition).bind(12, to_text(c.native)).bind(13, c.native_detail);
  insert_case_.run();
  const std::int64_t row = connection_.last_id();
  insert_details(exploration, session, row, c);
  return row;
}

void Writer::insert_details(std::int64_t exploration, Session& session, std::int64_t row, const Case& c) {
  std::int64_t position = 0;
  for (const auto& input : c.inputs) {
    const auto bytes = to_bytes(input.value);
    insert_input_.bind(1, row).bind(2, position++).bind(3, input.name).bind(4, input.type);
    insert_input_.bind(5, testcase::to_string(input.kind)).bind(6, std::int64_t{input.width});
    insert_input_.bind(7, std::int64_t{input.is_choice}).bind(8, decimal(input.kind, input.width, input.value));
    insert_input_.bind_blob(9, {bytes.data(), bytes.size()}).bind(10, input.target).run();
  }
  position = 0;
  for (const auto& object : c.objects) {
    insert_object_.bind(1, row).bind(2, position++).bind(3, object.name).bind(4, object.type).run();
  }
  position = 0;
  for (const auto& value : c.observations) {
    const auto bytes = to_bytes(value.value);
    insert_observation_.bind(1, row).bind(2, position++).bind(3, value.name).bind(4, value.type);
    insert_observation_.bind(5, testcase::to_string(value.kind)).bind(6, std::int64_t{value.width});
    insert_observation_.bind(7, decimal(value.kind, value.width, value.value))
        .bind_blob(8, {bytes.data(), bytes.size()});
    insert_observation_.bind(9, value.expression).run();
  }
  position = 0;
  for (const auto& step : c.steps) {
    insert_step_.bind(1, row).bind(2, position++).bind(3, decision_row(exploration, session, step)).run();
  }
  for (const auto& direction : c.covered) {
    insert_coverage_.bind(1, row).bind(2, integer(direction.branch)).bind(3, std::int64_t{direction.direction}).run();
  }
}

std::int64_t Writer::decision_row(std::int64_t exploration, Session& session, const testcase::Step& step) {
  std::string key = std::to_string(step.site) + ":" + std::to_string(step.line) + ":" + step.condition;
  key.push_back('\0');
  key += step.file;
  const auto [at, is_new] = session.decisions.try_emplace(std::move(key), 0);
  if (is_new) {
    insert_decision_.bind(1, exploration)
        .bind(2, integer(step.site))
        .bind(3, step.file)
        .bind(4, std::int64_t{step.line});
    insert_decision_.bind(5, step.condition).run();
    at->second = connection_.last_id();
  }
  return at->second;
}

// Brings the rows in line with the result: names and native runs are new, order and set may be.
void Writer::write_cases(std::int64_t exploration, const std::vector<Case>& cases) {
  auto [at, is_new] = sessions_.try_emplace(exploration);
  Session& session = at->second;
  if (is_new || !session.is_complete) {
    Statement(connection_, "DELETE FROM cases WHERE exploration_id = ?1").bind(1, exploration).run();
    Statement(connection_, "DELETE FROM decisions WHERE exploration_id = ?1").bind(1, exploration).run();
    session = {};
  }
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto position = static_cast<std::int64_t>(i);
    const auto found = session.by_key.find(key_of(cases[i]));
    if (found == session.by_key.end()) {
      insert_case(exploration, session, cases[i], position);
      continue;
    }
    update_case_.bind(1, found->second.front()).bind(2, position).bind(3, cases[i].name);
    update_case_.bind(4, to_text(cases[i].native)).bind(5, cases[i].native_detail).run();
    found->second.erase(found->second.begin());
    if (found->second.empty()) session.by_key.erase(found);
  }
  for (const auto& [key, rows] : session.by_key) {
    for (const std::int64_t row : rows) delete_case_.bind(1, row).run();
  }
}

void Writer::write_lines(std::int64_t exploration, const testcase::Result& result) {
  Statement(connection_, "DELETE FROM ledger WHERE exploration_id = ?1").bind(1, exploration).run();
  Statement(connection_, "DELETE FROM undecided WHERE exploration_id = ?1").bind(1, exploration).run();
  Statement ledger(connection_, "INSERT INTO ledger VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)");
  std::int64_t position = 0;
  for (const auto& line : result.ledger) {
    ledger.bind(1, exploration).bind(2, position++).bind(3, line.kind).bind(4, line.text).bind(5, line.file);
    ledger.bind(6, std::int64_t{line.line}).bind(7, integer(line.count)).bind(8, line.remedy).run();
  }
  Statement undecided(connection_, "INSERT INTO undecided VALUES (?1, ?2, ?3, ?4, ?5, ?6)");
  position = 0;
  for (const auto& path : result.undecided) {
    undecided.bind(1, exploration).bind(2, position++).bind(3, path.condition).bind(4, path.file);
    undecided.bind(5, std::int64_t{path.line}).bind(6, path.reason).run();
  }
}

void Writer::finish(std::int64_t exploration, const testcase::Result& result) {
  write_cases(exploration, result.cases);
  write_lines(exploration, result);
  Statement update(
      connection_,
      "UPDATE explorations SET state = 'finished', finished_at = ?2, verdict = ?3, interrupted = ?4, paths = ?5, "
      "failed = ?6, discarded = ?7, cut = ?8, infeasible = ?9, runs = ?10, queries = ?11, branches_covered = ?12, "
      "branches_total = ?13, seconds = ?14, solver_seconds = ?15 WHERE id = ?1");
  update.bind(1, exploration).bind(2, now()).bind(3, testcase::to_string(result.verdict));
  update.bind(4, std::int64_t{result.interrupted}).bind(5, integer(result.paths)).bind(6, integer(result.failed));
  update.bind(7, integer(result.discarded)).bind(8, integer(result.cut)).bind(9, integer(result.infeasible));
  update.bind(10, integer(result.runs)).bind(11, integer(result.queries)).bind(12, integer(result.branches_covered));
  update.bind(13, integer(result.branches_total)).bind(14, result.seconds).bind(15, result.solver_seconds).run();
  if (sqlite3_changes(connection_.handle()) == 0) {
    throw base::UserError(connection_.file().string() + ": another forall finished exploring " +
                          result.put.full_name() + " meanwhile and replaced this exploration; run it again");
  }
  Statement(connection_,
            "DELETE FROM explorations WHERE put_id = (SELECT put_id FROM explorations WHERE id = ?1) AND id <> ?1 "
            "AND (id < ?1 OR state = 'finished')")
      .bind(1, exploration)
      .run();
  sessions_.erase(exploration);
}

void Writer::forget() {
  for (auto& [id, session] : sessions_) {
    session.decisions.clear();
    session.by_key.clear();
    session.is_complete = false;
  }
}

}  // namespace forall::store
