// From where a picture looks at the simulation box.
#pragma once

namespace gpubuck::render {

/// The camera stands on a sphere around the box. In two dimensions only `zoom` counts: the picture
/// is the xy plane with x to the right and y up.
struct View {
  double azimuth = 25.0;    ///< degrees about z; 0 looks along +y, 90 looks along -x
  double elevation = 15.0;  ///< degrees above the xy plane, -90..90; 90 looks straight down
  double zoom = 1.0;        ///< > 0; at 1 the whole box fits, at 2 it is twice as large
};

}  // namespace gpubuck::render
