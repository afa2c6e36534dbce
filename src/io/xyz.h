// XYZ, plain (count, comment, lines of a word and x, y, z) or extended, the text format that ASE,
// OVITO and others read (https://github.com/libAtoms/extxyz).
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dpd/fluid.h"
#include "dpd/particle_state.h"
#include "io/input_file.h"
#include "io/output_file.h"

namespace gpubuck::io {

/// Writes a trajectory frame by frame and flushes each to the operating system; particles.h has the
/// reader. A frame is the number of particles, a line with Lattice,
/// Properties=species:S:1:pos:R:3:velo:R:3:id:I:1, species_names, Time, Step and pbc, and a line
/// for each particle in the order of ids. Readers require chemical symbols, so species k is written
/// as element k + 1 (H, He, Li, ...), and species_names lists the fluid's names in that order.
/// `velo` is the velocity at n - 1/2, as the leap-frog has it. Numbers have the fewest digits that
/// reproduce the same float.
class TrajectoryWriter {
 public:
  /// Creates the file; an older one of that name is replaced, or gone on with. Throws RunError.
  TrajectoryWriter(const std::filesystem::path& path, const dpd::Fluid& fluid,
                   Opening opening = Opening::Replace);

  void append(const dpd::Particles& particles, std::int64_t step, double time);
  /// Waits until all frames are on the disk. Throws RunError.
  void sync() { file_.sync(); }

 private:
  FileWriter file_;
  std::string lattice_;  ///< the part of a frame's second line that does not change
};

/// What the readers of points and of particles each allow.
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
  /// The value of `key` on the frame's second line, without its quotes.
  std::optional<std::string_view> value(std::string_view key) const;
  bool has(std::string_view property) const { return start_.contains(property); }
  /// Throws if the frame has no `property` of at least `columns` columns.
  void require(std::string_view property, std::size_t columns) const;

  /// Reads the line of the frame's next element; false behind the last.
  bool nextElement();
  /// The word in the first column of a property of this element.
  std::string_view word(std::string_view property) const { return words_[first(property)]; }
  /// The first three columns of a property of this element, finite numbers.
  template <typename T>
  glm::vec<3, T> vector(std::string_view property) const {
    const std::string_view* const text = &words_[first(property)];
    return {lines_.real<T>(text[0]), lines_.real<T>(text[1]), lines_.real<T>(text[2])};
  }

  /// For the number of the line read last, and errors about it.
  const LineReader& lines() const { return lines_; }

 private:
  std::string_view nextLine();
  void readProperties();
  std::size_t first(std::string_view property) const { return start_.find(property)->second; }

  const InputFile& file_;
  LineReader lines_;
  XyzRules rules_;
  std::int64_t count_ = 0;                                 ///< elements of this frame
  std::int64_t read_ = 0;                                  ///< how many of them have been read
  std::string header_;                                     ///< the frame's second line
  std::string properties_;                                 ///< "species:S:1:pos:R:3"
  std::map<std::string, std::size_t, std::less<>> start_;  ///< first column of each property
  std::size_t columns_ = 0;
  bool moreMayFollow_ = false;  ///< in the lines of this frame's elements, behind the columns
  std::vector<std::string_view> words_;  ///< of this element
};

}  // namespace gpubuck::io
