// The regular grid of cells that turns neighbour search into a bucket sort (paper section 2.3), and
// the cells that are searched for the neighbours of a particle. Also coarse positions of one word
// each, which are precise enough to exclude most points that are far away.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/enum_names.h"
#include "cells/box.h"
#include "texel/array.h"
#include "texel/map_pass.h"

namespace gpubuck::cells {

/// Every method visits all particles nearer than the search radius R. Methods differ in the number
/// of cells, and in the number of visited particles that are too far away.
struct Method {
  enum class Kind {
    /// Cells of edge R / k. A search visits (2k + 1)^3 cells, in two dimensions (2k + 1)^2, with
    /// the particle's cell in the middle. With k = 1 these are the 27 cells of the paper.
    /// "Fixed-Radius Neighbour Search Using Thrust" calls k cells_per_cutoff.
    CellsPerCutoff,
    /// Cells of edge 2R or more. A particle's neighbours are in 8 cells, which follow from the
    /// octant of its cell in which the particle lies (in two dimensions, 4 cells, which follow from
    /// the quadrant). The paper on this method compares edges of 2R, 2.52R (which doubles the
    /// volume of the cells) and 4R.
    Octant
  };

  Kind kind = Kind::CellsPerCutoff;
  int cellsPerCutoff = 1;   ///< k of CellsPerCutoff: 1..kMostCellsPerCutoff
  double cellFactor = 2.0;  ///< for Octant: minimum edge of a cell in units of R, >= 2

  bool operator==(const Method&) const = default;
};

inline constexpr int kMostCellsPerCutoff = 4;

/// The names of the methods in scenarios and on the command line, for messages.
inline constexpr const char* kMethodWords =
    "cells27, cells-per-cutoff=K (1..4), octant=FACTOR (2 or more)";

/// Returns the method with this name, or an empty optional for any other word.
std::optional<Method> parseMethod(const std::string& word);

/// Returns the method with this name. Throws InputError, which names `option`, for any other word.
Method methodNamed(const std::string& option, const std::string& word);

/// Returns the name of a method; parseMethod is its inverse.
std::string methodWord(const Method& method);

/// Returns the minimum edge of a cell for a search radius.
double leastEdge(const Method& method, double radius);

/// Returns the largest search radius, in cells, for which all neighbours are in the searched cells:
/// k, or 0.5 in an octant search.
double reachInCells(const Method& method);

/// Returns the minimum number of cells along a periodic side. With 2k + 1 cells no cell is visited
/// twice. The octant search may visit the only cell along a side twice, as two images. At most one
/// of the two images of a particle is nearer than R, since the side is at least 2R long.
int leastPeriodicCells(const Method& method);

/// Cells large enough that all neighbours of a particle are in the cells that `method` searches. In
/// the numbers of cells, x varies fastest, then y, then z.
struct CellGrid {
  Box box;
  Method method;
  double radius = 1.0;  ///< search radius

  glm::ivec3 cells{1};  ///< number of cells along each axis; z is 1 in two dimensions
  glm::dvec3 edge{1.0};
  /// A distance in units of a cell. If a particle is nearer than this distance to a face of its
  /// cell (in an octant search, to the middle of its cell), its search visits one more cell in that
  /// direction: if cells have no more than the required length, rounding may put a neighbour into
  /// that further cell. The distance is 0 if rounding cannot put a neighbour there.
  glm::dvec3 overlap{0.0};

  std::int64_t count() const { return static_cast<std::int64_t>(cells.x) * cells.y * cells.z; }
};

/// Returns the largest number of cells along a side of `length`, a whole number up to 2^20 (floats
/// cannot distinguish more places), or 0 if the side is shorter than one cell. A length that is a
/// whole number of cells up to the rounding of doubles, such as 0.3 for cells of 0.1, has this
/// number of cells.
double cellsAlong(double length, double radius, const Method& method);

/// Returns the grid for a search with as many cells as possible. Throws InputError for a side or a
/// radius that is not positive, a periodic side with fewer cells than leastPeriodicCells() (a
/// particle would meet the same neighbour twice), and more cells than ids.
CellGrid makeCellGrid(const Box& box, double radius, const Method& method = {});

/// Returns the same grid as makeCellGrid(), but does not throw for a periodic side that has too few
/// cells for a search. Such a grid is only for counting the contents of cells.
CellGrid makeCountingGrid(const Box& box, double radius, const Method& method = {});

/// Returns a bound of the distance that the shader computes between a particle and a cell that
/// holds a neighbour, that is, a particle nearer than the radius. For a side of length L the
/// shader's gap between a particle and a cell is wrong by less than 8 L u along an axis, u = 2^-24:
/// 3 L u from the positions of two particles and the number of cells, 2 L u from the edge, 3 L u
/// from the operations. The errors of three axes, and 2 L u for the squares and their sum, are
/// together less than 16 L u.
double searchReach(const CellGrid& grid);

/// Returns the GLSL constants of shaders/cells/grid.glsl and neighbourhood.glsl for this grid.
std::string gridPrologue(const CellGrid& grid);

/// Writes the cell of every particle into the mapping texture.
class AssignCells {
 public:
  AssignCells(const texel::Device& device, const CellGrid& grid);

  /// Positions must be within the box.
  void run(const texel::Vec4Array& position, texel::IdArray& mapping);

 private:
  texel::MapPass pass_;
};

/// Returns the constants of shaders/cells/coarse_position.glsl for a grid: the inverse of the
/// period of all coordinates, and the square of a distance. Two elements can be neighbours only if
/// their coarse positions are nearer to each other than this distance.
std::string coarsePositionPrologue(const CellGrid& grid);

/// The coarse positions of all elements, four per texel: shaders/cells/coarse_positions.glsl.
class CoarsePositions {
 public:
  CoarsePositions(const texel::Device& device, const CellGrid& grid, std::int64_t elements);

  void find(const texel::Vec4Array& position);

  /// Returns texels whose xyzw are the coarse positions of elements 4 i .. 4 i + 3.
  const texel::UInt4Array& fours() const { return fours_; }

 private:
  texel::MapPass pass_;
  texel::UInt4Array fours_;
};

}  // namespace gpubuck::cells
