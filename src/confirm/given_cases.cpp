// The cases of one PUT, read from the file that the environment names (abi/case_file.h). It is the interface that a
// test program otherwise finds in libforall_replay.so, without a database. Nothing of the C++ library is used: the
// program may have another one.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "abi/case_file.h"
#include "forall/internal/stored_cases.h"

namespace {

constexpr const char* kDamaged = "the file of the cases is damaged";

// What is read lives as long as the process.
class File {
 public:
  // False if it cannot be read.
  bool open(const char* name) {
    const int file = ::open(name, O_RDONLY | O_CLOEXEC);
    struct stat about = {};
    if (file < 0 || fstat(file, &about) != 0) return false;
    char* const bytes = static_cast<char*>(std::malloc(static_cast<size_t>(about.st_size) + 1));
    if (bytes == nullptr) return false;
    size_t size = 0;
    while (size < static_cast<size_t>(about.st_size)) {
      const ssize_t got = ::read(file, bytes + size, static_cast<size_t>(about.st_size) - size);
      if (got <= 0) break;
      size += static_cast<size_t>(got);
    }
    close(file);
    at_ = bytes;
    end_ = bytes + size;
    return size == static_cast<size_t>(about.st_size);
  }

  uint64_t number() {
    uint64_t value = 0;
    if (has(sizeof value)) {
      std::memcpy(&value, at_, sizeof value);
      at_ += sizeof value;
    }
    return value;
  }
  const char* text() {
    const uint64_t length = number();
    if (!has(length) || !has(length + 1)) return "";
    const char* const begin = at_;
    at_ += length + 1;
    return begin;
  }
  // Zeroed memory for so many; each of them takes at least a number in the file.
  template <class T>
  T* array(uint64_t& count) {
    count = number();
    if (!has(count) || !has(count * sizeof count)) count = 0;
    void* const memory = count == 0 ? nullptr : std::calloc(count, sizeof(T));
    if (memory == nullptr) count = 0;
    return static_cast<T*>(memory);
  }

  // Has everything been there so far?
  bool is_good() const { return is_good_; }

 private:
  bool has(uint64_t bytes) {
    if (bytes > static_cast<uint64_t>(end_ - at_)) is_good_ = false;
    return is_good_;
  }

  const char* at_ = nullptr;
  const char* end_ = nullptr;
  bool is_good_ = true;
};

struct Given {
  ForallStoredPut put;
  const char* name;  // of the PUT
  ForallStoredCase* cases;
};

const ForallStoredScalar* read_scalars(File& file, size_t& count) {
  uint64_t number = 0;
  auto* const scalars = file.array<ForallStoredScalar>(number);
  for (uint64_t i = 0; i < number; ++i) {
    ForallStoredScalar& scalar = scalars[i];
    scalar.name = file.text();
    scalar.low = file.number();
    scalar.high = file.number();
    scalar.width = static_cast<unsigned>(file.number());
    scalar.kind = static_cast<unsigned>(file.number());
    scalar.is_choice = static_cast<int>(file.number());
    scalar.target = file.text();
  }
  count = number;
  return scalars;
}

void read_case(File& file, ForallStoredCase& given) {
  given.outcome = static_cast<unsigned>(file.number());
  given.summary = "";
  given.file = file.text();
  given.line = static_cast<unsigned>(file.number());
  given.inputs = read_scalars(file, given.input_count);
  uint64_t objects = 0;
  auto* const all = file.array<ForallStoredObject>(objects);
  for (uint64_t i = 0; i < objects; ++i) {
    all[i].name = file.text();
    all[i].type = file.text();
  }
  given.objects = all;
  given.object_count = objects;
  given.observations = read_scalars(file, given.observation_count);
  given.values = "";
}

// "0", "1", ...
const char* name_of(uint64_t number) {
  constexpr size_t kMostDigits = 20;
  char* const text = static_cast<char*>(std::calloc(kMostDigits + 1, 1));
  if (text == nullptr) return "";
  char* at = text + kMostDigits;
  do {
    *--at = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  return at;
}

Given read_given() {
  Given given = {};
  given.name = "";
  given.put.database = given.put.message = "";
  given.put.status = FORALL_STORED_NOWHERE;
  const char* const name = std::getenv(forall::abi::kCaseFileVariable);
  if (name == nullptr) return given;
  given.put.database = name;
  given.put.status = FORALL_STORED_UNREADABLE;
  given.put.message = kDamaged;
  File file;
  if (!file.open(name) || file.number() != forall::abi::kCaseFileMagic) return given;
  given.name = file.text();
  uint64_t count = 0;
  auto* const parameters = file.array<const char*>(count);
  for (uint64_t i = 0; i < count; ++i) parameters[i] = file.text();
  given.put.parameters = parameters;
  given.put.parameter_count = count;
  given.cases = file.array<ForallStoredCase>(count);
  auto* const names = static_cast<ForallStoredName*>(std::calloc(count + 1, sizeof(ForallStoredName)));
  if (names == nullptr) return given;
  for (uint64_t i = 0; i < count; ++i) {
    read_case(file, given.cases[i]);
    names[i] = {static_cast<int64_t>(i), name_of(i)};
  }
  if (!file.is_good()) return given;
  given.put.cases = names;
  given.put.case_count = count;
  given.put.status = FORALL_STORED_FOUND;
  return given;
}

const Given& given() {
  static const Given* const all = [] {
    void* const memory = std::malloc(sizeof(Given));
    if (memory == nullptr) std::abort();
    const Given read = read_given();
    return static_cast<const Given*>(std::memcpy(memory, &read, sizeof read));
  }();
  return *all;
}

// A PUT that this program has no cases of.
constexpr ForallStoredPut kUnknown = {FORALL_STORED_UNKNOWN, "", "", nullptr, 0, nullptr, 0};

}  // namespace

extern "C" {
const ForallStoredPut* forall_stored_put(const char*, const char* put) noexcept {
  const Given& all = given();
  return all.put.status != FORALL_STORED_FOUND || std::strcmp(all.name, put) == 0 ? &all.put : &kUnknown;
}
const ForallStoredCase* forall_stored_case(int64_t id, const char** why) noexcept {
  const Given& all = given();
  if (id >= 0 && static_cast<uint64_t>(id) < all.put.case_count) return all.cases + id;
  *why = kDamaged;
  return nullptr;
}
}
