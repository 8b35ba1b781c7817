#include "scale/queue.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <sstream>
#include <thread>

#include "base/clock.h"
#include "base/error.h"
#include "program/sha256.h"
#include "scale/schema.h"
#include "store/connect.h"

namespace forall::scale {
namespace {

using store::Statement;
using store::Transaction;

constexpr auto kBetweenTries = std::chrono::milliseconds(200);
// Who explores a plan holds a lock that ends with its connection: 1718579810 and the number of the plan.
constexpr double kSecondsForLock = 3;
constexpr std::size_t kPiece = 1 << 20;

constexpr const char* kKinds[] = {"whole", "partial", "lost", "wrong"};
const char* to_string(Completion::Kind kind) { return kKinds[static_cast<std::size_t>(kind)]; }
std::optional<Completion::Kind> parse_kind(std::string_view text) {
  for (std::size_t i = 0; i < std::size(kKinds); ++i) {
    if (text == kKinds[i]) return static_cast<Completion::Kind>(i);
  }
  return std::nullopt;
}

// The text form of a BYTEA.
std::string hex(std::string_view bytes) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string text = "\\x";
  text.reserve(2 + 2 * bytes.size());
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

std::string unhex(std::string_view text) {
  const auto digit = [](char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10); };
  std::string bytes;
  bytes.reserve(text.size() / 2);
  for (std::size_t i = 2; i + 1 < text.size(); i += 2)
    bytes += static_cast<char>(digit(text[i]) << 4 | digit(text[i + 1]));
  return bytes;
}

std::uint64_t large(const Statement& row, int column) { return static_cast<std::uint64_t>(row.integer(column)); }

std::int64_t bound(std::uint64_t number) { return static_cast<std::int64_t>(number); }

Counts counts_at(const Statement& row, int first) {
  return {large(row, first),     large(row, first + 1), large(row, first + 2), large(row, first + 3),
          large(row, first + 4), large(row, first + 5), large(row, first + 6)};
}

#define FORALL_IS_CLAIMED "NOT u.is_done AND u.leased_until >= clock_timestamp()"

#define FORALL_COUNTS                                                                                                 \
  "coalesce(n.units, 0), coalesce(n.done, 0), coalesce(n.claimed, 0), coalesce(r.paths, 0) + coalesce(n.paths, 0), "  \
  "coalesce(r.failed, 0) + coalesce(n.failed, 0), coalesce(r.runs, 0), coalesce(r.queries, 0) FROM "                  \
  "forall_queue.plan p LEFT JOIN (SELECT plan, count(*) AS units, count(*) FILTER (WHERE is_done) AS done, count(*) " \
  "FILTER (WHERE " FORALL_IS_CLAIMED ") AS claimed, (sum(paths) FILTER (WHERE " FORALL_IS_CLAIMED                     \
  "))::bigint AS "                                                                                                    \
  "paths, (sum(failed) FILTER (WHERE " FORALL_IS_CLAIMED                                                              \
  "))::bigint AS failed FROM forall_queue.unit u GROUP BY "                                                           \
  "plan) n ON n.plan = p.id LEFT JOIN (SELECT plan, sum(paths)::bigint AS paths, sum(failed)::bigint AS failed, "     \
  "sum(runs)::bigint AS runs, sum(queries)::bigint AS queries FROM forall_queue.result GROUP BY plan) r ON "          \
  "r.plan = p.id "

#define FORALL_IS_HELD                                                                               \
  "(EXISTS (SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.database = (SELECT oid FROM " \
  "pg_database WHERE datname = current_database()) AND l.classid = 1718579810 AND l.objid::bigint = p.id))"

}  // namespace

std::string Plan::key() const {
  std::string all;
  for (const std::string* part : {&put, &program, &forall, &libraries, &options})
    all += fmt::format("{} ", part->size()) + *part;
  return program::sha256(all);
}

Queue::~Queue() {
  try {
    if (connection_ && is_noted_) {
      prepared("UPDATE forall_queue.worker SET has_left = TRUE WHERE name = ?1").bind(1, worker()).run();
    }
  } catch (const base::UserError&) {  // then it is seen by the time of its last work
  }
  statements_.clear();
}

// Does it again when the connection was lost, for as long as the patience lasts.
template <typename F>
auto Queue::with(F f) {
  const std::lock_guard lock(mutex_);
  for (;;) {
    try {
      if (!connection_) connect();
      return f();
    } catch (const store::LostConnection&) {
      statements_.clear();
      connection_.reset();
      if (settings_.patience <= 0) throw;
    }
  }
}

