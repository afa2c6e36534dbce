// The ids of the particles of a fluid, some of which a tool may remove.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace gpubuck::demo {

/// The assignments of ids to particles. Each has a number: 0 at the start of a scenario, a new
/// number after each removal, and an earlier number after a return to a state with this earlier
/// assignment.
class Numbering {
 public:
  std::int64_t present() const { return present_; }

  /// Begins a scenario.
  void begin() { present_ = 0; }
  /// Returns to an earlier numbering.
  void goTo(std::int64_t numbering) { present_ = numbering; }
  /// Records that the particles of these ids, ascending, have been removed. Higher ids move up.
  void remove(std::vector<std::uint32_t> ids) {
    before_ = present_;
    present_ = after_ = ++numberings_;
    gone_ = std::move(ids);
  }

  /// Returns the present id of the particle that had `id` in `numbering`, which may be the present
  /// numbering, the numbering before the last removal, or the numbering after it if goTo() has
  /// returned to the numbering before. Returns an empty optional if the particle has been removed,
  /// and for other numberings.
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
