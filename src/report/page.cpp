// The page is built from web/ and part of this program (report_template). It has three marks: what it may connect to,
// whether it is live, and its data.
#include "report/page.h"

#include <zlib.h>

#include <array>
#include <stdexcept>

namespace forall::report {

extern const unsigned char* const kPageTemplate;  // web/dist/report.html
extern const std::size_t kPageTemplateSize;

namespace {

std::string compressed(std::string_view text) {
  z_stream stream{};
  constexpr int kGzip = 15 + 16;
  if (deflateInit2(&stream, 9, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("zlib cannot be initialised");
  std::string out(deflateBound(&stream, text.size()), '\0');
  // zlib does not write through next_in, though its type says so.
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int end = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (end != Z_STREAM_END) throw std::runtime_error("the data of the report cannot be compressed");
  return out;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k) out += i + k > bytes.size() ? '=' : kDigits[group >> (18 - 6 * k) & 63];
  }
  return out;
}

std::string with_marks(std::string_view connect, std::string_view data) {
  std::string page(reinterpret_cast<const char*>(kPageTemplate), kPageTemplateSize);
  const std::array<std::pair<std::string_view, std::string_view>, 2> marks = {
      {{"@FORALL_CONNECT@", connect}, {"@FORALL_DATA@", data}}};
  for (const auto& [mark, text] : marks) {
    const std::size_t at = page.find(mark);
    if (at == std::string::npos) throw std::logic_error("web/dist/report.html lacks " + std::string(mark));
    page.replace(at, mark.size(), text);
  }
  return page;
}

}  // namespace

std::string html_page(std::string_view json) { return with_marks("'none'", base64(compressed(json))); }

std::string live_page() { return with_marks("'self'", ""); }

}  // namespace forall::report
