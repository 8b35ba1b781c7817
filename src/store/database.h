// A database as the store sees it: connections, prepared statements, transactions. SQLite (sqlite.h) and PostgreSQL
// (postgres.h) implement it and run the same statements. Every failure is a base::UserError that names the database
// and says what to do; values are always bound, never spliced into SQL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace forall::store {

inline constexpr std::int64_t kSchemaVersion = 4;

// A prepared statement with parameters ?1, ?2, ... Bind from 1 on, then step until there are no more rows; reset makes
// it new. Other statements may run between two steps.
class Statement {
 public:
  virtual ~Statement() = default;

  virtual Statement& bind(int index, std::int64_t value) = 0;
  virtual Statement& bind(int index, double value) = 0;
  virtual Statement& bind_null(int index) = 0;
  // A text must be as text.h encodes it; JSON that we wrote is. A text that is lent must live until the next step.
  enum class Text { Copied, Lent };
  virtual Statement& bind_raw(int index, std::string_view text, Text how = Text::Copied) = 0;
  Statement& bind(int index, std::string_view text, Text how = Text::Copied);
  Statement& bind(int index, const char* text) { return bind(index, std::string_view(text)); }
  Statement& lend(int index, std::string_view text) { return bind(index, text, Text::Lent); }

  virtual bool step() = 0;  // true: a row is there
  virtual void reset() = 0;
  void run() {  // no rows expected
    step();
    reset();
  }

  // Of the current row. A raw text is valid until the next step.
  virtual std::int64_t integer(int column) const = 0;
  virtual double real(int column) const = 0;
  virtual bool is_null(int column) const = 0;
  virtual std::string_view raw(int column) const = 0;
  std::string text(int column) const;
};

class Connection {
 public:
  virtual ~Connection() = default;
  virtual std::unique_ptr<Statement> prepare(const std::string& sql) = 0;
  virtual void execute(const std::string& sql) = 0;  // may be several statements

  virtual void begin() = 0;          // that a write is never refused later because somebody else has written meanwhile
  virtual void begin_reading() = 0;  // all reads see one state
  virtual void commit() = 0;
  virtual void roll_back() noexcept = 0;  // also where nothing is open

  // How many rows one statement should write.
  virtual std::size_t rows_per_statement() const = 0;

  // Tells all connections to this database that the run is alive, until this connection ends, however it ends.
  virtual void hold(std::int64_t run) = 0;
  virtual bool is_held(std::int64_t run) = 0;

  // The schema of a database that is only read may be an older one.
  std::int64_t schema_version() const { return schema_version_; }
  void set_schema_version(std::int64_t version) { schema_version_ = version; }

  virtual const std::string& name() const = 0;  // for messages
  [[noreturn]] void damaged(const std::string& what) const;

 private:
  std::int64_t schema_version_ = kSchemaVersion;
};

// Rolls back unless it was committed.
class Transaction {
 public:
  enum class Kind { Writing, Reading };
  explicit Transaction(Connection& connection, Kind kind = Kind::Writing);
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction();
  void commit();

 private:
  Connection& connection_;
  bool is_open_ = true;
};

// Many rows by one statement each time: `head` VALUES (...), (...) `tail`.
class Rows {
 public:
  // `row` is what stands for one row, with a ? for each parameter.
  Rows(Connection& connection, std::string head, std::string row, std::string tail = "");

  // bind(statement, first, i) binds the parameters of row i, from first + 1 on.
  template <typename Bind>
  void write(std::size_t count, Bind bind) {
    for (std::size_t done = 0; done < count;) {
      const bool is_many = count - done >= many_;
      Statement& statement = get(is_many);
      const std::size_t end = done + (is_many ? many_ : 1);
      for (int first = 0; done < end; ++done, first += parameters_) bind(statement, first, done);
      statement.run();
    }
  }

 private:
  Statement& get(bool is_many);

  Connection& connection_;
  std::string head_, row_, tail_;
  int parameters_ = 0;
  std::size_t many_;
  std::unique_ptr<Statement> single_statement_, many_statement_;
};

}  // namespace forall::store
