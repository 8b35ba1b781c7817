// A registration that cannot be meant; which one, the test says with -DDOMAIN_.
#include <forall/forall.h>

void Unsigned(unsigned char) {}
FORALL(Bad, Unsigned).WithDomains(DOMAIN_);
