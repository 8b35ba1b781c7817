#include "program/elf.h"

#include <elf.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>

namespace forall::program {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

// Files that the compiler and linker of this machine make.
class ElfTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder() = fs::temp_directory_path() / ("forall_elf_test_" + std::to_string(getpid()));
    fs::create_directories(folder());
    std::ofstream(folder() / "a.cpp")
        << "#include <iostream>\n"
           "__attribute__((section(\"forall_notes\"), used)) char notes[] = \"one two\";\n"
           "extern \"C\" __attribute__((weak)) void perhaps();\n"
           "static int hidden;\n"
           "extern \"C\" int defined() { return perhaps ? 1 : hidden++; }\n"
           "int main() { std::cout << defined(); }\n";
    make("-c -o a.o");
    make("-fno-pie -no-pie -o a");
    make("-fPIC -shared -o liba.so");
  }
  static void TearDownTestSuite() { fs::remove_all(folder()); }

  static fs::path& folder() {
    static fs::path path;
    return path;
  }
  static void make(const std::string& options) {
    const std::string command = "cd " + folder().string() + " && c++ a.cpp " + options;
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
  }

  static std::string bytes(const std::string& name) { return base::system_files().read(folder() / name).value_or(""); }
  static FileKind kind_of_bytes(const std::string& text) {
    base::MemoryFiles files;
    files.contents["file"] = text;
    return kind_of("file", files);
  }
  static std::string section(const std::string& name) { return std::string(Elf(bytes(name)).section("forall_notes")); }
};

const std::string kNotes("one two", 8);

TEST_F(ElfTest, AnObject) {
  EXPECT_EQ(kind_of(folder() / "a.o", base::system_files()), FileKind::Object);
  EXPECT_EQ(section("a.o"), kNotes);
  const std::string file = bytes("a.o");
  EXPECT_THAT(Elf(file).weak_references(), Contains("perhaps"));
  EXPECT_THAT(Elf(file).weak_references(), Not(Contains("_ZSt4cout")));
  EXPECT_THAT(Elf(file).definitions(), AllOf(Contains("defined"), Contains("notes"), Not(Contains("perhaps")),
                                             Not(Contains("_ZL6hidden")), Not(Contains("_ZSt4cout"))));
}

TEST_F(ElfTest, AProgram) {
  EXPECT_EQ(kind_of(folder() / "a", base::system_files()), FileKind::Program);
  EXPECT_EQ(section("a"), kNotes);
  const std::string file = bytes("a");
  EXPECT_THAT(Elf(file).definitions(), AllOf(Contains("defined"), Contains("main"), Not(Contains("_ZL6hidden"))));
  EXPECT_THAT(Elf(file).definitions(), Not(Contains("_ZSt4cout"))) << "a copy of that of the library";
}

TEST_F(ElfTest, ASharedLibrary) {
  EXPECT_EQ(kind_of(folder() / "liba.so", base::system_files()), FileKind::Program);
  EXPECT_EQ(section("liba.so"), kNotes);
  const std::string file = bytes("liba.so");
  EXPECT_THAT(Elf(file).definitions(), Contains("defined").Times(2)) << "in both tables";
}

TEST_F(ElfTest, OtherFiles) {
  EXPECT_EQ(kind_of(folder() / "a.cpp", base::system_files()), FileKind::Other);
  EXPECT_EQ(kind_of(folder(), base::system_files()), FileKind::Other);
  EXPECT_EQ(kind_of(folder() / "missing", base::system_files()), FileKind::Other);
  for (const std::string text :
       {"", "int main() {}\n", "\177ELF", "!<arch>\n", "\177ELG, and so on, for some more bytes"}) {
    EXPECT_EQ(kind_of_bytes(text), FileKind::Other) << text;
    EXPECT_THAT(Elf(text).section("forall_notes"), IsEmpty()) << text;
    EXPECT_THAT(Elf(text).definitions(), IsEmpty()) << text;
    EXPECT_THAT(Elf(text).weak_references(), IsEmpty()) << text;
  }
}

TEST_F(ElfTest, ASectionThatIsNotThereIsEmpty) {
  const std::string file = bytes("a.o");
  EXPECT_THAT(Elf(file).section("other"), IsEmpty());
  EXPECT_THAT(Elf(file).section(".bss"), IsEmpty()) << "has no contents";
}

TEST_F(ElfTest, ATruncatedFileIsDamaged) {
  const std::string whole = bytes("a.o");
  EXPECT_EQ(kind_of_bytes(whole.substr(0, sizeof(Elf64_Ehdr))), FileKind::Object);
  EXPECT_EQ(kind_of_bytes(whole.substr(0, EI_NIDENT)), FileKind::Other);
  EXPECT_THAT(Elf(std::string_view(whole).substr(0, EI_NIDENT)).section("forall_notes"), IsEmpty());
  // The table of sections is at the end.
  for (const std::size_t size : {sizeof(Elf64_Ehdr), whole.size() / 2, whole.size() - 1}) {
    const Elf cut(std::string_view(whole).substr(0, size));
    EXPECT_THROW(cut.section("forall_notes"), DamagedFile) << size;
    EXPECT_THROW(cut.definitions(), DamagedFile) << size;
    EXPECT_THROW(cut.weak_references(), DamagedFile) << size;
  }
}

TEST_F(ElfTest, AnotherMachine) {
  // Numbers of the other order.
  std::string file = bytes("a.o");
  file[EI_DATA] = ELFDATA2MSB;
  std::swap(file[offsetof(Elf64_Ehdr, e_type)], file[offsetof(Elf64_Ehdr, e_type) + 1]);
  EXPECT_EQ(kind_of_bytes(file), FileKind::Object);
  EXPECT_THAT(Elf(file).section("forall_notes"), IsEmpty());
  // Addresses of 32 bits.
  file = bytes("a");
  file[EI_CLASS] = ELFCLASS32;
  EXPECT_EQ(kind_of_bytes(file), FileKind::Program);
  EXPECT_THAT(Elf(file).section("forall_notes"), IsEmpty());
  // Another instruction set.
  file = bytes("a");
  const Elf64_Half machine = EM_RISCV;
  std::memcpy(&file[offsetof(Elf64_Ehdr, e_machine)], &machine, sizeof machine);
  EXPECT_EQ(kind_of_bytes(file), FileKind::Program);
  EXPECT_EQ(Elf(file).section("forall_notes"), kNotes);
}

}  // namespace
}  // namespace forall::program
