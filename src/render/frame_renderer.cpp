#include "render/frame_renderer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "gl/debug.h"
#include "render/colour_map.h"
#include "render/screen_image.h"

namespace gpubuck::render {
namespace {

constexpr int kSampling = 2;
constexpr int kMinWidth = 160;
constexpr int kMinHeight = 90;

constexpr std::uint8_t kPaper = 255;

const FrameSettings& checked(const FrameSettings& settings, const texel::Device& device) {
  const int most = device.capabilities().maxTextureSize / kSampling;
  if (settings.width < kMinWidth || settings.height < kMinHeight || settings.width > most ||
      settings.height > most) {
    throw InputError("frame size",
                     fmt::format("{} x {} is not within {} x {} and {} x {}", settings.width,
                                 settings.height, kMinWidth, kMinHeight, most, most));
  }
  if (settings.species.empty()) throw InputError("frame", "has no species to draw");
  return settings;
}

Viewport sceneOf(const FrameSettings& settings) {
  const int column = Overlay::columnWidth(settings.width, settings.height);
  return {0, 0, settings.width - column, settings.height};
}

std::vector<glm::vec3> coloursOf(const std::vector<SpeciesLook>& species) {
  std::vector<std::string> own;
  for (const SpeciesLook& look : species) own.push_back(look.colour);
  return speciesColours(own);
}

std::vector<LegendEntry> legendOf(const std::vector<SpeciesLook>& species,
                                  const std::vector<glm::vec3>& colours) {
  std::vector<LegendEntry> legend;
  for (std::size_t k = 0; k < species.size(); ++k) {
    legend.push_back({species[k].name, colours[k], species[k].count, species[k].hidden});
  }
  return legend;
}

SceneLook lookOf(const FrameSettings& settings) {
  SceneLook look;
  look.view = settings.view;
  look.slice = settings.slice;
  look.background = glm::vec3(kPaper / 255.0f);
  for (std::size_t k = 0; k < settings.species.size(); ++k) {
    if (settings.species[k].hidden) look.hidden.push_back(static_cast<int>(k));
  }
  return look;
}

std::vector<std::string> smallPrint(const search::Box& box, std::int64_t count) {
  std::string size = fmt::format("box {:g} × {:g}", box.size.x, box.size.y);
  if (box.dimensions == 3) size += fmt::format(" × {:g}", box.size.z);
  return {size, groupDigits(count) + (count == 1 ? " particle" : " particles")};
}

/// The place of the scene, at the right side of a picture that is `width` wide.
Image besideColumn(const Image& scene, int width) {
  const auto columns = static_cast<std::size_t>(width);
  const auto rows = static_cast<std::size_t>(scene.height);
  const std::size_t sceneBytes = 3 * static_cast<std::size_t>(scene.width);
  Image image{width, scene.height, std::vector<std::uint8_t>(3 * columns * rows, kPaper)};
  for (std::size_t row = 0; row < rows; ++row) {
    std::copy_n(scene.rgb.data() + sceneBytes * row, sceneBytes,
                image.rgb.data() + 3 * columns * (row + 1) - sceneBytes);
  }
  return image;
}

}  // namespace

FrameRenderer::FrameRenderer(const texel::Device& device, const FrameSettings& settings)
    : settings_(checked(settings, device)),
      viewport_(sceneOf(settings)),
      colours_(coloursOf(settings.species)),
      look_(lookOf(settings)),
      scene_(device, settings.box, colours_, kSampling),
      overlay_(settings.title, legendOf(settings.species, colours_)),
      pixels_("frame pixels", GL_RGBA8, viewport_.width, viewport_.height),
      framebuffer_("frame") {
  scene_.check(look_);
}

Image FrameRenderer::draw(const texel::Array& position, const Caption& caption) {
  const gl::DebugGroup group("frame");
  const std::array<const gl::Texture*, 1> target{&pixels_};
  framebuffer_.bind(target);
  scene_.draw(position, look_, viewport_, framebuffer_.id());
  Image image = besideColumn(readFramebuffer(viewport_.width, viewport_.height, framebuffer_.id()),
                             settings_.width);
  overlay_.draw(image, caption, smallPrint(settings_.box, position.count()));
  gl::throwOnError("frame");
  return image;
}

}  // namespace gpubuck::render
