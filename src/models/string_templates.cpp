// The large functions of std::string, instantiated here so that targets need not compile them (see abi/instantiations.def).
#include <string>

namespace std {

template string& string::_M_replace(size_type, size_type, const char*, const size_type);
template string& string::_M_replace_aux(size_type, size_type, size_type, char);
template void string::_M_mutate(size_type, size_type, const char*, size_type);
template string& string::_M_append(const char*, size_type);
template void string::_M_assign(const string&);
template string::pointer string::_M_create(size_type&, size_type);
template void string::_M_erase(size_type, size_type);
template void string::reserve(size_type);
template void string::resize(size_type, char);

}  // namespace std
