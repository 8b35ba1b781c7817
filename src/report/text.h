// Pieces of terminal text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/near_path.h"
#include "report/report.h"

namespace forall::report {

enum class Color { Green, Red, Yellow, Dim, Bold };
std::string paint(const Style& style, Color color, const std::string& text);

// Columns the text takes on a terminal: code points, wide ones (East Asian, emoji) twice, combining ones not at all.
std::size_t display_width(std::string_view text);
// Shortened to the width with an ellipsis, or filled with spaces.
std::string fit(const std::string& text, std::size_t width);
std::string pad_left(const std::string& text, std::size_t width);
std::string pad_right(const std::string& text, std::size_t width);

// Lines of at most `width` columns, broken at spaces; a longer word has a line of its own.
std::vector<std::string> wrap(const std::string& text, std::size_t width);
// A line longer than the terminal goes on below its own indentation.
unsigned columns_of(const Style& style);
void append_wrapped(std::string& out, const std::string& first, const std::string& rest, const std::string& text,
                    const Style& style);
// One line: line breaks and control characters become spaces, so that no text of a test can move the cursor.
std::string single_line(const std::string& text);

// The lines of a message of a test, each a single line as above that keeps its indentation, wrapped.
std::vector<std::string> message_lines(const std::string& text, std::size_t width);

using base::near_path;

std::string duration(double seconds);                                        // "12 ms", "3.4 s", "2 min 5 s"
std::string counted(std::uint64_t count, const char* singular);              // "1 path", "2 paths"
std::string place(const std::string& file, unsigned line);                   // "triangle.h:12"
std::string inputs_text(const testcase::Put& put, const testcase::Case& c);  // "a = 3, s = \"abc\""
std::string outcome_text(const testcase::Outcome& outcome);  // "signed overflow", "threw std::out_of_range", "passed"

}  // namespace forall::report
