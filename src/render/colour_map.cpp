#include "render/colour_map.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>

#include "base/error.h"
#include "base/number.h"

namespace gpubuck::render {
namespace {

constexpr std::array<std::uint32_t, kMaxColours> kOkabeIto{0x0072B2, 0xE69F00, 0x009E73, 0xCC79A7,
                                                           0x56B4E9, 0xD55E00, 0xF0E442, 0x4D4D4D};

glm::vec3 fromHex(std::uint32_t rgb) {
  return glm::vec3((rgb >> 16) & 0xFF, (rgb >> 8) & 0xFF, rgb & 0xFF) / 255.0f;
}

}  // namespace

glm::vec3 defaultColour(int species) {
  return fromHex(kOkabeIto.at(static_cast<std::size_t>(species)));
}

glm::vec3 parseColour(std::string_view text) {
  if (text.size() == 7 && text.front() == '#') {
    if (const auto rgb = numberIn<std::uint32_t>(text.substr(1), 16)) return fromHex(*rgb);
  }
  throw InputError("colour", fmt::format("'{}' is not of the form #rrggbb", text));
}

std::vector<glm::vec3> speciesColours(std::span<const std::string> own) {
  if (own.size() > kMaxColours) {
    throw InputError(
        "colours", fmt::format("{} species are more than the {} colours", own.size(), kMaxColours));
  }
  std::vector<glm::vec3> colours;
  for (const std::string& colour : own) {
    colours.push_back(colour.empty() ? defaultColour(static_cast<int>(colours.size()))
                                     : parseColour(colour));
  }
  return colours;
}

}  // namespace gpubuck::render
