int shared();

int sources() { return shared(); }
