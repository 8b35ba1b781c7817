#include "scale/launcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "base/error.h"

namespace forall::scale {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::IsEmpty;
using Variables = std::map<std::string, std::string>;

Environment with(Variables variables) {
  return [variables](const char* name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  };
}

Shard automatic(const Variables& variables) { return parse_shard("auto", with(variables)); }

TEST(LauncherTest, ShardsTakeEachPutOnce) {
  const std::vector<std::size_t> puts = {3, 5, 8, 9, 12};
  EXPECT_THAT((Shard{0, 2}.part_of(puts)), ElementsAre(3, 8, 12));
  EXPECT_THAT((Shard{1, 2}.part_of(puts)), ElementsAre(5, 9));
  EXPECT_THAT((Shard{7, 8}.part_of(puts)), IsEmpty());
}

TEST(LauncherTest, AShardIsNamedOnTheCommandLine) {
  EXPECT_EQ(parse_shard("2/8", with({})), (Shard{2, 8}));
  for (const char* wrong : {"8/8", "2", "/", "2/", "-1/4", "1/0", "a/b", "", "1/4x"})
    EXPECT_THROW(parse_shard(wrong, with({})), base::UserError) << wrong;
}

TEST(LauncherTest, LaunchersAreUnderstood) {
  EXPECT_EQ(automatic({{"GTEST_SHARD_INDEX", "1"}, {"GTEST_TOTAL_SHARDS", "3"}}), (Shard{1, 3}));
  EXPECT_EQ(automatic({{"TEST_SHARD_INDEX", "2"}, {"TEST_TOTAL_SHARDS", "3"}}), (Shard{2, 3}));
  EXPECT_EQ(automatic({{"SLURM_PROCID", "5"}, {"SLURM_NTASKS", "6"}}), (Shard{5, 6}));
  EXPECT_EQ(automatic({{"OMPI_COMM_WORLD_RANK", "0"}, {"OMPI_COMM_WORLD_SIZE", "2"}}), (Shard{0, 2}));
  EXPECT_EQ(automatic({{"JOB_COMPLETION_INDEX", "4"}, {"FORALL_SHARDS", "10"}}), (Shard{4, 10}));
  EXPECT_EQ(automatic({{"CI_NODE_INDEX", "1"}, {"CI_NODE_TOTAL", "4"}}), (Shard{0, 4}));
}

TEST(LauncherTest, AnArrayOfSlurmMayBeginAnywhereAndHaveSeveralProcesses) {
  const Variables array = {{"SLURM_ARRAY_TASK_ID", "14"},
                           {"SLURM_ARRAY_TASK_MIN", "10"},
                           {"SLURM_ARRAY_TASK_STEP", "2"},
                           {"SLURM_ARRAY_TASK_COUNT", "5"}};
  EXPECT_EQ(automatic(array), (Shard{2, 5}));
  Variables processes = array;
  processes.insert({{"SLURM_PROCID", "1"}, {"SLURM_NTASKS", "3"}});
  EXPECT_EQ(automatic(processes), (Shard{7, 15}));
}

TEST(LauncherTest, WhoIsNotToldIsNotGuessing) {
  EXPECT_THROW(automatic({}), base::UserError);
  EXPECT_THROW(automatic({{"JOB_COMPLETION_INDEX", "4"}}), base::UserError);
  EXPECT_THROW(automatic({{"CI_NODE_INDEX", "0"}, {"CI_NODE_TOTAL", "4"}}), base::UserError);
  EXPECT_THROW(automatic({{"GTEST_SHARD_INDEX", "3"}, {"GTEST_TOTAL_SHARDS", "3"}}), base::UserError);
}

TEST(LauncherTest, AWorkerHasTheNumberOfItsLauncher) {
  EXPECT_THAT(worker_name(with({{"OMPI_COMM_WORLD_RANK", "3"}})), EndsWith(" mpi 3"));
  EXPECT_THAT(worker_name(with({{"SLURM_ARRAY_TASK_ID", "17"}, {"SLURM_PROCID", "2"}})), EndsWith(" slurm 17.2"));
  EXPECT_THAT(worker_name(with({})), ::testing::MatchesRegex(".*:[0-9]+"));
}

}  // namespace
}  // namespace forall::scale
