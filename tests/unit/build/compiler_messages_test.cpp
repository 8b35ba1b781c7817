#include "build/compiler_messages.h"

#include <gtest/gtest.h>

#include <string>

namespace forall::build {
namespace {

constexpr const char* kHeaders = "/opt/forall/include";

// What clang prints of a PUT whose parameter is of a class that is not described.
const std::string kUnsupported =
    "In file included from p_test.cpp:1:\n"
    "/opt/forall/include/forall/internal/put.h:352:7: error: static assertion failed due to requirement "
    "'is_supported<std::list<P>>() || kNeedsMock<std::list<P>>': forall: no way to make inputs of this type is known\n"
    "  352 |       is_supported<T>() || kNeedsMock<T>,\n"
    "      |       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
    "/opt/forall/include/forall/internal/put.h:361:22: note: in instantiation of template class "
    "'RequireSupported<P>' requested here\n"
    "p_test.cpp:7:1: note: in instantiation of member function 'Registration' requested here\n"
    "    7 | FORALL(S, T);\n"
    "      | ^\n"
    "/opt/forall/include/forall/forall.h:101:3: note: expanded from macro 'FORALL'\n"
    "  101 |   FORALL_INTERNAL_REGISTER(\n"
    "      |   ^\n";
// What follows from it, at the same line.
const std::string kConsequence =
    "/opt/forall/include/forall/internal/state.h:68:30: error: function 'forall_state' cannot be used\n"
    "p_test.cpp:7:1: note: in instantiation of member function 'Registration' requested here\n";
const std::string kOfTheUser =
    "p_test.cpp:4:21: error: no member named 'q_' in 'B'\n"
    "    4 | FORALL_STATE(B, p_, q_);\n"
    "      |                     ^~\n"
    "/opt/forall/include/forall/internal/state.h:200:100: note: expanded from macro 'FORALL_STATE'\n"
    "note: (skipping 121 expansions in backtrace; use -fmacro-backtrace-limit=0 to see all)\n"
    "p.h:3:7: note: declared here\n";

TEST(ShortenedMessages, AnErrorInOurHeadersIsOneAtTheLineOfTheUser) {
  EXPECT_EQ(shortened_messages(kUnsupported + kConsequence + "2 errors generated.\n", kHeaders),
            "p_test.cpp:7:1: error: no way to make inputs of this type is known [std::list<P>]\n"
            "    7 | FORALL(S, T);\n"
            "      | ^\n");
}

TEST(ShortenedMessages, ErrorsOfTheUserStay) {
  EXPECT_EQ(shortened_messages(kOfTheUser + kConsequence, kHeaders),
            "p_test.cpp:4:21: error: no member named 'q_' in 'B'\n"
            "    4 | FORALL_STATE(B, p_, q_);\n"
            "      |                     ^~\n"
            "p.h:3:7: note: declared here\n");
}

TEST(ShortenedMessages, EveryPlaceHasItsMessage) {
  std::string other = kUnsupported;
  other.replace(other.find("p_test.cpp:7"), 12, "p_test.cpp:9");
  const std::string text = shortened_messages(kUnsupported + other + kOfTheUser, kHeaders);
  for (const char* place : {"p_test.cpp:7:1: error:", "p_test.cpp:9:1: error:", "p_test.cpp:4:21: error:"})
    EXPECT_NE(text.find(place), std::string::npos) << text;
}

TEST(ShortenedMessages, WhatIsInstantiatedAtTheEndHasTheFileOnly) {
  const std::string output =
      "In file included from p_test.cpp:1:\n"
      "In file included from /opt/forall/include/forall/forall.h:30:\n"
      "/opt/forall/include/forall/domains/core.h:58:84: error: static assertion failed due to requirement "
      "'kIsFloat<int> || !kIsFloat<double>': forall: the values do not have the type of the parameter\n"
      "/opt/forall/include/forall/internal/put.h:253:39: note: in instantiation of 'Bind<int>' requested here\n";
  EXPECT_EQ(shortened_messages(output, kHeaders),
            "p_test.cpp: error: the values do not have the type of the parameter [int]\n");
}

TEST(ShortenedMessages, WhatIsNotUnderstoodStaysAsItIs) {
  for (const std::string& output :
       {kConsequence, std::string("clang++-19: error: no such file: 'x.cpp'\n"), std::string()})
    EXPECT_EQ(shortened_messages(output, kHeaders), output);
}

}  // namespace
}  // namespace forall::build
