// Expected results, computed on the CPU.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gpubuck::cuda {

/// The verdict on a result: this word, or what is wrong.
inline constexpr const char* kRight = "right";

/// Keys in ascending order with the elements they came from; equal keys have their elements in
/// ascending order.
struct Sorted {
  std::vector<std::uint32_t> keys;
  std::vector<std::uint32_t> order;
};
Sorted sortStable(std::span<const std::uint32_t> keys);

/// Where each bucket begins among `sortedKeys`, and as the last where they end.
std::vector<std::uint32_t> startsOf(std::span<const std::uint32_t> sortedKeys,
                                    std::int64_t buckets);

/// kRight, or where `found` differs from `expected`.
std::string compare(const char* name, std::span<const std::uint32_t> found,
                    std::span<const std::uint32_t> expected);

/// kRight where the lists hold every element once, in the list of its bucket. Only the low 24 bits
/// of heads and nexts count; all ones stand for NULL.
std::string checkLists(std::span<const std::uint32_t> heads, std::span<const std::uint32_t> nexts,
                       std::span<const std::uint32_t> bucketOf);

/// A set of pairs of numbers, in any order: their number, and the sum of their hashes.
struct PairTally {
  std::int64_t count = 0;
  std::uint64_t checksum = 0;

  void add(std::uint32_t i, std::uint32_t j);
  bool operator==(const PairTally&) const = default;
};

/// Points in the unit cube and the pairs of points that are near each other, in double precision.
class PairOracle {
 public:
  using Points = std::span<const std::array<double, 3>>;

  /// `points` must outlive the object. Finds all pairs up to `radius`. Pairs whose distance is
  /// within `margin` of the radius may be decided wrongly by floats.
  PairOracle(Points points, double radius, double margin);

  /// All pairs, i < j.
  const PairTally& all() const { return all_; }

  /// Hears a list pair by pair.
  class Witness {
   public:
    explicit Witness(const PairOracle& oracle) : oracle_(&oracle) {}
    /// The list has this pair.
    void hear(std::uint32_t i, std::uint32_t j);
    /// The list leaves it open whether this is a pair: it counts if it is a pair.
    void hearUnsure(std::uint32_t i, std::uint32_t j);
    /// Returns kRight if all pairs were heard and no others.
    std::string verdict() const;
    /// Returns kRight if exactly the pairs were heard, apart from distances within the margin of
    /// the radius.
    std::string verdictWithinMargin() const;
    const PairTally& heard() const { return heard_; }

   private:
    const PairOracle* oracle_;
    PairTally heard_;
    PairTally sure_;            ///< the pairs of heard_ nearer than radius - margin
    std::int64_t outside_ = 0;  ///< further than radius + margin
    std::int64_t malformed_ = 0;
  };

 private:
  double squared(std::uint32_t i, std::uint32_t j) const;

  Points points_;
  double radius_;
  double margin_;
  PairTally all_;
  PairTally sure_;
};

}  // namespace gpubuck::cuda
