#include "demo/view/settings.h"

#include <fmt/format.h>

#include "demo/view/display.h"

namespace gpubuck::demo {

const std::vector<Setting>& settings() {
  using S = Settings&;
  using Const = const Settings&;
  static const std::vector<Setting> rows{
      {"run/steps-per-frame", "Steps per picture",
       "Time steps between two pictures, at most. Fewer steps are made if this number would take "
       "longer than the lowest rate allows.",
       Whole{[](S s) -> std::int64_t& { return s.playback.stepsPerFrame; },
             {.least = 1, .most = 100'000}}},
      {"run/frame-rate", "Lowest rate",
       "Lowest number of pictures per second, kept at the cost of steps. A step that takes longer "
       "than one picture is made in parts, so that the window stays responsive.",
       Real{[](S s) -> double& { return s.playback.lowestFrameRate; },
            {.least = 0.1, .most = 1000.0},
            {2.0, 60.0, "%.0f pictures/s"}}},
      {"run/measure-every", "Measure every (steps)",
       "Time steps between two measurements for the plots, or 0 for no measurements. A measurement "
       "takes about the time of a step.",
       Whole{[](S s) -> std::int64_t& { return s.playback.measureEvery; },
             {.least = 0, .most = 1'000'000},
             5}},

      {"view/colour", "Colour by", "The meaning of the particles' colours.",
       Choice{[](Const s) { return optionOf(colouringOptions(), s.look.colouring).text(); }}},
      {"view/colour-scale", "Scale up to", "The value of the last colour.",
       Real{[](S s) -> double& { return s.look.colourScale; },
            {.least = 0.0, .most = 1e6},
            {},
            "automatic"}},
      {"view", "Particles", "", Choice{[](Const s) {
         return s.look.isStyleAutomatic ? "automatic"
                                        : optionOf(styleOptions(), s.look.style).text();
       }}},
      {"view/soft-shading", "Soft shading", "Darkens the hollows of the fluid.",
       Flag{[](S s) -> bool& { return s.look.occlusion; }}},
      {"view/shadows", "Shadows", "The fluid casts shadows.",
       Flag{[](S s) -> bool& { return s.look.shadows; }}},
      {"view/smooth", "Smooth edges",
       "Four samples per pixel: finer, and four times the work for the GPU. With one sample, edges "
       "are smoothed in the finished picture.",
       Flag{[](S s) -> bool& { return s.look.smooth; }}},
      {"view/outline", "Outline of the box",
       "The edges of the box: solid between two walls, dashed at a periodic side, dotted between "
       "two periodic sides.",
       Flag{[](S s) -> bool& { return s.look.outline; }}},
      {"view/axes", "Axes", "Arrows along the sides of the box, in a corner of the picture.",
       Flag{[](S s) -> bool& { return s.look.axes; }}},
      {"view/scale-bar", "Scale bar",
       "A bar and its length, true to scale in the middle of the box. The unit r_c is the distance "
       "up to which particles act on each other.",
       Flag{[](S s) -> bool& { return s.look.scaleBar; }}},
      {"view/legend", "Legend", "Explains the colours next to the fluid and in films.",
       Flag{[](S s) -> bool& { return s.look.legend; }}},
      {"view/quality", "Automatic quality (30 pictures/s)",
       "Lowers the quality while drawing takes too long for 30 pictures per second. A picture that "
       "does not change, screenshots and films have full quality. Without a GPU, this setting is "
       "off at first, as are soft shading, shadows and smooth edges, and a moving surface is "
       "coarser.",
       Flag{[](S s) -> bool& { return s.look.keepsRate; }}},
      {"view/light", "Light theme", "Dark on light, for projectors and bright rooms.",
       Flag{[](S s) -> bool& { return s.isLight; }}},
      {"view/large-type", "Large type", "Text 1.5 times as large, for an audience.",
       Flag{[](S s) -> bool& { return s.hasLargeType; }}},
      {"view/cut", "Cut across", "Hides the fluid on one side of a plane.",
       Choice{[](Const s) { return optionOf(cutOptions(), s.look.cut.across).text(); }}},
      {"view/cut-place", "Cut at",
       "Place of the plane, from one side of the box to the other, or along the line of sight.",
       Real{[](S s) -> double& { return s.look.cut.place; },
            {.least = 0.0, .most = 1.0},
            {0.0, 1.0, "%.2f"}}},
      {"view/cut-side", "Keep the other side", "Swaps the visible and the hidden side.",
       Flag{[](S s) -> bool& { return s.look.cut.keepsFar; }}},

      {"tool/temperatures", "Show temperatures",
       "Colours the fluid by temperature while a tool that changes temperatures is chosen. " +
           optionOf(colouringOptions(), render::Colouring::Temperature).help,
       Flag{[](S s) -> bool& { return s.tool.showsTemperatures; }}},
      {"tool/species", "Species of the tool", "Species that the tool paints or adds.",
       Choice{[](Const s) { return fmt::format("{}", s.tool.species); }}},
      {"tool/reach", "Reach",
       "Radius around the pointer in which the tool acts. The wheel changes it.",
       Real{[](S s) -> double& { return s.tool.reach; },
            {.least = 0.1, .most = 1e4},
            {0.5, 15.0, "%.1f r_c"}}},
      {"tool/strength", "Strength", "",  // its meaning depends on the tool
       Real{[](S s) -> double& { return s.tool.strength; },
            {.least = 0.0, .most = 1e4},
            {1.0, 40.0, "%.0f"}}}};
  return rows;
}

const Setting& settingAt(const std::string& mark) {
  return *std::ranges::find(settings(), mark, &Setting::mark);
}

const scenario::Limits& limitsOf(const std::string& mark) {
  const Setting& row = settingAt(mark);
  const auto* const real = std::get_if<Real>(&row.kind);
  return real != nullptr ? real->limits : std::get<Whole>(row.kind).limits;
}

std::string Setting::text(const Settings& settings) const {
  Settings copy = settings;
  if (const auto* choice = std::get_if<Choice>(&kind)) return choice->text(settings);
  if (const auto* flag = std::get_if<Flag>(&kind)) return flag->at(copy) ? "yes" : "no";
  if (const auto* whole = std::get_if<Whole>(&kind)) return fmt::format("{}", whole->at(copy));
  const Real& real = std::get<Real>(kind);
  return real.at(copy) == 0.0 ? real.zero : fmt::format("{:.4g}", real.at(copy));
}

bool Setting::isSame(const Settings& one, const Settings& other) const {
  Settings first = one, second = other;
  if (const auto* real = std::get_if<Real>(&kind)) return real->at(first) == real->at(second);
  return text(one) == text(other);
}

bool settingWidget(Display& display, const std::string& mark, const std::string& whyNot,
                   const std::string& help) {
  const Setting& row = settingAt(mark);
  Field field = row.field();
  field.whyNot = whyNot;
  if (!help.empty()) field.help = help;
  Settings first;
  if (const auto* const flag = std::get_if<Flag>(&row.kind)) {
    return checkbox(field, flag->at(display));
  }
  if (const auto* const real = std::get_if<Real>(&row.kind)) {
    field.own = real->at(first);
    return slider(display, field, real->span, real->limits, real->at(display));
  }
  const Whole& whole = std::get<Whole>(row.kind);
  field.own = static_cast<double>(whole.at(first));
  return integer(display, field, whole.limits, whole.at(display), whole.step);
}

}  // namespace gpubuck::demo
