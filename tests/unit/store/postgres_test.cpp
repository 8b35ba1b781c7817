// What is special about servers: which databases are taken, which are refused, and what a user is told.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backend.h"
#include "records.h"
#include "store/store.h"

namespace forall::store {
namespace {

using namespace testing_support;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class OpenPostgres : public ::testing::Test {
 protected:
  std::string query(const std::string& sql) const { return database_.query(sql); }
  Database database_{Backend::Postgres};
  std::string where_ = database_.where();
};

TEST_F(OpenPostgres, RefusesANewerSchemaAndLeavesItAlone) {
  {
    open(where_)->begin(put());
  }
  query("UPDATE schema_version SET version = 5");
  const std::string before = query("SELECT count(*), max(xmin::text) FROM explorations");
  EXPECT_THAT(error_of([&] { open(where_); }), HasSubstr("newer forall (schema 5"));
  EXPECT_THAT(error_of([&] { open_existing(where_); }), HasSubstr("newer forall"));
  EXPECT_EQ(query("SELECT count(*), max(xmin::text) FROM explorations"), before);
  EXPECT_EQ(query("SELECT version FROM schema_version"), "5");
}

TEST_F(OpenPostgres, RefusesASchemaOfAnotherProgram) {
  query("CREATE SCHEMA forall");
  query("CREATE TABLE forall.bookmarks (url TEXT)");
  EXPECT_THAT(error_of([&] { open(where_); }), HasSubstr("another program"));
  EXPECT_EQ(query("SELECT count(*) FROM pg_class WHERE relnamespace = 'forall'::regnamespace AND relkind = 'r'"), "1");
}

TEST_F(OpenPostgres, TakesAnEmptySchemaThatItsOwnerMade) {
  query("CREATE SCHEMA forall");
  EXPECT_TRUE(open(where_)->list().empty());
}

TEST_F(OpenPostgres, SaysWhatIsMissing) {
  EXPECT_THROW(open_existing(where_), NoCases);
  EXPECT_THAT(error_of([&] { open_existing(where_); }), HasSubstr("run forall explore first"));
  EXPECT_THAT(error_of([&] { open(server().url("nowhere")); }),
              AllOf(HasSubstr("\"nowhere\" does not exist"), HasSubstr("createdb")));
  EXPECT_THAT(error_of([&] { open(server().url("postgres", "stranger")); }),
              AllOf(HasSubstr("\"stranger\" does not exist"), HasSubstr("createuser")));
  EXPECT_THAT(error_of([&] { open("postgresql://forall:secret@/cases?host=/nonexistent"); }),
              AllOf(HasSubstr("no connection"), HasSubstr("that the server runs"), Not(HasSubstr("secret"))));
  EXPECT_THAT(error_of([&] { open("postgresql://forall@127.0.0.1:1/cases"); }), HasSubstr("that the server runs"));
  EXPECT_THAT(error_of([&] { open("postgresql://forall@/cases?nonsense=1"); }), HasSubstr("postgresql://user@host"));
}

TEST_F(OpenPostgres, SaysWhoMayNotDoWhat) {
  query("DROP ROLE IF EXISTS reader");
  query("CREATE ROLE reader LOGIN");
  const std::string theirs = server().url("postgres", "reader");
  EXPECT_THAT(error_of([&] { open(theirs); }), AllOf(HasSubstr("permission denied"), HasSubstr("GRANT")));
  {
    const auto store = open(where_);
    store->finish(store->begin(put()), result_of({full_case()}));
  }
  EXPECT_THAT(error_of([&] { open_existing(theirs); }), AllOf(HasSubstr("permission denied"), HasSubstr("GRANT")));
  query("GRANT USAGE ON SCHEMA forall TO reader");
  query("GRANT SELECT ON ALL TABLES IN SCHEMA forall TO reader");
  EXPECT_EQ(open_existing(theirs)->list().size(), 1U);
  EXPECT_THAT(error_of([&] { open(theirs)->begin(put()); }), HasSubstr("permission denied"));
  query("DROP OWNED BY reader");
  query("DROP ROLE reader");
}

TEST_F(OpenPostgres, RefusesADatabaseThatIsNotUtf8) {
  query_postgres(server().url("postgres"), "DROP DATABASE IF EXISTS latin");
  query_postgres(server().url("postgres"),
                 "CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");
  EXPECT_THAT(error_of([&] { open(server().url("latin")); }), HasSubstr("encoding"));
}

TEST_F(OpenPostgres, SaysThatTheServerWentAway) {
  const auto store = open(where_);
  const auto id = store->begin(put());
  query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'forall'");
  store->add(id, numbered_case(1));
  EXPECT_THAT(error_of([&] { store->flush(); }), HasSubstr("connection"));
}

TEST(PostgresPassword, IsAskedForAndNeverShown) {
  const PostgresServer strict("scram-sha-256");
  const std::string url = strict.url("postgres", "forall:wrong");
  EXPECT_THAT(error_of([&] { open(url); }),
              AllOf(HasSubstr("password authentication failed"), HasSubstr("PGPASSWORD"), Not(HasSubstr("wrong"))));
  EXPECT_THAT(error_of([&] { open(strict.url("postgres")); }), HasSubstr("PGPASSWORD"));
  EXPECT_TRUE(open(strict.url("postgres", "forall:secret"))->list().empty());
}

}  // namespace
}  // namespace forall::store
