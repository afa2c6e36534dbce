// Counts the points that the scatters of the bucket sort draw, and detects the end of its rounds.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "gl/objects.h"
#include "texel/sum.h"

namespace gpubuck::sort {

/// The way to count points. A scatter draws the unvisited elements. If no query counts these
/// elements while they are drawn, passes (texel::FlagCounter) can count them beforehand. The lists
/// are the same with each way of counting.
enum class Counting {
  Queries,     ///< occlusion queries count the points (desktop OpenGL); the number of rounds is
               ///< predicted, too
  AnySamples,  ///< passes count the points; the rounds end when a query finds that no point was
               ///< drawn
  Predicted    ///< passes count the points; counts are first read back after the predicted number
               ///< of rounds (isLastNext()), then after every other round
};

/// Returns the best way on the current context.
Counting countingHere();

/// Counts the points of scatters, for callers that need all counts.
class PointCounts {
 public:
  /// Prepares for at most `parts` scatters, of at most `elements` elements each.
  PointCounts(const texel::Device& device, std::int64_t elements, std::int64_t parts,
              Counting counting);

  /// Returns the query to be put around the drawing of part k, or null if passes count the points.
  const gl::Query* query(int k);
  /// Counts the unvisited elements of `next` in each part if there are no queries. Must be called
  /// before these elements are drawn.
  void count(const texel::IdArray& next, std::span<const texel::Range> parts);
  /// Returns the points of part k. Waits for the GPU.
  std::int64_t of(int k);

 private:
  std::deque<gl::Query> queries_;  ///< a deque, so that pointers to its elements stay valid
  std::optional<texel::FlagCounter> counter_;
  std::int64_t parts_ = 0;            ///< number of parts in the last count()
  std::vector<std::int64_t> counts_;  ///< counts of the last count(), if they have been read back
};

/// Counts the rounds in which the elements of an array are drawn until all are visited. Rounds
/// after a round that draws nothing change nothing. Therefore further rounds may be drawn before
/// the count of the latest round is known.
class RoundCounts {
 public:
  RoundCounts(const texel::Device& device, std::int64_t elements, Counting counting);

  /// Begins with the first round.
  void begin();

  /// Must be called before a round that draws the unvisited elements among the first `elements` of
  /// `next`. Returns the query to be put around the drawing, or null.
  const gl::Query* count(const texel::IdArray& next, std::int64_t elements);

  /// Returns whether the next round is predicted to be the last round, which draws nothing. The
  /// prediction is the larger of the numbers of rounds of the last two sorts.
  bool isLastNext() const { return rounds_ + 1 == predicted_; }

  /// Replaces count() if the visited elements are drawn in place of a round. The number of points
  /// that the round would draw follows from the number of visited elements. Returns the query to be
  /// put around the drawing.
  const gl::Query* countVisited(const texel::IdArray& next, std::int64_t elements);

  /// Must be called after each round. For this and earlier rounds, returns the numbers of points
  /// that are known by now and have not been reported before. A round with 0 points is the last
  /// round. Without `latest`, waits for the GPU only after some rounds. With `latest`, waits until
  /// the points of this round are known.
  std::vector<std::int64_t> take(bool latest);

 private:
  bool isTimeToRead() const;
  /// Returns the counts of the rounds that have not been reported.
  std::vector<std::int64_t> read();

  Counting counting_;
  std::vector<gl::Query> queries_;  ///< queries of the rounds that have not been reported
  std::optional<texel::FlagCounter> counter_;
  std::int64_t rounds_ = 0;      ///< rounds drawn since begin()
  std::int64_t reported_ = 0;    ///< rounds that take() has reported since begin()
  std::int64_t lastRounds_ = 0;  ///< number of rounds in the last sort
  std::int64_t predicted_ = 0;   ///< predicted number of rounds
  std::int64_t visitedOf_ = 0;   ///< `elements` of countVisited() until its query is read, else 0
};

}  // namespace gpubuck::sort
