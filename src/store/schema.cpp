// Tables and views.
//
// One row of `cases` and one of `paths` are one path: cases come by the hundred thousand, so what belongs to one of
// them is JSON text in its row, which views unfold, and what paths share is stored once for the exploration and named
// by a number. The definition of a PUT belongs to the exploration that saw it, since it may change.
#include "store/schema.h"

#include <array>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "store/store.h"

namespace forall::store {

namespace {

// {id}: the key of a table. {clustered}: rows are kept in the order of their key.
constexpr std::string_view kTables = R"sql(
CREATE TABLE numbers (                -- the next id of each table
  name TEXT PRIMARY KEY,
  next BIGINT NOT NULL
);
INSERT INTO numbers VALUES ('runs', 1), ('puts', 1), ('explorations', 1), ('cases', 1);
CREATE TABLE runs (                   -- calls of forall explore
  id {id},
  command TEXT NOT NULL,              -- as typed
  version TEXT NOT NULL,              -- of forall
  started_at TEXT NOT NULL            -- UTC
);
CREATE TABLE puts (
  id {id},
  name TEXT NOT NULL UNIQUE,          -- Suite.Function
  exploration_id BIGINT               -- its newest finished one, or the newest if none is finished
);
CREATE TABLE explorations (
  id {id},
  put_id BIGINT NOT NULL REFERENCES puts(id) ON DELETE CASCADE,
  run_id BIGINT REFERENCES runs(id),
  state TEXT NOT NULL CHECK (state IN ('running', 'finished')),  -- running: or killed
  file TEXT NOT NULL,
  line INTEGER NOT NULL,
  definition TEXT NOT NULL,           -- JSON: parameters and what the PUT asks for
  started_at TEXT NOT NULL,           -- UTC
  finished_at TEXT,
  verdict TEXT,                       -- proved, refuted, open
  interrupted INTEGER NOT NULL DEFAULT 0,
  paths BIGINT NOT NULL DEFAULT 0,
  failed BIGINT NOT NULL DEFAULT 0,
  cases BIGINT NOT NULL DEFAULT 0,
  discarded BIGINT NOT NULL DEFAULT 0,
  cut BIGINT NOT NULL DEFAULT 0,
  infeasible BIGINT NOT NULL DEFAULT 0,
  runs BIGINT NOT NULL DEFAULT 0,
  queries BIGINT NOT NULL DEFAULT 0,
  branches_covered BIGINT NOT NULL DEFAULT 0,
  branches_total BIGINT NOT NULL DEFAULT 0,
  seconds DOUBLE PRECISION NOT NULL DEFAULT 0,
  solver_seconds DOUBLE PRECISION NOT NULL DEFAULT 0,
  fingerprint TEXT NOT NULL DEFAULT ''  -- of all that the result depends on
);
CREATE INDEX explorations_of_put ON explorations(put_id);
CREATE TABLE cases (
  id {id},
  exploration_id BIGINT NOT NULL REFERENCES explorations(id) ON DELETE CASCADE,
  position BIGINT NOT NULL,           -- in the order found
  name TEXT NOT NULL,                 -- '' until the exploration has finished
  outcome TEXT NOT NULL,              -- passed, failed, threw, crashed, ...
  fault TEXT NOT NULL,                -- signed overflow, ...; none
  message TEXT NOT NULL,
  exception_type TEXT NOT NULL,
  file TEXT NOT NULL,
  line INTEGER NOT NULL,
  function TEXT NOT NULL,
  data TEXT NOT NULL,                 -- JSON: inputs, objects, observations (see the views of these names), details of the outcome
  native TEXT NOT NULL CHECK (native IN ('not run', 'confirmed', 'differs')),
  native_detail TEXT NOT NULL
);
CREATE INDEX cases_of_exploration ON cases(exploration_id, position);
CREATE TABLE paths (
  case_id {id},
  exploration_id BIGINT NOT NULL REFERENCES explorations(id) ON DELETE CASCADE,
  condition TEXT NOT NULL,            -- C++-like
  decisions TEXT NOT NULL,            -- JSON: their numbers in this exploration
  coverage TEXT NOT NULL              -- JSON: the numbers of the directions
);
CREATE INDEX paths_of_exploration ON paths(exploration_id);
CREATE TABLE sites (                  -- places where paths part
  exploration_id BIGINT NOT NULL REFERENCES explorations(id) ON DELETE CASCADE,
  number BIGINT NOT NULL,
  site BIGINT NOT NULL,
  file TEXT NOT NULL,
  line INTEGER NOT NULL,
  PRIMARY KEY (exploration_id, number)
){clustered};
CREATE TABLE decisions (
  exploration_id BIGINT NOT NULL REFERENCES explorations(id) ON DELETE CASCADE,
  number BIGINT NOT NULL,
  site_number BIGINT NOT NULL,
  condition TEXT NOT NULL,
  PRIMARY KEY (exploration_id, number)
){clustered};
CREATE TABLE directions (             -- of branches, that some path took
  exploration_id BIGINT NOT NULL REFERENCES explorations(id) ON DELETE CASCADE,
  number BIGINT NOT NULL,
  branch BIGINT NOT NULL,
  direction BIGINT NOT NULL,
  PRIMARY KEY (exploration_id, number)
){clustered};
CREATE TABLE branches (               -- all directions of the branches of the user's code that the PUT entered
  exploration_id BIGINT NOT NULL REFERENCES explorations(id) ON DELETE CASCADE,
  position BIGINT NOT NULL,
  branch BIGINT NOT NULL,
  direction BIGINT NOT NULL,
  file TEXT NOT NULL,
  line INTEGER NOT NULL,
  function TEXT NOT NULL,
  is_covered INTEGER NOT NULL,
  PRIMARY KEY (exploration_id, position)
){clustered};
CREATE TABLE code (                   -- what the PUT can reach
  exploration_id BIGINT NOT NULL REFERENCES explorations(id) ON DELETE CASCADE,
  position BIGINT NOT NULL,
  name TEXT NOT NULL,                 -- as a linker knows it
  fingerprint BIGINT NOT NULL,
  PRIMARY KEY (exploration_id, position)
){clustered};
CREATE TABLE stale (                  -- cases of earlier explorations that do not follow their path any more
  exploration_id BIGINT NOT NULL REFERENCES explorations(id) ON DELETE CASCADE,
  position BIGINT NOT NULL,
  name TEXT NOT NULL,
  data TEXT NOT NULL,                 -- as in cases
  reason TEXT NOT NULL,
  PRIMARY KEY (exploration_id, position)
){clustered};
CREATE TABLE ledger (                 -- why a PUT is not proved
  exploration_id BIGINT NOT NULL REFERENCES explorations(id) ON DELETE CASCADE,
  position BIGINT NOT NULL,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  file TEXT NOT NULL,
  line INTEGER NOT NULL,
  count BIGINT NOT NULL,
  remedy TEXT NOT NULL,
  PRIMARY KEY (exploration_id, position)
){clustered};
CREATE TABLE undecided (              -- paths that no solver could decide
  exploration_id BIGINT NOT NULL REFERENCES explorations(id) ON DELETE CASCADE,
  position BIGINT NOT NULL,
  condition TEXT NOT NULL,
  file TEXT NOT NULL,
  line INTEGER NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (exploration_id, position)
){clustered};
)sql";

// Views speak of the exploration of each PUT that counts. {each X Y} is the array Y of the JSON column X, {numbers X}
// the array X; both have {index} and, of an element, {field Y}, {element}.
constexpr std::string_view kViews = R"sql(
CREATE VIEW failing_cases AS
  SELECT cases.id, puts.name AS put, cases.name, outcome, fault, message, exception_type, cases.file, cases.line,
         condition AS path_condition, native
  FROM puts JOIN cases ON cases.exploration_id = puts.exploration_id JOIN paths ON paths.case_id = cases.id
  WHERE outcome IN ('failed', 'threw', 'crashed');
CREATE VIEW open_puts AS
  SELECT puts.name AS put, CASE WHEN state = 'running' THEN 'unfinished-exploration' ELSE ledger.kind END AS kind,
         ledger.text, coalesce(ledger.file, explorations.file) AS file, coalesce(ledger.line, explorations.line) AS line,
         ledger.count, ledger.remedy
  FROM puts JOIN explorations ON explorations.id = puts.exploration_id
       LEFT JOIN ledger ON ledger.exploration_id = explorations.id
  WHERE verdict = 'open' OR state = 'running';
CREATE VIEW uncovered_branches AS
  SELECT puts.name AS put, file, line, function, direction
  FROM puts JOIN branches ON branches.exploration_id = puts.exploration_id WHERE is_covered = 0;
CREATE VIEW stale_cases AS
  SELECT puts.name AS put, stale.name, reason, data
  FROM puts JOIN stale ON stale.exploration_id = puts.exploration_id;
CREATE VIEW inputs AS
  SELECT puts.name AS put, cases.id AS case_id, cases.name AS case_name, {index} AS position, {field name} AS name,
         {field type} AS type, coalesce({field kind}, {field type}) AS kind, CAST({field width} AS INTEGER) AS width,
         {field value} AS value, {field target} AS target
  FROM puts JOIN cases ON cases.exploration_id = puts.exploration_id CROSS JOIN {each cases.data inputs};
CREATE VIEW objects AS
  SELECT puts.name AS put, cases.id AS case_id, cases.name AS case_name, {index} AS position, {field name} AS name,
         {field type} AS type
  FROM puts JOIN cases ON cases.exploration_id = puts.exploration_id CROSS JOIN {each cases.data objects};
CREATE VIEW observations AS
  SELECT puts.name AS put, cases.id AS case_id, cases.name AS case_name, {index} AS position, {field name} AS name,
         {field type} AS type, {field value} AS value, {field expression} AS expression
  FROM puts JOIN cases ON cases.exploration_id = puts.exploration_id CROSS JOIN {each cases.data observations};
CREATE VIEW steps AS
  SELECT puts.name AS put, paths.case_id, {index} AS position, sites.file, sites.line, decisions.condition
  FROM puts JOIN paths ON paths.exploration_id = puts.exploration_id CROSS JOIN {numbers paths.decisions}
       JOIN decisions ON decisions.exploration_id = paths.exploration_id AND decisions.number = {element}
       JOIN sites ON sites.exploration_id = paths.exploration_id AND sites.number = decisions.site_number;
CREATE VIEW coverage AS
  SELECT puts.name AS put, paths.case_id, branches.file, branches.line, branches.function, directions.direction
  FROM puts JOIN paths ON paths.exploration_id = puts.exploration_id CROSS JOIN {numbers paths.coverage}
       JOIN directions ON directions.exploration_id = paths.exploration_id AND directions.number = {element}
       JOIN branches ON branches.exploration_id = paths.exploration_id AND branches.branch = directions.branch
                        AND branches.direction = directions.direction;
)sql";

