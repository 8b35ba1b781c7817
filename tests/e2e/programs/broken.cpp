// Does not compile, on line 4.
#include <forall/forall.h>

static void Broken(int x) { undeclared_function(x); }
FORALL(Broken, Broken);
