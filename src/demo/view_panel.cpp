// How the fluid is looked at.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "demo/actions.h"
#include "demo/colour_legend.h"
#include "demo/fluid_view.h"
#include "demo/form.h"
#include "render/colour_map.h"
#include "scenario/words.h"

namespace gpubuck::demo {
namespace {

/// A slider for a number of a view or of a look; true when it has changed it.
template <typename T>
bool change(DemoState& state, const Field& field, const Limits& limits, T& value) {
  const auto given = slider(state, field, limits, static_cast<double>(value));
  if (given) value = static_cast<T>(*given);
  return given.has_value();
}

void toggle(const Field& field, bool& value) {
  if (checkbox(field, value)) value = !value;
}

bool drawCamera(DemoState& state, scenario::View& view) {
  bool changed = false;
  changed |=
      change(state, {"view/azimuth", "Azimuth", "Where the camera stands around the z axis."},
             {.low = -180.0, .high = 180.0, .least = -360.0, .most = 360.0, .format = "%.0f°"},
             view.azimuth);
  changed |= change(state,
                    {"view/elevation", "Elevation",
                     "How far above the x-y plane the camera stands; 90° looks down."},
                    {.low = -90.0, .high = 90.0, .least = -90.0, .most = 90.0, .format = "%.0f°"},
                    view.elevation);
  changed |= change(state, {"view/zoom", "Zoom", "At 1 the whole box just fits."},
                    {.low = 0.25,
                     .high = 16.0,
                     .least = 0.01,
                     .most = 1000.0,
                     .format = "%.2f",
                     .logarithmic = true},
                    view.zoom);
  const Limits shifts{.low = -1.0, .high = 1.0, .least = -1000.0, .most = 1000.0, .format = "%.2f"};
  changed |=
      change(state, {"view/pan-x", "Shift right", "In heights of the picture."}, shifts, view.panX);
  changed |=
      change(state, {"view/pan-y", "Shift up", "In heights of the picture."}, shifts, view.panY);
  if (button({"view/reset", "Reset camera", "The view of the scenario as it was opened."})) {
    state.later([&state] { resetView(state); });
  }
  return changed;
}

/// Where the colours of a quantity end.
void drawScale(DemoState& state, const Limits& limits) {
  float scale = colourScale(state);
  const Field end{"view/colour-scale", "Scale up to", "What the last colour stands for."};
  if (change(state, end, limits, scale)) state.look.colourScale = scale;
  const bool isAutomatic = state.look.colourScale == 0.0F;
  const Field automatic{"view/colour-scale/automatic", "chosen by temperature and density",
                        "So that the colours suit the fluid. Moving the slider ends it."};
  if (checkbox(automatic, isAutomatic)) state.look.colourScale = isAutomatic ? scale : 0.0F;
}

void drawColours(DemoState& state) {
  using render::Colouring;
  Colouring colouring = state.look.colouring;
  if (combo({"view/colour", "Colour by", "What the colours of the particles show."}, colourings(),
            colouring)) {
    setColouring(state, colouring);
  }
  drawColourLegend(state);
  if (state.look.colouring == Colouring::Speed) {
    drawScale(state, {.low = 0.1, .high = 10.0, .least = 1e-6, .most = 1e6});
  } else if (state.look.colouring == Colouring::ListDepth) {
    drawScale(state, {.low = 1.0, .high = 20.0, .least = 1.0, .most = 1000.0, .format = "%.0f"});
  }
}

bool drawSpecies(DemoState& state, scenario::View& view) {
  bool changed = false;
  std::vector<std::string> own;
  const std::vector<dpd::Species>& species = state.session.scenario().fluid.species;
  for (const dpd::Species& each : species) own.push_back(each.colour);
  const std::vector<glm::vec3> colours = render::speciesColours(own);
  ImGui::TextUnformatted("Species that are shown");
  for (std::size_t k = 0; k < species.size(); ++k) {
    const auto place = std::find(view.hidden.begin(), view.hidden.end(), static_cast<int>(k));
    const bool isShown = place == view.hidden.end();
    drawSwatch(colours[k]);
    const Field field{"view/species/" + species[k].name, species[k].name,
                      "Whether the particles of this species are drawn."};
    if (!checkbox(field, isShown)) continue;
    changed = true;
    if (isShown) {
      view.hidden.push_back(static_cast<int>(k));
    } else {
      view.hidden.erase(place);
    }
  }
  return changed;
}

void drawStyle(DemoState& state) {
  Look& look = state.look;
  static const Options<bool> kShapes{
      {false, "spheres", "Shaded spheres."},
      {true, "points", "Points of a few pixels: quicker for many particles."}};
  radioButtons("view", kShapes, look.points);
  const std::string notSpheres = look.points ? "only spheres have it" : "";
  change(state,
         {"view/radius", "Radius",
          "Of the spheres, in units of one by which the fluid looks closed.", notSpheres},
         {.low = 0.2, .high = 2.0, .least = 0.01, .most = 100.0, .format = "%.2f"},
         look.radiusScale);
  toggle(
      {"view/soft-shading", "Soft shading", "Hollows between the spheres are darker.", notSpheres},
      look.occlusion);
  ImGui::SameLine();
  toggle({"view/outline", "Outline of the box", "The edges of the box."}, look.outline);
  toggle({"view/smooth", "Smooth edges",
          "Four samples a pixel: finer, and four times the work for the GPU."},
         look.smooth);
}

bool drawSlice(DemoState& state, scenario::View& view) {
  bool changed = false;
  const bool isFlat = state.session.scenario().fluid.box.dimensions == 2;
  const Field axis{"view/slice", "Slice across",
                   "Only the particles of a slice across this axis are drawn."};
  const auto whyNotAxis = [&](int each) {
    return std::string(isFlat && each == 2 ? "the box has two dimensions" : "");
  };
  if (const auto chosen = combo(
          axis, scenario::kSliceAxisWords, view.sliceAxis, [](int) { return ""; }, whyNotAxis)) {
    view.sliceAxis = *chosen;
    changed = true;
  }
  const std::string whole = view.sliceAxis < 0 ? "choose an axis to cut a slice first" : "";
  changed |= change(state, {"view/slice-centre", "Its middle", "As a share of the side.", whole},
                    {.low = 0.0, .high = 1.0, .least = 0.0, .most = 1.0, .format = "%.2f"},
                    view.sliceCentre);
  changed |= change(state, {"view/slice-thickness", "Its thickness", "", whole},
                    {.low = 0.2, .high = 10.0, .least = 1e-3, .most = 1e6, .format = "%.2f r_c"},
                    view.sliceThickness);
  return changed;
}

void drawPointer(DemoState& state) {
  ImGui::TextUnformatted("Dragging with the left button");
  PointerTool tool = state.finger.tool;
  if (radioButtons("view/tool", pointerTools(), tool)) setTool(state, tool);
  change(state, {"view/tool/radius", "Reach", "How far from the pointer the pull is felt."},
         {.low = 0.5, .high = 15.0, .least = 0.01, .most = 1e4, .format = "%.1f r_c"},
         state.finger.radius);
  change(state,
         {"view/tool/strength", "Strength",
          "The acceleration at the pointer, in r_c / time²; it falls to 0 at the reach."},
         {.low = 0.1, .high = 20.0, .least = 0.0, .most = 1e4, .format = "%.1f"},
         state.finger.strength);
}

}  // namespace

void drawViewPanel(DemoState& state) {
  scenario::View view = state.session.scenario().view;
  drawColours(state);
  bool changed = drawSpecies(state, view);
  heading("Particles");
  drawStyle(state);
  heading("Camera");
  changed |= drawCamera(state, view);
  heading("Slice");
  changed |= drawSlice(state, view);
  heading("Mouse");
  drawPointer(state);
  if (changed) setView(state, view);
}

}  // namespace gpubuck::demo
