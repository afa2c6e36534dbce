// Trajectories: the particles of a run, frame by frame, in any known format.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dpd/model/fluid.h"
#include "dpd/model/particle_state.h"
#include "file/input_file.h"
#include "file/output_file.h"
#include "formats/particles.h"

namespace gpubuck::formats {

struct Frame {
  std::int64_t step = 0;
  double time = 0.0;
  dpd::Particles particles;  ///< velocities at n - 1/2, as in the leap-frog scheme, or empty
};

class TrajectoryWriter {
 public:
  TrajectoryWriter() = default;
  virtual ~TrajectoryWriter() = default;
  TrajectoryWriter(const TrajectoryWriter&) = delete;
  TrajectoryWriter& operator=(const TrajectoryWriter&) = delete;

  /// Appends a frame, which must have the species of the first frame. Once append() has returned,
  /// the frame survives a crash of this process. Throws RunError.
  virtual void append(const Frame& frame) = 0;
  /// Waits until all frames are on the disk. Throws RunError.
  virtual void sync() = 0;
};

/// Reads the trajectories that TrajectoryWriter writes. All functions throw InputError with file
/// and line or frame. If the end of the file cuts off the last frame, this frame is left out
/// (leftOut()). A file with no whole frame is an error.
class TrajectoryReader {
 public:
  explicit TrajectoryReader(std::string path) : path_(std::move(path)) {}
  virtual ~TrajectoryReader() = default;
  TrajectoryReader(const TrajectoryReader&) = delete;
  TrajectoryReader& operator=(const TrajectoryReader&) = delete;

  /// Reads the next frame. Returns false after the last frame. Each frame must have the box, the
  /// number of particles and the species of the first frame.
  bool next(Frame& frame);
  /// Returns the box, the names and masses of the species, and the names of the kinds of bonds and
  /// angles; trajectories hold nothing else of a fluid. Call this function after a frame has been
  /// read. XYZ has no masses; all masses are then 1.
  virtual const dpd::Fluid& fluid() const = 0;
  /// Returns the share of the file that has been read, 0..1.
  virtual double share() const = 0;
  /// Returns the bonds and angles, which are the same in all frames. Their kinds are the kinds of
  /// fluid(), which have only names. Call this function after a frame has been read. XYZ has no
  /// bonds or angles.
  const dpd::Molecules& molecules() const { return molecules_; }
  /// Returns a text for tellLeftOut() about the frame that is left out, or an empty string. Call
  /// this function after next() has returned false.
  const std::string& leftOut() const { return leftOut_; }

 protected:
  const std::string& path() const { return path_; }
  void setLeftOut(std::string text) { leftOut_ = std::move(text); }
  void setMolecules(dpd::Molecules molecules) { molecules_ = std::move(molecules); }

 private:
  virtual bool readNext(Frame& frame) = 0;

