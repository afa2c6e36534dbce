// How elements are sorted into buckets: the algorithm and the parameters of the paper's method.
#pragma once

namespace gpubuck::sort {

enum class Algorithm {
  Auto,      ///< Bucket on the paper engine, Atomic on the fast engine; dpd/ordered_step.h there
  Bucket,    ///< the paper's scatter into list heads, OpenGL 3.3
  Atomic,    ///< image atomics on the same textures, OpenGL 4.3; lists are in any order
  Counting,  ///< histogram, prefix sum and scatter in compute passes into ranges, OpenGL 4.3
  Bitonic,   ///< bitonic merge sort in map passes into ranges, OpenGL 3.3
  Radix      ///< radix sort in compute passes into ranges, OpenGL 4.3
};

/// Which elements form sub-buffer s of K and are drawn in the same scatter.
enum class Partition {
  /// Elements s*N/K .. (s+1)*N/K - 1: best for data in random order (the paper).
  Contiguous,
  /// Elements i with i mod K = s: best where neighbours in memory share buckets.
  Interleaved,
  /// Groups of K consecutive elements; each scatter draws the first unvisited one of every group:
  /// N/K vertices per scatter, and neighbours in memory never meet. There is no threshold, and the
  /// bucket is read as with PointSource::TexelFetch.
  Grouped,
  /// Elements s*N/K .. (s+1)*N/K - 1, each drawn once, one sub-buffer after the other: nothing
  /// waits for counts. The elements that were overwritten are then gathered, and drawn until all
  /// are in their lists. Elements that follow each other in memory and share a bucket (runs) are
  /// linked beforehand, and one point stands for all of them. There is no threshold.
  Turns
};

/// Whether sub-buffers of this partition join when the one before falls to the threshold.
constexpr bool hasThreshold(Partition partition) {
  return partition == Partition::Contiguous || partition == Partition::Interleaved;
}

/// Where the vertex shader of the scatter finds an element's bucket.
enum class PointSource {
  PixelBuffer,  ///< the mapping texture copied to a vertex buffer by a pixel buffer (the paper)
  TexelFetch    ///< texelFetch by gl_VertexID from the mapping texture itself
};

/// The settings of one sort; the defaults are those of scenarios and the command line.
struct Settings {
  Algorithm algorithm = Algorithm::Auto;
  int subBuffers = 16;     ///< K >= 1; more than there are elements means one element each
  double threshold = 0.5;  ///< 0..1: a sub-buffer joins when its predecessor's last count falls to
                           ///< this share of its size
  Partition partition = Partition::Turns;
  PointSource pointSource = PointSource::PixelBuffer;

  bool operator==(const Settings&) const = default;
};

}  // namespace gpubuck::sort
