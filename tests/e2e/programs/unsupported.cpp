// A parameter type that forall cannot make inputs of: the compiler has to say which and what to do.
#include <forall/forall.h>

#include <fstream>

static void ReadsAStream(std::ifstream stream) { (void)stream; }
FORALL(Unsupported, ReadsAStream);
