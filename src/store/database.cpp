#include "store/database.h"

#include <utility>

#include "base/error.h"
#include "store/text.h"

namespace forall::store {

Statement& Statement::bind(int index, std::string_view text, Text how) {
  return is_plain(text) ? bind_raw(index, text, how) : bind_raw(index, encode(text));
}

std::string Statement::text(int column) const { return decode(raw(column)); }

void Connection::damaged(const std::string& what) const {
  throw base::UserError(name() + ": it is damaged: " + what + "; remove it to start over");
}

Transaction::Transaction(Connection& connection, Kind kind) : connection_(connection) {
  kind == Kind::Writing ? connection.begin() : connection.begin_reading();
}

Transaction::~Transaction() {
  if (is_open_) connection_.roll_back();
}

void Transaction::commit() {
  connection_.commit();
  is_open_ = false;
}

Rows::Rows(Connection& connection, std::string head, std::string row, std::string tail)
    : connection_(connection),
      head_(std::move(head)),
      row_(std::move(row)),
      tail_(std::move(tail)),
      many_(connection.rows_per_statement()) {
  for (const char c : row_) parameters_ += c == '?' ? 1 : 0;
}

Statement& Rows::get(bool is_many) {
  auto& statement = is_many ? many_statement_ : single_statement_;
  if (statement) return *statement;
  std::string sql = head_ + " VALUES ";
  int parameter = 0;
  for (std::size_t i = 0; i < (is_many ? many_ : 1); ++i) {
    if (i != 0) sql += ", ";
    for (const char c : row_) {
      sql += c;
      if (c == '?') sql += std::to_string(++parameter);
    }
  }
  statement = connection_.prepare(sql + tail_);
  return *statement;
}

}  // namespace forall::store
