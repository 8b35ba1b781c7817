// Uses of axioms that are not there; which one, the test says with a definition.
#include <forall/forall.h>

struct HashtableTests;

static void Client(int) {}
#ifdef TEST_USES
FORALL(BagTest, Client).Using<HashtableTests>();
#endif
#ifdef SUITE_USES
FORALL(BagTest, Client);
FORALL_USING(BagTest, HashtableTests);
#endif
