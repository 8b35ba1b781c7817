#include "explore/code.h"

#include <elf.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <fstream>

#include "abi/code_section.h"
#include "base/error.h"

namespace forall::explore {
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

// An ELF file with one section besides the names of sections.
std::string elf(const std::string& contents, const std::string& section = abi::kCodeSection) {
  const std::string names = std::string("\0names\0", 7) + section + std::string(1, '\0');
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_shoff = sizeof header;
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = 3;
  header.e_shstrndx = 1;
  Elf64_Shdr headers[3] = {};
  headers[1].sh_name = 1;
  headers[1].sh_type = SHT_STRTAB;
  headers[1].sh_offset = sizeof header + sizeof headers;
  headers[1].sh_size = names.size();
  headers[2].sh_name = 7;
  headers[2].sh_type = SHT_PROGBITS;
  headers[2].sh_offset = headers[1].sh_offset + names.size();
  headers[2].sh_size = contents.size();
  return raw(header) + raw(headers) + names + contents;
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

TEST_F(CodeTest, KeepsAllContentsOfASymbol) {
  const auto parts = reached(elf(padded(block({tagged({2}), {2, 20, {}, "f"}})) + block({{2, 21, {}, "f"}})));
  EXPECT_THAT(parts, Contains(CodePart{"f", 20}));
  EXPECT_THAT(parts, Contains(CodePart{"f", 21}));
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
}  // namespace forall::explore
