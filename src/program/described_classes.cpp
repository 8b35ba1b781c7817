#include "program/described_classes.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <sstream>
#include <string_view>

#include "base/files.h"
#include "program/elf.h"

namespace forall::program {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMacro = "FORALL_AXIOMS";
constexpr std::string_view kSection = "forall_axioms";
constexpr std::string_view kStandIns = "forall_classes";
constexpr std::string_view kArchive = "!<arch>\n";

std::string_view text_at(std::string_view bytes, std::uint64_t offset) {
  if (offset >= bytes.size()) return {};
  const std::string_view rest = bytes.substr(offset);
  return rest.substr(0, rest.find('\0'));
}

// The keys of an object; none if it is damaged.
std::string_view keys_of(const Elf& object) {
  try {
    return object.section(kSection);
  } catch (const DamagedFile&) {
    return {};
  }
}

// The methods of described classes that an object calls; none if it is damaged.
std::vector<std::string_view> called_methods(const Elf& object) {
  try {
    if (object.section(kStandIns).empty()) return {};
    return object.weak_references();
  } catch (const DamagedFile&) {
    return {};
  }
}

std::vector<fs::path> header_folders(const std::vector<std::string>& flags) {
  std::vector<fs::path> folders;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i] == "-I" && i + 1 < flags.size()) {
      folders.emplace_back(flags[i + 1]);
    } else if (flags[i].starts_with("-I")) {
      folders.emplace_back(flags[i].substr(2));
    }
  }
  return folders;
}

std::vector<std::string> quoted_headers(const std::string& text) {
  std::vector<std::string> names;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t hash = line.find_first_not_of(" \t");
    if (hash == std::string::npos || line[hash] != '#' || line.find("include") == std::string::npos) continue;
    const std::size_t begin = line.find('"');
    const std::size_t end = line.find('"', begin + 1);
    if (begin != std::string::npos && end != std::string::npos)
      names.push_back(line.substr(begin + 1, end - begin - 1));
  }
  return names;
}

// The names in an archive's symbol table, which is the first member and called "/": their number, then the offset of
// each member, then the names. All numbers are big-endian.
std::set<std::string> names_in_archive(std::string_view bytes) {
  constexpr std::size_t kHeader = 60;
  constexpr std::size_t kSizeAt = 48;
  std::set<std::string> names;
  if (!bytes.starts_with(kArchive) || bytes.size() < kArchive.size() + kHeader) return names;
  const std::string_view header = bytes.substr(kArchive.size(), kHeader);
  if (!header.starts_with("/ ")) return names;
  const std::uint64_t size = std::strtoull(std::string(header.substr(kSizeAt, 10)).c_str(), nullptr, 10);
  const std::string_view table = bytes.substr(kArchive.size() + kHeader, size);
  if (table.size() < 4) return names;
  std::uint64_t count = 0;
  for (int i = 0; i < 4; ++i) count = count << 8 | static_cast<unsigned char>(table[static_cast<std::size_t>(i)]);
  std::uint64_t at = 4 + 4 * count;
  for (std::uint64_t i = 0; i < count && at < table.size(); ++i) {
    const std::string_view name = text_at(table, at);
    names.emplace(name);
    at += name.size() + 1;
  }
  return names;
}

// The files that the arguments name, with those of -l in the folders of -L.
std::vector<fs::path> linked_files(const std::vector<std::string>& arguments) {
  std::vector<fs::path> folders;
  std::vector<fs::path> files;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "-L" && i + 1 < arguments.size()) folders.emplace_back(arguments[i + 1]);
    if (argument.size() > 2 && argument.starts_with("-L")) folders.emplace_back(argument.substr(2));
  }
  for (const std::string& argument : arguments) {
    if (!argument.starts_with('-')) files.emplace_back(argument);
    if (argument.size() <= 2 || !argument.starts_with("-l")) continue;
    for (const fs::path& folder : folders) {
      if (fs::exists(folder / ("lib" + argument.substr(2) + ".so"))) break;
      files.push_back(folder / ("lib" + argument.substr(2) + ".a"));
    }
  }
  return files;
}

}  // namespace

std::vector<std::string> described_in(const fs::path& object) {
  const std::string bytes = base::system_files().read(object).value_or("");
  std::string_view keys = keys_of(Elf(bytes));
  std::vector<std::string> result;
  while (!keys.empty()) {
    const std::string_view key = text_at(keys, 0);
    if (!key.empty()) result.emplace_back(key);
    keys.remove_prefix(std::min(key.size() + 1, keys.size()));
  }
  return result;
}

bool may_describe(const fs::path& source, const std::vector<std::string>& flags) {
  const std::vector<fs::path> folders = header_folders(flags);
  std::vector<fs::path> pending{fs::absolute(source).lexically_normal()};
  std::set<fs::path> seen(pending.begin(), pending.end());
  while (!pending.empty()) {
    const fs::path file = pending.back();
    pending.pop_back();
    const std::string text = base::system_files().read(file).value_or("");
    if (text.find(kMacro) != std::string::npos) return true;
    for (const std::string& name : quoted_headers(text)) {
      std::vector<fs::path> places{file.parent_path() / name};
      for (const fs::path& folder : folders) places.push_back(fs::absolute(folder) / name);
      const auto found = std::find_if(places.begin(), places.end(), [](const fs::path& place) {
        std::error_code ignored;
        return fs::is_regular_file(place, ignored);
      });
      if (found != places.end() && seen.insert(found->lexically_normal()).second)
        pending.push_back(found->lexically_normal());
    }
  }
  return false;
}

std::vector<std::string> archive_flags(const std::vector<std::string>& link_arguments) {
  const std::vector<fs::path> files = linked_files(link_arguments);
  std::set<std::string> wanted;
  for (const fs::path& file : files) {
    if (file.extension() != ".o") continue;
    const std::string bytes = base::system_files().read(file).value_or("");
    for (const std::string_view name : called_methods(Elf(bytes))) wanted.emplace(name);
  }
  if (wanted.empty()) return {};
  std::set<std::string> offered;
  for (const fs::path& file : files) {
    if (file.extension() == ".a") offered.merge(names_in_archive(base::system_files().read(file).value_or("")));
  }
  std::vector<std::string> flags;
  for (const std::string& name : wanted) {
    if (offered.contains(name)) flags.push_back("-Wl,-u," + name);
  }
  return flags;
}

}  // namespace forall::program
