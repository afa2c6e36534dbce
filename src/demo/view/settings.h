// The settings of the window that are not keys of a scenario: playback, look and tools. Each
// setting has a row in a table, as each key of a scenario has in the schema. Panels, undo and
// shortcuts take the setting's label, help and limits from its row. To add a setting, add a member
// and a row.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "demo/widgets/form.h"
#include "render/particle_colours.h"
#include "render/scene_passes.h"
#include "scenario/schema.h"

namespace gpubuck::demo {

struct Display;  // demo/view/display.h

struct Playback {
  bool playing = true;
  std::int64_t stepsPerFrame = 5;  ///< maximum number of time steps per picture
  double lowestFrameRate = 20.0;   ///< pictures per second; fewer steps are made to keep this rate
  std::int64_t measureEvery = 20;  ///< steps between measurements for the plots; 0 for no
                                   ///< measurements

  bool operator==(const Playback&) const = default;
};

/// A plane that hides the fluid on one of its sides.
struct Cut {
  enum class Across { Nothing, X, Y, Z, View };
  Across across = Across::Nothing;  ///< normal of the plane; View for the line of sight
  /// Place along the normal: 0 at the low side of the box, 1 at the high side. For View, 0 is at
  /// the near side of the box, 1 at the far side.
  double place = 0.5;
  bool keepsFar = false;  ///< shows the fluid beyond the plane instead of the fluid before
                          ///< it

  bool operator==(const Cut&) const = default;
};

/// The look of the particles. Camera and slice are not part of the look: they belong to the
/// session's scenario.
struct Look {
  render::Colouring colouring = render::Colouring::Species;
  double colourScale = 0.0;  ///< value of the last colour, such as a speed; 0 for automatic
  int rounds = 0;            ///< number of rounds that Colouring::Round shows; 0 for all
  /// The cell that Colouring::Cell lights, with the cells around it; -1 gives each cell a colour.
  std::int64_t litCell = -1;
  render::ParticleStyle style = render::ParticleStyle::Spheres;
  bool isStyleAutomatic = true;  ///< the style follows from the fluid (automaticStyle())
  bool occlusion = true;         ///< soft shading
  bool shadows = true;           ///< ignored for points and in two dimensions
  bool smooth = true;            ///< four samples per pixel
  bool outline = true;
  bool axes = true, scaleBar = true, legend = true;  ///< annotations (render/annotations.h)
  int surfaceGrain = 1;  ///< pixels per texel of a surface in pictures that change
  Cut cut{};
  bool keepsRate = false;  ///< lowers the quality if drawing takes too long (demo/view/quality.h)

  bool operator==(const Look&) const = default;
};

/// A tool of the pointer, given by its word, such as "pull". The word is also in the tool's mark,
/// "tool/WORD", and in the journal. The row of each tool is in demo/ui/tools/tool_rows.cpp.
using PointerTool = std::string_view;
/// The tools that code refers to by name: they do more than the effect in their row, are useless
/// for some fluids, or are chosen by a drag. The camera tool is called Hand in the window.
inline constexpr PointerTool kCameraTool = "camera", kTiltTool = "tilt", kPullTool = "pull",
                             kPushTool = "push", kPaintTool = "paint", kAddTool = "add",
                             kEraseTool = "erase";

/// The tool of the pointer and its settings (demo/ui/tools/tools.h).
struct ToolSettings {
  /// The tool that a drag of the left button uses. Undo does not change it.
  PointerTool chosen = kCameraTool;
  double reach = 4.0;      ///< largest distance from the line of sight at which tools act, length
  double strength = 12.0;  ///< highest acceleration, length / time^2; for heat and cold see
                           ///< demo/ui/tools/tool_rows.cpp
  /// Species to paint or add; clamped to the last species of the fluid. The first species often is
  /// the liquid around all others, where it would paint nothing new.
  int species = 1;
  /// The fluid is coloured by temperature while a tool that changes temperatures is chosen.
  bool showsTemperatures = false;

