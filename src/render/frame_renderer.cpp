#include "render/frame_renderer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>
#include <vector>

#include "base/number.h"
#include "base/text.h"
#include "gl/debug.h"
#include "render/colour_map.h"
#include "render/text.h"

namespace gpubuck::render {
namespace {

const glm::vec3 kInk(0.13f);
constexpr glm::vec3 kPaper(1.0f);
const glm::vec3 kGrey(0.40f);

// Lengths in pixels of a picture of 1280 x 720.
constexpr double kReferenceWidth = 1280.0;
constexpr double kReferenceHeight = 720.0;
constexpr double kColumn = 276.0;
constexpr double kMargin = 36.0;
constexpr double kTitleSize = 27.0;
constexpr double kTextSize = 17.0;
constexpr double kSmallSize = 13.0;
constexpr double kLeading = 1.4;  // distance from base line to base line, in sizes of text
constexpr double kValueColumn = 60.0;
constexpr double kSwatch = 8.0;

double scaleFor(int width, int height) {
  return std::min(width / kReferenceWidth, height / kReferenceHeight);
}

std::string particles(std::int64_t count) {
  return groupDigits(count) + ' ' + plural(count, "particle");
}

/// Draws lines of text below each other in a column.
class Column {
 public:
  explicit Column(Image& image)
      : image_(&image),
        scale_(scaleFor(image.width, image.height)),
        left_(kMargin * scale_),
        width_((kColumn - kMargin) * scale_),
        y_(left_) {}

  double scale() const { return scale_; }
  void moveTo(double y) { y_ = y; }
  void skip(double length) { y_ += length * scale_; }

  /// Draws a paragraph; `indent` is its distance from the left side.
  void text(const std::string& words, double size, const glm::vec3& colour, double indent = 0.0) {
    std::istringstream stream(words);
    std::string word;
    std::string line;
    while (stream >> word) {
      const std::string longer = line.empty() ? word : line + ' ' + word;
      if (!line.empty() && textWidth(longer, size * scale_) > width_ - indent * scale_) {
        setLine(line, size, colour, indent);
        line = word;
      } else {
        line = longer;
      }
    }
    setLine(line, size, colour, indent);
  }

  void labelled(const std::string& label, const std::string& value) {
    const double y = y_;
    setLine(label, kTextSize, kGrey, 0.0);
    y_ = y;
    setLine(value, kTextSize, kInk, kValueColumn);
  }

  void legend(const std::string& name, const glm::vec3& colour, std::optional<std::int64_t> count,
              bool hidden) {
    const double indent = 3.2 * kSwatch;
    const double radius = kSwatch * scale_;
    const double x = left_ + radius;
    const double y = y_ + 0.8 * kTextSize * scale_;
    drawSwatch(*image_, {x, y}, radius, colour, kPaper);
    if (hidden) drawDisc(*image_, {x, y}, 0.75 * radius, kPaper);
    text(name, kTextSize, hidden ? kGrey : kInk, indent);
    skip(-0.25 * kTextSize);
    if (count) setLine(particles(*count), kSmallSize, kGrey, indent);
    skip(0.5 * kTextSize);
  }

 private:
  void setLine(const std::string& line, double size, const glm::vec3& colour, double indent) {
    const double room = width_ - indent * scale_;
    const double natural = textWidth(line, size * scale_);
    const double shrink = natural > room ? room / natural : 1.0;
    drawText(*image_, left_ + indent * scale_, y_ + 1.15 * size * scale_, line,
             size * scale_ * shrink, colour);
    y_ += kLeading * size * scale_;
  }

  Image* image_;
  double scale_;
  double left_;
  double width_;
  double y_;
};

glm::vec3 colourOf(dpd::FrameBackground background) {
  using enum dpd::FrameBackground;
  return background == Paper ? kPaper : background == Dark ? kDarkBackground : kLightBackground;
}

}  // namespace

int columnWidth(int width, int height) {
  return static_cast<int>(std::lround(kColumn * scaleFor(width, height)));
}

void drawColumn(Image& image, const dpd::FrameSubject& subject, std::int64_t step, double time) {
  const dpd::Fluid& fluid = subject.fluid;
  Column column(image);
  if (!subject.name.empty()) {
    column.text(subject.name, kTitleSize, kInk);
    column.skip(0.6 * kTitleSize);
  }
  column.labelled("step", groupDigits(step));
  column.labelled("time", fmt::format("{:.2f}", time));
  column.skip(1.3 * kTextSize);
  const std::vector<glm::vec3> colours = speciesColours(fluid.species);
  const std::vector<std::int64_t>& counts = subject.counts;
  const std::vector<int>& hidden = subject.view.hidden;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const bool isCounted =
        !haveKind(fluid.effects, dpd::EffectKind::Turn);  // effects of this kind change the counts
    column.legend(fluid.species[k].name, colours[k],
                  isCounted ? std::optional(counts[k]) : std::nullopt,
                  std::find(hidden.begin(), hidden.end(), static_cast<int>(k)) != hidden.end());
  }
  std::string box = fmt::format("box {:g} × {:g}", fluid.box.size.x, fluid.box.size.y);
  if (fluid.box.dimensions == 3) box += fmt::format(" × {:g}", fluid.box.size.z);
  column.moveTo(image.height - (kMargin + 2.0 * kLeading * kSmallSize) * column.scale());
  column.text(box, kSmallSize, kGrey);
  column.text(particles(std::accumulate(counts.begin(), counts.end(), std::int64_t{0})), kSmallSize,
              kGrey);
}

FrameRenderer::FrameRenderer(const texel::Device& device, const dpd::FrameSubject& subject,
                             const glm::ivec2& size)
    : subject_(subject),
      scene_(device, subject.fluid.box, speciesColours(subject.fluid.species), 2),
      canvas_(size.x, size.y),
      bondEnds_(device) {}

SceneLook FrameRenderer::lookWith(const std::vector<dpd::Solid>& solids) const {
  const dpd::FrameBackground background = subject_.view.frameBackground;
  return {.view = subject_.view,
          .style = subject_.view.frameStyle,
          .shadows = true,
          .backdrop = background != dpd::FrameBackground::Paper,
          .background = colourOf(background),
          .solids = solids};
}

Image FrameRenderer::draw(dpd::Simulation& fluid) {
  SceneLook look = lookWith(fluid.solids());
  look.bonds = bondEnds_.find(fluid, look);
  look.velocities = &fluid.velocity();
  look.foamSpeed = foamSpeed(subject_.fluid);
  return frame(fluid.position(), fluid.stepNumber(), fluid.time(), look);
}

Image FrameRenderer::frame(const texel::Vec4Array& position, std::int64_t step, double time,
                           const SceneLook& look) {
  const gl::DebugGroup group("frame");
  const bool isPaper = subject_.view.frameBackground == dpd::FrameBackground::Paper;
  const int column = isPaper ? columnWidth(canvas_.width(), canvas_.height()) : 0;
  clearFramebuffer(canvas_.width(), canvas_.height(), look.background, canvas_.framebuffer());
  scene_.draw(position, look, {column, 0, canvas_.width() - column, canvas_.height()},
              canvas_.framebuffer());
  Image image = canvas_.read();
  if (isPaper) drawColumn(image, subject_, step, time);
  gl::throwOnError("frame");
  return image;
}

}  // namespace gpubuck::render
