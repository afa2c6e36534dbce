// The text beside a picture: title, step and time, legend.
#pragma once

#include <cstdint>
#include <string>

#include "base/image.h"
#include "render/typeface.h"
#include "scenario/scenario.h"

namespace gpubuck::render {

/// Writes a column at the left side of a picture: the scenario's name on top, then step and time,
/// then one swatch with its name for each species, those of hidden ones hollow, and box and number
/// of particles at the bottom. All sizes scale with the picture. Long texts are broken between
/// words; a word longer than the column is set smaller.
class Overlay {
 public:
  /// Throws RunError when the typeface is not in the binary.
  explicit Overlay(const scenario::Scenario& scenario);

  /// Width of the column in a picture of this size, pixels.
  static int columnWidth(int width, int height);

  void draw(Image& image, std::int64_t step, double time) const;

 private:
  Typeface typeface_;
  scenario::Scenario scenario_;
};

/// A whole number with a comma before every three digits: 1,234,567.
std::string groupDigits(std::int64_t number);

}  // namespace gpubuck::render