  std::string path_;
  std::string leftOut_;
  dpd::Molecules molecules_;
  std::int64_t frames_ = 0;   ///< number of frames that have been read
  std::vector<int> species_;  ///< species of the first frame
};

/// Returns the axes along which a box is periodic; in two dimensions z is not.
std::array<bool, 3> periodicAxes(const cells::Box& box);

/// Returns a text for tellLeftOut() which says that the last `bytes` bytes of a file are left out.
/// They are the beginning of frame `frame`, counted from 1.
std::string leftOutText(const std::string& path, std::int64_t frame, std::uint64_t bytes);
/// Writes a text, which names the parts of a file that are left out, to standard error, unless the
/// text is empty. Call this function only once the file has been accepted. A command that fails
/// thus prints only its error.
void tellLeftOut(const std::string& text);

/// The frames of a run that survive a crash of the machine.
enum class Keep {
  EachFrame,  ///< all frames, if the format allows reading frames of an incomplete file
  Whole       ///< no frame, unless the file is complete
};

// Extended XYZ, the text format that ASE, OVITO and other programs read.

/// Makes a writer of XYZ. A frame is the number of particles, a line with Lattice,
/// Properties=species:S:1:pos:R:3:velo:R:3:id:I:1, species_names, Time, Step and pbc, and a line
/// for each particle in the order of ids. Readers require chemical symbols, so that species k is
/// written as element k + 1 (H, He, Li, ...), and species_names lists the fluid's names in this
/// order. Numbers have the fewest digits that reproduce the same float. Bonds and angles are not
/// written. An older file of the same name is replaced or continued, as `opening` says.
std::unique_ptr<TrajectoryWriter> makeXyzWriter(const std::filesystem::path& path,
                                                const dpd::Fluid& fluid,
                                                const dpd::Molecules& molecules,
                                                file::Opening opening, Keep keep);
std::unique_ptr<TrajectoryReader> makeXyzReader(const std::string& path);
/// Returns the steps of a run's whole frames. Throws InputError if a run with this box and these
/// species cannot continue the file.
std::vector<std::int64_t> stepsOfXyz(const std::filesystem::path& path, const dpd::Fluid& fluid);
/// Removes the frames of step `from` and later steps from the file of a run, and the bytes after
/// the last whole frame. Throws InputError if the file is not the trajectory of a run, RunError if
/// it cannot be changed.
void cutXyz(const std::filesystem::path& path, std::int64_t from);

// GSD with the schema hoomd 1.4 (https://gsd.readthedocs.io/en/stable/schema-hoomd.html), which
// OVITO, MDAnalysis, freud, VMD and HOOMD-blue read.

/// Makes a writer of GSD. Each frame has configuration/step, particles/position, particles/velocity
/// and log/time; the first frame also has dimensions, box, N, types (the names of the species),
/// typeid and mass, log/box_size (the sides in double precision) and log/periodic (for each axis 0
/// or 1). Particle i has the id i. If the fluid has kinds of bonds, the first frame also has
/// bonds/N, bonds/types (the names of the kinds), bonds/typeid and bonds/group (the ids of each
/// bond's particles). Kinds of angles are written in the same way.
///
/// In GSD the origin is the middle of the box. A coordinate x of gpubuck, within [0, L), becomes x
/// - L/2 and is rounded to a float again, so that the reader gets x back within L 2^-24. In two
/// dimensions z stays 0, and the box is 0 wide along z.
///
/// With Keep::EachFrame, a frame is entered in the index once its data are on the disk, so that a
/// crash loses at most the last frame. Equal frames give equal files, byte by byte.
std::unique_ptr<TrajectoryWriter> makeGsdWriter(const std::filesystem::path& path,
                                                const dpd::Fluid& fluid,
                                                const dpd::Molecules& molecules,
                                                file::Opening opening, Keep keep);
std::unique_ptr<TrajectoryReader> makeGsdReader(const std::string& path);
/// Does the same as stepsOfXyz(), for GSD.
std::vector<std::int64_t> stepsOfGsd(const std::filesystem::path& path, const dpd::Fluid& fluid);
/// Does the same as cutXyz(), for GSD.
void cutGsd(const std::filesystem::path& path, std::int64_t from);

/// Makes a writer of .npy. sync() writes the last frame as an array of N records in ascending order
/// of ids: `id` and `species` (int32), `position` (3 x float32) and, if there are velocities,
/// `velocity` (3 x float32). `numpy.load(path)["position"]` is N x 3.
std::unique_ptr<TrajectoryWriter> makeNpyWriter(const std::filesystem::path& path,
                                                const dpd::Fluid& fluid,
                                                const dpd::Molecules& molecules,
                                                file::Opening opening, Keep keep);

/// Appends a species or kind for each of the names. Calls fail(why) for more than `most` names, for
/// a name given twice, and for impossible names. `what` is the plural of the named things, such as
/// "bonds".
template <typename Named, typename Fail>
void addNamed(const std::vector<std::string>& names, const char* what, std::size_t most,
              std::vector<Named>& all, const Fail& fail) {
  if (names.size() > most) {
    fail(fmt::format("has {} types of {}, more than {}", names.size(), what, most));
  }
  for (const std::string& name : names) {
    if (const std::string why = whyNotSpeciesName(name); !why.empty()) fail(why);
    if (std::ranges::find(all, name, &Named::name) != all.end()) {
      fail(fmt::format("has two types of {} of the name {}", what, file::inQuotes(name)));
    }
    all.emplace_back().name = name;
  }
}

/// Returns the names of the species that a fluid needs: all names or, if there are more than
/// `most`, only the names whose numbers occur in `of`.
template <typename Number>
std::vector<std::string> usedNames(std::vector<std::string> names, const std::vector<Number>& of,
                                   std::size_t most) {
  if (names.size() <= most) return names;
  std::vector<bool> isUsed(names.size(), false);
  for (const Number number : of) {
    if (static_cast<std::size_t>(number) < isUsed.size()) {
      isUsed[static_cast<std::size_t>(number)] = true;
    }
  }
  // Particles without a type are of type 0.
  if (of.empty()) isUsed[0] = true;
  std::vector<std::string> used;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (isUsed[k]) used.push_back(std::move(names[k]));
  }
  return used;
}

/// Returns the index of each name among species or kinds, or -1 for a name that none of them has.
template <typename Named>
std::vector<int> placesOf(const std::vector<std::string>& names, const std::vector<Named>& all) {
  std::vector<int> places;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(all, name, &Named::name);
    places.push_back(found == all.end() ? -1 : static_cast<int>(found - all.begin()));
  }
  return places;
}

}  // namespace gpubuck::formats
