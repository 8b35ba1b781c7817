// A registration that cannot be meant; which one, the test says with -DDOMAIN_ and -DPARAMETER.
#include <forall/forall.h>

#include <string>
#include <vector>

#ifndef PARAMETER
#define PARAMETER unsigned char
#endif

struct Point {
  int x;
  int y;
};

static void Bad(const PARAMETER&) {}
FORALL(Domain, Bad).WithDomains(DOMAIN_);
