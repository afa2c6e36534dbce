// Reads lines of the input files of DL_MESO: FIELD, CONTROL and CONFIG. dl_meso_config.cpp also
// implements the functions of particles.h that read a CONFIG.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dpd/model/fluid.h"
#include "file/input_file.h"

namespace gpubuck::formats {

/// Splits lines into words at blanks and commas; lines without words are skipped. Only the first
/// letters of a keyword count, in upper or lower case. All functions throw InputError with file and
/// line.
class DlMesoLines {
 public:
  explicit DlMesoLines(const std::string& path) : file_(path), lines_(file_) {}

  /// Reads the first line.
  std::string title();
  /// Reads the next line that has words. Returns false at the end.
  bool next();
  /// Reads the next line that has words. At the end of the file, throws InputError, which names
  /// `what`.
  void require(std::string_view what);

  /// Returns the number of words on this line.
  std::size_t count() const { return words_.size(); }
  /// Returns a word of this line, counted from 0, or an empty text after the last word.
  std::string_view word(std::size_t i) const {
    return i < count() ? words_[i] : std::string_view();
  }
  /// Returns whether a word of this line begins with `stem`, which is in lower case.
  bool is(std::string_view stem, std::size_t i = 0) const;
  /// Fails unless the line has this many words. `form` describes the words in the error.
  void requireWords(std::size_t least, std::size_t most, std::string_view form) const;
  /// Fails unless the words from `i` on are 0. These words are parameters that this form of
  /// potential lacks.
  void requireNoMore(std::size_t i) const;

  double real(std::size_t i) const { return lines_.real<double>(word(i)); }
  /// Returns a whole number; `what` names this number in errors.
  std::int64_t whole(std::size_t i, std::string_view what, std::int64_t least,
                     std::int64_t most) const;
  /// Returns the number after a keyword. The line must have no other words.
  std::int64_t announced(std::string_view what, std::int64_t most) const;
  /// Returns the species of a word, which is the name of the species or its number, counted from 1.
  int species(std::size_t i, const dpd::Fluid& fluid) const;

  [[noreturn]] void fail(const std::string& why) const { lines_.fail(why); }
  /// Throws an error about the whole file, not about a line.
  [[noreturn]] void failFile(const std::string& why) const { file_.fail(why); }

 private:
  file::InputFile file_;
  file::LineReader lines_;
  std::vector<std::string_view> words_;
};

}  // namespace gpubuck::formats