void Queue::connect() {
  const double start = base::system_clock().now();
  const double patience = was_connected_ ? settings_.patience : settings_.first_patience;
  for (;;) {
    try {
      connection_ = store::connect(settings_.url);
      break;
    } catch (const base::UserError&) {
      const bool is_stopped = settings_.stop != nullptr && *settings_.stop;
      if (is_stopped || base::system_clock().now() - start >= patience) throw;
      std::this_thread::sleep_for(kBetweenTries);
    }
  }
  was_connected_ = true;
  connection_->execute("SET bytea_output = 'hex'");
  for (const std::int64_t plan : held_) lock_again(plan, start);
  Statement& self = prepared("SELECT pid || ' ' || backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()");
  self.step();
  session_ = self.text(0);
}

// The lock of a plan went with the connection that was lost: another process may explore it meanwhile. But the server may not have noticed
// yet, when it was the network that failed.
void Queue::lock_again(std::int64_t plan, double start) {
  while (!lock(plan)) {
    prepared(
        "SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a JOIN pg_locks l ON l.pid = a.pid WHERE l.locktype "
        "= 'advisory' AND l.classid = 1718579810 AND l.objid::bigint = ?1 AND a.pid || ' ' || a.backend_start = ?2")
        .bind(1, plan)
        .bind(2, session_)
        .run();
    if (base::system_clock().now() - start > kSecondsForLock) {
      const std::string name = connection_->name();
      statements_.clear();
      connection_.reset();
      throw base::UserError(name +
                            ": the connection was lost, and another forall explores the same test now; wait until it "
                            "has ended");
    }
    std::this_thread::sleep_for(kBetweenTries);
  }
}

Statement& Queue::prepared(const char* sql) {
  auto& statement = statements_[sql];
  if (!statement) statement = connection_->prepare(sql);
  statement->reset();
  return *statement;
}

bool Queue::lock(std::int64_t plan) {
  Statement& statement = prepared("SELECT CASE WHEN pg_try_advisory_lock(1718579810, ?1::integer) THEN 1 ELSE 0 END");
  statement.bind(1, plan).step();
  return statement.integer(0) == 1;
}

void Queue::make_tables() {
  with([&] { scale::make_tables(*connection_); });
}

bool Queue::has_tables() {
  return with([&] { return scale::has_tables(*connection_); });
}

std::optional<std::string> Queue::earlier(const Plan& plan) {
  return with([&]() -> std::optional<std::string> {
    Statement& found = prepared("SELECT earlier FROM forall_queue.plan WHERE key = ?1 AND state <> 'done'");
    if (!found.bind(1, plan.key()).step()) return std::nullopt;
    return unhex(found.raw(0));
  });
}

