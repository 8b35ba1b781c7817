#ifndef FORALL_INSTRUMENTED
#error "this is not the twin"
#endif
int late() { return 1; }
