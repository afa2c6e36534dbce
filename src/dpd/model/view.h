// The view of a fluid in pictures. Plain data; no OpenGL.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dpd/model/fluid.h"

namespace gpubuck::dpd {

/// The viewpoint of a picture. The camera looks at the middle of the box.
struct Camera {
  double azimuth = 30.0;    ///< degrees about z; at 0 the camera is on the low-y side, and x points
                            ///< to the right
  double elevation = 20.0;  ///< degrees above the x-y plane, -90..90; 90 looks down the z axis
  double zoom = 1.0;        ///< > 0; at 1 the whole box just fits
  double panX = 0.0;        ///< shift of the picture to the right, in units of the picture's height
  double panY = 0.0;        ///< shift of the picture upwards, in the same unit
  double roll = 0.0;        ///< degrees by which the box is turned clockwise in the picture

  bool operator==(const Camera&) const = default;
};

/// Particles in pictures: spheres, small points, or the surface of the fluid as a liquid. A point
/// is at most 2 * View::particleRadius pixels wide, but at least 1 pixel.
enum class ParticleStyle { Spheres, Points, Surface };

/// The background of pictures: white paper with a column of text at the left, or the background of
/// the window, without text.
enum class FrameBackground { Paper, Dark, Light };

/// The view of a fluid.
struct View {
  Camera camera{};
  int sliceAxis = -1;           ///< axis (0, 1, 2) across which only a slice is drawn, or -1
  double sliceCentre = 0.5;     ///< middle of the slice as a fraction of the side, 0..1
  double sliceThickness = 1.0;  ///< length, > 0
  std::vector<int> hidden{};    ///< species that are not drawn
  double particleRadius = 1.0;  ///< relative to render::sphereRadius(), > 0
  double bondRadius = 0.5;      ///< as a share of the particles' radius, 0..1; 0 draws no bonds
  // Style and background of frames. In the window the user chooses both.
  ParticleStyle frameStyle = ParticleStyle::Spheres;
  FrameBackground frameBackground = FrameBackground::Paper;

  bool operator==(const View&) const = default;
};

/// Everything that the frames of a run show, except the particles.
struct FrameSubject {
  std::string name{};  ///< title of the frames, or empty
  Fluid fluid{};
  View view{};
  std::vector<std::int64_t> counts{};  ///< number of particles of each species
};

}  // namespace gpubuck::dpd