std::int64_t Queue::open_plan(const Plan& plan, const PlanTerms& terms, const std::function<std::string()>& program) {
  const double start = base::system_clock().now();
  for (;;) {
    const std::optional<std::int64_t> opened = with([&]() -> std::optional<std::int64_t> {
      Transaction transaction(*connection_);
      prepared("SELECT 1 FROM pg_advisory_xact_lock(1718579809, -2)").run();
      prepared("DELETE FROM forall_queue.worker WHERE seen_at < clock_timestamp() - interval '1 day'").run();
      // Nobody makes a result of what was planned for an earlier state of the code.
      prepared("DELETE FROM forall_queue.plan p WHERE put = ?1 AND key <> ?2 AND NOT " FORALL_IS_HELD)
          .bind(1, plan.put)
          .bind(2, plan.key())
          .run();
      prepared(
          "INSERT INTO forall_queue.plan (key, put, program, forall, libraries, options, earlier, state, lease, "
          "seconds, started_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'open', ?8, ?9, clock_timestamp()) ON CONFLICT "
          "(key) DO NOTHING")
          .bind(1, plan.key())
          .bind(2, plan.put)
          .bind(3, plan.program)
          .bind(4, plan.forall)
          .bind(5, plan.libraries)
          .bind_raw(6, hex(plan.options))
          .bind_raw(7, hex(terms.earlier))
          .bind(8, terms.lease)
          .bind(9, terms.seconds)
          .run();
      Statement& found = prepared("SELECT id FROM forall_queue.plan WHERE key = ?1");
      found.bind(1, plan.key()).step();
      const std::int64_t id = found.integer(0);
      if (!lock(id)) return std::nullopt;
      prepared("DELETE FROM forall_queue.result WHERE plan = ?1 AND (kind <> 'whole' OR ?2::integer = 1)")
          .bind(1, id)
          .bind(2, std::int64_t{terms.again})
          .run();
      prepared("DELETE FROM forall_queue.unit WHERE plan = ?1 AND ?2::integer = 1")
          .bind(1, id)
          .bind(2, std::int64_t{terms.again})
          .run();
      prepared(
          "UPDATE forall_queue.unit u SET is_done = FALSE WHERE plan = ?1 AND is_done AND NOT EXISTS (SELECT FROM "
          "forall_queue.result r WHERE r.plan = ?1 AND r.key = u.key)")
          .bind(1, id)
          .run();
      prepared(
          "UPDATE forall_queue.plan SET state = 'open', started_at = clock_timestamp(), finished_at = NULL, "
          "lease = ?2, seconds = ?3, earlier = ?4, units = 0, paths = 0, failed = 0 WHERE id = ?1")
          .bind(1, id)
          .bind(2, terms.lease)
          .bind(3, terms.seconds)
          .bind_raw(4, hex(terms.earlier))
          .run();
      add_program(plan.program, program);
      transaction.commit();
      held_.insert(id);
      return id;
    });
    if (opened) return *opened;
    if (base::system_clock().now() - start > kSecondsForLock) {
      throw base::UserError(
          fmt::format("{} is being explored with this queue by another forall; wait until it has ended, or join it "
                      "with forall work",
                      plan.put));
    }
    std::this_thread::sleep_for(kBetweenTries);
  }
}

void Queue::add_program(const std::string& hash, const std::function<std::string()>& program) {
  Statement& known = prepared("SELECT 1 FROM forall_queue.program WHERE hash = ?1 LIMIT 1");
  if (known.bind(1, hash).step()) return;
  const std::string bytes = program();
  for (std::size_t at = 0, position = 0; at < bytes.size(); at += kPiece, ++position) {
    prepared("INSERT INTO forall_queue.program (hash, position, bytes) VALUES (?1, ?2, ?3)")
        .bind(1, hash)
        .bind(2, static_cast<std::int64_t>(position))
        .bind_raw(3, hex(std::string_view(bytes).substr(at, kPiece)))
        .run();
  }
}

std::optional<std::string> Queue::program(const std::string& hash) {
  return with([&]() -> std::optional<std::string> {
    Statement& pieces = prepared("SELECT bytes FROM forall_queue.program WHERE hash = ?1 ORDER BY position");
    pieces.bind(1, hash);
    std::string bytes;
    while (pieces.step()) bytes += unhex(pieces.raw(0));
    if (bytes.empty()) return std::nullopt;
    return bytes;
  });
}

void Queue::insert(std::int64_t plan, const QueuedUnit& unit) {
  prepared(
      "INSERT INTO forall_queue.unit (plan, key, task, is_hard) VALUES (?1, ?2, ?3, ?4::integer = 1) ON CONFLICT DO "
      "NOTHING")
      .bind(1, plan)
      .bind(2, unit.key)
      .bind_raw(3, hex(unit.task))
      .bind(4, std::int64_t{unit.is_hard})
      .run();
}

void Queue::add(std::int64_t plan, const QueuedUnit& unit) {
  with([&] { insert(plan, unit); });
}

std::optional<QueuedUnit> Queue::unit(std::int64_t plan, const std::string& key) {
  return with([&]() -> std::optional<QueuedUnit> {
    Statement& found = prepared("SELECT task, is_hard::integer FROM forall_queue.unit WHERE plan = ?1 AND key = ?2");
    if (!found.bind(1, plan).bind(2, key).step()) return std::nullopt;
    return QueuedUnit{key, unhex(found.raw(0)), found.integer(1) == 1};
  });
}

