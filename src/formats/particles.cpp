#include "formats/particles.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "file/input_file.h"

namespace gpubuck::formats {

float placeAlong(const cells::Box& box, int axis, double coordinate, double low,
                 const std::function<void(const std::string& why)>& fail) {
  const char name = cells::kAxisNames[axis];
  if (!std::isfinite(coordinate)) fail(fmt::format("{} {} is not finite", name, coordinate));
  if (axis >= box.dimensions) {
    if (coordinate != 0.0) fail(fmt::format("{} {} is not 0 in two dimensions", name, coordinate));
    return 0.0F;
  }
  const double side = box.size[axis], place = coordinate - low;
  if (box.isPeriodic(axis)) {
    const auto rounded = static_cast<float>(cells::wrapped(place, side));
    return rounded < static_cast<float>(side) ? rounded : 0.0F;
  }
  if (place < 0.0 || place >= side) {
    fail(fmt::format("{0} {1} is outside of the box, {2} <= {0} < {3}", name, coordinate, low,
                     low + side));
  }
  return cells::insideAsFloat(place, side);
}

std::string leftOutText(const std::string& path, const std::vector<std::string>& parts) {
  return parts.empty() ? "" : fmt::format("{}: {} left out", path, fmt::join(parts, " and "));
}

std::string otherSidesText(const std::string& path, const cells::Box& box,
                           const std::array<bool, 3>& periodic) {
  std::array<std::string, 2> names;  // names of the periodic axes, in the file and in the fluid
  for (int axis = 0; axis < box.dimensions; ++axis) {
    const std::array<bool, 2> is{periodic[static_cast<std::size_t>(axis)], box.isPeriodic(axis)};
    for (std::size_t k = 0; k < 2; ++k) {
      if (is[k])
        names[k] += (names[k].empty() ? "" : ", ") + std::string(1, cells::kAxisNames[axis]);
    }
  }
  if (names[0] == names[1]) return {};
  const auto text = [](const std::string& axes) { return axes.empty() ? "no axis" : axes; };
  return fmt::format("{}: is periodic along {}, which is ignored: the fluid is periodic along {}",
                     path, text(names[0]), text(names[1]));
}

std::string joinedNotices(const std::vector<std::string>& notices) {
  std::string all;
  for (const std::string& notice : notices)
    all += (all.empty() || notice.empty() ? "" : "; ") + notice;
  return all;
}

std::string whyNotSpeciesName(std::string_view name) {
  constexpr std::string_view kAllowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  const bool isGood = !name.empty() && name.size() <= 32 &&
                      name.find_first_not_of(kAllowed) == std::string_view::npos;
  return isGood ? ""
                : fmt::format("{} is not 1 to 32 characters of a-z, A-Z, 0-9, - and _",
                              file::inQuotes(name));
}

std::string whyNotMass(const dpd::Species& species, double mass) {
  if (agree(mass, species.mass)) return {};
  return fmt::format("mass {} of species {}, but the fluid's is {}", mass, species.name,
                     species.mass);
}

}  // namespace gpubuck::formats
