int precompiled() { return std::vector<int>{1}[0]; }
