// Actions on the picture of the fluid: its camera, style and colours, pictures and films
// (demo/ui/actions/actions.h).
#pragma once

#include <string>
#include <vector>

#include "demo/ui/demo_state.h"
#include "demo/widgets/form.h"

namespace gpubuck::demo {

/// Resets the camera to that of the scenario as it was opened, and gravity if the box stays tipped
/// over, so that gravity points down in the picture.
void resetCamera(DemoState& state);

/// A direction to look from.
struct Viewpoint {
  std::string word, label, help;
  double azimuth, elevation;  ///< degrees
};
/// The viewpoints, in the order of their keys.
inline const std::vector<Viewpoint> kViewpoints{
    {"front", "Front", "x to the right, z up.", 0.0, 0.0},
    {"side", "Side", "y to the right, z up.", 90.0, 0.0},
    {"top", "Top", "x to the right, y up.", 0.0, 90.0},
    {"corner", "3D", "From above a corner, in perspective.", 30.0, 20.0}};
/// Returns why this viewpoint is unavailable, or an empty string.
std::string whyNotFrom(const DemoState& state, const Viewpoint& viewpoint);
/// Shows the whole box from this viewpoint.
void lookFrom(DemoState& state, const Viewpoint& viewpoint);

/// Returns the style for a fluid: points for many particles, a surface for a liquid that has one if
/// a GPU draws it, else spheres.
render::ParticleStyle automaticStyle(const dpd::Fluid& fluid, std::int64_t particles,
                                     bool isSoftware);
/// Sets the look for a fluid that has been opened: what the user has not chosen by hand follows the
/// automatic look. A cut belongs to the fluid before.
void suitLook(DemoState& state);
/// Makes the style follow from the fluid again.
void setAutomaticStyle(DemoState& state);
void setStyle(DemoState& state, render::ParticleStyle style);
void setColouring(DemoState& state, render::Colouring colouring);

inline const Options<PictureSize> kPictureSizes{
    {PictureSize::Window, "window", "Size of the fluid in the window."},
    {PictureSize::FullHd, "1080p", "1920 x 1080 pixels."},
    {PictureSize::QuadHd, "1440p", "2560 x 1440 pixels."},
    {PictureSize::UltraHd, "4k", "3840 x 2160 pixels.", "", "4K"},
    {PictureSize::Own, "own", "A size of your choice.", "", "custom"}};
void takeScreenshot(DemoState& state, bool withGui);
void toggleFilm(DemoState& state);
/// Makes a film of the last seconds (demo/view/films.h).
void filmReplay(DemoState& state);
/// Adds the next frames to that film, as many as ffmpeg takes without waiting, or on a page the
/// next one if it is due.
void continueReplay(DemoState& state);
/// Starts a film of one turn of the camera, or ends it early.
void toggleTurntable(DemoState& state);
/// Ends the film of a turn.
void endTurntable(DemoState& state);
/// Passes frames to ffmpeg for up to `seconds`, and shows a notice when the file is complete.
void continueFilm(DemoState& state, double seconds);
/// Ends the film, and waits until its file is complete or ffmpeg has made no progress for
/// `patience` seconds.
void finishFilm(DemoState& state, double patience);

}  // namespace gpubuck::demo
