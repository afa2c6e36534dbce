// The text beside a picture: title, step and time, legend.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <string>
#include <vector>

#include "base/image.h"
#include "render/typeface.h"

namespace gpubuck::render {

/// What changes from frame to frame.
struct Caption {
  std::int64_t step = 0;
  double time = 0.0;
  std::vector<std::string> lines;  ///< further lines below step and time
};

struct LegendEntry {
  std::string name;
  glm::vec3 colour;         ///< sRGB in 0..1
  std::int64_t count = -1;  ///< particles, or below 0 to show none
  bool hidden = false;      ///< shown as a ring and in grey
};

/// Writes a column at the left side of a picture: the title on top, then step, time and the
/// caption's lines, then one swatch with its name for each species, and small print at the bottom.
/// All sizes scale with the picture. Long texts are broken between words; a word longer than the
/// column is set smaller.
class Overlay {
 public:
  /// Throws RunError when the typeface is not in the binary.
  Overlay(std::string title, std::vector<LegendEntry> legend);

  /// Width of the column in a picture of this size, pixels.
  static int columnWidth(int width, int height);

  void draw(Image& image, const Caption& caption, const std::vector<std::string>& smallPrint) const;

 private:
  Typeface typeface_;
  std::string title_;
  std::vector<LegendEntry> legend_;
};

/// A whole number with a comma before every three digits: 1,234,567.
std::string groupDigits(std::int64_t number);

}  // namespace gpubuck::render
