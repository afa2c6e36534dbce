// The values of the window that are no keys of a scenario: how the fluid is played and drawn, and
// what the pointer does to it. Each has a row, as keys have in the schema: panels, undo and keys
// take its label, help and limits from there. A new value is a member and a row.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "demo/widgets/options.h"
#include "render/particle_colours.h"
#include "render/scene_passes.h"
#include "scenario/schema.h"

namespace gpubuck::demo {

struct Playback {
  bool playing = true;
  std::int64_t stepsPerFrame = 5;  ///< upper limit
  double lowestFrameRate = 20.0;   ///< pictures per second to keep up, at the cost of steps
  std::int64_t measureEvery = 20;  ///< steps between measurements for the plots; 0: none

  bool operator==(const Playback&) const = default;
};

/// A plane on one side of which nothing of the fluid is drawn.
struct Cut {
  enum class Across { Nothing, X, Y, Z, View };
  Across across = Across::Nothing;  ///< View: across the line of sight
  double place = 0.5;               ///< along it, 0..1 of the box, or from the eye on
  bool keepsFar = false;            ///< what lies beyond the plane, in place of what lies before it

  bool operator==(const Cut&) const = default;
};

/// How the particles are drawn; camera and slice are in the session's scenario.
struct Look {
  render::Colouring colouring = render::Colouring::Species;
  double colourScale = 0.0;  ///< speed or list depth at the end of the ramp; 0: chosen by the fluid
  double radiusScale = 1.0;
  render::ParticleStyle style = render::ParticleStyle::Spheres;
  bool occlusion = true;  ///< soft shading
  bool shadows = true;    ///< not of points, and none in two dimensions
  bool smooth = true;     ///< four samples per pixel
  bool outline = true;
  bool axes = true, scaleBar = true, legend = true;  ///< in the corners (render/annotations.h)
  int surfaceGrain = 1;                              ///< pixels per texel of a surface
  Cut cut{};
  bool keepsRate = false;  ///< it is lowered where it takes too long to draw (demo/view/quality.h)

  bool operator==(const Look&) const = default;
};

enum class PointerTool { Camera, Tilt, Pull, Push, Stir, Heat, Cool, Paint, Add, Erase };

/// What the pointer does to the fluid (demo/tools/tools.h).
struct ToolSettings {
  PointerTool chosen = PointerTool::Camera;  ///< what a drag of the left button does
  double reach = 4.0;                        ///< from the line of sight, length
  double strength = 60.0;  ///< the highest acceleration, length / time^2; of heat and cold as in
                           ///< demo/tools/tools.cpp
  int species = 0;         ///< that is painted with, or added; beyond the last one: the last

  bool operator==(const ToolSettings&) const = default;
};

struct Settings {
  Playback playback{};
  Look look{};
  ToolSettings tool{};
};

/// Whether something is so.
struct Flag {
  bool& (*at)(Settings&);
};
struct Real {
  double& (*at)(Settings&);
  scenario::Limits limits;
  scenario::Span span;
  const char* zero = "0";  ///< how 0 is told
};
struct Whole {
  std::int64_t& (*at)(Settings&);
  scenario::Limits limits;
  std::int64_t step = 1;  ///< of the buttons beside it
};
/// One of several words.
struct Choice {
  std::string (*text)(const Settings&);
};

/// A row.
struct Setting {
  std::string mark;  ///< of its widget
  std::string label, help;
  std::variant<Flag, Real, Whole, Choice> kind;

  /// The value as it is told.
  std::string text(const Settings& settings) const;
  bool isSame(const Settings& one, const Settings& other) const;
  /// Its widget without a reason against it.
  Field field() const { return {mark, label, help}; }
};

/// All of them, in the order of the panels.
const std::vector<Setting>& settings();
/// The row with a mark, which must exist.
const Setting& settingAt(const std::string& mark);
/// The limits of a Real or a Whole.
const scenario::Limits& limitsOf(const std::string& mark);

inline const Options<render::ParticleStyle> kStyles{
    {render::ParticleStyle::Spheres, "spheres", "Shaded spheres."},
    {render::ParticleStyle::Points, "points",
     "Points of a few pixels: quicker for many particles."},
    {render::ParticleStyle::Surface, "surface",
     "The surface of the visible species, as a liquid's. Hide one species of two to see the shape "
     "of the other."}};
inline const Options<Cut::Across> kCuts{
    {Cut::Across::Nothing, "none", "All of the fluid is drawn."},
    {Cut::Across::X, "x", "A plane across the x axis."},
    {Cut::Across::Y, "y", "A plane across the y axis."},
    {Cut::Across::Z, "z", "A plane across the z axis."},
    {Cut::Across::View, "view", "A plane across the line of sight.", "", "the line of sight"}};
/// In the order of their keys.
inline const Options<render::Colouring> kColourings{
    {render::Colouring::Species, "species", "Every species has its own colour."},
    {render::Colouring::Speed, "speed", "The speed of each particle."},
    {render::Colouring::Cell, "cell", "The cell each particle is sorted into."},
    {render::Colouring::ListDepth, "list-depth",
     "Place of each particle in its cell's list, counted from the head.", "", "place in its list"},
    {render::Colouring::Moved, "moved",
     "Particles that the last step moved to another cell, which are those that a re-sort sorts.",
     "", "moved to another cell"}};

}  // namespace gpubuck::demo
