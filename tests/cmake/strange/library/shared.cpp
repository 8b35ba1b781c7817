#if !FORALL_INSTRUMENTED || !defined(shared_EXPORTS)
#error "a property is missing"
#endif
int shared() { return 1; }
