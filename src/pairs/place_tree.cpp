#include "pairs/place_tree.h"

#include <glm/common.hpp>

namespace gpubuck::pairs {

PlaceTree::PlaceTree(std::span<const glm::dvec3> places) {
  if (places.empty()) return;
  std::vector<Numbered> order;
  order.reserve(places.size());
  for (const glm::dvec3& r : places) order.push_back({r, static_cast<std::int32_t>(order.size())});
  nodes_.reserve(4 * places.size() / kMostInLeaf + 1);
  add(order, 0);
  x_.reserve(places.size());
  y_.reserve(places.size());
  z_.reserve(places.size());
  numbers_.reserve(places.size());
  for (const auto& [r, number] : order) {
    x_.push_back(r.x);
    y_.push_back(r.y);
    z_.push_back(r.z);
    numbers_.push_back(number);
  }
}

std::int64_t PlaceTree::bytesOf(std::int64_t places) {
  return places * std::int64_t{sizeof(Numbered) + 3 * sizeof(double) + sizeof(std::int32_t)} +
         (4 * places / kMostInLeaf + 1) * std::int64_t{sizeof(Node)};
}

void PlaceTree::add(std::span<Numbered> own, std::int32_t first) {
  const std::size_t at = nodes_.size();
  const auto count = static_cast<std::int32_t>(own.size());
  Node node{own[0].place, own[0].place, first, first + count, own[0].number, 0};
  for (const auto& [r, number] : own) {
    node.low = glm::min(node.low, r);
    node.high = glm::max(node.high, r);
    node.lowestNumber = std::min(node.lowestNumber, number);
  }
  nodes_.push_back(node);
  if (count <= kMostInLeaf) return;
  const glm::dvec3 extent = node.high - node.low;
  int axis = extent.y > extent.x ? 1 : 0;
  if (extent.z > extent[axis]) axis = 2;
  const std::size_t half = own.size() / 2;
  // Browsers' standard library has no std::ranges::nth_element.
  std::nth_element(own.begin(), own.begin() + static_cast<std::ptrdiff_t>(half), own.end(),
                   [axis](const Numbered& a, const Numbered& b) {
                     const double ra = a.place[axis], rb = b.place[axis];
                     return ra != rb ? ra < rb : a.number < b.number;
                   });
  add(own.first(half), first);
  nodes_[at].second = static_cast<std::int32_t>(nodes_.size());
  add(own.subspan(half), first + static_cast<std::int32_t>(half));
}

}  // namespace gpubuck::pairs
