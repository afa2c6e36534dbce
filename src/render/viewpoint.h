// The point from which a picture looks at the simulation box, and how much of the box it shows.
#pragma once

namespace gpubuck::render {

/// The camera stands on a sphere around the box. A two-dimensional box is seen with azimuth 0 and
/// elevation 90: the xy plane with x to the right and y up.
struct Viewpoint {
  double azimuth = 30.0;    ///< degrees about z; at 0 the camera stands on the low-y side, x to the
                            ///< right; at 90 on the high-x side
  double elevation = 20.0;  ///< degrees above the xy plane, -90..90; 90 looks straight down
  double zoom = 1.0;        ///< > 0; at 1 the whole box fits, at 2 it is twice as large
  double panX = 0.0;        ///< shift of the picture in units of its height: to the right ...
  double panY = 0.0;        ///< ... and up
};

/// Only particles whose centre lies in the slice are drawn. It ends at the sides of the box, even
/// at periodic ones.
struct Slice {
  int axis = -1;           ///< across which it is cut: 0, 1, 2, or -1 for no cut
  double centre = 0.5;     ///< its middle as a fraction of the side
  double thickness = 1.0;  ///< length
};

}  // namespace gpubuck::render
