// The fluid, and the state of the window that the picture of the fluid depends on.
#pragma once

#include <glm/vec2.hpp>

#include "demo/session/fluid_session.h"
#include "demo/view/colour_range.h"
#include "demo/view/films.h"
#include "demo/view/picking.h"
#include "demo/view/quality.h"
#include "demo/view/settings.h"
#include "demo/view/tilt.h"
#include "demo/widgets/form.h"
#include "demo/widgets/layout.h"
#include "render/scene_passes.h"

namespace gpubuck::demo {

/// The fluid as the window shows it.
struct Display : Form, Settings {
  FluidSession& session;
  QualityLevel quality{};
  Look automaticLook{};  ///< the look that suits the present fluid
  AutomaticRange automaticRange{};
  glm::ivec2 framed{
      0};  ///< size in pixels of the picture that the camera is for; 0 before the first picture
  Tilt tilt{};
  render::Grip grip{};     ///< the particles in reach of the pointer's tool
  bool toolHeats = false;  ///< whether the chosen tool changes temperatures
  Picking picking{};
  Capture capture{};
  float headingEnd = kHeadingEnd;  ///< lower end of heading and tool card, em; 0 if none
  bool animated = false;  ///< a panel changes without input, so that another picture is due
};

}  // namespace gpubuck::demo
