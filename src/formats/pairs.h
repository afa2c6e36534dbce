// The files of `gpubuck pairs`: a user's points, and their neighbours.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "file/input_file.h"
#include "pairs/pair_table.h"

namespace gpubuck::formats {

struct Points {
  std::string name;  ///< name of the input, for errors
  std::vector<std::array<double, 3>> positions;
  int dimensions = 3;                 ///< 2 or 3; with 2, z is 0
  std::optional<pairs::Cell> cell{};  ///< from Lattice and pbc of an .xyz file
  std::int64_t firstLine =
      0;                  ///< line of point 0; the other points follow; 0 if there are no lines
  std::string leftOut{};  ///< parts of an .xyz file, for tellLeftOut() (formats/trajectory.h)

  /// Returns the name of a point in errors: "points.csv:7", "points.npy: point 6".
  std::string where(std::int64_t point) const;
};

/// Reads points in double precision; `-` is standard input. Throws InputError naming file, line
/// (from 1) or point (from 0), and value: a value that is not a number, not finite or beyond a
/// double, a line with another number of columns, more points than ids, an empty file.
///
/// - A .npy array, by its first byte: shape (n, 3), or (n, 2) for points in a plane; float32 or
///   float64.
/// - NAME.xyz: plain (count, comment, lines of a word, x, y, z and further columns) or extended,
///   with `pos` among its Properties. The last frame is read, with its Lattice and pbc.
/// - Any other is CSV: x,y,z or x,y per line, with spaces around; the first line may be the header
///   `x,y,z` or `x,y`. Lines may end with LF or CR LF; blank lines are allowed only at the end. A
///   header alone means no points.
Points readPoints(const std::string& pathOrDash);
void readXyzPoints(file::InputFile& file, Points& points);
void readNpyPoints(file::InputFile& file, Points& points);

/// A table of pairs, and the columns to write.
struct PairsToWrite {
  /// The pairs, in the order pairs::PairOrder::ByBoth. i comes from the offsets of the table, not
  /// from its column.
  const pairs::PairTable& table;
  pairs::PairQuantities written;
  /// True if only the rows of the half list are written (pairs::isInHalfList). Needs shifts
  /// where a point is a pair with its own images.
  bool onlyHalf = false;
};

// The files of a call appear whole or not at all, as a group (writeTogether); a failure is a
// RunError.

/// Writes a line for each pair: the columns i,j; if the table has shifts, s0,s1,s2; if it has
/// distances, distance; if it has vectors, dx,dy,dz. Numbers have the fewest digits that reproduce
/// the same double.
void writePairsCsv(const std::filesystem::path& path, const PairsToWrite& pairs);

/// Writes the pairs as an array of shape (pairs, 2), int32. A NumPy array has one type, so that the
/// other columns become files of their own next to PAIRS.npy: PAIRS-shifts.npy, int32 of shape
/// (pairs, 3), PAIRS-distances.npy, float64 of shape (pairs,), and PAIRS-vectors.npy, float64 of
/// shape (pairs, 3).
void writePairsNpy(const std::filesystem::path& path, const PairsToWrite& pairs);

/// Writes offsets.npy (points + 1, int64) and ids.npy (int32) into `folder`: the neighbours of
/// point i are ids[offsets[i] : offsets[i + 1]], in ascending order. Shifts, distances and vectors,
/// if the table has them, are files of these names with a row for each id. Writes the whole table,
/// whatever `onlyHalf` is.
void writeNeighbours(const std::filesystem::path& folder, const PairsToWrite& pairs);

/// Writes the cluster of each point: into a .npy file as int32 of shape (points,), into other files
/// as lines below the heading `cluster`.
void writeClusters(const std::filesystem::path& path, const pairs::Clusters& clusters);

/// Returns the path PAIRS-`what`.npy of a further file of writePairsNpy.
std::filesystem::path besidePairs(const std::filesystem::path& pairs, std::string_view what);

}  // namespace gpubuck::formats
