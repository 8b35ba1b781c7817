// The streams of the standard library, instantiated once more so that their code is instrumented (see
// abi/instantiations.def). Numbers have separate models (stream_numbers.cpp), because the library's facets, which would
// read and print them, are not instrumented.
#include <bits/c++config.h>
// Else the library instantiates what is specialised here.
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0

#include <iostream>
#include <istream>
#include <ostream>
#include <sstream>
#include <streambuf>

extern "C" {
void __forall_native_prints(const char* memory, long bytes);  // runtime/models/output.cpp
std::size_t __forall_concrete(std::size_t value);
}

namespace std {

// The buffers of the standard streams are not instrumented: what they print is read here. Without debug information, as
// the rest of the library, the place of a failure is the caller's.
template <>
[[gnu::nodebug]] streamsize basic_streambuf<char>::sputn(const char* text, streamsize size) {
  if (this != cout.rdbuf() && this != cerr.rdbuf() && this != clog.rdbuf()) return this->xsputn(text, size);
  __forall_native_prints(text, size);
  return this->xsputn(text, static_cast<streamsize>(__forall_concrete(static_cast<size_t>(size))));
}

template class basic_ios<char>;
template class basic_streambuf<char>;
template class basic_ostream<char>;
template class basic_istream<char>;
template class basic_iostream<char>;
template class basic_stringbuf<char>;
template class basic_ostringstream<char>;
template class basic_istringstream<char>;
template class basic_stringstream<char>;

// Floating point and pointers: through the facets.
template ostream& ostream::_M_insert(double);
template ostream& ostream::_M_insert(long double);
template ostream& ostream::_M_insert(const void*);
template istream& istream::_M_extract(float&);
template istream& istream::_M_extract(double&);
template istream& istream::_M_extract(long double&);
template istream& istream::_M_extract(void*&);

template ostream& __ostream_insert(ostream&, const char*, streamsize);
template ostream& endl(ostream&);
template ostream& ends(ostream&);
template ostream& flush(ostream&);
template ostream& operator<<(ostream&, char);
template ostream& operator<<(ostream&, unsigned char);
template ostream& operator<<(ostream&, signed char);
template ostream& operator<<(ostream&, const char*);
template ostream& operator<<(ostream&, const unsigned char*);
template ostream& operator<<(ostream&, const signed char*);
template ostream& operator<<(ostream&, const string&);
template istream& ws(istream&);
template istream& operator>>(istream&, char&);
template istream& operator>>(istream&, unsigned char&);
template istream& operator>>(istream&, signed char&);
template istream& getline(istream&, string&);

}  // namespace std