// New in schema 4.
constexpr std::string_view kAxioms = R"sql(
CREATE TABLE axioms (                 -- PUTs that stood in for the code they describe
  exploration_id BIGINT NOT NULL REFERENCES explorations(id) ON DELETE CASCADE,
  position BIGINT NOT NULL,
  put TEXT NOT NULL,                  -- Suite.Function
  standing TEXT NOT NULL CHECK (standing IN ('proved', 'assumed', 'stale', 'refused')),
  why TEXT NOT NULL,                  -- of one that is not proved
  PRIMARY KEY (exploration_id, position)
){clustered};
CREATE TABLE missing_axioms (         -- what the axioms leave open
  exploration_id BIGINT NOT NULL REFERENCES explorations(id) ON DELETE CASCADE,
  position BIGINT NOT NULL,
  term TEXT NOT NULL,
  sketch TEXT NOT NULL,               -- C++
  PRIMARY KEY (exploration_id, position)
){clustered};
CREATE TABLE notes (                  -- what is no reason against the verdict
  exploration_id BIGINT NOT NULL REFERENCES explorations(id) ON DELETE CASCADE,
  position BIGINT NOT NULL,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (exploration_id, position)
){clustered};
CREATE VIEW assumptions AS
  SELECT puts.name AS put, verdict, axioms.put AS axiom, standing, why
  FROM puts JOIN explorations ON explorations.id = puts.exploration_id
       JOIN axioms ON axioms.exploration_id = explorations.id
  WHERE standing <> 'refused';
)sql";

