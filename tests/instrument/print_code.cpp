// print_code PROGRAM Suite.Name...: what the PUTs reach, one "Suite.Name part fingerprint" per line.
#include <cstdio>
#include <exception>
#include <string>

#include "program/code.h"

int main(int argc, char** argv) try {
  const auto code = forall::program::read_code(argc > 1 ? argv[1] : "");
  for (int i = 2; i < argc; ++i) {
    const std::string name = argv[i];
    forall::testcase::Put put;
    put.suite = name.substr(0, name.find('.'));
    put.name = name.substr(name.find('.') + 1);
    for (const auto& part : code->reached_by(put)) {
      std::printf("%s\t%s\t%016llx\n", name.c_str(), part.name.c_str(),
                  static_cast<unsigned long long>(part.fingerprint));
    }
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
