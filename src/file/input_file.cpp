#include "file/input_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/terminal.h"
#include "file/open_file.h"
#include "file/presence.h"

#ifndef __EMSCRIPTEN__
#include <zlib.h>
#endif

namespace gpubuck::file {
namespace {

constexpr std::size_t kReadAhead = std::size_t{1} << 16;

}  // namespace

void requireNoNul(const std::string& path) {
  if (path.find('\0') == std::string::npos) return;
  throw InputError(printable(path), "a path must not have a NUL in it");
}

InputFile::InputFile(const std::string& pathOrDash, bool decompresses)
    : name_(pathOrDash == "-" ? "stdin" : pathOrDash),
      isStdin_(pathOrDash == "-"),
      buffer_(kReadAhead) {
  requireNoNul(pathOrDash);
  file_ = isStdin_ ? kStdin : openToRead(pathOrDash);
  if (file_ < 0) fail(fmt::format("cannot be opened: {}", std::strerror(errno)));
  isRegular_ = isRegularFile(file_);
  try {
    if (!isStdin_ && !isRegular_) {
      // If no data arrive within a second, a read shows the reason: it finds the end of the file if
      // no program has opened the pipe for writing, and otherwise fails since it would have to
      // wait.
      if (!isReady(file_, Event::Readable, 1000)) {
        const std::int64_t count = readSome(file_, buffer_.data(), 1);
        if (count == 0) fail("no program has opened this pipe for writing in 1 s");
        end_ = static_cast<std::size_t>(std::max<std::int64_t>(count, 0));
      }
      letReadsWait(file_);
    }
    if (decompresses && name_.ends_with(".gz")) beginDecompression();
    peek();
  } catch (...) {
    if (!isStdin_) closeFile(file_);
    throw;
  }
}

InputFile::~InputFile() {
  if (!isStdin_) closeFile(file_);
}

int InputFile::peek() {
  if (begin_ == end_) {
    begin_ = 0;
    end_ = receive(buffer_.data(), buffer_.size());
  }
  return begin_ == end_ ? EOF : static_cast<unsigned char>(buffer_[begin_]);
}

std::size_t InputFile::read(char* out, std::size_t size) {
  std::size_t count = 0;
  while (count < size) {
    if (begin_ == end_ && size - count >= buffer_.size()) {
      const std::size_t received = receive(out + count, size - count);
      if (received == 0) break;
      count += received;
      continue;
    }
    if (peek() == EOF) break;
    const std::size_t part = std::min(end_ - begin_, size - count);
    std::memcpy(out + count, buffer_.data() + begin_, part);
    begin_ += part;
    count += part;
  }
  return count;
}

std::size_t InputFile::receive(char* out, std::size_t size) {
  if (compressed_) return receiveDecompressed(out, size);
  while (true) {
    if (!isRegular_) waitUntilReady(file_, Event::Readable, name_);
    const std::int64_t count = readSome(file_, out, size);
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) fail(fmt::format("cannot be read: {}", std::strerror(errno)));
  }
}

#ifdef __EMSCRIPTEN__

void InputFile::CloseCompressed::operator()(gzFile_s*) const {}

void InputFile::beginDecompression() { fail("is compressed; the page must decompress it"); }

std::size_t InputFile::receiveDecompressed(char*, std::size_t) { return 0; }

#else

void InputFile::CloseCompressed::operator()(gzFile_s* file) const { gzclose(file); }

void InputFile::beginDecompression() {
  if (!isRegular_) fail("is not a regular file");
  compressed_.reset(gzdopen(duplicate(file_), "rb"));
  if (!compressed_) fail("cannot be opened");
}

std::size_t InputFile::receiveDecompressed(char* out, std::size_t size) {
  const auto most = static_cast<unsigned>(std::min<std::size_t>(size, 1U << 30));
  const int count = gzread(compressed_.get(), out, most);
  int error = Z_OK;
  const char* const why = gzerror(compressed_.get(), &error);
  if (count >= 0 && error != Z_BUF_ERROR) return static_cast<std::size_t>(count);
  fail(fmt::format("cannot be decompressed: {}",
                   error == Z_ERRNO ? std::strerror(errno) : printable(why)));
}

#endif

std::uint64_t InputFile::size() const {
  if (compressed_ || !isRegular_ || isStdin_) return 0;
  return static_cast<std::uint64_t>(std::max<std::int64_t>(sizeOf(file_), 0));
}

void InputFile::seek(std::uint64_t offset) {
  begin_ = end_ = 0;
  if (compressed_) fail("is compressed, so that only reading from its beginning is possible");
  if (seekTo(file_, static_cast<std::int64_t>(offset))) return;
  fail(fmt::format("cannot be read: {}", std::strerror(errno)));
}

void InputFile::fail(const std::string& why) const { throw InputError(name_, why); }

std::string wholeFile(const std::string& path) {
  requireRegularFile(path);
  InputFile file(path, false);
  std::string bytes(static_cast<std::size_t>(file.size()), '\0');
  bytes.resize(file.read(bytes.data(), bytes.size()));
  return bytes;
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
  if (++number_ > most_)
    fail(fmt::format("too many lines: at most {} are read from a pipe", most_));
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
