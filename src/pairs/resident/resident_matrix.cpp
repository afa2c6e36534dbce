#include "pairs/resident/resident_matrix.h"

#include <algorithm>
#include <vector>

namespace gpubuck::pairs {

ResidentMatrix::ResidentMatrix(const texel::Device& device, std::int64_t mostPlaces)
    : mostPlaces_(mostPlaces),
      count_(device, {.name = "pairs/resident/matrix_counts",
                      .reads = {{"b_offsets", "uvec2"}},
                      .writes = {"b_counts", "b_most"}}),
      fill_(device, {.name = "pairs/resident/matrix",
                     .reads = {"b_j", "b_shifts", {"b_offsets", "uvec2"}},
                     .writes = {"b_ids", "b_idShifts"}}) {}

std::int64_t ResidentMatrix::count(ResidentSearch& search, texel::UIntBuffer& counts) {
  points_ = search.points();
  const std::int64_t words = 2 * (points_ + 1);
  if (!offsets_ || offsets_->count() < words) offsets_.emplace("matrix offsets", words);
  search.writeOffsets(*offsets_);
  constexpr std::uint32_t kNone = 0;
  longest_.upload(std::span(&kNone, 1));
  count_.run(points_, {{"b_offsets", *offsets_}}, {{"b_counts", counts}, {"b_most", longest_}});
  most_ = longest_.download().front();
  return most_;
}

std::int64_t ResidentMatrix::partPlaces() const {
  return most_ == 0 ? 0 : most_ * std::min(points_, std::max<std::int64_t>(1, mostPlaces_ / most_));
}

void ResidentMatrix::read(ResidentSearch& search, std::int32_t fill, texel::UIntBuffer& ids,
                          texel::UIntBuffer& shifts, const Take& take) {
  if (most_ == 0) return;
  const std::int64_t room = search.partRows();
  texel::UIntBuffer first("matrix pairs i", room), second("matrix pairs j", room),
      pairShifts("matrix pair shifts", 3 * room);
  const std::int64_t pointsAtOnce = partPlaces() / most_;
  std::int64_t next = 0;
  const auto fillUpTo = [&](std::int64_t end, std::int64_t firstRow) {
    while (next < end) {
      const texel::Range points{next, std::min(pointsAtOnce, end - next)};
      fill_.run(points.count * most_,
                {{"b_j", second},
                 {"b_shifts", pairShifts},
                 {"b_offsets", *offsets_},
                 {"u_firstPoint", static_cast<int>(points.first)},
                 {"u_most", static_cast<int>(most_)},
                 {"u_fill", static_cast<int>(fill)},
                 {"u_firstRow", static_cast<GLuint>(firstRow)}},
                {{"b_ids", ids}, {"b_idShifts", shifts}});
      take(points);
      next += points.count;
    }
  };
  search.read({first, second, pairShifts, nullptr, nullptr, false}, [&](const ResidentPart& part) {
    fillUpTo(part.points.first + part.points.count, part.firstRow);
  });
  fillUpTo(points_, 0);  // points without pairs, of which no row is read
}

}  // namespace gpubuck::pairs
