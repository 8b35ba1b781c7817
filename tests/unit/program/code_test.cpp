#include "program/code.h"

#include <elf.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>

#include "abi/code_section.h"
#include "base/error.h"
#include "base/hash.h"

namespace forall::program {
namespace {

using testcase::CodePart;
using ::testing::Contains;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

struct Record {
  std::uint64_t key;
  std::uint64_t hash;
  std::vector<std::uint64_t> references = {};  // keys
  std::string name = {};
  std::string tag = {};
  std::uint32_t flags = 0;
};

template <typename T>
std::string raw(const T& value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof value);
}
// All numbers of these tests are small.
std::string number(std::uint64_t value) { return std::string(1, static_cast<char>(value)); }
std::string text(const std::string& value) { return number(value.size()) + value; }

// One module.
std::string block(const std::vector<Record>& records) {
  std::vector<std::uint64_t> keys;
  for (const Record& record : records) keys.push_back(record.key);
  const auto index = [&](std::uint64_t key) {
    const auto found = std::find(keys.begin(), keys.end(), key);
    const auto result = static_cast<std::uint64_t>(found - keys.begin());
    if (found == keys.end()) keys.push_back(key);
    return result;
  };
  std::string tags;
  std::string body;
  abi::CodeBlock header;
  for (const Record& record : records) {
    const std::uint32_t own = (record.name.empty() ? 0U : abi::kNamed) | (record.tag.empty() ? 0U : abi::kTagged);
    body += number(record.flags | own);
    if (!record.name.empty()) body += text(record.name);
    if (!record.tag.empty()) {
      tags += text(record.tag);
      body += number(1) + number(header.tags++);
    }
    std::vector<std::uint64_t> indices;
    for (const std::uint64_t key : record.references) indices.push_back(index(key));
    std::sort(indices.begin(), indices.end());
    body += number(indices.size());
    std::uint64_t last = 0;
    for (const std::uint64_t each : indices) body += number(each - last), last = each;
  }
  std::string tables;
  for (const std::uint64_t key : keys) tables += raw(key);
  for (const Record& record : records) tables += raw(record.hash);
  header.symbols = static_cast<std::uint32_t>(keys.size());
  header.records = static_cast<std::uint32_t>(records.size());
  header.bytes = static_cast<std::uint32_t>(sizeof header + tables.size() + tags.size() + body.size());
  return raw(header) + tables + tags + body;
}

std::string padded(std::string bytes) {
  bytes.resize((bytes.size() + 7) / 8 * 8);
  return bytes;
}

// A defined function or variable in the table of symbols.
struct Defined {
  std::string name;
  bool is_copy = false;  // of one in a shared library
};

// An ELF file with that section, symbols, and the names of all.
std::string elf(const std::string& contents, const std::string& section = abi::kCodeSection,
                const std::vector<Defined>& symbols = {}) {
  std::string names = std::string("\0names\0", 7) + section + std::string(1, '\0');
  std::string table = raw(Elf64_Sym{});  // the first one is always unused
  std::string copies;
  for (const Defined& each : symbols) {
    Elf64_Sym symbol{};
    symbol.st_name = static_cast<Elf64_Word>(names.size());
    symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT);
    symbol.st_shndx = 2;
    Elf64_Rela copy{};
    copy.r_info = ELF64_R_INFO(table.size() / sizeof symbol, R_X86_64_COPY);
    if (each.is_copy) copies += raw(copy);
    table += raw(symbol);
    names += each.name + std::string(1, '\0');
  }
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_machine = EM_X86_64;
  header.e_shoff = sizeof header;
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = 5;
  header.e_shstrndx = 1;
  Elf64_Shdr headers[5] = {};
  std::string bytes;
  const auto add = [&](int index, Elf64_Word type, Elf64_Word link, const std::string& part) {
    headers[index].sh_name = index == 2 ? 7 : 1;
    headers[index].sh_type = type;
    headers[index].sh_link = link;
    headers[index].sh_entsize = type == SHT_SYMTAB ? sizeof(Elf64_Sym) : type == SHT_RELA ? sizeof(Elf64_Rela) : 0;
    headers[index].sh_offset = sizeof header + sizeof headers + bytes.size();
    headers[index].sh_size = part.size();
    bytes += part;
  };
  add(1, SHT_STRTAB, 0, names);
  add(3, SHT_SYMTAB, 1, table);
  add(4, SHT_RELA, 3, copies);
  add(2, SHT_PROGBITS, 0, contents);
  return raw(header) + raw(headers) + bytes;
}

class CodeTest : public ::testing::Test {
 protected:
  ~CodeTest() override { std::filesystem::remove(path_); }

  std::unique_ptr<Code> read(const std::string& bytes) {
    std::ofstream(path_, std::ios::binary) << bytes;
    return read_code(path_);
  }
  std::vector<CodePart> reached(const std::string& bytes, const std::string& name = "Adds") {
    testcase::Put put;
    put.suite = "List";
    put.name = name;
    return read(bytes)->reached_by(put);
  }

