// Writes messages to a terminal: whole lines, without characters that would control the terminal.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

namespace gpubuck {

/// Returns the text as one line of valid UTF-8: control characters, line separators and bytes that
/// are not UTF-8 are written as escapes such as \n, \t or \x1b. Names and values from files go
/// through this function, since a terminal would obey an escape sequence in them.
std::string printable(std::string_view text);

/// Returns at most the first `most` bytes of the text, cut between two characters if it is UTF-8,
/// with dots in place of the rest.
std::string shortened(std::string_view text, std::size_t most);

/// Returns whether the text is well-formed UTF-8.
bool isUtf8(std::string_view text);

/// Returns whether a stream is a terminal.
bool isTerminal(std::FILE* stream);
/// Returns the number of columns of the terminal that a stream writes to, or 0 if it is unknown.
std::size_t columnsOf(std::FILE* stream);

/// Shows a line on standard error, if standard error is a terminal, in place of the line shown
/// last. The line stays open, and is erased before anything else is written.
void showLine(std::string_view text);
/// Ends the line that is shown, if there is one, so that it stays.
void endLine();
/// Erases the line that is shown, if there is one.
void clearLine();
/// Returns whether a line is shown.
bool isLineOpen();

/// Writes to standard error. Text that cannot be written is dropped: the terminal may have gone
/// away, and the work continues without it.
void tell(std::string_view text);

/// Writes to a stream at once. Writes to standard error as tell() does; throws RunError if writing
/// to standard output fails.
void writeTo(std::FILE* stream, std::string_view text);

/// Formats text as fmt::format does, and writes it to standard output as writeTo() does.
template <typename... T>
void print(fmt::format_string<T...> format, T&&... values) {
  writeTo(stdout, fmt::format(format, std::forward<T>(values)...));
}

/// Writes the text that std::cout still holds. Throws the errors of writeTo().
void flushOutput();

}  // namespace gpubuck
