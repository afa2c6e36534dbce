// Settings of a sort into buckets: the algorithm and the parameters of the paper's method.
#pragma once

namespace gpubuck::sort {

enum class Algorithm {
  Auto,  ///< Bucket on the paper engine, Atomic on the fast engine; dpd/steps/ordered_step.h there
  Bucket,    ///< the paper's scatter into list heads, OpenGL 3.3
  Atomic,    ///< image atomics on the same textures, OpenGL 4.3; lists are in any order
  Counting,  ///< histogram, prefix sum and scatter in compute passes into ranges, OpenGL 4.3
  Bitonic,   ///< bitonic merge sort in map passes into ranges, OpenGL 3.3
  Radix      ///< radix sort in compute passes into ranges, OpenGL 4.3
};

/// The way to draw the elements in K sub-buffers. Sub-buffer s has the elements s*N/K .. (s+1)*N/K
/// - 1.
enum class Partition {
  /// The paper's partial updates (section 2.1): a sub-buffer is drawn until all of its elements are
  /// in their lists, and the next one joins when at most half of them are drawn. The paper speaks
  /// of equal parts and a predefined threshold, without numbers.
  Contiguous,
  /// gpubuck's own variant. Each sub-buffer is drawn once, one after the other, without waiting for
  /// counts. The elements that were overwritten are then gathered, and drawn until all are in their
  /// lists. Elements that follow each other in memory and share a bucket (runs) are linked
  /// beforehand, and drawn as one point. Lists have another order than those of Listing 1. The
  /// fastest way to sort, and to re-sort few elements.
  Turns
};

/// The settings of one sort; the defaults are those of scenarios and the command line.
struct Settings {
  Algorithm algorithm = Algorithm::Auto;
  int subBuffers = 16;  ///< K >= 1; a K above the number of elements gives one element each
  Partition partition = Partition::Turns;

  bool operator==(const Settings&) const = default;
};

}  // namespace gpubuck::sort
