// Statements are prepared once on the server and run with parameters as text. Results come as a whole, so that other
// statements may run while one is read.
#include "store/postgres.h"

#include <array>
#include <charconv>
#include <cstring>
#include <vector>

#include "base/error.h"
#include "store/connect.h"
#include "store/text.h"

namespace forall::store {

namespace {

constexpr int kLockClass = 0x666f7261;  // "fora": tells our advisory locks from those of others

// The messages of libpq have several lines; one is enough.
std::string one_line(const char* message) {
  std::string text;
  for (const char* c = message; *c != '\0'; ++c) text += *c == '\n' || *c == '\t' ? ' ' : *c;
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

// What a user can do if there is no connection. The server may speak any language: then its words must do.
std::string advice_on_connecting(const std::string& message) {
  if (contains(message, "password authentication failed") || contains(message, "no password supplied")) {
    return "check user and password; the password may be in PGPASSWORD or ~/.pgpass";
  }
  if (contains(message, "role \"")) return "name another user in the URL, or create this one with createuser";
  if (contains(message, "database \"") && contains(message, "does not exist")) {
    return "create it with createdb, or name another one with --db";
  }
  if (contains(message, "pg_hba.conf") || contains(message, "authentication failed")) {
    return "the server does not admit this user from here; ask its administrator";
  }
  if (contains(message, "invalid") || contains(message, "missing")) {
    return "write it as postgresql://user@host/database";
  }
  return "check host and port, and that the server runs";
}

// What a user can do about an error of the server, by its code (SQLSTATE).
std::string reason(const PGresult* result, const PGconn* connection) {
  const char* code = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const char* primary = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  const std::string message = one_line(primary != nullptr ? primary : PQerrorMessage(connection));
  if (PQstatus(connection) != CONNECTION_OK || code == nullptr) {
    return "the connection was lost (" + message + "); what was stored before is intact, run again";
  }
  const std::string_view state = code;
  if (state == "42501") {
    return message +
           "; ask the owner of the database: GRANT CREATE ON DATABASE ... TO the first user of it, "
           "GRANT USAGE ON SCHEMA forall and the rights on its tables to the others";
  }
  if (state == "25006") return "it cannot be written to now (" + message + ")";
  if (state == "53100") return "the disk of the server is full; what was stored before is intact";
  if (state == "53300") return message + "; try again later";
  if (state.substr(0, 2) == "40") return "another process wrote at the same time (" + message + "); run again";
  if (state == "23503") {
    return "rows of this exploration were removed by somebody else meanwhile; run it again";
  }
  return message;
}

// ?1 -> $1. Our statements have no question marks inside of literals.
std::string with_dollars(std::string sql) {
  for (char& c : sql) {
    if (c == '?') c = '$';
  }
  return sql;
}

template <typename T>
T number(const char* text, std::size_t size) {
  T value{};
  std::from_chars(text, text + size, value);
  return value;
}

class PostgresStatement : public Statement {
 public:
  PostgresStatement(PostgresConnection& connection, const std::string& sql, std::string name)
      : connection_(connection), name_(std::move(name)) {
    PQclear(connection.check(PQprepare(connection.handle(), name_.c_str(), with_dollars(sql).c_str(), 0, nullptr)));
  }
  PostgresStatement(const PostgresStatement&) = delete;
  PostgresStatement& operator=(const PostgresStatement&) = delete;
  ~PostgresStatement() override {
    PQclear(result_);
    PQclear(PQexec(connection_.handle(), ("DEALLOCATE " + name_).c_str()));
  }

  using Statement::bind;
  Statement& bind(int index, std::int64_t value) override { return bind_number(index, value); }
  Statement& bind(int index, double value) override { return bind_number(index, value); }
  Statement& bind_null(int index) override {
    at(index).is_null = true;
    return *this;
  }
  Statement& bind_raw(int index, std::string_view text, Text) override {
    at(index).text.assign(text);
    return *this;
  }

  bool step() override {
    if (result_ == nullptr) {
      execute();
    } else {
      ++row_;
    }
    if (row_ < PQntuples(result_)) return true;
    return false;
  }
  void reset() override {
    PQclear(result_);
    result_ = nullptr;
  }

  std::int64_t integer(int column) const override {
    return number<std::int64_t>(PQgetvalue(result_, row_, column), size(column));
  }
  double real(int column) const override { return number<double>(PQgetvalue(result_, row_, column), size(column)); }
  bool is_null(int column) const override { return PQgetisnull(result_, row_, column) == 1; }
  std::string_view raw(int column) const override { return {PQgetvalue(result_, row_, column), size(column)}; }

 private:
  struct Parameter {
    std::string text;
    bool is_null = false;
  };

  std::size_t size(int column) const { return static_cast<std::size_t>(PQgetlength(result_, row_, column)); }

  Parameter& at(int index) {
    const auto i = static_cast<std::size_t>(index);
    if (parameters_.size() < i) parameters_.resize(i);
    parameters_[i - 1].is_null = false;
    return parameters_[i - 1];
  }

  template <typename T>
  Statement& bind_number(int index, T value) {
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    at(index).text.assign(text.data(), end);
    return *this;
  }

  void execute() {
    values_.clear();
    for (const Parameter& parameter : parameters_) {
      values_.push_back(parameter.is_null ? nullptr : parameter.text.c_str());
    }
    result_ = connection_.check(PQexecPrepared(connection_.handle(), name_.c_str(), static_cast<int>(values_.size()),
                                               values_.data(), nullptr, nullptr, 0));
    row_ = 0;
  }

  PostgresConnection& connection_;
  std::string name_;
  std::vector<Parameter> parameters_;
  std::vector<const char*> values_;
  PGresult* result_ = nullptr;
  int row_ = 0;
};

}  // namespace

PostgresConnection::PostgresConnection(const std::string& url, bool is_writing) : name_(without_passwords(url)) {
  // Parameters in the URL override those given before it here.
  const std::array<const char*, 5> keys = {"connect_timeout", "fallback_application_name", "dbname", "client_encoding",
                                           nullptr};
  const std::array<const char*, 5> values = {"10", "forall", url.c_str(), "UTF8", nullptr};
  handle_ = PQconnectdbParams(keys.data(), values.data(), 1);
  if (PQstatus(handle_) != CONNECTION_OK) {
    const std::string message = one_line(PQerrorMessage(handle_));
    PQfinish(handle_);
    throw base::UserError(name_ + ": no connection: " + without_passwords(message) + "; " +
                          advice_on_connecting(message));
  }
  try {
    execute("SET search_path = forall; SET client_min_messages = warning");
    if (!is_writing) execute("SET default_transaction_read_only = on");
  } catch (...) {
    PQfinish(handle_);
    throw;
  }
}

PGresult* PostgresConnection::check(PGresult* result) const {
  const ExecStatusType status = PQresultStatus(result);
  if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY) return result;
  const std::string why = reason(result, handle_);
  PQclear(result);
  if (PQstatus(handle_) != CONNECTION_OK) throw LostConnection(name_ + ": " + why);
  throw base::UserError(name_ + ": " + why);
}

std::unique_ptr<Connection> connect(const std::string& url) {
  if (!url.starts_with("postgresql://") && !url.starts_with("postgres://")) {
    throw base::UserError(without_passwords(url) +
                          ": not a PostgreSQL database; name one with --db postgresql://user@host/name");
  }
  return std::make_unique<PostgresConnection>(url, true);
}

std::unique_ptr<Statement> PostgresConnection::prepare(const std::string& sql) {
  return std::make_unique<PostgresStatement>(*this, sql, "s" + std::to_string(++statements_));
}

void PostgresConnection::execute(const std::string& sql) { PQclear(check(PQexec(handle_, sql.c_str()))); }

void PostgresConnection::roll_back() noexcept {
  if (PQtransactionStatus(handle_) == PQTRANS_IDLE) return;
  PQclear(PQexec(handle_, "ROLLBACK"));
}

std::int64_t PostgresConnection::integer(const std::string& sql) {
  const auto statement = prepare(sql);
  return statement->step() ? statement->integer(0) : 0;
}

// Advisory locks have two numbers of 32 bits: ours and the lower half of the run's, which no run alive shares.
void PostgresConnection::hold(std::int64_t run) {
  integer("SELECT 1 FROM pg_try_advisory_lock_shared(" + std::to_string(kLockClass) + ", " +
          std::to_string(static_cast<std::int32_t>(run)) + ")");
}

bool PostgresConnection::is_held(std::int64_t run) {
  return integer(
             "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM "
             "pg_database WHERE datname = current_database()) AND classid = " +
             std::to_string(kLockClass) + " AND objid = " + std::to_string(static_cast<std::uint32_t>(run)) +
             " AND objsubid = 2") != 0;
}

}  // namespace forall::store
