#include "render/text.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <vector>

#include "base/embedded.h"
#include "render/colour_map.h"

// stb_truetype is compiled with static functions, since a library of the program may hold a second
// copy with other settings.
#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include <stb/stb_truetype.h>

namespace gpubuck::render {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

std::vector<char32_t> decodeUtf8(std::string_view text) {
  std::vector<char32_t> characters;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i++]);
    const int following = lead < 0x80       ? 0
                          : lead >> 5 == 6  ? 1
                          : lead >> 4 == 14 ? 2
                          : lead >> 3 == 30 ? 3
                                            : -1;
    char32_t character = following <= 0 ? lead : lead & (0x3Fu >> following);
    bool valid = following >= 0;
    for (int k = 0; k < following && valid; ++k) {
      valid = i < text.size() && (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80;
      if (valid) character = character << 6 | (static_cast<unsigned char>(text[i++]) & 0x3F);
    }
    characters.push_back(valid ? character : kReplacement);
  }
  return characters;
}

const stbtt_fontinfo& face() {
  static const stbtt_fontinfo kFace = [] {
    const std::string_view file = embedded::files("fonts").at("DejaVuSans.ttf");
    const auto* bytes = reinterpret_cast<const unsigned char*>(file.data());
    stbtt_fontinfo info;
    stbtt_InitFont(&info, bytes, stbtt_GetFontOffsetForIndex(bytes, 0));
    return info;
  }();
  return kFace;
}

float scaleFor(double size) {
  return stbtt_ScaleForMappingEmToPixels(&face(), static_cast<float>(size));
}

/// Calls `visit(glyph, x)` with the pen position of each glyph and returns where the line ends.
template <typename Visit>
double walk(std::string_view text, double scale, Visit visit) {
  double x = 0.0;
  int previous = 0;
  for (const char32_t character : decodeUtf8(text)) {
    const int glyph = stbtt_FindGlyphIndex(&face(), static_cast<int>(character));
    if (previous != 0) x += scale * stbtt_GetGlyphKernAdvance(&face(), previous, glyph);
    visit(glyph, x);
    int advance = 0;
    stbtt_GetGlyphHMetrics(&face(), glyph, &advance, nullptr);
    x += scale * advance;
    previous = glyph;
  }
  return x;
}

}  // namespace

double textWidth(std::string_view text, double size) {
  return walk(text, scaleFor(size), [](int, double) {});
}

void drawText(Image& image, double x, double y, std::string_view text, double size,
              const glm::vec3& colour) {
  const float scale = scaleFor(size);
  const int baseLine = static_cast<int>(std::lround(y));
  std::vector<unsigned char> coverage;
  walk(text, scale, [&](int glyph, double advance) {
    const double left = std::floor(x + advance);
    const auto fraction = static_cast<float>(x + advance - left);
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    stbtt_GetGlyphBitmapBoxSubpixel(&face(), glyph, scale, scale, fraction, 0.0f, &x0, &y0, &x1,
                                    &y1);
    const int width = x1 - x0;
    const int height = y1 - y0;
    if (width <= 0 || height <= 0) return;
    coverage.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0);
    stbtt_MakeGlyphBitmapSubpixel(&face(), coverage.data(), width, height, width, scale, scale,
                                  fraction, 0.0f, glyph);
    auto value = coverage.begin();
    for (int row = 0; row < height; ++row) {
      for (int column = 0; column < width; ++column, ++value) {
        blendPixel(image, static_cast<int>(left) + x0 + column, baseLine + y0 + row, colour,
                   static_cast<float>(*value) / 255.0f);
      }
    }
  });
}

void blendPixel(Image& image, int x, int y, const glm::vec3& colour, float coverage) {
  if (x < 0 || y < 0 || x >= image.width || y >= image.height) return;
  std::uint8_t* const pixel =
      image.rgb.data() + 3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                              static_cast<std::size_t>(x));
  for (int channel = 0; channel < 3; ++channel) {
    const float below = pixel[channel];
    const float mixed = below + (colour[channel] * 255.0f - below) * coverage;
    pixel[channel] = static_cast<std::uint8_t>(std::lround(std::clamp(mixed, 0.0f, 255.0f)));
  }
}

namespace {

/// Blends the pixels of a rectangle, each with the coverage that `coverageOf` returns for its
/// middle.
template <typename CoverageOf>
void fill(Image& image, const glm::dvec2& low, const glm::dvec2& high, const glm::vec3& colour,
          CoverageOf coverageOf) {
  const int x0 = static_cast<int>(std::floor(low.x)), x1 = static_cast<int>(std::ceil(high.x));
  const int y0 = static_cast<int>(std::floor(low.y)), y1 = static_cast<int>(std::ceil(high.y));
  for (int y = y0; y < y1; ++y) {
    for (int x = x0; x < x1; ++x) {
      const double coverage = coverageOf(glm::dvec2(x + 0.5, y + 0.5));
      blendPixel(image, x, y, colour, static_cast<float>(std::clamp(coverage, 0.0, 1.0)));
    }
  }
}

}  // namespace

void drawDisc(Image& image, const glm::dvec2& centre, double radius, const glm::vec3& colour) {
  const double reach = std::ceil(radius) + 1.0;
  fill(image, centre - reach, centre + reach, colour,
       [&](const glm::dvec2& at) { return radius - glm::distance(at, centre) + 0.5; });
}

void drawSwatch(Image& image, const glm::dvec2& centre, double radius, const glm::vec3& colour,
                const glm::vec3& background) {
  constexpr float kApart = 0.45f;  // least distance of colours that differ clearly
  constexpr double kRim = 0.2;     // width of the rim, as a share of the radius
  if (glm::distance(colour, background) > kApart) {
    drawDisc(image, centre, radius, colour);
    return;
  }
  drawDisc(image, centre, radius, glm::mix(colour, contrastTo(background), 0.5f));
  drawDisc(image, centre, (1.0 - kRim) * radius, colour);
}

void drawLine(Image& image, const glm::dvec2& from, const glm::dvec2& to, double width,
              const glm::vec3& colour) {
  const glm::dvec2 along = to - from;
  const double square = glm::dot(along, along);
  const double reach = width / 2.0 + 1.0;
  fill(image, glm::min(from, to) - reach, glm::max(from, to) + reach, colour,
       [&](const glm::dvec2& at) {
         const double share = square > 0.0 ? glm::dot(at - from, along) / square : 0.0;
         const glm::dvec2 nearest = from + std::clamp(share, 0.0, 1.0) * along;
         return width / 2.0 - glm::distance(at, nearest) + 0.5;
       });
}

void fillRectangle(Image& image, const glm::dvec2& low, const glm::dvec2& high,
                   const glm::vec3& colour, float coverage) {
  fill(image, low, high, colour, [&](const glm::dvec2& at) {
    const bool inside = at.x >= low.x && at.y >= low.y && at.x < high.x && at.y < high.y;
    return inside ? coverage : 0.0f;
  });
}

}  // namespace gpubuck::render
