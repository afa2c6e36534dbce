// A k-d tree of places, by which the places nearest to a point are found.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <utility>
#include <vector>

namespace gpubuck::pairs {

/// A k-d tree. Each node divides its places into two halves of equal number along its longest axis.
/// The depth of the tree therefore depends only on the number of places, not on how they are
/// distributed.
class PlaceTree {
 public:
  /// Throws only std::bad_alloc. The places must be finite.
  explicit PlaceTree(std::span<const glm::dvec3> places);

  /// Returns the number of bytes that a tree of `places` places takes.
  static std::int64_t bytesOf(std::int64_t places);

  /// Calls `visit(first, end)` for each leaf, a stretch of the sorted places, for which
  /// `isNeeded(squared, number)` is true. `squared` is the squared distance from `r` to the leaf's
  /// bounding box, and so at most the squared distance to any place of the leaf. `number` is the
  /// lowest number in the leaf. Nearer leaves are visited earlier, but not in strict order.
  template <typename IsNeeded, typename Visit>
  void visitNear(const glm::dvec3& r, const IsNeeded& isNeeded, const Visit& visit) const {
    if (nodes_.empty()) return;
    std::array<Entry, kMostLevels> stack;
    std::size_t entries = 0;
    Entry at{0, nodes_[0].squaredFrom(r)};
    while (true) {
      const Node& node = nodeAt(at.node);
      if (!isNeeded(at.squared, node.lowestNumber)) {
        if (entries == 0) return;
        at = stack[--entries];
      } else if (node.second == 0) {
        visit(static_cast<std::size_t>(node.first), static_cast<std::size_t>(node.end));
        if (entries == 0) return;
        at = stack[--entries];
      } else {
        Entry near{at.node + 1, nodeAt(at.node + 1).squaredFrom(r)};
        Entry far{node.second, nodeAt(node.second).squaredFrom(r)};
        if (isBefore(far, near)) std::swap(near, far);
        if (isNeeded(far.squared, nodeAt(far.node).lowestNumber)) stack[entries++] = far;
        at = near;
      }
    }
  }

  // The coordinates and the numbers of the places, in the order of leaves.
  const std::vector<double>& x() const { return x_; }
  const std::vector<double>& y() const { return y_; }
  const std::vector<double>& z() const { return z_; }
  const std::vector<std::int32_t>& numbers() const { return numbers_; }

  /// Maximum number of places of a leaf.
  static constexpr std::int32_t kMostInLeaf = 24;

 private:
  /// Maximum number of levels of a tree; a tree of 2^31 places has fewer.
  static constexpr std::size_t kMostLevels = 40;

  /// A node of the tree. The first child of a node follows it directly in nodes_.
  struct alignas(64) Node {
    glm::dvec3 low, high;       ///< bounding box
    std::int32_t first, end;    ///< range of the sorted places
    std::int32_t lowestNumber;  ///< lowest number of these places
    std::int32_t second;        ///< index of the second child, 0 for a leaf

    /// Returns a squared distance from r that is not larger than the squared distance to any place
    /// in the box. This also holds after rounding, since every operation is monotonic.
    double squaredFrom(const glm::dvec3& r) const {
      const double dx = std::max(std::max(low.x - r.x, r.x - high.x), 0.0);
      const double dy = std::max(std::max(low.y - r.y, r.y - high.y), 0.0);
      const double dz = std::max(std::max(low.z - r.z, r.z - high.z), 0.0);
      return (dx * dx + dy * dy) + dz * dz;
    }
  };
  struct Numbered {
    glm::dvec3 place;
    std::int32_t number;
  };
  struct Entry {
    std::int32_t node;
    double squared;
  };

  const Node& nodeAt(std::int32_t node) const { return nodes_[static_cast<std::size_t>(node)]; }
  bool isBefore(const Entry& a, const Entry& b) const {
    if (a.squared != b.squared) return a.squared < b.squared;
    return nodeAt(a.node).lowestNumber < nodeAt(b.node).lowestNumber;
  }
  /// Sorts the places of `own`, which become the sorted places from `first` on. Adds their node and
  /// the nodes below it.
  void add(std::span<Numbered> own, std::int32_t first);

  std::vector<Node> nodes_;
  std::vector<std::int32_t> numbers_;
  std::vector<double> x_, y_, z_;
};

}  // namespace gpubuck::pairs
