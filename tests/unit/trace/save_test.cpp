// Saved traces: what is saved is read back, and a damaged file is refused with its reason.
#include "trace/save.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "base/error.h"
#include "segment_builder.h"
#include "trace/path.h"
#include "trace/tables.h"

namespace forall::trace {
namespace {

using abi::Op;
using ::testing::HasSubstr;

class SaveTest : public ::testing::Test {
 protected:
  SaveTest() {
    const std::uint32_t x = b.input("x", 32, 5);
    b.decide(b.op(Op::Slt, 1, x, b.constant(9, 32)), 1);
    b.observe("x", x);
    b.coverage.push_back({1, 1});
    bytes = pack(b.build());
  }

  std::string error_of(const std::string& damaged) {
    try {
      const SavedTrace trace(damaged, "bug.trace");
    } catch (const base::UserError& error) {
      return error.what();
    }
    return {};
  }
  // The bytes with their header changed.
  template <typename Change>
  std::string with(Change change) {
    std::string changed = bytes;
    abi::Header header;
    std::memcpy(&header, changed.data(), sizeof header);
    change(header);
    std::memcpy(changed.data(), &header, sizeof header);
    return changed;
  }

  testing::SegmentBuilder b;
  std::string bytes;
};

TEST_F(SaveTest, WhatIsSavedIsReadBack) {
  base::MemoryFiles files;
  save_trace(files, "bug.trace", b.build());
  const SavedTrace loaded = load_trace(files, "bug.trace");
  expr::Pool pool;
  const Path saved = read_path(loaded.segment(), pool), live = read_path(b.build(), pool);
  ASSERT_EQ(saved.steps.size(), 1u);
  EXPECT_EQ(saved.steps[0].condition, live.steps[0].condition);
  EXPECT_EQ(saved.inputs[0].name, "x");
  EXPECT_EQ(saved.observations[0].expression, live.observations[0].expression);
  EXPECT_TRUE(saved.observations[0].expression);
  EXPECT_EQ(saved.covered.size(), 1u);
  EXPECT_EQ(loaded.segment().outcome.kind, abi::OutcomeKind::Passed);
  EXPECT_EQ(pack(loaded.segment()), bytes);
}

TEST_F(SaveTest, SavingLeavesOutTheRoomToSpare) { EXPECT_LT(bytes.size(), b.build().segment_size / 10); }

TEST_F(SaveTest, AMissingFileIsNamed) {
  base::MemoryFiles files;
  try {
    load_trace(files, "none.trace");
    FAIL();
  } catch (const base::UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("none.trace"));
  }
}

TEST_F(SaveTest, OtherFilesAreRefused) {
  EXPECT_THAT(error_of(""), HasSubstr("not a trace"));
  EXPECT_THAT(error_of("hello"), HasSubstr("not a trace"));
  EXPECT_THAT(error_of(std::string(5000, 'x')), HasSubstr("not a trace"));
}

TEST_F(SaveTest, CutFilesAreRefused) {
  for (std::size_t size = 0; size < bytes.size(); size += 7) EXPECT_NE(error_of(bytes.substr(0, size)), "") << size;
  EXPECT_THAT(error_of(bytes + "more"), HasSubstr("shorter or longer"));
}

TEST_F(SaveTest, OtherVersionsAreRefusedByNumber) {
  EXPECT_THAT(error_of(with([](abi::Header& h) { h.version = 99; })), HasSubstr("version 99"));
  EXPECT_THAT(error_of(with([](abi::Header& h) { h.header_size = 8; })), HasSubstr("header"));
}

TEST_F(SaveTest, TablesOutsideTheFileAreRefusedByName) {
  for (const TableField& t : kTables) {
    const auto damage = [&](std::uint64_t offset, std::uint32_t capacity, std::uint32_t count) {
      return error_of(with([&](abi::Header& h) { h.*t.field = {offset, capacity, count}; }));
    };
    EXPECT_THAT(damage(~0ull << 3, 1, 1), HasSubstr(t.name));
    EXPECT_THAT(damage(sizeof(abi::Header), 0xffffffff, 0xffffffff), HasSubstr(t.name));
    EXPECT_THAT(damage(0, 1, 1), HasSubstr(t.name));
    EXPECT_THAT(damage(sizeof(abi::Header), 1, 2), HasSubstr(t.name));
  }
}

}  // namespace
}  // namespace forall::trace
