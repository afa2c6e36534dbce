// Expected results, computed on the CPU.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gpubuck::cuda {

/// The verdict on a correct result. Any other verdict is a text on what is wrong.
inline constexpr const char* kRight = "right";

/// Keys in ascending order, each with the number of its element. Elements with equal keys are in
/// ascending order.
struct Sorted {
  std::vector<std::uint32_t> keys;
  std::vector<std::uint32_t> order;
};
Sorted sortStable(std::span<const std::uint32_t> keys);

/// Returns the place in `sortedKeys` at which each bucket begins, and as the last value the number
/// of keys.
std::vector<std::uint32_t> startsOf(std::span<const std::uint32_t> sortedKeys,
                                    std::int64_t buckets);

/// Returns kRight, or the first place at which `found` differs from `expected`.
std::string compare(const char* name, std::span<const std::uint32_t> found,
                    std::span<const std::uint32_t> expected);

/// Returns kRight if every element is exactly once in the lists, in the list of its bucket. Only
/// the low 24 bits of heads and nexts count; all ones stand for NULL.
std::string checkLists(std::span<const std::uint32_t> heads, std::span<const std::uint32_t> nexts,
                       std::span<const std::uint32_t> bucketOf);

/// Number and sum of the hashes of a set of pairs. Neither depends on the order of the pairs.
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

  /// `points` must outlive the object. Finds all pairs up to `radius`. A search in floats may be
  /// wrong about pairs whose distance differs from the radius by at most `margin`.
  PairOracle(Points points, double radius, double margin);

  /// Returns the tally of all pairs, i < j.
  const PairTally& all() const { return all_; }

  /// Checks a list of pairs, which are added one by one.
  class Witness {
   public:
    explicit Witness(const PairOracle& oracle) : oracle_(&oracle) {}
    /// Adds a pair that the list has.
    void hear(std::uint32_t i, std::uint32_t j);
    /// Adds a pair that the list has marked as unsure, unless the pair's distance exceeds the
    /// radius.
    void hearUnsure(std::uint32_t i, std::uint32_t j);
    /// Returns kRight if exactly the right pairs were added.
    std::string verdict() const;
    /// Returns kRight if exactly the right pairs were added, apart from pairs whose distance is
    /// within the margin of the radius.
    std::string verdictWithinMargin() const;
    const PairTally& heard() const { return heard_; }

   private:
    const PairOracle* oracle_;
    PairTally heard_;
    PairTally sure_;            ///< the added pairs nearer than radius - margin
    std::int64_t outside_ = 0;  ///< number of added pairs farther apart than radius + margin
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
