// Maude is an independent judge of normal forms.
#include "spec/export.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "base/process.h"
#include "support.h"

namespace forall::spec {
namespace {

using testing::example;
using ::testing::HasSubstr;

// A term of the sort with operations of all roles; literals are small, so that conditions go both ways.
Term random_term(const Specification& spec, Sort sort, int depth, std::mt19937& random) {
  Terms& terms = *spec.terms;
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  const Signature& signature = *spec.signature;
  std::vector<Op> candidates;
  for (const Op op : signature.operations()) {
    const Operation& operation = signature[op];
    if (operation.result != sort || (is_built_in(sort) && depth <= 1)) continue;
    if (depth <= 0 && !operation.creates) continue;
    candidates.push_back(op);
  }
  if (candidates.empty() || (is_built_in(sort) && below(3) != 0)) {
    const auto value = static_cast<std::int64_t>(below(6));
    if (sort == kBoolean) return terms.truth(value < 3);
    if (sort == kCharacter) return terms.character(static_cast<char>('a' + value));
    if (sort == kText) return terms.text(std::string(1, static_cast<char>('a' + value)));
    return terms.integer(value - 1);
  }
  const Op op = candidates[below(candidates.size())];
  std::vector<Term> arguments;
  for (const Sort argument : signature[op].arguments)
    arguments.push_back(random_term(spec, argument, depth - 1, random));
  return terms.apply(op, std::move(arguments));
}

std::vector<std::string> maude_results(const std::string& program) {
  const std::string file = ::testing::TempDir() + fmt::format("forall-spec-test-{}.maude", ::getpid());
  std::ofstream(file) << program << "quit\n";
  const base::ProcessResult run =
      base::system_processes().run({.command = {"maude", "-no-banner", "-no-wrap", "-batch", file}, .seconds = 120});
  std::filesystem::remove(file);
  EXPECT_TRUE(run.ok()) << run.output.substr(0, 2000);
  EXPECT_EQ(run.output.find("Warning"), std::string::npos) << run.output.substr(0, 2000);
  const std::string& out = run.output;
  std::vector<std::string> results;
  for (std::size_t at = out.find("\nresult "); at != std::string::npos; at = out.find("\nresult ", at + 1)) {
    const std::size_t begin = out.find(": ", at) + 2;
    results.push_back(out.substr(begin, out.find('\n', begin) - begin));
  }
  return results;
}

TEST(Export, NormalFormsAreThoseOfMaude) {
  for (const std::string& name : testing::example_names()) {
    const Specification spec = example(name);
    std::mt19937 random(7);
    std::string program = to_maude(spec);
    std::vector<Term> asked;
    const Signature& signature = *spec.signature;
    for (const auto operations = signature.operations(); asked.size() < 200;) {
      const Operation& operation = signature[operations[asked.size() % operations.size()]];
      std::vector<Term> arguments;
      for (const Sort sort : operation.arguments) arguments.push_back(random_term(spec, sort, 6, random));
      asked.push_back(spec.terms->apply(operations[asked.size() % operations.size()], std::move(arguments)));
      program += "reduce " + maude_term(spec, asked.back()) + " .\n";
    }
    const auto results = maude_results(program);
    ASSERT_EQ(results.size(), asked.size()) << name;
    Rewriter rewriter(spec);
    std::size_t errors = 0;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const Reduction reduction = rewriter.normalize(asked[i]);
      ASSERT_EQ(reduction.end, Reduction::End::Normal);
      EXPECT_EQ(maude_term(spec, reduction.result), results[i]) << name << ": " << to_text(*spec.terms, asked[i]);
      errors += spec.terms->is_error(reduction.result);
    }
    EXPECT_LT(errors, 160u) << name << ": hardly a term has a value";
  }
}

TEST(Export, ImportedClassesAreInTheModule) {
  base::MemoryFiles files;
  files.contents["stack.spec"] = *base::system_files().read(testing::examples() / "stack.spec");
  files.contents["two.spec"] =
      "class Two import Stack[Text] export create, of constructor create; observer of: Stack; "
      "axiom create.of -> Stack.create.push(\"a \\\" b\");";
  const Specification spec = load(files, "two.spec");
  const auto results = maude_results(to_maude(spec) + "reduce " +
                                     maude_term(spec, testing::term(spec, "create.of.top + \"!\"")) + " .\n");
  EXPECT_THAT(results, ::testing::ElementsAre("\"a \\\" b!\""));
}

TEST(Export, AriHasSortsFunctionsAndRules) {
  const std::string text = to_ari(example("priority_queue"));
  EXPECT_THAT(text, HasSubstr("(format LCTRS"));
  EXPECT_THAT(text, HasSubstr("(fun PriorityQueue.add (-> PriorityQueue Int PriorityQueue))\n"));
  EXPECT_THAT(text, HasSubstr("(rule (PriorityQueue.empty PriorityQueue.create) true)\n"));
  EXPECT_THAT(text, HasSubstr("(rule (choice.2 x A true) A)\n"));
}

}  // namespace
}  // namespace forall::spec
