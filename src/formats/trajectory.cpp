#include "formats/trajectory.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/plural.h"
#include "base/terminal.h"

namespace gpubuck::formats {

bool TrajectoryReader::next(Frame& frame) {
  if (!readNext(frame)) {
    if (frames_ == 0) throw InputError(path_, "has no frames");
    return false;
  }
  ++frames_;
  const std::vector<int>& species = frame.particles.species;
  if (frames_ == 1) species_ = species;
  const auto [here, first] = std::ranges::mismatch(species, species_);
  if (here == species.end() && first == species_.end()) return true;
  if (species.size() != species_.size()) {
    throw InputError(path_, fmt::format("frame {} has {}, but the first one has {}", frames_,
                                        counted(std::ssize(species), "particle"), species_.size()));
  }
  throw InputError(path_, fmt::format("frame {}: particle {} has another species than in the first",
                                      frames_, here - species.begin()));
}

std::array<bool, 3> periodicAxes(const cells::Box& box) {
  return {box.isPeriodic(0), box.isPeriodic(1), box.dimensions == 3 && box.isPeriodic(2)};
}

std::string leftOutText(const std::string& path, std::int64_t frame, std::uint64_t bytes) {
  return fmt::format("{}: ends within frame {}: the last {} bytes are left out", path, frame,
                     bytes);
}

void tellLeftOut(const std::string& text) {
  if (!text.empty()) tell(fmt::format("gpubuck: {}\n", printable(text)));
}

}  // namespace gpubuck::formats
