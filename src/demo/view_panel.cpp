// How the fluid is looked at.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "demo/actions.h"
#include "demo/fluid_view.h"
#include "demo/options.h"
#include "demo/scenario_form.h"
#include "render/colour_map.h"

namespace gpubuck::demo {
namespace {

/// A slider for a number of a look; true when it has changed it.
bool change(DemoState& state, const Field& field, const scenario::Span& span,
            const scenario::Limits& limits, float& value) {
  const auto given = slider(state, field, span, limits, static_cast<double>(value));
  if (given) value = static_cast<float>(*given);
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

void drawCamera(DemoState& state, ScenarioForm& form) {
  form.draw("view.azimuth", "view/azimuth");
  form.draw("view.elevation", "view/elevation");
  form.draw("view.zoom", "view/zoom");
  form.draw("view.pan", "view/pan");
  if (button({"view/reset", "Reset camera", "Back to the scenario's own view."})) {
    state.later([&state] { resetView(state); });
  }
}

/// The value at the end of the colour ramp.
void drawScale(DemoState& state, const scenario::Span& span, const scenario::Limits& limits) {
  float scale = colourScale(state);
  const Field end{"view/colour-scale", "Scale up to", "The value of the last colour."};
  if (change(state, end, span, limits, scale)) state.look.colourScale = scale;
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
    drawScale(state, {0.1, 10.0}, {.least = 1e-6, .most = 1e6});
  } else if (state.look.colouring == Colouring::ListDepth) {
    drawScale(state, {1.0, 20.0, "%.0f"}, {.least = 1.0, .most = 1000.0});
  }
}

bool drawSpecies(DemoState& state, scenario::View& view) {
  bool changed = false;
  const std::vector<dpd::Species>& species = state.session.scenario().fluid.species;
  const std::vector<glm::vec3> colours = render::speciesColours(species);
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
         {0.2, 2.0, "%.2f"}, {.least = 0.01, .most = 100.0}, look.radiusScale);
  toggle(
      {"view/soft-shading", "Soft shading", "Hollows between the spheres are darker.", notSpheres},
      look.occlusion);
  ImGui::SameLine();
  toggle({"view/outline", "Outline of the box", "The edges of the box."}, look.outline);
  toggle({"view/smooth", "Smooth edges",
          "Four samples per pixel: finer, and four times the work for the GPU."},
         look.smooth);
}

void drawSlice(const scenario::Scenario& scenario, ScenarioForm& form) {
  const bool isFlat = scenario.fluid.box.dimensions == 2;
  form.draw("view.slice_axis", "view/slice", {.whyNotWord = [&](const std::string& axis) {
              return std::string(isFlat && axis == "z" ? "the box has two dimensions" : "");
            }});
  const std::string whole =
      scenario.view.sliceAxis < 0 ? "choose an axis to cut a slice first" : "";
  form.draw("view.slice_centre", "view/slice-centre", {.whyNot = whole});
  form.draw("view.slice_thickness", "view/slice-thickness", {.whyNot = whole});
}

void drawPointer(DemoState& state) {
  ImGui::TextUnformatted("Drag with the left button");
  PointerTool tool = state.pointerForce.tool;
  if (radioButtons("view/tool", pointerTools(), tool)) setTool(state, tool);
  change(state, {"view/tool/radius", "Reach", "How far from the pointer the pull reaches."},
         {0.5, 15.0, "%.1f r_c"}, {.least = 0.01, .most = 1e4}, state.pointerForce.radius);
  change(state,
         {"view/tool/strength", "Strength",
          "The acceleration at the pointer, in r_c / time²; it falls to 0 at this reach."},
         {0.1, 20.0, "%.1f"}, {.least = 0.0, .most = 1e4}, state.pointerForce.strength);
}

}  // namespace

void drawViewPanel(DemoState& state) {
  scenario::Scenario edited = state.session.scenario();
  ScenarioForm form(state, edited);
  drawColours(state);
  const bool changed = drawSpecies(state, edited.view);
  heading("Particles");
  drawStyle(state);
  heading("Camera");
  drawCamera(state, form);
  heading("Slice");
  drawSlice(edited, form);
  heading("Mouse");
  drawPointer(state);
  if (changed || form.changed()) setView(state, edited.view);
}

}  // namespace gpubuck::demo
