// Settings of a sort into buckets: the algorithm and the parameters of the paper's method.
#pragma once

namespace gpubuck::sort {

enum class Algorithm {
  Auto,  ///< Bucket on the paper engine, Atomic on the fast engine (on which a fluid needs no sort)
  Bucket,    ///< the paper's scatter into list heads, OpenGL 3.3
  Atomic,    ///< image atomics on the same textures, OpenGL 4.3; lists are in any order
  Counting,  ///< histogram, prefix sum and scatter in compute passes into ranges, OpenGL 4.3
  Bitonic,   ///< bitonic merge sort in map passes into ranges, OpenGL 3.3
  Radix,     ///< radix sort in compute passes into ranges, OpenGL 4.3
  ABiSort    ///< adaptive bitonic sort in map and scatter passes into ranges, OpenGL 3.3
};

/// The way to draw the elements in K sub-buffers. Sub-buffer s has the elements from s*N/K to
/// (s+1)*N/K - 1.
enum class Partition {
  /// The paper's partial updates (section 2.1): a sub-buffer is drawn until all of its elements are
  /// in their lists, and the next sub-buffer joins at the threshold. The paper speaks of equal
  /// parts and a predefined threshold, without numbers.
  Contiguous,
  /// gpubuck's own variant. Each sub-buffer is drawn once, one after the other, without waiting for
  /// counts. The elements that were overwritten are then gathered, and drawn again until all
  /// elements are in their lists. Elements that follow each other in memory and share a bucket
  /// (runs) are linked beforehand, and drawn as one point. The order of a list differs from the
  /// order that Listing 1 gives. This is the fastest way to sort, and to re-sort few elements.
  Turns
};

/// The way in which a work group finds the places of its keys among the keys of the same digit.
enum class RadixRanking {
  Auto,       ///< Subgroups if the driver has them, else Masks
  Subgroups,  ///< 32 invocations vote (GL_KHR_shader_subgroup)
  Masks,      ///< 32 invocations set bits in shared memory
  Counters    ///< every invocation counts its own keys, as in the paper; for few radix bits
};

/// The parameters of a radix sort (sort/radix_sort.h), with the letters of Helluy (2011). A
/// parameter that is 0 is chosen automatically.
struct RadixSettings {
  int keyBits = 0;          ///< b, 1..32: number of low bits of a key to sort by; 0 for all
  int radixBits = 0;        ///< r, 1..16: bits per pass; b need not be a multiple of r
  int threadsPerGroup = 0;  ///< I, a multiple of 32
  int itemsPerThread = 0;   ///< 1..64: keys per invocation in a tile, which a group sorts at once
  int groups = 0;           ///< G, 1..65535: maximum number of groups; all take equally many tiles
  int scanSplit = 0;        ///< s, 1..4096: number of parts of the counts, summed in parallel
  RadixRanking ranking = RadixRanking::Auto;
  /// If true, neighbouring invocations read neighbouring keys, and the tile is then transposed in
  /// shared memory. Applies only to Counters, which gives every invocation consecutive keys; the
  /// other rankings always transpose the tile.
  bool transpose = true;

  bool operator==(const RadixSettings&) const = default;
};

/// The settings of one sort. Scenarios and the command line have the same defaults.
struct Settings {
  Algorithm algorithm = Algorithm::Auto;
  int subBuffers = 16;  ///< K >= 1; if K exceeds the number of elements, each sub-buffer has one
                        ///< element
  Partition partition = Partition::Turns;
  /// The threshold of Contiguous, 0..1: a sub-buffer joins when the sub-buffer before it draws at
  /// most this share of its elements as points.
  double threshold = 0.5;
  RadixSettings radix{};  ///< settings of Algorithm::Radix

  bool operator==(const Settings&) const = default;
};

}  // namespace gpubuck::sort
