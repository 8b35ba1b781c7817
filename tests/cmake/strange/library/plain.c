int plain(int class) { return class; }
