// The text of XYZ, plain (count, comment, lines of a word and x, y, z) or extended
// (https://github.com/libAtoms/extxyz): frames, their properties and elements.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "file/input_file.h"
#include "formats/trajectory.h"
#include "pairs/pair_table.h"

namespace gpubuck::formats {

/// Rules of XYZ that are different for the readers of points and of particles.
struct XyzRules {
  const char* elements;      ///< the name of a frame's elements in errors: "points"
  std::int64_t fewest = 0;   ///< minimum number of elements in a frame
  bool moreColumns = false;  ///< whether a plain file may have more columns after species, x, y, z;
                             ///< they are left out
  bool allFrames = false;    ///< whether all frames are used, so that a pipe may have any number of
                             ///< frames
};

/// Reads frame by frame and element by element. All functions throw InputError with file and line.
/// They throw EndsEarly, which is an InputError, if the end of the input cuts off a frame.
class XyzReader {
 public:
  XyzReader(file::InputFile& file, const XyzRules& rules)
      : file_(file),
        lines_(file, rules.allFrames ? INT64_MAX : file::LineReader::kMostOfPipe),
        rules_(rules) {}

  /// Reads the first two lines of the next frame. Returns false at the end of the file, where there
  /// may be blank lines. All elements of the previous frame must have been read.
  bool nextFrame();
  /// Calls nextFrame() and then `readElements()`, which reads the frame's elements. Returns false
  /// at the end. A truncated last frame after whole frames is skipped.
  template <typename Read>
  bool readFrame(const Read& readElements) {
    const std::uint64_t begin = lines_.bytes();
    try {
      if (!nextFrame()) return false;
      readElements();
    } catch (const file::EndsEarly&) {
      if (whole_ == 0) throw;
      leftOut_ = leftOutText(file_.name(), whole_ + 1, lines_.bytes() - begin);
      return false;
    }
    ++whole_;
    return true;
  }
  /// Returns the frame that readFrame() has left out, for tellLeftOut(), or an empty string.
  const std::string& leftOut() const { return leftOut_; }
  /// Returns the value of `key` on the frame's second line, without its quotes or brackets. There
  /// may be blanks around the `=`. Fails if the line has two different values for the key.
  std::optional<std::string_view> value(std::string_view key) const;
  /// Returns the cell that `Lattice` (the rows of a matrix) and `pbc` describe, or an empty
  /// optional if there is no Lattice. Without pbc all sides are periodic, as ASE reads it.
  std::optional<pairs::Cell> cell() const;
  /// Returns the corner of the cell: the `Origin` of the frame's second line, or 0 without an
  /// `Origin`.
  glm::dvec3 origin() const;
  bool has(std::string_view property) const { return start_.contains(property); }
  /// Throws if the frame has no `property` of at least `columns` columns.
  void require(std::string_view property, std::size_t columns) const;

  /// Reads the line of the frame's next element. Returns false after the last element.
  bool nextElement();
  /// Skips the frame's other elements, whose lines must all be complete.
  void skipElements();
  /// Returns the word in the first column of a property of this element.
  std::string_view word(std::string_view property) const { return words_[first(property)]; }
  /// Returns the first three columns of a property of this element. They must be finite numbers.
  template <typename T>
  glm::vec<3, T> vector(std::string_view property) const {
    const std::string_view* const text = &words_[first(property)];
    return {lines_.real<T>(text[0]), lines_.real<T>(text[1]), lines_.real<T>(text[2])};
  }

  /// Returns the reader of lines. It knows the number of the last line read, and its fail() throws
  /// an error about this line.
  const file::LineReader& lines() const { return lines_; }

 private:
  std::string_view nextLine();
  void readKeys();
  void readProperties();
  /// Splits the value of a key at blanks, commas and brackets, and returns the numbers.
  std::vector<double> numbersOf(std::string_view key, std::string_view value,
                                std::size_t count) const;
  std::size_t first(std::string_view property) const { return start_.find(property)->second; }

  const file::InputFile& file_;
  file::LineReader lines_;
  XyzRules rules_;
  std::string leftOut_;
  std::int64_t whole_ = 0;  ///< number of whole frames that readFrame() has read
  std::int64_t count_ = 0;  ///< number of elements in this frame
  std::int64_t read_ = 0;   ///< number of elements of this frame that have been read
  std::string header_;      ///< the frame's second line
  std::vector<std::pair<std::string_view, std::string_view>> keys_;  ///< keys and values of the
                                                                     ///< fields of header_
  std::string properties_;                                           ///< "species:S:1:pos:R:3"
  std::map<std::string, std::size_t, std::less<>> start_;  ///< first column of each property
  std::size_t columns_ = 0;
  bool moreMayFollow_ = false;  ///< whether the lines of this frame's elements may have further
                                ///< columns
  std::vector<std::string_view> words_;  ///< words of this element
};

}  // namespace gpubuck::formats
