// The files of `gpubuck pairs`: a user's points, and their neighbours.
#pragma once

#include <cstdint>
#include <filesystem>
#include <glm/vec3.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pairs/neighbours.h"
#include "pairs/pair_search.h"
#include "pairs/pair_table.h"

namespace gpubuck::formats {

struct Points {
  std::string name;  ///< of the input, for errors
  std::vector<glm::dvec3> positions;
  int dimensions = 3;                 ///< 2: z is 0
  std::optional<pairs::Cell> cell{};  ///< what Lattice and pbc of an .xyz file say
  std::int64_t firstLine = 0;         ///< the line of point 0, the others follow; 0: no lines
  std::string leftOut{};              ///< of an .xyz file, for tellLeftOut() (formats/trajectory.h)

  /// How an error names a point: "points.csv:7", "points.npy: point 6".
  std::string where(std::int64_t point) const;
};

/// Reads points in double precision; `-` is standard input. Throws InputError naming file, line
/// (from 1) or point (from 0), and value: a value that is not a number, not finite or beyond a
/// double, a line with another number of columns, more points than ids, an empty file.
///
/// - A .npy array, by its first byte: shape (n, 3), or (n, 2) for points in a plane; float32 or
///   float64.
/// - NAME.xyz: plain (count, comment, lines of a word and x, y, z and what follows) or extended,
///   with `pos` among its Properties. The last frame is read, with its Lattice and pbc.
/// - Any other is CSV: x,y,z or x,y per line, with spaces around; the first line may be the header
///   `x,y,z` or `x,y`. Lines may end with LF or CR LF; blank lines are allowed only at the end. A
///   header alone means no points.
Points readPoints(const std::string& pathOrDash);

// The files written appear complete or not at all, those of one call as a group (writeTogether); a
// failure is a RunError. If `distances` is given, or the table has distances, the distance of every
// pair is written, too, as a double; and so is S if the table has shifts.

/// The pairs of lists of either kind: lines `i,j` or `i,j,distance` under that header, i < j,
/// sorted by i, then j. Distances have the fewest digits that reproduce the same double.
void writePairsCsv(const std::filesystem::path& path, const pairs::NeighbourList& neighbours,
                   const pairs::Distances* distances);

/// The same as an array of shape (pairs, 2), int32. A NumPy array has one type, so the distances of
/// PAIRS.npy become a second file, PAIRS-distances.npy, float64 of shape (pairs,).
void writePairsNpy(const std::filesystem::path& path, const pairs::NeighbourList& neighbours,
                   const pairs::Distances* distances);

/// offsets.npy (points + 1, int64) and ids.npy (int32) in `folder`, with distances also
/// distances.npy (float64, one for each id): the neighbours of point i are ids[offsets[i] :
/// offsets[i + 1]], by rising number. For pairs::ListKind::Full.
void writeNeighbours(const std::filesystem::path& folder, const pairs::NeighbourList& neighbours,
                     const pairs::Distances* distances);

/// A table of pairs in a cell, and what of it is written.
struct CellPairs {
  const pairs::PairTable& table;  ///< in the order pairs::PairOrder::ByBoth
  pairs::PairQuantities written;
  /// Leave out of a full list what a half one does not have (pairs::isInHalfList). Neighbours are
  /// written whole.
  bool onlyHalf = false;
};

/// The columns i,j, with shifts s0,s1,s2, with distances distance: a line for each pair.
void writePairsCsv(const std::filesystem::path& path, const CellPairs& pairs);

/// The same as PAIRS.npy, PAIRS-shifts.npy (int32 of shape (pairs, 3)) and PAIRS-distances.npy.
void writePairsNpy(const std::filesystem::path& path, const CellPairs& pairs);

/// As above, and shifts.npy. For full lists.
void writeNeighbours(const std::filesystem::path& folder, const CellPairs& pairs);

/// A further file of writePairsNpy: PAIRS-`what`.npy.
std::filesystem::path besidePairs(const std::filesystem::path& pairs, std::string_view what);

}  // namespace gpubuck::formats
