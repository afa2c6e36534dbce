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

/// A lattice with its grid of cells. For open directions, `reciprocal` has vectors that are
/// perpendicular to the lattice and to each other. The inverse of the length of such a vector is
/// the width of all cells along it together.
struct Grid {
  Vector reciprocal[3];
  Vector shortest[3];   ///< 0 for open directions
  Vector sides[3];      ///< 0 for open sides
  Vector sidesIn[3];    ///< for each shortest vector, the multiples of the sides whose sum it is
  double magnitude[3];  ///< for each shortest vector, an upper limit of the sum of the absolute
                        ///< values of its coordinates
  // The shortest vectors in units of the cut-off.
  float nearShortest[3][3];
  float nearMagnitude[3];
  int counts[3];      ///< numbers of cells
  int reach[3];       ///< number of cells that a search visits to each side
  int isPeriodic[3];  ///< 1 or 0
};

struct System {
  int firstPoint;
  int firstCell;
  int grid;
};

/// A wrapped point in single precision, in units of the cut-off.
struct alignas(16) Near {
  float x, y, z;
  Word number;
};

/// The second point of a pair, and its image. The image is three numbers of ten bits each, in which
/// 512 stands for 0.
struct alignas(8) Hit {
  Word other;
  Word image;
};

/// Results of kernels, which the processor reads.
struct Notes {
  Word far;       ///< complement of the lowest number of a point that is too far away; 0 if there
                  ///< is no such point
  Word longest;   ///< the length of the longest row
  Word moved;     ///< bits of a float: square of the largest distance that a point has moved, in
                  ///< skins
  Word farthest;  ///< bits of a float: an upper limit of all coordinates, in cut-offs
};

/// All pointers point to memory of the GPU.
struct Arguments {
  // Points and others are numbered together, the points first. If there is no second set, the
  // points themselves are the others.
  const void* points;
  const void* others;
  int pointCount;
  int placedCount;  ///< number of points of both sets
  int firstOther;   ///< number of the first of the others: pointCount with two sets, otherwise 0
  int isDouble;     ///< 1 if coordinates are double, 0 if they are float
  int isHalf;
  // The rule. With a single cut-off, mostSquared is the largest squared distance. Otherwise limits
  // has two numbers per pair of types: the cut-off in units of the largest cut-off, and the largest
  // squared distance, which is negative for types that are never a pair.
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
  Whole* turns;  ///< the multiples of the shortest vectors that were subtracted from each point
  int* system;
  int* cell;
  Word* rank;       ///< number of each point within its cell, in any order
  Word* crowd;      ///< number of points in each cell
  Long* cellStart;  ///< first place of each cell, then the number of points
  int* ordered;     ///< points in the order of cells, in any order within a cell
  Near* near;       ///< points in the order of cells, and within a cell in the order of their
                    ///< numbers
  // The row of point i begins at hitStarts[i] or, if hitStarts is null, at i times the stride.
  Word* counts;
  Long* starts;  ///< for each point the sum of the counts before it, then the sum of all counts;
                 ///< Notes follow
  Notes* notes;
  Hit* hits;
  const Long* hitStarts;
  Long stride;
  Long room;  ///< number of rows of the columns
  // A kept list. A point's row in the kept list begins at the same place as the point's row of
  // hits.
  const Hit* keptHits;
  const Long* keptStarts;  ///< the array `starts` of the kept list
  const void* keptPoints;
  double perSkin;
  // Results. If a result is not wanted, its pointer is null.
  int isSorted;
  int isWide;  ///< 1 if numbers of points have 64 bits, 0 if they have 32
  int fill;    ///< the number that fills places without a neighbour
  Long most;   ///< number of columns of the matrix
  void* first;
  void* second;
  int* shifts;
  void* distances;
  void* vectors;
  Long* offsets;
  int* lengths;
  Long* found;
};

/// For prefix sums: threads per block, numbers per thread, and numbers per block.
constexpr int kScanThreads = 256, kScanItems = 8, kScanBlock = kScanThreads * kScanItems;

/// Largest number of points and cells that one block of threads puts in order.
constexpr int kFewPoints = 4096;

/// Bytes that are passed to the GPU as arguments of a launch.
struct Parcel {
  Word words[1000];
};

}  // namespace gpubuck::pairs::resident
