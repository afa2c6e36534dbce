#include "render/frame_renderer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"
#include "gl/debug.h"
#include "render/colour_map.h"

namespace gpubuck::render {
namespace {

constexpr int kSampling = 2;
constexpr int kMinWidth = 160;
constexpr int kMinHeight = 90;

constexpr std::uint8_t kPaper = 255;
const glm::vec3 kBackground(kPaper / 255.0f);
const glm::vec3 kOutlineColour(0.45f);
constexpr float kOutlineWidth = 1.4f;  // pixels of a picture 720 high
// How far the outline is moved before the particles at the sides, in radii.
constexpr float kOutlineLift = 2.0f;

// Radius over mean distance: neighbours overlap a little. A flat fluid has nothing behind its gaps
// that would close them, so there they overlap more.
constexpr double kRadiusOfSpacing = 0.6;
constexpr double kRadiusOfSpacingFlat = 0.7;
constexpr double kMaxRadius = 0.5;
// Room around the box in units of its longest side.
constexpr double kPadding = 0.03;
// How far spheres darken others, in radii.
constexpr float kReach = 3.0f;

const FrameSettings& checked(const FrameSettings& settings, const texel::Device& device) {
  const int most = device.capabilities().maxTextureSize / kSampling;
  if (settings.width < kMinWidth || settings.height < kMinHeight || settings.width > most ||
      settings.height > most) {
    throw InputError("frame size",
                     fmt::format("{} x {} is not within {} x {} and {} x {}", settings.width,
                                 settings.height, kMinWidth, kMinHeight, most, most));
  }
  if (settings.slice.axis < -1 || settings.slice.axis > 2) {
    throw InputError("frame slice", fmt::format("there is no axis {}", settings.slice.axis));
  }
  if (settings.species.empty()) throw InputError("frame", "there is no species to draw");
  return settings;
}

double aspectOfScene(const FrameSettings& settings) {
  return static_cast<double>(settings.width -
                             Overlay::columnWidth(settings.width, settings.height)) /
         settings.height;
}

double padding(const search::Box& box) {
  const double depth = box.dimensions == 3 ? box.size.z : 0.0;
  return kMaxRadius + kPadding * std::max({box.size.x, box.size.y, depth});
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

ParticleStyle styleOf(const FrameSettings& settings) {
  ParticleStyle style;
  style.background = kBackground;
  if (const Slice& slice = settings.slice; slice.axis >= 0) {
    const double middle = slice.centre * settings.box.size[slice.axis];
    style.low[slice.axis] = static_cast<float>(middle - slice.thickness / 2.0);
    style.high[slice.axis] = static_cast<float>(middle + slice.thickness / 2.0);
  }
  for (std::size_t k = 0; k < settings.species.size(); ++k) {
    if (settings.species[k].hidden) style.hidden.push_back(static_cast<int>(k));
  }
  return style;
}

std::vector<std::string> smallPrint(const search::Box& box, std::int64_t count) {
  std::string size = fmt::format("box {:g} × {:g}", box.size.x, box.size.y);
  if (box.dimensions == 3) size += fmt::format(" × {:g}", box.size.z);
  return {size, groupDigits(count) + (count == 1 ? " particle" : " particles")};
}

}  // namespace

FrameRenderer::FrameRenderer(const texel::Device& device, const FrameSettings& settings)
    : settings_(checked(settings, device)),
      sceneLeft_(Overlay::columnWidth(settings.width, settings.height)),
      camera_(
          fitCamera(settings.box, settings.view, aspectOfScene(settings), padding(settings.box))),
      colours_(coloursOf(settings.species)),
      style_(styleOf(settings)),
      particleView_(device, colours_),
      boxOutline_(device),
      resolvePass_(device, kSampling),
      overlay_(settings.title, legendOf(settings.species, colours_)),
      sampleColour_("frame samples", GL_RGBA8, kSampling * (settings.width - sceneLeft_),
                    kSampling * settings.height),
      sampleDepth_("frame depth", GL_DEPTH_COMPONENT24, sampleColour_.width(),
                   sampleColour_.height()),
      pixels_("frame pixels", GL_RGBA8, settings.width - sceneLeft_, settings.height),
      framebuffer_("frame") {}

Image FrameRenderer::draw(const texel::Array& position, const Caption& caption) {
  const gl::DebugGroup group("frame");
  style_.radius = static_cast<float>(sphereRadius(settings_.box, position.count()));
  drawScene(position);
  Image image = resolve();
  overlay_.draw(image, caption, smallPrint(settings_.box, position.count()));
  gl::throwOnError("frame");
  return image;
}

void FrameRenderer::drawScene(const texel::Array& position) {
  const std::array<const gl::Texture*, 1> target{&sampleColour_};
  framebuffer_.bind(target, &sampleDepth_);
  const int width = sampleColour_.width();
  const int height = sampleColour_.height();
  glViewport(0, 0, width, height);
  glClearColor(kBackground.r, kBackground.g, kBackground.b, 1.0f);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  const float lineWidth = kOutlineWidth * static_cast<float>(height) / 720.0f;
  boxOutline_.draw(settings_.box, camera_, glm::vec2(width, height), lineWidth,
                   kOutlineLift * style_.radius, kOutlineColour);
  particleView_.draw(position, camera_, style_, height);
}

Image FrameRenderer::resolve() {
  const std::array<const gl::Texture*, 1> target{&pixels_};
  framebuffer_.bind(target);
  glViewport(0, 0, pixels_.width(), pixels_.height());
  resolvePass_.run(sampleColour_, sampleDepth_, camera_, sampleDepth_.height(),
                   kReach * style_.radius);

  const auto sceneWidth = static_cast<std::size_t>(pixels_.width());
  const auto width = static_cast<std::size_t>(settings_.width);
  const auto height = static_cast<std::size_t>(settings_.height);
  std::vector<std::uint8_t> rgba(4 * sceneWidth * height);
  glReadPixels(0, 0, pixels_.width(), pixels_.height(), GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
  Image image{settings_.width, settings_.height,
              std::vector<std::uint8_t>(3 * width * height, kPaper)};
  for (std::size_t row = 0; row < height; ++row) {
    const std::uint8_t* from = rgba.data() + 4 * sceneWidth * (height - 1 - row);
    std::uint8_t* to = image.rgb.data() + 3 * (width * (row + 1) - sceneWidth);
    for (std::size_t column = 0; column < sceneWidth; ++column, from += 4, to += 3) {
      std::copy_n(from, 3, to);
    }
  }
  return image;
}

double sphereRadius(const search::Box& box, std::int64_t count) {
  if (count <= 0) return kMaxRadius;
  const double spacing = std::pow(box.volume() / static_cast<double>(count), 1.0 / box.dimensions);
  const double part = box.dimensions == 2 ? kRadiusOfSpacingFlat : kRadiusOfSpacing;
  return std::min(kMaxRadius, part * spacing);
}

}  // namespace gpubuck::render
