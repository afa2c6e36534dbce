// The arguments of the kernels, and their data in the memory of a GPU.
#pragma once

#ifdef __CUDACC_RTC__
#define GPUBUCK_ON_GPU __device__
#define GPUBUCK_UNROLL _Pragma("unroll")
#else
#include <cmath>
#define GPUBUCK_ON_GPU
#define GPUBUCK_UNROLL
#endif

namespace gpubuck::pairs::resident {

using Long = long long;
using Word = unsigned;

struct Vector {
  double x, y, z;
};

struct Whole {
  int x, y, z;
};

/// A lattice with its grid of cells. Open directions have unit vectors that make the three a basis.
struct Grid {
  Vector reciprocal[3];
  Vector shortest[3];   ///< 0 for open directions
  Vector sides[3];      ///< 0 for open sides
  Vector sidesIn[3];    ///< the sides in each shortest vector
  double magnitude[3];  ///< per axis, at least the sum of the absolute coordinates of the vectors
  // The shortest vectors in units of the cut-off.
  float nearShortest[3][3];
  float nearMagnitude[3];
  int counts[3];      ///< cells
  int reach[3];       ///< cells that a search visits to each side
  int isPeriodic[3];  ///< 1 or 0
};

struct System {
  int firstPoint;
  int firstCell;
  int grid;
};

/// A wrapped point in single precision and units of the cut-off.
struct alignas(16) Near {
  float x, y, z;
  Word number;
};

/// The second point of a pair, and its image: three numbers of ten bits, 512 for 0.
struct alignas(8) Hit {
  Word other;
  Word image;
};

/// Results of kernels that the processor reads.
struct Notes {
  Word far;       ///< complement of the lowest number of a point that is too far; 0 if no point is
  Word longest;   ///< the length of the longest row
  Word moved;     ///< bits of a float: the largest square of a move, in skins
  Word farthest;  ///< bits of a float: not below any coordinate, in cut-offs
};

/// The pointers are to memory of the GPU.
struct Arguments {
  // The points of the first set come before the others, which are the points themselves if there is
  // no second set.
  const void* points;
  const void* others;
  int pointCount;
  int placedCount;  ///< points of both sets
  int firstOther;   ///< pointCount with two sets, otherwise 0
  int isDouble;     ///< coordinates are double, otherwise float
  int isHalf;
  // The rule. With one cut-off this is the largest squared distance. Otherwise it is two numbers
  // per pair of types: the cut-off in units of the largest cut-off, and the largest squared
  // distance, which is negative for types that are never a pair.
  double mostSquared;
  const double* limits;  ///< null with one cut-off
  const int* types;
  int typeCount;
  // Points in cells.
  double perCutoff;  ///< 1 / cut-off
  double farthest;
  const Grid* grids;
  const System* systems;  ///< the systems, then an end entry with the number of points
  int systemCount;
  Vector* wrapped;
  Whole* turns;  ///< shortest vectors taken away from each point
  int* system;
  int* cell;
  Word* rank;       ///< number of each point within its cell, in any order
  Word* crowd;      ///< points of each cell
  Long* cellStart;  ///< first place of each cell, then the number of points
  int* ordered;     ///< points by cell, in any order within one
  Near* near;       ///< points by cell and number
  // The row of a point begins at its element of hitStarts or, if that is null, at its number times
  // the stride.
  Word* counts;
  Long* starts;  ///< for each point the sum of the counts before it, then the sum of all counts;
                 ///< Notes follow
  Notes* notes;
  Hit* hits;
  const Long* hitStarts;
  Long stride;
  Long room;  ///< rows of the columns
  // A kept list. Its rows begin at the same places as the hits.
  const Hit* keptHits;
  const Long* keptStarts;  ///< the sums of its counts
  const void* keptPoints;
  double perSkin;
  // Results. The pointer to a result that is not wanted is null.
  int isSorted;
  int isWide;  ///< numbers of points have 64 bits, otherwise 32
  int fill;    ///< the number in places without a neighbour
  Long most;   ///< columns of the matrix
  void* first;
  void* second;
  int* shifts;
  void* distances;
  void* vectors;
  Long* offsets;
  int* lengths;
  Long* found;
};

/// Numbers that a block of threads adds up.
constexpr int kScanThreads = 256, kScanItems = 8, kScanBlock = kScanThreads * kScanItems;

/// Largest number of points and cells that one block of threads puts in order.
constexpr int kFewPoints = 4096;

/// Bytes that the arguments of a launch bring to the GPU.
struct Parcel {
  Word words[1000];
};

}  // namespace gpubuck::pairs::resident