  bool operator==(const ToolSettings&) const = default;
};

struct Settings {
  Playback playback{};
  Look look{};
  ToolSettings tool{};
  bool isLight = false;       ///< light theme, for projectors
  bool hasLargeType = false;  ///< text kLargeType times as large, for an audience
};

/// A setting that is on or off.
struct Flag {
  bool& (*at)(Settings&);
};
struct Real {
  double& (*at)(Settings&);
  scenario::Limits limits;
  scenario::Span span;
  const char* zero = "0";  ///< text for the value 0
};
struct Whole {
  std::int64_t& (*at)(Settings&);
  scenario::Limits limits;
  std::int64_t step = 1;  ///< step of the buttons - and +
};
/// A setting with one of several words.
struct Choice {
  std::string (*text)(const Settings&);
};

/// A row of the table of settings.
struct Setting {
  std::string mark;  ///< mark of its widget
  std::string label, help;
  std::variant<Flag, Real, Whole, Choice> kind;

  /// Returns the value as text for the user.
  std::string text(const Settings& settings) const;
  bool isSame(const Settings& one, const Settings& other) const;
  /// Returns the field of the setting's widget, which is not greyed out.
  Field field() const { return {mark, label, help}; }
};

/// Returns all settings, in the order of the panels.
const std::vector<Setting>& settings();
/// Returns the row with this mark, which must exist.
const Setting& settingAt(const std::string& mark);
/// Returns the limits of a setting that is a Real or a Whole.
const scenario::Limits& limitsOf(const std::string& mark);

/// Draws the widget of a setting, described by its row. `whyNot` is the reason why the widget is
/// greyed out, if any; `help` replaces the help of the row. A double-click resets a number to its
/// default.
bool settingWidget(Display& display, const std::string& mark, const std::string& whyNot = {},
                   const std::string& help = {});

// The options are made when they are first used: a global that allocates would end any command that
// starts without memory, before an error can be reported.

inline const Options<render::ParticleStyle>& styleOptions() {
  static const Options<render::ParticleStyle> kOptions{
      {render::ParticleStyle::Spheres, "spheres", "Shaded spheres."},
      {render::ParticleStyle::Points, "points",
       "Points of a few pixels: quicker for many particles."},
      {render::ParticleStyle::Surface, "surface",
       "The surface of the visible species, drawn like the surface of a liquid. Hide one species "
       "of two to see the shape of the other. While a particle is picked, spheres are drawn."}};
  return kOptions;
}
inline const Options<Cut::Across>& cutOptions() {
  static const Options<Cut::Across> kOptions{
      {Cut::Across::Nothing, "none", "The whole fluid is drawn."},
      {Cut::Across::X, "x", "A plane across the x axis."},
      {Cut::Across::Y, "y", "A plane across the y axis."},
      {Cut::Across::Z, "z", "A plane across the z axis."},
      {Cut::Across::View, "view", "A plane across the line of sight.", "", "the line of sight"}};
  return kOptions;
}
/// The colourings, in the order of their keys.
inline const Options<render::Colouring>& colouringOptions() {
  static const Options<render::Colouring> kOptions{
      {render::Colouring::Species, "species", "Every species has its own colour."},
      {render::Colouring::Speed, "speed", "The speed of each particle."},
      {render::Colouring::Cell, "cell", "The cell each particle is sorted into."},
      {render::Colouring::ListDepth, "list-depth",
       "Place of each particle in its cell's list, counted from the head.", "",
       "place in its list"},
      {render::Colouring::Moved, "moved",
       "Particles that the last step moved to another cell. A re-sort sorts only these.", "",
       "moved to another cell"},
      {render::Colouring::Density, "density",
       "The density around each particle. The law many-body computes forces from it."},
      {render::Colouring::Round, "round",
       "The round of the bucket sort in which each particle came into its cell's list.", "",
       "round of the sort"},
      {render::Colouring::Temperature, "temperature",
       "k_BT around each particle: the kinetic energy of the particles of its cell and of the "
       "cells next to it, relative to the mean motion of each cell, so that flow does not "
       "count."}};
  return kOptions;
}

}  // namespace gpubuck::demo
