#include "program/described_classes.h"

#include <elf.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <fstream>

namespace forall::program {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

template <typename T>
void append(std::string& bytes, const T& record) {
  bytes.append(reinterpret_cast<const char*>(&record), sizeof record);
}

// An object file with sections of these names and contents, and one weak reference.
std::string object_file(const std::vector<std::pair<std::string, std::string>>& sections, const std::string& weak) {
  std::string names("\0.symtab\0.strtab\0.shstrtab\0", 27);
  std::string bytes(sizeof(Elf64_Ehdr), '\0');
  std::vector<Elf64_Shdr> headers(1);
  const auto add = [&](std::uint32_t name, std::uint32_t type, std::uint32_t link, const std::string& contents) {
    Elf64_Shdr header{};
    header.sh_name = name;
    header.sh_type = type;
    header.sh_link = link;
    header.sh_entsize = type == SHT_SYMTAB ? sizeof(Elf64_Sym) : 0;
    header.sh_offset = bytes.size();
    header.sh_size = contents.size();
    headers.push_back(header);
    bytes += contents;
  };
  for (const auto& [name, contents] : sections) {
    add(static_cast<std::uint32_t>(names.size()), SHT_PROGBITS, 0, contents);
    names += name + '\0';
  }
  std::string symbols(sizeof(Elf64_Sym), '\0');
  Elf64_Sym symbol{};
  symbol.st_name = 1;
  symbol.st_info = ELF64_ST_INFO(STB_WEAK, STT_NOTYPE);
  append(symbols, symbol);
  add(1, SHT_SYMTAB, static_cast<std::uint32_t>(headers.size() + 1), symbols);
  add(9, SHT_STRTAB, 0, '\0' + weak + '\0');
  add(17, SHT_STRTAB, 0, names);

  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_shoff = bytes.size();
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = static_cast<Elf64_Half>(headers.size());
  header.e_shstrndx = static_cast<Elf64_Half>(headers.size() - 1);
  std::memcpy(bytes.data(), &header, sizeof header);
  for (const Elf64_Shdr& each : headers) append(bytes, each);
  return bytes;
}

std::string archive(const std::string& name) {
  std::string table("\0\0\0\1\0\0\0\0", 8);
  table += name + '\0';
  std::string header = "/" + std::string(47, ' ') + std::to_string(table.size());
  header.resize(58, ' ');
  return "!<arch>\n" + header + "`\n" + table;
}

class DescribedClassesTest : public ::testing::Test {
 protected:
  DescribedClassesTest() : folder_(fs::temp_directory_path() / ("described-" + std::to_string(::getpid()))) {
    fs::create_directories(folder_ / "include");
  }
  ~DescribedClassesTest() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& contents) const {
    std::ofstream(folder_ / name, std::ios::binary) << contents;
    return (folder_ / name).string();
  }

  const fs::path folder_;
};

TEST_F(DescribedClassesTest, AreTheKeysOfAnObject) {
  const std::string keys("5Table\0N2ns4NodeE\0", 18);
  EXPECT_THAT(described_in(write("a.o", object_file({{"other", "x"}, {"forall_axioms", keys}}, "f"))),
              ElementsAre("5Table", "N2ns4NodeE"));
  EXPECT_THAT(described_in(write("b.o", object_file({{"other", "x"}}, "f"))), IsEmpty());
}

TEST_F(DescribedClassesTest, AreNoneWithoutAnObject) {
  EXPECT_THAT(described_in(folder_ / "missing.o"), IsEmpty());
  const std::string bytes = object_file({{"forall_axioms", std::string("5Table\0", 7)}}, "f");
  for (std::size_t i = 0; i < bytes.size(); i += 7) described_in(write("cut.o", bytes.substr(0, i)));
}

TEST_F(DescribedClassesTest, MayBeNamedInAHeader) {
  write("axioms.h", "FORALL_AXIOMS(Table, TableTests);\n");
  write("include/far.h", "#pragma once\n#  include \"../axioms.h\"\n");
  const std::string plain = write("plain.cpp", "#include <vector>\n#include \"missing.h\"\n");
  const std::string direct = write("direct.cpp", "#include \"axioms.h\"\n");
  const std::string far = write("far.cpp", "#include \"far.h\"\n");
  EXPECT_FALSE(may_describe(plain, {}));
  EXPECT_TRUE(may_describe(folder_ / "axioms.h", {}));
  EXPECT_TRUE(may_describe(direct, {}));
  EXPECT_FALSE(may_describe(far, {}));
  EXPECT_TRUE(may_describe(far, {"-O1", "-I" + (folder_ / "include").string()}));
  EXPECT_TRUE(may_describe(far, {"-I", (folder_ / "include").string()}));
}

TEST_F(DescribedClassesTest, HeadersThatIncludeEachOtherAreReadOnce) {
  write("a.h", "#include \"b.h\"\n");
  write("b.h", "#include \"a.h\"\n");
  EXPECT_FALSE(may_describe(folder_ / "a.h", {}));
}

TEST_F(DescribedClassesTest, TheirMethodsAreLookedForInArchives) {
  const std::string object = write("a.o", object_file({{"forall_classes", "x"}}, "_ZN5Table3addEi"));
  const std::string without = write("b.o", object_file({{"other", "x"}}, "_ZN5Table3addEi"));
  const std::string table = write("libtable.a", archive("_ZN5Table3addEi"));
  const std::string other = write("libother.a", archive("_ZN5Other3addEi"));
  EXPECT_THAT(archive_flags({object, table}), ElementsAre("-Wl,-u,_ZN5Table3addEi"));
  EXPECT_THAT(archive_flags({object, "-L" + folder_.string(), "-ltable"}), ElementsAre("-Wl,-u,_ZN5Table3addEi"));
  EXPECT_THAT(archive_flags({object, other}), IsEmpty());
  EXPECT_THAT(archive_flags({without, table}), IsEmpty());
}

}  // namespace
}  // namespace forall::program
