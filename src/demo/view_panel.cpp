// How the fluid is looked at.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "demo/actions.h"
#include "demo/fluid_view.h"
#include "demo/form.h"
#include "render/colour_map.h"
#include "render/ramp.h"
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

ImU32 toImGui(const glm::vec3& colour) {
  return ImGui::ColorConvertFloat4ToU32(ImVec4(colour.r, colour.g, colour.b, 1.0F));
}

/// A coloured square before the next item on the line.
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

void drawSwatchWith(const glm::vec3& colour, const char* meaning) {
  drawSwatch(colour);
  ImGui::TextUnformatted(meaning);
}

/// The colours of the ramp from `first` to `last`, both 0..1, between two texts.
void drawRamp(float first, float last, const std::string& atFirst, const std::string& atLast) {
  constexpr int kParts = 32;
  const float height = 0.8F * ImGui::GetFontSize();
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const auto colourAt = [&](int part) {
    const float share = static_cast<float>(part) / static_cast<float>(kParts);
    return toImGui(render::rampColour(first + share * (last - first)));
  };
  for (int part = 0; part < kParts; ++part) {
    const float left = corner.x + width * static_cast<float>(part) / kParts;
    const float right = corner.x + width * static_cast<float>(part + 1) / kParts;
    ImGui::GetWindowDrawList()->AddRectFilledMultiColor(
        {left, corner.y}, {right, corner.y + height}, colourAt(part), colourAt(part + 1),
        colourAt(part + 1), colourAt(part));
  }
  ImGui::Dummy({width, height});
  ImGui::TextUnformatted(atFirst.c_str());
  ImGui::SameLine();
  const float textWidth = ImGui::CalcTextSize(atLast.c_str()).x;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - textWidth);
  ImGui::TextUnformatted(atLast.c_str());
}

/// The legend of the present colouring; nothing for species, which are listed by name.
void drawColourLegend(const DemoState& state) {
  const float scale = colourScale(state);
  switch (state.look.colouring) {
    case render::Colouring::Species:
      return;
    case render::Colouring::Speed:
      drawRamp(0.0F, 1.0F, "at rest", fmt::format("{:.3g} or faster", scale));
      return;
    case render::Colouring::Cell:
      dimParagraph("Every cell has its own arbitrary colour.");
      return;
    case render::Colouring::ListDepth:
      drawSwatchWith(render::kSignalColour, "head of its cell's list");
      drawRamp(1.0F, 0.0F, "next to the head", fmt::format("place {:.0f} or later", scale));
      return;
    case render::Colouring::Moved:
      drawSwatchWith(render::kSignalColour, "moved to another cell");
      drawSwatchWith(render::kMutedColour, "stayed in its cell");
      return;
  }
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
  if (button({"view/reset", "Reset camera", "Back to the scenario's own view."})) {
    state.later([&state] { resetView(state); });
  }
  return changed;
}

/// The value at the end of the colour ramp.
void drawScale(DemoState& state, const Limits& limits) {
  float scale = colourScale(state);
  const Field end{"view/colour-scale", "Scale up to", "The value of the last colour."};
  if (change(state, end, limits, scale)) state.look.colourScale = scale;
  const bool isAutomatic = state.look.colourScale == 0.0F;
  const Field automatic{"view/colour-scale/automatic", "chosen by temperature and density",
                        "Chosen to suit the fluid, until the slider is moved."};
  if (checkbox(automatic, isAutomatic)) state.look.colourScale = isAutomatic ? scale : 0.0F;
}

void drawColours(DemoState& state) {
  using render::Colouring;
  Colouring colouring = state.look.colouring;
  if (combo({"view/colour", "Colour by", "The meaning of the particles' colours."}, colourings(),
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
  ImGui::TextUnformatted("Visible species");
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
  const std::string notSpheres = look.points ? "only for spheres" : "";
  change(state,
         {"view/radius", "Radius",
          "Of the spheres, relative to the radius at which the fluid looks closed.", notSpheres},
         {.low = 0.2, .high = 2.0, .least = 0.01, .most = 100.0, .format = "%.2f"},
         look.radiusScale);
  toggle(
      {"view/soft-shading", "Soft shading", "Hollows between the spheres are darker.", notSpheres},
      look.occlusion);
  ImGui::SameLine();
  toggle({"view/outline", "Outline of the box", "The edges of the box."}, look.outline);
  toggle({"view/smooth", "Smooth edges",
          "Four samples per pixel: finer, and four times the work for the GPU."},
         look.smooth);
}

bool drawSlice(DemoState& state, scenario::View& view) {
  bool changed = false;
  const bool isFlat = state.session.scenario().fluid.box.dimensions == 2;
  const Field axis{"view/slice", "Slice across",
                   "Draws only the particles in a slice across this axis."};
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
  ImGui::TextUnformatted("Drag with the left button");
  PointerTool tool = state.pointerForce.tool;
  if (radioButtons("view/tool", pointerTools(), tool)) setTool(state, tool);
  change(state, {"view/tool/radius", "Reach", "How far from the pointer the pull reaches."},
         {.low = 0.5, .high = 15.0, .least = 0.01, .most = 1e4, .format = "%.1f r_c"},
         state.pointerForce.radius);
  change(state,
         {"view/tool/strength", "Strength",
          "The acceleration at the pointer, in r_c / time²; it falls to 0 at this reach."},
         {.low = 0.1, .high = 20.0, .least = 0.0, .most = 1e4, .format = "%.1f"},
         state.pointerForce.strength);
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
