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
  std::int64_t firstLine = 0;  ///< line of point 0; each next point is on the next line; 0 for a
                               ///< file without lines
  std::string leftOut{};  ///< text for tellLeftOut() (formats/trajectory.h) about the parts of an
                          ///< .xyz file that are not read

  /// Returns the name of a point in errors: "points.csv:7", "points.npy: point 6".
  std::string where(std::int64_t point) const;
};

/// Reads points in double precision; `-` is standard input. Throws InputError for a value that is
/// not a number, not finite or too large for a double, for a line with another number of columns,
/// for more than kMaxCount points, and for an empty file. The error names the file, the line
/// (counted from 1) or the point (from 0), and the value.
///
/// - A .npy array, by its first byte: shape (n, 3), or (n, 2) for points in a plane; float32 or
///   float64.
/// - NAME.xyz: plain (count, comment, lines of a word, x, y, z and further columns) or extended,
///   with `pos` among its Properties. The last frame is read, with its Lattice and pbc.
/// - Any other file is CSV: x,y,z or x,y per line, with or without blanks around the numbers. The
///   first line may be the header `x,y,z` or `x,y`. Lines may end with LF or CR LF; blank lines are
///   allowed only at the end. A file with only a header has no points.
Points readPoints(const std::string& pathOrDash);
void readXyzPoints(file::InputFile& file, Points& points);
void readNpyPoints(file::InputFile& file, Points& points);

/// A table of pairs, and the columns to write.
struct PairsToWrite {
  /// The pairs, in the order pairs::PairOrder::ByBoth. i is computed from the offsets of the table;
  /// its column `first` is not used.
  const pairs::PairTable& table;
  pairs::PairQuantities written;  ///< quantities to write; the table must have them
  /// True if only the rows of the half list are written (pairs::isInHalfList). If a point is in a
  /// pair with one of its own images, the table must have shifts.
  bool onlyHalf = false;
};

// Either all files of a call appear, each complete, or none of them (writeTogether). A failure
// throws RunError.

/// Writes a line for each pair, with the columns i,j. The columns of `written` follow: s0,s1,s2 for
/// shifts, distance for distances, and dx,dy,dz for vectors. Numbers have the fewest digits that
/// reproduce the same double.
void writePairsCsv(const std::filesystem::path& path, const PairsToWrite& pairs);

/// Writes the pairs as an array of shape (pairs, 2), int32. Since all numbers of a NumPy array have
/// one type, the quantities of `written` get separate files next to PAIRS.npy: PAIRS-shifts.npy,
/// int32 of shape (pairs, 3), PAIRS-distances.npy, float64 of shape (pairs,), and
/// PAIRS-vectors.npy, float64 of shape (pairs, 3).
void writePairsNpy(const std::filesystem::path& path, const PairsToWrite& pairs);

/// Writes offsets.npy (points + 1, int64) and ids.npy (int32) into `folder`: the neighbours of
/// point i are ids[offsets[i] : offsets[i + 1]], in ascending order. For the quantities of
/// `written`, also writes shifts.npy, distances.npy or vectors.npy with a row for each id. Writes
/// the whole table, whatever `onlyHalf` is.
void writeNeighbours(const std::filesystem::path& folder, const PairsToWrite& pairs);

/// Writes the cluster of each point. A .npy file has an int32 array of shape (points,); any other
/// file has one line per point below the heading `cluster`.
void writeClusters(const std::filesystem::path& path, const pairs::Clusters& clusters);

/// Returns the path of a further file that writePairsNpy writes for PAIRS.npy: PAIRS-`what`.npy.
std::filesystem::path besidePairs(const std::filesystem::path& pairs, std::string_view what);

}  // namespace gpubuck::formats
