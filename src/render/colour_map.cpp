#include "render/colour_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <glm/common.hpp>

#include "base/number.h"

namespace gpubuck::render {
namespace {

// The palette of Okabe and Ito, and eight further colours.
constexpr std::array<std::uint32_t, dpd::kMaxSpecies> kDefaultColours{
    0x0072B2, 0xE69F00, 0x009E73, 0xCC79A7, 0x56B4E9, 0xD55E00, 0xF0E442, 0x4D4D4D,
    0x332288, 0xB8B8B8, 0x882255, 0x44DDCC, 0x8B5A2B, 0xFFB3B3, 0x999933, 0xAA4499};

// Entries 48, 64, 80, ... 240, 255. Earlier entries are hardly seen on a dark background.
constexpr std::array<std::uint32_t, 14> kViridis{0x424086, 0x3B528B, 0x33638D, 0x2C728E, 0x26828E,
                                                 0x21918C, 0x1FA088, 0x28AE80, 0x3FBC73, 0x5EC962,
                                                 0x84D44B, 0xADDC30, 0xD8E219, 0xFDE725};
constexpr int kPieces = static_cast<int>(kViridis.size()) - 1;

glm::vec3 fromHex(std::uint32_t rgb) {
  return glm::vec3((rgb >> 16) & 0xFF, (rgb >> 8) & 0xFF, rgb & 0xFF) / 255.0f;
}

glm::vec3 entry(int k) { return fromHex(kViridis[static_cast<std::size_t>(k)]); }

std::string literal(const glm::vec3& colour) {
  return fmt::format("vec3({:.8e}, {:.8e}, {:.8e})", colour.r, colour.g, colour.b);
}

}  // namespace

std::vector<glm::vec3> speciesColours(const std::vector<dpd::Species>& species) {
  std::vector<glm::vec3> colours;
  for (const dpd::Species& each : species) {
    const std::uint32_t next = kDefaultColours.at(colours.size());
    const std::string own = each.colour.empty() ? "" : each.colour.substr(1);  // without the "#"
    colours.push_back(fromHex(numberIn<std::uint32_t>(own, 16).value_or(next)));
  }
  return colours;
}

glm::vec3 contrastTo(const glm::vec3& background) {
  const float brightness = (background.r + background.g + background.b) / 3.0f;
  return glm::vec3(brightness > 0.5f ? 0.0f : 1.0f);
}

glm::vec3 rampColour(float t) {
  const float place = (t > 0.0f ? std::min(t, 1.0f) : 0.0f) * kPieces;
  const int piece = std::min(static_cast<int>(place), kPieces - 1);
  return glm::mix(entry(piece), entry(piece + 1), place - static_cast<float>(piece));
}

std::string rampPrologue() {
  std::string entries = literal(entry(0));
  for (int k = 1; k <= kPieces; ++k) entries += ", " + literal(entry(k));
  return fmt::format(
      "const int kRampPieces = {0};\nconst vec3 kRamp[{1}] = vec3[{1}]({2});\n"
      "const vec3 kSignalColour = {3};\nconst vec3 kMutedColour = {4};\n",
      kPieces, kPieces + 1, entries, literal(kSignalColour), literal(kMutedColour));
}

IdImage::IdImage(const texel::Device& device)
    : device_(&device),
      pass_(device, {.name = "render/id_image",
                     .outputs = {{"o_colour", texel::Format::Id}},  // RGBA8
                     .prologue = rampPrologue()}) {}

const gl::Texture& IdImage::draw(const texel::IdArray& ids, IdShading shading,
                                 std::int64_t largest) {
  constexpr texel::IdTexel kBehindLast = 0xFF404040;
  if (!picture_ || picture_->count() != ids.count()) {
    picture_.emplace(*device_, "id picture", ids.count());
  }
  picture_->fill(kBehindLast);
  pass_.set("u_largest", static_cast<float>(std::max<std::int64_t>(largest, 1)));
  pass_.run(ids.count(), {{"u_ids", ids}, {"u_shading", static_cast<int>(shading)}},
            {{"o_colour", *picture_}});
  return picture_->texture();
}

}  // namespace gpubuck::render