// The words of a dialect; $1 and $2 are the words after a name.
struct Word {
  std::string_view name, sqlite, postgres;
};
constexpr std::array kWords = {
    Word{"id", "INTEGER PRIMARY KEY", "BIGINT PRIMARY KEY"},
    Word{"clustered", " WITHOUT ROWID", ""},
    Word{"each", "json_each($1, '$.$2') AS e",
         "jsonb_array_elements($1::jsonb -> '$2') WITH ORDINALITY AS e(value, key)"},
    Word{"numbers", "json_each($1) AS e", "jsonb_array_elements($1::jsonb) WITH ORDINALITY AS e(value, key)"},
    Word{"index", "e.key", "e.key - 1"},
    Word{"field", "json_extract(e.value, '$.$1')", "e.value ->> '$1'"},
    Word{"element", "e.value", "e.value::bigint"},
};

// "each cases.data inputs" -> its text in the dialect.
std::string translate(std::string_view words, Dialect dialect) {
  const auto next = [&words] {
    const auto space = words.find(' ');
    const std::string_view word = words.substr(0, space);
    words.remove_prefix(space == std::string_view::npos ? words.size() : space + 1);
    return word;
  };
  const std::string_view name = next(), first = next(), second = next();
  for (const Word& word : kWords) {
    if (word.name != name) continue;
    std::string text(dialect == Dialect::Sqlite ? word.sqlite : word.postgres);
    for (const auto& [mark, by] : {std::pair("$1", first), std::pair("$2", second)}) {
      if (const auto at = text.find(mark); at != std::string::npos) text.replace(at, 2, by);
    }
    return text;
  }
  throw std::logic_error("unknown word in the schema");
}

std::string translate_all(std::string_view rest, Dialect dialect) {
  std::string result;
  for (;;) {
    const auto open = rest.find('{'), close = rest.find('}');
    result += rest.substr(0, open);
    if (open == std::string_view::npos) return result;
    result += translate(rest.substr(open + 1, close - open - 1), dialect);
    rest.remove_prefix(close + 1);
  }
}

}  // namespace

std::string schema(Dialect dialect) {
  return translate_all(kTables, dialect) + translate_all(kViews, dialect) + from_3_to_4(dialect);
}

std::string from_3_to_4(Dialect dialect) { return translate_all(kAxioms, dialect); }

void check_version(const std::string& database, std::int64_t version) {
  if (version <= kSchemaVersion) return;
  throw base::UserError(database + ": it was written by a newer forall (schema " + std::to_string(version) +
                        ", this one knows " + std::to_string(kSchemaVersion) +
                        "); update forall or name another database with --db");
}

}  // namespace forall::store