std::optional<Completion> Queue::result(std::int64_t plan, const std::string& key) {
  return with([&]() -> std::optional<Completion> {
    Statement& found = prepared(
        "SELECT kind, facts, message, given, seconds, paths, failed, runs, queries FROM forall_queue.result WHERE plan "
        "= "
        "?1 AND key = ?2");
    if (!found.bind(1, plan).bind(2, key).step()) return std::nullopt;
    const std::optional<Completion::Kind> kind = parse_kind(found.raw(0));
    if (!kind) connection_->damaged("an unknown kind of result");
    Completion completion{*kind,           unhex(found.raw(1)), found.text(2),  {}, found.real(4), large(found, 5),
                          large(found, 6), large(found, 7),     large(found, 8)};
    std::istringstream given(found.text(3));
    for (std::string effort, child; given >> effort >> child;) completion.given.push_back({child, effort == "hard"});
    return completion;
  });
}

Counts Queue::counts(std::int64_t plan) {
  return with([&] {
    Statement& found = prepared("SELECT " FORALL_COUNTS "WHERE p.id = ?1");
    return found.bind(1, plan).step() ? counts_at(found, 0) : Counts{};
  });
}

void Queue::note_root(std::int64_t plan, SoFar all) {
  with([&] {
    prepared("UPDATE forall_queue.plan SET paths = ?2, failed = ?3 WHERE id = ?1 AND state <> 'done'")
        .bind(1, plan)
        .bind(2, bound(all.paths))
        .bind(3, bound(all.failed))
        .run();
    note_worker({});
  });
}

void Queue::close(std::int64_t plan) {
  with([&] {
    prepared(
        "UPDATE forall_queue.plan SET state = 'closing', finished_at = clock_timestamp() WHERE id = ?1 AND state = "
        "'open'")
        .bind(1, plan)
        .run();
  });
}

void Queue::finish(std::int64_t plan) {
  with([&] {
    Transaction transaction(*connection_);
    prepared("SELECT 1 FROM pg_advisory_xact_lock(1718579809, -2)").run();
    prepared(
        "UPDATE forall_queue.plan p SET state = 'done', finished_at = clock_timestamp(), units = (SELECT count(*) FROM "
        "forall_queue.unit WHERE plan = ?1), paths = p.paths + r.paths, failed = p.failed + r.failed FROM (SELECT "
        "coalesce(sum(paths), 0)::bigint AS paths, coalesce(sum(failed), 0)::bigint AS failed FROM forall_queue.result "
        "WHERE plan = ?1) r WHERE id = ?1 AND state <> 'done'")
        .bind(1, plan)
        .run();
    prepared("DELETE FROM forall_queue.result WHERE plan = ?1").bind(1, plan).run();
    prepared("DELETE FROM forall_queue.unit WHERE plan = ?1").bind(1, plan).run();
    transaction.commit();
    prepared("SELECT pg_advisory_unlock(1718579810, ?1::integer)").bind(1, plan).run();
    held_.erase(plan);
  });
}

void Queue::remove_programs() {
  with([&] {
    Transaction transaction(*connection_);
    prepared("SELECT 1 FROM pg_advisory_xact_lock(1718579809, -2)").run();
    prepared(
        "DELETE FROM forall_queue.program g WHERE NOT EXISTS (SELECT FROM forall_queue.plan p WHERE p.program = "
        "g.hash AND p.state <> 'done')")
        .run();
    transaction.commit();
  });
}

std::optional<Claim> Queue::claim(const Which& which) {
  return with([&]() -> std::optional<Claim> {
    // Who has the fewest workers comes first, so that no PUT keeps the others waiting.
    Statement& claimed = prepared(
        "WITH next AS (SELECT u.plan, u.key FROM forall_queue.unit u JOIN forall_queue.plan p ON p.id = u.plan WHERE "
        "p.state = 'open' AND p.forall = ?1 AND (?2::text = '' OR p.program = ?2::text) AND (?3::bigint = 0 OR p.id = "
        "?3::bigint) AND (?4::text = '' OR u.key = ?4::text) AND NOT u.is_done AND (u.leased_until IS NULL OR "
        "u.leased_until < clock_timestamp()) ORDER BY u.is_hard, (SELECT count(*) FROM forall_queue.unit w WHERE "
        "w.plan = "
        "p.id AND NOT w.is_done AND w.leased_until >= clock_timestamp()), u.number LIMIT 1 FOR UPDATE OF u SKIP "
        "LOCKED) "
        "UPDATE forall_queue.unit u SET worker = ?5, claims = u.claims + 1, claimed_at = clock_timestamp(), paths = "
        "0, failed = 0, leased_until = clock_timestamp() + make_interval(secs => p.lease) FROM next, forall_queue.plan "
        "p WHERE u.plan = next.plan AND u.key = next.key "
        "AND "
        "p.id = u.plan RETURNING u.plan, u.key, u.task, p.lease, p.seconds, p.seconds - extract(epoch FROM "
        "clock_timestamp() - p.started_at)::double precision");
    claimed.bind(1, which.forall).bind(2, which.program).bind(3, which.plan).bind(4, which.key).bind(5, worker());
    if (!claimed.step()) return std::nullopt;
    Claim claim{claimed.integer(0), claimed.text(1), unhex(claimed.raw(2)),
                claimed.real(3),    claimed.real(4), claimed.real(5)};
    note_worker({});
    return claim;
  });
}

