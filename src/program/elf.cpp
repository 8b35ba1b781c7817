#include "program/elf.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/BinaryFormat/Magic.h>
#include <llvm/Object/ELF.h>

#include <set>

namespace forall::program {
namespace {

using File = llvm::object::ELFFile<llvm::object::ELF64LE>;
using Section = File::Elf_Shdr;
using Symbol = File::Elf_Sym;

template <typename T>
T checked(llvm::Expected<T> value) {
  if (value) return *value;
  llvm::consumeError(value.takeError());
  throw DamagedFile();
}

llvm::StringRef ref(std::string_view text) { return {text.data(), text.size()}; }
std::string_view view(llvm::StringRef text) { return {text.data(), text.size()}; }

File file_of(std::string_view bytes) { return checked(File::create(ref(bytes))); }

// Calls f with each symbol of a table and its name.
template <typename F>
void for_each_symbol(const File& file, const Section& table, F f) {
  const auto symbols = checked(file.symbols(&table));
  if (symbols.empty()) return;
  const llvm::StringRef names = checked(file.getStringTableForSymtab(table));
  for (const Symbol& symbol : symbols) f(symbol, view(checked(symbol.getName(names))));
}

std::set<std::string_view> copied_from_libraries(const File& file) {
  std::uint32_t copy = llvm::ELF::R_X86_64_COPY;
  if (file.getHeader().e_machine == llvm::ELF::EM_AARCH64) copy = llvm::ELF::R_AARCH64_COPY;
  std::set<std::string_view> names;
  for (const Section& section : checked(file.sections())) {
    if (section.sh_type != llvm::ELF::SHT_RELA) continue;
    for (const auto& relocation : checked(file.relas(section))) {
      if (relocation.getType(file.isMips64EL()) != copy) continue;
      const Section& table = *checked(file.getSection(section.sh_link));
      const Symbol* symbol = checked(file.getRelocationSymbol(relocation, &table));
      if (symbol == nullptr) throw DamagedFile();
      names.insert(view(checked(symbol->getName(checked(file.getStringTableForSymtab(table))))));
    }
  }
  return names;
}

}  // namespace

FileKind kind_of(const std::filesystem::path& path, base::Files& files) {
  switch (llvm::identify_magic(files.read_head(path, sizeof(File::Elf_Ehdr)))) {
    case llvm::file_magic::elf_relocatable: return FileKind::Object;
    case llvm::file_magic::elf:
    case llvm::file_magic::elf_executable:
    case llvm::file_magic::elf_shared_object:
    case llvm::file_magic::elf_core: return FileKind::Program;
    default: return FileKind::Other;
  }
}

Elf::Elf(std::string_view bytes) : bytes_(bytes) {
  has_sections_ = bytes.size() >= sizeof(File::Elf_Ehdr) && bytes.starts_with(llvm::ELF::ElfMagic) &&
                  llvm::object::getElfArchType(ref(bytes)) ==
                      std::pair<unsigned char, unsigned char>(llvm::ELF::ELFCLASS64, llvm::ELF::ELFDATA2LSB);
}

std::string_view Elf::section(std::string_view name) const {
  if (!has_sections_) return {};
  const File file = file_of(bytes_);
  const auto sections = checked(file.sections());
  const llvm::StringRef names = checked(file.getSectionStringTable(sections));
  if (names.empty()) return {};
  for (const Section& each : sections) {
    if (each.sh_type == llvm::ELF::SHT_PROGBITS && checked(file.getSectionName(each, names)) == ref(name))
      return view(llvm::toStringRef(checked(file.getSectionContents(each))));
  }
  return {};
}

std::vector<std::string_view> Elf::definitions() const {
  std::vector<std::string_view> result;
  if (!has_sections_) return result;
  const File file = file_of(bytes_);
  const std::set<std::string_view> copies = copied_from_libraries(file);
  for (const Section& table : checked(file.sections())) {
    if (table.sh_type != llvm::ELF::SHT_SYMTAB && table.sh_type != llvm::ELF::SHT_DYNSYM) continue;
    for_each_symbol(file, table, [&](const Symbol& symbol, std::string_view name) {
      const bool is_for_others = !symbol.isUndefined() && symbol.getBinding() != llvm::ELF::STB_LOCAL;
      if (is_for_others && !copies.contains(name)) result.push_back(name);
    });
  }
  return result;
}

std::vector<std::string_view> Elf::weak_references() const {
  std::vector<std::string_view> result;
  if (!has_sections_) return result;
  const File file = file_of(bytes_);
  for (const Section& table : checked(file.sections())) {
    if (table.sh_type != llvm::ELF::SHT_SYMTAB) continue;
    for_each_symbol(file, table, [&](const Symbol& symbol, std::string_view name) {
      if (symbol.isUndefined() && symbol.getBinding() == llvm::ELF::STB_WEAK) result.push_back(name);
    });
  }
  return result;
}

}  // namespace forall::program
