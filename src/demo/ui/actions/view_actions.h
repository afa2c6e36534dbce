// Actions on the picture of the fluid: its camera, style and colours, pictures and films
// (demo/ui/actions/actions.h).
#pragma once

#include <string>
#include <vector>

#include "demo/ui/actions/workspace.h"
#include "demo/widgets/form.h"

namespace gpubuck::demo {

/// Resets the camera to the camera of the scenario as it was opened. If the box stays tipped over,
/// also resets gravity, so that it points down in the picture.
void resetCamera(Workspace& state);

/// A direction from which the camera looks at the box.
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
std::string whyNotFrom(const Display& display, const Viewpoint& viewpoint);
/// Shows the whole box from this viewpoint.
void lookFrom(Display& display, const Viewpoint& viewpoint);

/// Returns the style for a scenario. Many particles are drawn as points. Otherwise, a many-body
/// liquid, or a liquid within a hidden liquid, is drawn as a surface, unless there are molecules.
/// All other fluids are drawn as spheres.
render::ParticleStyle automaticStyle(const scenario::Scenario& opened, std::int64_t particles,
                                     bool isSoftware);
/// Sets the look for a fluid that has been opened. Settings that the user has not changed get the
/// values of the automatic look. The cut is removed, since it was for the previous fluid.
void suitLook(Display& display);
/// Sets the style to the automatic style, which follows from the fluid.
void setAutomaticStyle(Display& display);
void setStyle(Display& display, render::ParticleStyle style);
void setColouring(Display& display, render::Colouring colouring);

inline const Options<PictureSize>& pictureSizeOptions() {
  static const Options<PictureSize> kOptions{
      {PictureSize::Window, "window", "Size of the fluid in the window."},
      {PictureSize::FullHd, "1080p", "1920 x 1080 pixels."},
      {PictureSize::QuadHd, "1440p", "2560 x 1440 pixels."},
      {PictureSize::UltraHd, "4k", "3840 x 2160 pixels.", "", "4K"},
      {PictureSize::Own, "own", "A size of your choice.", "", "custom"}};
  return kOptions;
}
void takeScreenshot(Display& display, bool withGui);
void toggleFilm(Workspace& state);
/// Makes a film of the last seconds (demo/view/films.h).
void filmReplay(Workspace& state);
/// Adds frames to the film of the last seconds until the next frame would have to wait for ffmpeg.
/// On a page, adds only the next frame, if it is due.
void continueReplay(Workspace& state);
/// Starts a film of one turn of the camera, or ends it early.
void toggleTurntable(Workspace& state);
/// Ends the film of a turn.
void endTurntable(Workspace& state);
/// Passes frames to ffmpeg for up to `seconds`, and shows a notice when the file is complete.
void continueFilm(Workspace& state, double seconds);
/// Ends the film, and waits until its file is complete or ffmpeg has made no progress for
/// `patience` seconds.
void finishFilm(Workspace& state, double patience);

}  // namespace gpubuck::demo