bool Queue::renew(const Claim& claim, SoFar found) {
  return with([&] {
    prepared(
        "UPDATE forall_queue.unit SET leased_until = clock_timestamp() + make_interval(secs => ?4::double precision), "
        "paths = ?5, failed = ?6 WHERE plan = ?1 AND key = ?2 AND worker = ?3 AND NOT is_done")
        .bind(1, claim.plan)
        .bind(2, claim.key)
        .bind(3, worker())
        .bind(4, claim.lease)
        .bind(5, bound(found.paths))
        .bind(6, bound(found.failed))
        .run();
    note_worker({});
    return prepared("SELECT 1 FROM forall_queue.plan WHERE id = ?1 AND state = 'open'").bind(1, claim.plan).step();
  });
}

void Queue::note_worker(const Done& done) {
  prepared(
      "INSERT INTO forall_queue.worker AS w (name, started_at, seen_at, units, twice, paths, seconds) VALUES (?1, "
      "clock_timestamp(), clock_timestamp(), ?2, ?3, ?4, ?5) ON CONFLICT (name) DO UPDATE SET seen_at = "
      "clock_timestamp(), has_left = FALSE, units = w.units + excluded.units, twice = w.twice + excluded.twice, paths "
      "= w.paths + "
      "excluded.paths, seconds = w.seconds + excluded.seconds")
      .bind(1, worker())
      .bind(2, bound(done.units))
      .bind(3, bound(done.twice))
      .bind(4, bound(done.paths))
      .bind(5, done.seconds)
      .run();
  is_noted_ = true;
}

void Queue::complete(const Claim& claim, const Completion& completion) {
  with([&] {
    std::string given;
    for (const Given& child : completion.given) given += (child.is_hard ? "hard " : "easy ") + child.key + " ";
    Transaction transaction(*connection_);
    // Nobody waits for a unit of a plan that is gone or done, nor for a part of one while there is time for the whole.
    Statement& wanted = prepared(
        "SELECT 1 FROM forall_queue.plan WHERE id = ?1 AND (state = 'closing' OR (state = 'open' AND (?2::integer = 0 "
        "OR "
        "(seconds > 0 AND clock_timestamp() >= started_at + make_interval(secs => seconds - 0.5)))))");
    wanted.bind(1, claim.plan).bind(2, std::int64_t{completion.kind == Completion::Kind::Partial});
    if (!wanted.step()) {
      give_back(claim);
      return transaction.commit();
    }
    Statement& inserted = prepared(
        "INSERT INTO forall_queue.result (plan, key, kind, facts, message, given, worker, seconds, paths, failed, "
        "runs, "
        "queries, done_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, clock_timestamp()) ON CONFLICT "
        "DO "
        "NOTHING RETURNING 1");
    inserted.bind(1, claim.plan)
        .bind(2, claim.key)
        .bind(3, to_string(completion.kind))
        .bind_raw(4, hex(completion.facts))
        .bind(5, completion.message)
        .bind(6, given)
        .bind(7, worker())
        .bind(8, completion.seconds)
        .bind(9, bound(completion.paths))
        .bind(10, bound(completion.failed))
        .bind(11, bound(completion.runs))
        .bind(12, bound(completion.queries));
    const bool is_first = inserted.step();
    prepared("UPDATE forall_queue.unit SET is_done = TRUE, leased_until = NULL WHERE plan = ?1 AND key = ?2")
        .bind(1, claim.plan)
        .bind(2, claim.key)
        .run();
    note_worker({is_first ? 1u : 0u, is_first ? 0u : 1u, is_first ? completion.paths : 0, completion.seconds});
    transaction.commit();
  });
}

