// Frames of XYZ, plain (count, comment, lines of a word and x, y, z) or extended
// (https://github.com/libAtoms/extxyz): what the readers of points and of particles share.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/input_file.h"

namespace gpubuck::io {

/// The rules of one reader.
struct XyzRules {
  const char* elements;     ///< the name of a frame's elements in errors: "points"
  std::int64_t fewest = 0;  ///< elements of a frame
  bool moreColumns =
      false;  ///< a plain file may have more than species, x, y, z: they are left out
};

/// Reads frame by frame and element by element. All functions throw InputError with file and line.
class XyzReader {
 public:
  XyzReader(InputFile& file, const XyzRules& rules) : file_(file), lines_(file), rules_(rules) {}

  /// Reads the first two lines of the next frame; false at the end of the file, which may have
  /// blank lines. All elements of the frame before must have been read.
  bool nextFrame();
  /// Elements of this frame.
  std::int64_t count() const { return count_; }
  /// The value of `key` on the frame's second line, without its quotes.
  std::optional<std::string_view> value(std::string_view key) const;
  bool has(std::string_view property) const { return start_.find(property) != start_.end(); }
  /// Throws if the frame has no `property` of at least `columns` columns.
  void require(std::string_view property, std::size_t columns) const;

  /// Reads the line of the frame's next element.
  void nextElement();
  /// The word in the first column of a property of this element.
  std::string_view word(std::string_view property) const;
  /// The first three columns of a property of this element, finite numbers; T is float or double.
  template <typename T>
  glm::vec<3, T> vector(std::string_view property) const;

  /// The number of the line read last, from 1.
  std::int64_t line() const { return lines_.number(); }
  /// Throws InputError about that line.
  [[noreturn]] void fail(const std::string& why) const;

 private:
  std::string_view nextLine();
  void readProperties();
  std::size_t first(std::string_view property) const { return start_.find(property)->second; }

  const InputFile& file_;
  LineReader lines_;
  XyzRules rules_;
  std::int64_t count_ = 0;
  std::int64_t read_ = 0;                                  ///< elements of this frame
  std::string header_;                                     ///< the frame's second line
  std::string properties_;                                 ///< "species:S:1:pos:R:3"
  std::map<std::string, std::size_t, std::less<>> start_;  ///< first column of each property
  std::size_t columns_ = 0;
  std::vector<std::string_view> words_;  ///< of this element
};

}  // namespace gpubuck::io
