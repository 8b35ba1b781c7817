// Runs tests of the corpus natively: PROGRAM NAME WORD... [-- NAME WORD...]...
// Calls them one after the other and prints the name of each one that came back.
#include "undefined.h"

int main(int argc, char** argv) {
  for (int i = 1; i < argc;) {
    const char* name = argv[i++];
    char** words = argv + i;
    while (i < argc && std::strcmp(argv[i], "--") != 0) ++i;
    const NativeTest* test = native_tests;
    while (test && std::strcmp(test->name, name) != 0) test = test->next;
    if (!test) return std::fprintf(stderr, "no test %s\n", name), 3;
    test->call(words);
    std::printf("%s returned\n", name);
    std::fflush(stdout);
    ++i;
  }
}