void Queue::give_back(const Claim& claim) {
  prepared(
      "UPDATE forall_queue.unit SET leased_until = NULL WHERE plan = ?1 AND key = ?2 AND worker = ?3 AND NOT is_done")
      .bind(1, claim.plan)
      .bind(2, claim.key)
      .bind(3, worker())
      .run();
}

void Queue::release(const Claim& claim) {
  with([&] { give_back(claim); });
}

Plan Queue::plan(std::int64_t id) {
  return with([&] {
    Statement& found =
        prepared("SELECT put, program, forall, libraries, options FROM forall_queue.plan WHERE id = ?1").bind(1, id);
    if (!found.step())
      throw base::UserError(connection_->name() + ": the plan of a unit is gone; start the worker again");
    return Plan{found.text(0), found.text(1), found.text(2), found.text(3), unhex(found.raw(4))};
  });
}

Queue::Work Queue::work(const std::string& forall) {
  return with([&] {
    Statement& found = prepared(
        "SELECT count(*) FILTER (WHERE p.forall = ?1), count(*) FILTER (WHERE p.forall <> ?1) FROM forall_queue.unit u "
        "JOIN forall_queue.plan p ON p.id = u.plan WHERE p.state = 'open' AND NOT u.is_done");
    found.bind(1, forall).step();
    return Work{large(found, 0), large(found, 1)};
  });
}

Status Queue::status() {
  return with([&] {
    Transaction transaction(*connection_, Transaction::Kind::Reading);
    Status status;
    Statement& workers = prepared(
        "SELECT name, extract(epoch FROM clock_timestamp() - seen_at)::double precision, w.units, twice, w.paths, "
        "seconds, "
        "(NOT has_left AND seen_at >= clock_timestamp() - make_interval(secs => coalesce((SELECT max(lease) FROM "
        "forall_queue.plan "
        "WHERE "
        "state <> 'done'), 30)))::integer, n.units, n.paths FROM forall_queue.worker w, LATERAL (SELECT count(*) AS "
        "units, coalesce(sum(u.paths), 0)::bigint AS paths FROM forall_queue.unit u WHERE u.worker = w.name "
        "AND " FORALL_IS_CLAIMED ") n WHERE seen_at > clock_timestamp() - interval '10 minutes' ORDER BY name");
    while (workers.step()) {
      status.workers.push_back({workers.text(0), workers.integer(6) == 1, workers.real(1), large(workers, 2),
                                large(workers, 3), large(workers, 4), workers.real(5), large(workers, 7),
                                large(workers, 8)});
    }
    Statement& plans =
        prepared("SELECT p.put, p.state, " FORALL_IS_HELD
                 "::integer, extract(epoch FROM coalesce(p.finished_at, clock_timestamp()) - "
                 "p.started_at)::double precision, coalesce((SELECT avg(seconds) FROM forall_queue.result d WHERE "
                 "d.plan = p.id), "
                 "0)::double precision, p.units, p.paths, p.failed, " FORALL_COUNTS "ORDER BY p.state = 'done', p.id");
    while (plans.step()) {
      PlanStatus plan{plans.text(0), plans.text(1), plans.integer(2) == 1, plans.real(3), 0, counts_at(plans, 8)};
      plan.counts.paths += large(plans, 6);
      plan.counts.failed += large(plans, 7);
      if (plan.state == "done") plan.counts.units = plan.counts.done = large(plans, 5);
      const auto left = static_cast<double>(plan.counts.units - plan.counts.done);
      plan.seconds_left = left * plans.real(4) / static_cast<double>(std::max<std::uint64_t>(1, plan.counts.claimed));
      status.plans.push_back(std::move(plan));
    }
    Statement& pace = prepared(
        "WITH age AS (SELECT greatest(least(60, extract(epoch FROM clock_timestamp() - (SELECT min(started_at) FROM "
        "forall_queue.plan WHERE state <> 'done'))), 1) AS seconds) SELECT ((SELECT coalesce(sum(paths), 0) FROM "
        "forall_queue.result WHERE done_at > clock_timestamp() - interval '60 seconds') + (SELECT coalesce(sum(u.paths "
        "* least(1, age.seconds / greatest(extract(epoch FROM clock_timestamp() - u.claimed_at), 0.001))), 0) FROM "
        "forall_queue.unit u WHERE " FORALL_IS_CLAIMED ")) / age.seconds::double precision FROM age");
    if (pace.step()) status.paths_per_second = pace.real(0);
    return status;
  });
}

}  // namespace forall::scale
