// A connection to a PostgreSQL database, for tables that are none of the store's.
#pragma once

#include <memory>
#include <string>

#include "base/error.h"
#include "store/database.h"

namespace forall::store {

// The server, or the way to it, is gone. What was committed is there when it is back.
class LostConnection : public base::UserError {
 public:
  using UserError::UserError;
};

// Throws base::UserError if `url` is not postgresql://..., or nobody answers there.
std::unique_ptr<Connection> connect(const std::string& url);

}  // namespace forall::store
