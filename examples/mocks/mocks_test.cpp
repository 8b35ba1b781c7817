// Tests of code that uses interfaces nobody has implemented. The classes of the mocks are written by
//   forall mock IFile --in file.h --out file_mock.h
//   forall mock INumberProvider --in number_provider.h --out number_provider_mock.h
#include <forall/forall.h>

#include <limits>

#include "file.h"
#include "file_mock.h"
#include "number_provider.h"
#include "number_provider_mock.h"

// Two numbers that the provider returns: their sum can be zero, and it can overflow.
void IsNotNegative(INumberProvider& x) { EXPECT_GE(Compute(x), 0); }
FORALL(ComputeTest, IsNotNegative);

void IsNotNegativeForSmallNumbers(INumberProvider& x) { EXPECT_GE(Compute(x), 0); }
FORALL(ComputeTest, IsNotNegativeForSmallNumbers).Returns<&INumberProvider::GetNumber>(InRange(-1000, 1000));

void IsNotNegativeWithAFriend(INumberProvider& x) { EXPECT_GE(Compute(x), 0); }
FORALL(ComputeTest, IsNotNegativeWithAFriend).Friendly<INumberProvider>();

// The order in which a file is used.
FORALL_PROTOCOL(IFile, "open (read | write)* close");

// Passes everything on and remembers what was written.
struct Recorder final : IFile {
  explicit Recorder(IFile& file) : real(file) {}
  bool open(const std::string& path) override { return real.open(path); }
  long read(char* buffer, std::size_t size) override { return real.read(buffer, size); }
  long write(const char* data, std::size_t size) override {
    const long count = real.write(data, size);
    ASSUME(count >= -1 && count <= static_cast<long>(size));
    if (count > 0) written.append(data, static_cast<std::size_t>(count));
    return count;
  }
  void close() override { real.close(); }

  IFile& real;
  std::string written;
};

void WritesEverything(IFile& file) {
  Recorder recorder(file);
  recorder.open("notes.txt");
  if (write_all(recorder, "abc")) {
    EXPECT_EQ(recorder.written, "abc");
  }
  recorder.close();
}
FORALL(FileTest, WritesEverything);

void WritesEverythingOnce(IFile& file) {
  Recorder recorder(file);
  recorder.open("notes.txt");
  if (write_all_again(recorder, "abc")) {
    EXPECT_EQ(recorder.written, "abc");
  }
  recorder.close();
}
FORALL(FileTest, WritesEverythingOnce);

void SavesInOrder(IFile& file) {
  Recorder recorder(file);
  save(recorder, "a");
}
FORALL(FileTest, SavesInOrder);

void CopiesOrSaysWhy(IFile& from, IFile& to) {
  ASSUME(&from != &to);
  Recorder recorder(to);
  const CopyResult result = copy(from, recorder);
  if (result == CopyResult::CannotOpen) {
    EXPECT_TRUE(recorder.written.empty());
  }
}
FORALL(FileTest, CopiesOrSaysWhy).Returns<&IFile::read>(InRange(-1L, 2L));
