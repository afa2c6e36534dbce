// Everything the user can do, by a widget, a key or a test. Each function does it, writes it to the
// journal and turns an error into a message in the window.
#pragma once

#include <string>
#include <vector>

#include "demo/demo_state.h"
#include "demo/options.h"

namespace gpubuck::demo {

void togglePlaying(DemoState& state);
void singleStep(DemoState& state);
/// The same scenario from step 0, with all changes kept.
void restart(DemoState& state);
/// Another scenario or other settings, from step 0.
void restartWith(DemoState& state, const scenario::Scenario& scenario);
/// One of scenarioNames(), or the path of a file.
void openScenario(DemoState& state, const std::string& nameOrPath);
/// Saves the present settings and view as a scenario file.
void saveScenario(DemoState& state, const std::string& path);

void setEngine(DemoState& state, texel::Engine engine);
void setNoise(DemoState& state, dpd::NoiseKind noise);
void setSearch(DemoState& state, const search::Method& search);
void setSort(DemoState& state, const dpd::StepSettings& settings);
void setFluid(DemoState& state, const dpd::Fluid& fluid);

void setView(DemoState& state, const scenario::View& view);
/// The camera of the scenario as it was opened.
void resetView(DemoState& state);
/// In the order of their keys.
const Options<render::Colouring>& colourings();
void setColouring(DemoState& state, render::Colouring colouring);
const Options<PointerTool>& pointerTools();
void setTool(DemoState& state, PointerTool tool);

/// A look that suits the number of particles and the renderer: soft shading on a GPU, points for
/// very many particles.
void setDefaultLook(DemoState& state);

void takeScreenshot(DemoState& state, bool withGui);
void toggleFilm(DemoState& state);

/// The scenarios in the binary, in the order of the picker.
std::vector<std::string> scenarioNames();
/// One of scenarioNames(), or the path of a file, with overrides in the form of --set.
scenario::Scenario loadScenario(const std::string& nameOrPath,
                                const std::vector<std::string>& overrides = {});

}  // namespace gpubuck::demo
