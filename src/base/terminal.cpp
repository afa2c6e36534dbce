#include "base/terminal.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <iostream>

#include "base/error.h"

namespace gpubuck {
namespace {

/// Returns the number of bytes of the character that begins here, or 0 if there is no character, by
/// the table of well-formed sequences in the Unicode standard (3.9, D92).
std::size_t lengthOfCharacter(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<std::uint8_t>(text[i]) : std::uint8_t{0};
  };
  const auto within = [&](std::size_t i, int least, int most) {
    return byte(i) >= least && byte(i) <= most;
  };
  const auto follows = [&](std::size_t i) { return within(i, 0x80, 0xBF); };
  const std::uint8_t first = byte(0);
  if (first < 0x80) return 1;
  if (within(0, 0xC2, 0xDF)) return follows(1) ? 2 : 0;
  if (within(0, 0xE0, 0xEF)) {
    const bool isGood = within(1, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF);
    return isGood && follows(2) ? 3 : 0;
  }
  if (within(0, 0xF0, 0xF4)) {
    const bool isGood = within(1, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF);
    return isGood && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

/// Returns whether a terminal obeys the character instead of showing it, or ends a line at it.
bool isControl(std::string_view character) {
  const auto first = static_cast<std::uint8_t>(character[0]);
  if (character.size() == 1) return first < 0x20 || first == 0x7F;
  if (character.size() == 2) return first == 0xC2 && static_cast<std::uint8_t>(character[1]) < 0xA0;
  // Line and paragraph separator; marks and overrides of the direction of writing.
  return character == "\u2028" || character == "\u2029" || character == "\u200E" ||
         character == "\u200F" || (character >= "\u202A" && character <= "\u202E") ||
         (character >= "\u2066" && character <= "\u2069");
}

[[noreturn]] void failOutput() {
  throw RunError("standard output", fmt::format("cannot be written: {}", std::strerror(errno)));
}

volatile std::sig_atomic_t lineIsOpen = 0;

/// Returns whether a line was open, and marks it as closed.
bool takeOpenLine() {
  const bool wasOpen = lineIsOpen != 0;
  lineIsOpen = 0;
  return wasOpen;
}

/// Returns the length of the longest prefix of a text that is at most `most` bytes long and does
/// not end within a character. Text that is not UTF-8 may be cut anywhere.
std::size_t endWithin(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text.size();
  constexpr std::size_t kMostInside = 3;  // bytes of a character after its first byte
  const auto isInside = [&](std::size_t i) {
    return (static_cast<std::uint8_t>(text[i]) & 0xC0U) == 0x80U;
  };
  std::size_t end = most;
  while (end > 0 && most - end < kMostInside && isInside(end)) --end;
  return isInside(end) ? most : end;
}

constexpr std::string_view kClearToEnd = "\x1b[K";

}  // namespace

std::string printable(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const std::size_t length = lengthOfCharacter(text);
    const std::string_view character = text.substr(0, length == 0 ? 1 : length);
    text.remove_prefix(character.size());
    if (length > 0 && !isControl(character)) {
      line += character;
    } else if (character == "\n") {
      line += "\\n";
    } else if (character == "\t") {
      line += "\\t";
    } else {
      for (const char byte : character) {
        line += fmt::format("\\x{:02x}", static_cast<std::uint8_t>(byte));
      }
    }
  }
  return line;
}

std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  return std::string(text.substr(0, endWithin(text, most))) + "...";
}

bool isUtf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = lengthOfCharacter(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

void showLine(std::string_view text) {
  if (!isTerminal(stderr)) return;
  // A line that the terminal breaks in two could not be erased.
  if (const std::size_t columns = columnsOf(stderr); columns > 1) {
    text = text.substr(0, endWithin(text, columns - 1));
  }
  lineIsOpen = 0;
  tell(fmt::format("\r{}{}", text, kClearToEnd));
  lineIsOpen = 1;
}

void endLine() {
  if (takeOpenLine()) tell("\n");
}

void clearLine() {
  if (takeOpenLine()) tell(fmt::format("\r{}", kClearToEnd));
}

bool isLineOpen() { return lineIsOpen != 0; }

void tell(std::string_view text) { writeTo(stderr, text); }

void writeTo(std::FILE* stream, std::string_view text) {
  clearLine();
  const bool isWritten =
      std::fwrite(text.data(), 1, text.size(), stream) == text.size() && std::fflush(stream) == 0;
  if (!isWritten && stream != stderr) failOutput();
}

void flushOutput() {
  errno = 0;
  std::cout.flush();
  if (!std::cout || std::fflush(stdout) != 0) failOutput();
}

}  // namespace gpubuck
