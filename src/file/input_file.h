// Reads input, a file or standard input, in chunks or line by line. Errors name the input.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/id.h"
#include "base/number.h"

struct gzFile_s;  // an open file of zlib

namespace gpubuck::file {

/// The error of an input that ends within a line, or before all data that the input has announced.
class EndsEarly : public InputError {
 public:
  using InputError::InputError;
};

/// Throws InputError for a path with a NUL character, at which the system would end the path.
void requireNoNul(const std::string& path);

/// A file opened for reading; the path `-` is standard input. At most 64 KiB are read ahead, so
/// that a reader that counts elements can refuse endless input. Reading a pipe or a device throws
/// Interrupted once an Interruption has noted a signal. A file whose name ends with .gz is
/// decompressed while it is read.
class InputFile {
 public:
  /// Throws InputError if the file is missing, unreadable or a folder, or if it is a pipe that no
  /// program opens for writing within a second. If `decompresses` is false, the bytes of a
  /// compressed file are read as they are.
  explicit InputFile(const std::string& pathOrDash, bool decompresses = true);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  /// Returns the name of this input in errors: the path, or "stdin".
  const std::string& name() const { return name_; }
  /// Returns the next byte without taking it, or EOF.
  int peek();
  /// Reads `size` bytes, or fewer at the end, and returns their number. Throws InputError.
  std::size_t read(char* out, std::size_t size);
  /// Returns the number of bytes of a file, or 0 for input without a size: a pipe, a device or a
  /// compressed file.
  std::uint64_t size() const;
  /// Continues reading at this byte of a file. Throws InputError.
  void seek(std::uint64_t offset);
  /// Throws InputError with the name of this input.
  [[noreturn]] void fail(const std::string& why) const;

 private:
  struct CloseCompressed {
    void operator()(gzFile_s* file) const;
  };
  /// Reads up to `size` bytes directly, without the buffer. Returns 0 only at the end.
  std::size_t receive(char* out, std::size_t size);
  void beginDecompression();
  std::size_t receiveDecompressed(char* out, std::size_t size);

  std::string name_;
  int file_ = -1;
  bool isStdin_, isRegular_ = false;
  std::unique_ptr<gzFile_s, CloseCompressed> compressed_;  ///< null for a plain file
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  ///< range of the unread bytes in buffer_
};

/// Returns all bytes of a regular file, without decompressing them. Throws InputError.
std::string wholeFile(const std::string& path);

/// The characters between the words of a line.
inline constexpr std::string_view kBlanks = " \t";
/// Returns the words of a text. One or more of the characters `separators` separate two words.
std::vector<std::string_view> splitWords(std::string_view text, std::string_view separators);
/// Returns the text without blanks around it.
std::string_view trimmed(std::string_view text);
/// Returns the text of a number without its plus sign. Files may have a plus sign, which numberIn()
/// does not accept.
std::string_view withoutPlus(std::string_view number);
/// Returns text from an input as an error shows it: quoted, on one line, and shortened if it is
/// long.
std::string inQuotes(std::string_view text);

/// The lines of an input, without their line ends. A line ends with LF or CR LF; the last line may
/// have no line end.
class LineReader {
 public:
  /// Maximum length of a line in bytes. A longer line is an InputError, since no format that is
  /// read here has such lines.
  static constexpr std::size_t kMaxLine = std::size_t{1} << 20;

  /// Maximum number of lines of a pipe, which might otherwise never end. This number suffices for
  /// the positions and velocities of as many particles as ids can name.
  static constexpr std::int64_t kMostOfPipe = 2 * kMaxCount + 1000;

  /// Input without a size (InputFile::size()) may have at most `mostOfPipe` lines. next() throws
  /// InputError for a further line.
  explicit LineReader(InputFile& file, std::int64_t mostOfPipe = kMostOfPipe)
      : file_(file), most_(file.size() == 0 ? mostOfPipe : INT64_MAX) {}

  /// Puts the next line into `line`, where it is valid until the next call. Returns false at the
  /// end.
  bool next(std::string_view& line);
  /// Returns the number of the last line returned, from 1.
  std::int64_t number() const { return number_; }
  /// Returns the number of bytes of all lines that next() has returned, with their line ends.
  std::uint64_t bytes() const { return bytes_; }
  /// Returns whether the last line returned lacks its line end, as in a truncated input.
  bool isUnended() const { return unended_; }
  /// Throws InputError about the last line returned, as "NAME:LINE: WHY", or EndsEarly if this line
  /// has no line end.
  [[noreturn]] void fail(const std::string& why) const;
  /// Reads a word of this line as a finite number, with or without a plus sign; fails otherwise.
  template <typename T>
  T real(std::string_view word) const {
    const std::optional<T> value = numberIn<T>(withoutPlus(word));
    if (!value) fail(inQuotes(word) + " is not a finite number");
    return *value;
  }

 private:
  void refill();

  InputFile& file_;
  std::int64_t most_;
  std::vector<char> buffer_ = std::vector<char>(std::size_t{1} << 16);  ///< grows for long lines
  std::size_t begin_ = 0, end_ = 0;  ///< range of the unread bytes in buffer_
  bool exhausted_ = false, unended_ = false;
  std::int64_t number_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace gpubuck::file
