// A partition of numbers into sets that can be joined: union-find.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace gpubuck {

/// The numbers 0 .. count - 1, at first each in a set of its own. A set is named by its lowest
/// number, so that the order of the calls of join() does not matter.
class DisjointSets {
 public:
  explicit DisjointSets(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), 0U);
  }

  /// Returns the lowest number of the set of `number`.
  std::uint32_t find(std::uint32_t number) {
    while (parent_[number] != number) number = parent_[number] = parent_[parent_[number]];
    return number;
  }
  void join(std::uint32_t one, std::uint32_t other) {
    one = find(one);
    other = find(other);
    parent_[std::max(one, other)] = std::min(one, other);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace gpubuck
