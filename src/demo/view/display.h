// The state that the picture of the fluid depends on, besides the fluid itself.
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
  glm::ivec2 framed{0};  ///< size of the picture that the camera belongs to, pixels; 0 before one
  Tilt tilt{};
  render::Grip grip{};     ///< the particles in reach of the pointer's tool
  bool toolHeats = false;  ///< whether the chosen tool changes temperatures
  Picking picking{};
  Capture capture{};
  float headingEnd = kHeadingEnd;  ///< lower end of the heading over the picture, em; 0 without one
  bool animated = false;           ///< set by a panel that changes without input
};

}  // namespace gpubuck::demo
