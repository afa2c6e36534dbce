// The ids of the particles of a fluid from which tools may remove particles.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace gpubuck::demo {

/// The assignments of ids to particles. Each assignment, called a numbering, has a number: 0 at the
/// start of a scenario, and a new number after each removal of particles. When the fluid returns to
/// an earlier state, the numbering of that state is the present numbering again.
class Numbering {
 public:
  std::int64_t present() const { return present_; }

  /// Begins a scenario.
  void begin() { present_ = 0; }
  /// Returns to an earlier numbering.
  void goTo(std::int64_t numbering) { present_ = numbering; }
  /// Records that the particles with these ids, in ascending order, have been removed. The ids
  /// above a removed id decrease, so that no gap remains.
  void remove(std::vector<std::uint32_t> ids) {
    before_ = present_;
    present_ = after_ = ++numberings_;
    gone_ = std::move(ids);
  }

  /// Returns the present id of the particle that had `id` in `numbering`. Finds the id if
  /// `numbering` is the present numbering, or if the two numberings are before and after the last
  /// removal, in either order. Otherwise, and for a removed particle, returns an empty optional.
  std::optional<std::uint32_t> idNow(std::int64_t numbering, std::uint32_t id) const {
    if (numbering == present_) return id;
    if (numbering == before_ && present_ == after_) {
      const auto place = std::ranges::lower_bound(gone_, id);
      if (place != gone_.end() && *place == id) return {};
      return id - static_cast<std::uint32_t>(place - gone_.begin());
    }
    if (numbering != after_ || present_ != before_) return {};
    for (const std::uint32_t before : gone_) {
      if (before <= id) ++id;
    }
    return id;
  }

 private:
  std::int64_t present_ = 0, numberings_ = 0;
  // The last removal: the ids of numbering `before_` that `after_` lacks.
  std::int64_t before_ = 0, after_ = 0;
  std::vector<std::uint32_t> gone_;
};

}  // namespace gpubuck::demo
