// The panel "Look": colours, style, camera, slice and cut.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <optional>

#include "demo/ui/actions/view_actions.h"
#include "demo/view/fluid_view.h"
#include "demo/view/legend.h"
#include "demo/view/quality.h"
#include "demo/widgets/form.h"
#include "render/colour_map.h"

namespace gpubuck::demo {
namespace {

using render::Colouring;

/// Draws a coloured square before the next item on the line.
void drawSwatch(const glm::vec3& colour) {
  const float side = 0.8F * ImGui::GetFontSize();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float top = corner.y + 0.5F * (ImGui::GetFrameHeight() - side);
  ImGui::GetWindowDrawList()->AddRectFilled({corner.x, top}, {corner.x + side, top + side},
                                            toImGui(colour));
  ImGui::Dummy({side, ImGui::GetFrameHeight()});
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
}

/// Draws the colours of the ramp from `first` to `last`, both 0..1, above two labels.
void drawRamp(float first, float last, const std::string& atFirst, const std::string& atLast) {
  constexpr int kParts = 32;
  const float height = 0.8F * ImGui::GetFontSize();
  const float part = ImGui::GetContentRegionAvail().x / kParts;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const auto colourAt = [&](int k) {
    const float share = static_cast<float>(k) / kParts;
    return toImGui(render::rampColour(first + share * (last - first)));
  };
  for (int k = 0; k < kParts; ++k) {
    const ImVec2 low(corner.x + part * static_cast<float>(k), corner.y);
    const ImU32 left = colourAt(k), right = colourAt(k + 1);
    ImGui::GetWindowDrawList()->AddRectFilledMultiColor(low, {low.x + part, low.y + height}, left,
                                                        right, right, left);
  }
  ImGui::Dummy({part * kParts, height});
  ImGui::TextUnformatted(atFirst.c_str());
  textAtRight(atLast);
}

/// Draws the legend of the present colouring, except for species, which have check boxes.
void drawColourLegend(const Display& display) {
  if (display.look.colouring == Colouring::Species) return;
  const render::Legend legend = colourLegend(display);
  if (legend.empty()) dimParagraph("Every cell has its own arbitrary colour.");
  if (legend.ramp) {
    drawRamp(legend.ramp->first, legend.ramp->last, legend.ramp->atFirst, legend.ramp->atLast);
  }
  for (const render::Swatch& swatch : legend.swatches) {
    drawSwatch(swatch.colour);
    ImGui::TextUnformatted(swatch.meaning.c_str());
  }
}

/// Draws the slider of the value at the end of the colour ramp, and its check box "Automatic".
void drawScale(Display& display, const scenario::Span& span, const scenario::Limits& limits) {
  double scale = colourScale(display);
  if (slider(display, settingAt("view/colour-scale").field(), span, limits, scale)) {
    display.look.colourScale = scale;
  }
  bool isAutomatic = display.look.colourScale == 0.0;
  if (checkbox({"view/colour-scale/automatic", "Automatic",
                "Chooses the range of the colours until the slider is moved: from the 2nd to the "
                "98th percentile of the speeds or densities, from the first to the last place in "
                "the longest list, or from 0 to twice the temperature of the thermostat."},
               isAutomatic)) {
    display.look.colourScale = isAutomatic ? 0.0 : scale;
  }
}

void drawColours(Display& display) {
  Colouring colouring = display.look.colouring;
  if (combo(settingAt("view/colour").field(), colouringOptions(), colouring)) {
    setColouring(display, colouring);
  }
  drawColourLegend(display);
  if (display.look.colouring == Colouring::Speed ||
      display.look.colouring == Colouring::Temperature) {
    drawScale(display, {0.1, 10.0}, {.least = 1e-6, .most = 1e6});
  } else if (display.look.colouring == Colouring::Density) {
    drawScale(display, {1.0, 20.0}, {.least = 1e-6, .most = 1e6});
  } else if (display.look.colouring == Colouring::ListDepth ||
             display.look.colouring == Colouring::Round) {
    drawScale(display, {1.0, 20.0, "%.0f"}, {.least = 1.0, .most = 1000.0});
  }
}

/// For each species, draws a check box that shows or hides the species.
void drawSpecies(const std::vector<dpd::Species>& species, std::vector<int>& hidden) {
  const std::vector<glm::vec3> colours = render::speciesColours(species);
  ImGui::TextUnformatted("Visible species");
  for (int k = 0; k < static_cast<int>(colours.size()); ++k) {
    const dpd::Species& each = species[static_cast<std::size_t>(k)];
    bool isShown = std::ranges::find(hidden, k) == hidden.end();
    drawSwatch(colours[static_cast<std::size_t>(k)]);
    if (!checkbox(
            {"view/species/" + each.name, plainName(each), "Draws the particles of this species."},
            isShown)) {
      continue;
    }
    std::erase(hidden, k);
    if (!isShown) hidden.push_back(k);
  }
}

/// Draws the check box of the bonds, and the slider of their radius.
void drawBonds(Display& display, scenario::Scenario& edited) {
  const bool isSurface = display.look.style == render::ParticleStyle::Surface;
  std::string whyNot = isSurface ? "not available for a surface" : "";
  if (display.session.simulation().molecules().bonds.empty()) whyNot = "the fluid has no bonds";
  double& radius = edited.view.bondRadius;
  bool areShown = radius > 0.0;
  if (checkbox({"view/bonds/shown", "Bonds",
                "Draws the bonds of molecules: as lines if the particles are points, otherwise as "
                "cylinders.",
                whyNot},
               areShown)) {
    const double opened = display.opened.view.bondRadius;
    const double shown = opened > 0.0 ? opened : dpd::View{}.bondRadius;
    radius = areShown ? shown : 0.0;
  }
  if (whyNot.empty() && !areShown) whyNot = "switch the bonds on first";
  keyWidget(display, edited, "view.bond_radius", "view/bonds", {.whyNot = whyNot});
}

void drawStyle(Display& display, scenario::Scenario& edited) {
  const Look& look = display.look;
  using Style = std::optional<render::ParticleStyle>;
  Options<Style> styles{{std::nullopt, "automatic",
                         "Spheres, points for very many particles, or the surface of a many-body "
                         "liquid or of a liquid in a hidden solvent."}};
  for (const auto& each : styleOptions()) styles.push_back({each.value, each.word, each.help});
  Style style = look.isStyleAutomatic ? Style() : look.style;
  if (radioButtons("view", styles, style)) {
    style ? setStyle(display, *style) : setAutomaticStyle(display);
  }
  const bool arePoints = look.style == render::ParticleStyle::Points;
  const std::string notSpheres = arePoints ? "not available for points" : "";
  keyWidget(display, edited, "view.particle_radius", "view/radius", {.whyNot = notSpheres});
  drawBonds(display, edited);
  settingWidget(display, "view/soft-shading", notSpheres);
  const bool isFlat = edited.fluid.box.dimensions == 2;
  const auto goOn = [&](const char* mark, const std::string& whyNot = "") {
    sameLineIfFits(settingAt(mark).label, ImGui::GetFrameHeight());
    settingWidget(display, mark, whyNot);
  };
  goOn("view/shadows", isFlat ? "the box has two dimensions" : notSpheres);
  settingWidget(display, "view/smooth");
  goOn("view/outline");
  settingWidget(display, "view/axes");
  goOn("view/scale-bar");
  goOn("view/legend");
  goOn("view/light");
  goOn("view/large-type");
}

void drawCamera(Workspace& state, scenario::Scenario& edited) {
  for (const Viewpoint& viewpoint : kViewpoints) {
    if (&viewpoint != &kViewpoints.front()) sameLineIfFits(viewpoint.label);
    const auto number = &viewpoint - kViewpoints.data() + 1;
    if (button({"view/from/" + viewpoint.word, viewpoint.label,
                fmt::format("{} Shift+{}.", viewpoint.help, number),
                whyNotFrom(state, viewpoint)})) {
      lookFrom(state, viewpoint);
      edited.view = state.session.scenario().view;
    }
  }
  keyWidget(state, edited, "view.azimuth", "view/azimuth");
  keyWidget(state, edited, "view.elevation", "view/elevation");
  keyWidget(state, edited, "view.roll", "view/roll");
  keyWidget(state, edited, "view.zoom", "view/zoom");
  keyWidget(state, edited, "view.pan", "view/pan");
  if (button({"view/reset", "Reset camera",
              "Resets the camera to the view of the scenario, and sets a tipped box upright "
              "(Home)."})) {
    resetCamera(state);
    edited.view = state.session.scenario().view;
  }
}

void drawSlice(Form& form, scenario::Scenario& edited) {
  const bool isFlat = edited.fluid.box.dimensions == 2;
  keyWidget(form, edited, "view.slice_axis", "view/slice",
            {.whyNotWord = [&](const std::string& axis) {
              return std::string(isFlat && axis == "z" ? "the box has two dimensions" : "");
            }});
  const std::string whole = edited.view.sliceAxis < 0 ? "choose an axis to cut a slice first" : "";
  keyWidget(form, edited, "view.slice_centre", "view/slice-centre", {.whyNot = whole});
  keyWidget(form, edited, "view.slice_thickness", "view/slice-thickness", {.whyNot = whole});
}

/// Draws the widgets of the plane that hides the fluid on one of its sides.
void drawCut(Display& display) {
  Cut& cut = display.look.cut;
  Options<Cut::Across> options = cutOptions();
  if (display.session.scenario().fluid.box.dimensions == 2) {
    for (Option<Cut::Across>& option : options) {
      const bool isDeep = option.value == Cut::Across::Z || option.value == Cut::Across::View;
      if (isDeep) option.whyNot = "the box has two dimensions";
    }
  }
  combo(settingAt("view/cut").field(), options, cut.across);
  const std::string whole = cut.across == Cut::Across::Nothing ? "choose a plane first" : "";
  settingWidget(display, "view/cut-place", whole);
  settingWidget(display, "view/cut-side", whole);
}

/// Draws the setting of automatic quality, and the reductions that are now in use, or the reason
/// for a lower quality without it.
void drawQuality(Display& display) {
  settingWidget(display, "view/quality");
  // There is always a line, so that nothing below moves.
  if (!display.look.keepsRate) {
    const bool isSoftware = display.session.device().isSoftware();
    dimParagraph(isSoftware ? "Without a GPU, quality is low at first."
                            : "Off: the quality is as chosen.");
    return;
  }
  const std::vector<Look> levels = lookLevels(display.look);
  const auto present = static_cast<std::size_t>(display.quality.present());
  const std::size_t level = std::min(present, levels.size() - 1);
  const std::string lost = lookLossText(fullLook(display.look), levels[level]);
  dimParagraph(lost.empty() ? "Now: full quality." : "Now: " + lost + ".");
}

}  // namespace

void drawLookPanel(Workspace& state) {
  scenario::Scenario edited = state.session.scenario();
  drawColours(state);
  drawSpecies(edited.fluid.species, edited.view.hidden);
  heading(settingAt("view").label.c_str());
  drawStyle(state, edited);
  drawQuality(state);
  heading("Camera");
  drawCamera(state, edited);
  heading("Slice and cut");
  drawSlice(state, edited);
  drawCut(state);
  if (edited.view != state.session.scenario().view) setView(state, edited.view);
}

}  // namespace gpubuck::demo
