// How many points the scatters of the bucket sort draw, and when its rounds are over.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "gl/objects.h"
#include "texel/flag_counter.h"

namespace gpubuck::sort {

/// How points become known. A scatter draws the elements that are not visited, so that they can be
/// counted beforehand, by passes (texel::FlagCounter), where no query counts them while they are
/// drawn. Lists are the same whatever the way.
enum class Counting {
  Queries,     ///< occlusion queries count: desktop OpenGL. Rounds are foreseen, too
  AnySamples,  ///< passes count; a query tells whether a round drew any point, and ends the rounds
  Foreseen     ///< passes count; first read back after as many rounds as it took of late, then
               ///< every other round
};

/// What is best on the current context.
Counting countingHere();

/// The points of scatters whose counts are all needed.
class PointCounts {
 public:
  /// For up to `parts` scatters of parts of up to `elements`.
  PointCounts(const texel::Device& device, std::int64_t elements, std::int64_t parts,
              Counting counting);

  /// The query to be put around the drawing of part k; null where there is none.
  const gl::Query* query(int k);
  /// Counts the unvisited elements of `next` in each part where there are no queries. To be called
  /// when they are unvisited.
  void count(const texel::IdArray& next, std::span<const texel::Range> parts);
  /// The points of part k. Waits for the GPU.
  std::int64_t of(int k);

 private:
  std::deque<gl::Query> queries_;  ///< a deque: pointers into it stay good
  std::optional<texel::FlagCounter> counter_;
  std::int64_t parts_ = 0;            ///< of the last count()
  std::vector<std::int64_t> counts_;  ///< read back since then
};

/// The rounds in which the elements of an array are drawn until all are visited. Rounds behind the
/// first that draws nothing change nothing, so they may be drawn before it is known which one that
/// is.
class RoundCounts {
 public:
  RoundCounts(const texel::Device& device, std::int64_t elements, Counting counting);

  /// Begins with the first round.
  void begin();

  /// Before a round in which the unvisited of the first `elements` of `next` are drawn. Returns the
  /// query to be put around the drawing, or null.
  const gl::Query* count(const texel::IdArray& next, std::int64_t elements);

  /// Whether the next round is thought to be the last, which draws nothing: as many as the rounds
  /// of the last two times, the more of them.
  bool isLastNext() const { return rounds_ + 1 == foreseen_; }

  /// Instead of count(), where the visited are drawn for another reason: how many points the round
  /// would draw is known by how many these are. Returns the query to be put around that.
  const gl::Query* countVisited(const texel::IdArray& next, std::int64_t elements);

  /// After the round: the points of this and earlier rounds that are known by now and have not been
  /// told before. A 0 is the last: the rounds are over. Waits for the GPU at times, and with
  /// `latest` until this round is known.
  std::vector<std::int64_t> take(bool latest);

 private:
  bool isTimeToRead() const;
  /// The counts of the rounds that have not been told.
  std::vector<std::int64_t> read();

  Counting counting_;
  std::vector<gl::Query> queries_;  ///< of the rounds that have not been told
  std::optional<texel::FlagCounter> counter_;
  std::int64_t rounds_ = 0;      ///< drawn since begin()
  std::int64_t told_ = 0;        ///< of these
  std::int64_t lastRounds_ = 0;  ///< of the last time
  std::int64_t foreseen_ = 0;    ///< of this time
  std::int64_t visitedOf_ = 0;   ///< elements, if the last round was countVisited()
};

}  // namespace gpubuck::sort