  std::filesystem::path path_ =
      std::filesystem::temp_directory_path() / ("forall_code_test_" + std::to_string(getpid()));
};

Record tagged(std::vector<std::uint64_t> references, const std::string& tag = "List_Adds_Forall") {
  return {1, 10, std::move(references), "put", tag};
}
auto part(const std::string& name) { return Field(&CodePart::name, name); }

TEST_F(CodeTest, FollowsReferences) {
  const auto parts = reached(elf(block({tagged({2}), {2, 20, {3}, "f"}, {3, 30, {2}, "g"}, {4, 40, {3}, "h"}})));
  EXPECT_THAT(parts, Contains(CodePart{"f", 20}));
  EXPECT_THAT(parts, Contains(CodePart{"g", 30}));
  EXPECT_THAT(parts, Not(Contains(part("h"))));
  EXPECT_TRUE(std::is_sorted(parts.begin(), parts.end()));
}

TEST_F(CodeTest, FollowsReferencesToOtherModules) {
  const auto parts = reached(elf(padded(block({tagged({2})})) + std::string(8, '\0') + block({{2, 20, {}, "f"}})));
  EXPECT_THAT(parts, Contains(CodePart{"f", 20}));
}

// The modules of f, by its contents in each; each module has a function of its own as well.
std::string modules(const std::vector<std::pair<std::uint64_t, std::uint64_t>>& owners_and_hashes,
                    const std::string& name = "f") {
  std::string bytes = padded(block({tagged({2})}));
  for (const auto& [owner, hash] : owners_and_hashes)
    bytes += padded(block({{owner, 90, {2}, "owner"}, {2, hash, {}, name}}));
  return elf(bytes);
}

TEST_F(CodeTest, ContentsThatAreTheSameInAllModulesAreOnePart) {
  EXPECT_THAT(reached(modules({{5, 20}, {6, 20}})), Contains(CodePart{"f", 20}));
  EXPECT_EQ(reached(modules({{5, 20}, {6, 20}})), reached(modules({{5, 20}})));
}

TEST_F(CodeTest, WhichModuleHasWhichContentsCounts) {
  for (const std::string name : {"f", ""}) {
    const auto before = reached(modules({{5, 10}, {6, 10}, {7, 100}}, name));
    EXPECT_EQ(before, reached(modules({{5, 10}, {6, 10}, {7, 100}}, name)));
    EXPECT_NE(before, reached(modules({{5, 10}, {6, 100}, {7, 100}}, name))) << "the same set";
    EXPECT_NE(before, reached(modules({{5, 100}, {6, 10}, {7, 10}}, name))) << "the same set";
    EXPECT_NE(before, reached(modules({{5, 10}, {6, 100}, {7, 10}}, name))) << "the same numbers of each";
  }
  EXPECT_NE(reached(modules({{5, 10}, {6, 10}, {7, 100}})), reached(modules({{5, 10}, {7, 10}, {6, 100}})))
      << "linked in another order as well";
}

TEST_F(CodeTest, CodeWithoutNamesIsOnePart) {
  const auto with = [&](std::uint64_t hash, std::uint64_t unreached) {
    return reached(elf(block({tagged({2, 3}), {2, hash}, {3, 30}, {4, unreached}})));
  };
  EXPECT_EQ(with(20, 40).size(), 3U);  // the PUT, the order of initializers, the rest
  EXPECT_EQ(with(20, 40), with(20, 41));
  EXPECT_NE(with(20, 40), with(21, 40));
}

TEST_F(CodeTest, WhatRunsBeforeMainCountsForEveryPut) {
  const auto parts = reached(elf(block({tagged({}), {2, 20, {3}, "start", "", abi::kInitial}, {3, 30, {}, "f"}})));
  EXPECT_THAT(parts, Contains(part("start")));
  EXPECT_THAT(parts, Contains(part("f")));
}

TEST_F(CodeTest, TheOrderOfInitializersCounts) {
  const std::string put = padded(block({tagged({})}));
  const std::string first = padded(block({{2, 20, {}, "first", "", abi::kInitial}}));
  const std::string second = padded(block({{3, 30, {}, "second", "", abi::kInitial}}));
  EXPECT_NE(reached(elf(put + first + second)), reached(elf(put + second + first)));
  EXPECT_EQ(reached(elf(put + first + second)), reached(elf(first + put + second)));
}

TEST_F(CodeTest, PlainFunctionsThatNothingMentionsCountForEveryPut) {
  const auto parts = reached(elf(block({tagged({}),
                                        {2, 20, {2}, "hook", "", abi::kPlainC},
                                        {3, 30, {}, "called", "", abi::kPlainC},
                                        {4, 40, {3}, "caller"}})));
  EXPECT_THAT(parts, Contains(part("hook")));
  EXPECT_THAT(parts, Not(Contains(part("called"))));
}

