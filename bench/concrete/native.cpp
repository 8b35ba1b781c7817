// The rows as an ordinary program: does the work of the row that is named.
#include <string_view>

#include "rows.h"
#include "stopwatch.h"

int main(int argc, char** argv) {
  const std::string_view name = argc > 1 ? argv[1] : "";
#define ROW(row) \
  if (name == #row) return timed(rows::row) == 0;
#include "rows.def"
#undef ROW
  return 2;
}
