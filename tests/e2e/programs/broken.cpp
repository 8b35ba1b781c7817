// Does not compile, on line 5.
#include <forall/forall.h>

static void Broken(int x) { undeclared_function(x); }
FORALL(Broken, Broken);
