#include "pairs/placed_system.h"

#include <algorithm>
#include <utility>

#include "pairs/lattice.h"

namespace gpubuck::pairs {

void PlacedSystem::place(const Cell& cell, const PairSettings& settings) {
  const Lattice lattice(cell);
  images.make(lattice, settings.radius, points, isBetween ? std::optional(others) : std::nullopt);
  rule.emplace(lattice.sides(), settings.radius, settings.within);
  rank();
}

std::size_t PlacedSystem::firstRankOf(std::int64_t other) const {
  return static_cast<std::size_t>(
      std::ranges::lower_bound(candidates, other, {}, &Candidate::other) - candidates.begin());
}

void PlacedSystem::rank() {
  const std::int64_t end = std::ssize(images.places());
  const std::int64_t firstImage = images.firstImage();
  candidates.reserve(static_cast<std::size_t>(end - images.firstOther()));
  placeOfRank.reserve(candidates.capacity());
  // The images of each place are side by side, in the order of the places.
  std::int64_t image = firstImage;
  std::vector<std::pair<Shift, std::int32_t>> same;
  for (std::int64_t place = images.firstOther(); place < firstImage; ++place) {
    const std::int64_t other = images.otherAt(place);
    same.assign(1, {images.shiftFromCell(place), static_cast<std::int32_t>(place)});
    for (; image < end && images.otherAt(image) == other; ++image) {
      same.emplace_back(images.shiftFromCell(image), static_cast<std::int32_t>(image));
    }
    if (!std::is_sorted(same.begin(), same.end())) std::ranges::sort(same);
    for (const auto& [shift, number] : same) {
      candidates.push_back({static_cast<std::int32_t>(other), shift});
      placeOfRank.push_back(number);
    }
  }
}

}  // namespace gpubuck::pairs
