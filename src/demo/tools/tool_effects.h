// The effects of the tools of the pointer, each without a place.
#pragma once

#include "demo/demo_state.h"
#include "dpd/model/effects.h"

namespace gpubuck::demo::tool_effects {

// Along the line of sight, while the button is held. The strength of the tools is the highest
// acceleration of the first three, for heat the temperature in multiples of the fluid's, and for
// cold a rate.
dpd::Effect pull(const DemoState& state);
dpd::Effect push(const DemoState& state);
dpd::Effect stir(const DemoState& state);
dpd::Effect heat(const DemoState& state);
dpd::Effect cool(const DemoState& state);
dpd::Effect paint(const DemoState& state);

// They stay in the fluid.
/// Upwards.
dpd::Effect fountain(const DemoState& state);
/// To the right of the picture and to the left in turns.
dpd::Effect waves(const DemoState& state);
dpd::Effect lamp(const DemoState& state);
/// Its outlet is the middle of what accelerates or, without that, high up in the box.
dpd::Effect drain(const DemoState& state);

}  // namespace gpubuck::demo::tool_effects
