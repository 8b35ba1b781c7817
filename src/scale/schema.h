// The tables of the queue, in a schema of their own beside the store's: workers need no rights on anything else.
#pragma once

#include "store/database.h"

namespace forall::scale {

inline constexpr std::int64_t kQueueVersion = 2;

// Makes them where there are none. Throws base::UserError if they are those of another version.
void make_tables(store::Connection& connection);
// False if there are none.
bool has_tables(store::Connection& connection);

}  // namespace forall::scale
