#include "file/input_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/terminal.h"

#ifndef __EMSCRIPTEN__
#include <zlib.h>
#endif

namespace gpubuck::file {
namespace {

/// A file opened for reading, or null. A pipe is opened at once, and without a writer: reading then
/// finds its end.
std::FILE* openAtOnce(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  return file < 0 ? nullptr : fdopen(file, "rb");
}

/// Returns whether there are data, or a writer to wait for, within `milliseconds`.
bool hasWriter(std::FILE* file, int milliseconds) {
  pollfd state{.fd = fileno(file), .events = POLLIN, .revents = 0};
  if (poll(&state, 1, milliseconds) != 0) return true;
  // No data: a read of a pipe without a writer finds the end, otherwise it would have to wait.
  char byte = 0;
  const ssize_t count = ::read(state.fd, &byte, 1);
  if (count == 1) std::ungetc(static_cast<unsigned char>(byte), file);
  return count != 0;
}

}  // namespace

void requireNoNul(const std::string& path) {
  if (path.find('\0') == std::string::npos) return;
  throw InputError(printable(path), "a path must not have a NUL in it");
}

InputFile::InputFile(const std::string& pathOrDash)
    : name_(pathOrDash == "-" ? "stdin" : pathOrDash) {
  requireNoNul(pathOrDash);
  file_.reset(pathOrDash == "-" ? stdin : openAtOnce(pathOrDash));
  if (!file_) fail(fmt::format("cannot be opened: {}", std::strerror(errno)));
  if (file_.get() != stdin) {
    if (!hasWriter(file_.get(), 1000)) {
      fail("no program has opened this pipe for writing in 1 s");
    }
    const int file = fileno(file_.get());
    fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK);
  }
  if (name_.ends_with(".gz")) decompress();
  peek();
}

int InputFile::peek() {
  char byte = 0;
  if (read(&byte, 1) == 0) return EOF;
#ifndef __EMSCRIPTEN__
  if (compressed_) return gzungetc(static_cast<unsigned char>(byte), compressed_.get());
#endif
  return std::ungetc(static_cast<unsigned char>(byte), file_.get());
}

#ifdef __EMSCRIPTEN__

void InputFile::CloseCompressed::operator()(gzFile_s*) const {}

void InputFile::decompress() { fail("is compressed; the page must decompress it"); }

std::size_t InputFile::read(char* out, std::size_t size) {
  const std::size_t count = std::fread(out, 1, size, file_.get());
  if (std::ferror(file_.get())) fail(fmt::format("cannot be read: {}", std::strerror(errno)));
  return count;
}

#else

void InputFile::CloseCompressed::operator()(gzFile_s* file) const { gzclose(file); }

void InputFile::decompress() {
  requireRegularFile(name_);
  compressed_.reset(gzdopen(fcntl(fileno(file_.get()), F_DUPFD_CLOEXEC, 0), "rb"));
  if (!compressed_) fail("cannot be opened");
}

std::size_t InputFile::read(char* out, std::size_t size) {
  std::size_t count = 0;
  while (compressed_ && count < size) {
    const auto part = static_cast<unsigned>(std::min<std::size_t>(size - count, 1U << 30));
    const int read = gzread(compressed_.get(), out + count, part);
    int error = Z_OK;
    const char* const why = gzerror(compressed_.get(), &error);
    if (read < 0 || error == Z_BUF_ERROR) {
      fail(fmt::format("cannot be decompressed: {}",
                       error == Z_ERRNO ? std::strerror(errno) : printable(why)));
    }
    if (read == 0) break;
    count += static_cast<std::size_t>(read);
  }
  if (compressed_) return count;
  count = std::fread(out, 1, size, file_.get());
  if (std::ferror(file_.get())) fail(fmt::format("cannot be read: {}", std::strerror(errno)));
  return count;
}

#endif

std::uint64_t InputFile::size() const {
  std::error_code none;
  if (compressed_) return 0;
  if (!std::filesystem::is_regular_file(name_, none) || file_.get() == stdin) return 0;
  const std::uintmax_t bytes = std::filesystem::file_size(name_, none);
  return none ? 0 : bytes;
}

void InputFile::seek(std::uint64_t offset) {
  if (fseeko(file_.get(), static_cast<off_t>(offset), SEEK_SET) == 0) return;
  fail(fmt::format("cannot be read: {}", std::strerror(errno)));
}

void InputFile::fail(const std::string& why) const { throw InputError(name_, why); }

void requireRegularFile(const std::string& path) {
  std::error_code missing;
  const std::filesystem::file_status status = std::filesystem::status(path, missing);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw InputError(path, "is not a regular file");
  }
}

bool LineReader::next(std::string_view& line) {
  const auto unread = [&] { return std::string_view(buffer_.data() + begin_, end_ - begin_); };
  std::size_t length = unread().find('\n');
  while (length == std::string_view::npos && !exhausted_ && unread().size() <= kMaxLine) {
    refill();
    length = unread().find('\n');
  }
  if (length == std::string_view::npos) {
    if (unread().empty()) return false;
    length = unread().size();
    unended_ = exhausted_;
  }
  if (++number_ > most_) fail(fmt::format("more than the {} lines that are read of a pipe", most_));
  bytes_ += length + (unended_ ? 0 : 1);
  if (length > kMaxLine) fail(fmt::format("the line is longer than {} bytes", kMaxLine));
  line = unread().substr(0, length);
  if (line.ends_with('\r')) line.remove_suffix(1);
  begin_ = std::min(end_, begin_ + length + 1);
  return true;
}

void LineReader::fail(const std::string& why) const {
  const std::string where = fmt::format("{}:{}", file_.name(), number_);
  if (unended_) throw EndsEarly(where, why);
  throw InputError(where, why);
}

void LineReader::refill() {
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  if (end_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
  const std::size_t count = file_.read(buffer_.data() + end_, buffer_.size() - end_);
  exhausted_ = count < buffer_.size() - end_;
  end_ += count;
}

std::vector<std::string_view> splitWords(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> words;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(separators), text.size()));
    if (text.empty()) return words;
    const std::size_t length = std::min(text.find_first_of(separators), text.size());
    words.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
}

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

std::string_view withoutPlus(std::string_view number) {
  const bool hasPlus = number.size() > 1 && number[0] == '+' && number[1] != '-';
  return number.substr(hasPlus ? 1 : 0);
}

std::string inQuotes(std::string_view text) {
  return fmt::format("'{}'", printable(shortened(text, 40)));
}

}  // namespace gpubuck::file