TEST_F(CodeTest, CodeThatThePassNeverSawMakesAllOfTheFileCount) {
  const auto is_foreign = [&](const Defined& defined) {
    const auto parts = reached(elf(block({tagged({base::fnv1a(defined.name)})}), abi::kCodeSection, {defined}));
    return std::any_of(parts.begin(), parts.end(),
                       [](const CodePart& each) { return each.name == "program with code that is not instrumented"; });
  };
  EXPECT_TRUE(is_foreign({"limit"}));
  EXPECT_TRUE(is_foreign({"_ZNKSt4hashI3KeyEclERKS0_"})) << "std::hash<Key>::operator()";
  EXPECT_TRUE(is_foreign({"_Z7testingi"})) << "testing(int)";
  EXPECT_TRUE(is_foreign({"_ZN7testing7PrintToERK3KeyPSo"})) << "testing::PrintTo(Key const&, std::ostream*)";
  EXPECT_TRUE(is_foreign({"_ZlsRSoRKN7testing7MessageE"})) << "operator<<(std::ostream&, testing::Message const&)";
  EXPECT_FALSE(is_foreign({"_ZN7testing4Test5SetUpEv"}));
  EXPECT_FALSE(
      is_foreign({"_ZN7testing8internal9EqFailureEPKcS2_RKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"
                  "SA_b"}));
  EXPECT_FALSE(is_foreign({"_ZTVN7testing4TestE"}));
  EXPECT_FALSE(is_foreign({"__forall_branch"}));
  EXPECT_TRUE(is_foreign({"_ZSt4cout"}));
  EXPECT_FALSE(is_foreign({"_ZSt4cout", true})) << "a copy of that of the library";
}

TEST_F(CodeTest, AssemblyMakesAllOfTheFileCountWhereItIsReached) {
  const auto with = [&](std::uint64_t target, std::uint32_t flags) {
    return reached(elf(block({tagged({target}), {2, 20, {}, "f", "", flags}, {3, 30, {}, "g"}})));
  };
  const auto whole = part("program with code that is not instrumented");
  EXPECT_THAT(with(2, abi::kOpaque), Contains(whole));
  EXPECT_THAT(with(3, abi::kOpaque), Not(Contains(whole)));
  EXPECT_THAT(with(3, abi::kOpaque | abi::kInitial), Contains(whole));
}

TEST_F(CodeTest, NamesThatTheLinkerGaveAnotherMeaningMakeAllOfTheFileCount) {
  EXPECT_THAT(reached(elf(block({tagged({})}), abi::kCodeSection, {{abi::kRelinkedSymbol}})),
              Contains(part("program with code that is not instrumented")));
}

TEST_F(CodeTest, AnUnknownPutReachesNothing) {
  EXPECT_THAT(reached(elf(block({tagged({}), {2, 20, {}, "start", "", abi::kInitial}})), "Removes"), IsEmpty());
}

TEST_F(CodeTest, AProgramWithoutTheSectionIsNotKnown) {
  EXPECT_THAT(reached(elf(block({tagged({})}), "other_code")), IsEmpty());
  EXPECT_THAT(reached("#!/bin/sh\n"), IsEmpty());
  EXPECT_THAT(reached(""), IsEmpty());
  testcase::Put put;
  EXPECT_THAT(read_code("/proc/self/exe")->reached_by(put), IsEmpty());
}

TEST_F(CodeTest, OtherMachinesAreNotKnown) {
  std::string narrow = elf(block({tagged({})}));
  narrow[EI_CLASS] = ELFCLASS32;
  EXPECT_THAT(reached(narrow), IsEmpty());
}

TEST_F(CodeTest, AMissingFileIsAnError) { EXPECT_THROW(read_code("/nowhere/program"), base::UserError); }

TEST_F(CodeTest, ADamagedSectionIsAnErrorThatNamesTheProgram) {
  try {
    reached(elf("not a block at all"));
    FAIL() << "no error";
  } catch (const base::UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr(path_.string()));
    EXPECT_THAT(error.what(), HasSubstr("build the program again"));
  }
}

TEST_F(CodeTest, ACutSectionIsAnError) {
  const std::string whole = block({tagged({2}), {2, 20, {1}, "f"}});
  for (std::size_t size = 1; size < whole.size(); ++size) {
    EXPECT_THROW(reached(elf(whole.substr(0, size))), base::UserError) << size;
  }
  EXPECT_THROW(reached(elf(whole).substr(0, elf(whole).size() - 1)), base::UserError);
}

TEST_F(CodeTest, NoByteCanDoHarm) {
  const std::string whole = elf(block({tagged({2}), {2, 20, {1}, "f"}}));
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] = static_cast<char>(~changed[i]);
    try {
      reached(changed);
    } catch (const base::UserError&) {
    }
  }
}

}  // namespace
}  // namespace forall::program
