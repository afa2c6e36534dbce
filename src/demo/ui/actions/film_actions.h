// Actions that take pictures and films (demo/ui/actions/actions.h).
#pragma once

#include "demo/ui/demo_state.h"
#include "demo/widgets/options.h"

namespace gpubuck::demo {

inline const Options<PictureSize> kPictureSizes{
    {PictureSize::Window, "window", "Size of the fluid in the window."},
    {PictureSize::FullHd, "1080p", "1920 x 1080 pixels."},
    {PictureSize::QuadHd, "1440p", "2560 x 1440 pixels."},
    {PictureSize::UltraHd, "4k", "3840 x 2160 pixels.", "", "4K"},
    {PictureSize::Own, "own", "A size of your choice.", "", "custom"}};
void takeScreenshot(DemoState& state, bool withGui);
void toggleFilm(DemoState& state);
/// Makes a film of the last seconds (demo/view/replay.h).
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
