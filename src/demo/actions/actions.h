// Everything the user can do, by a widget, a key or a test. Each function does it, writes it to the
// journal and turns an error into a message in the window. What may fail, or replace device or
// simulation, happens between this picture and the next.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "demo/demo_state.h"
#include "demo/widgets/form.h"
#include "gl/window.h"

namespace gpubuck::demo {

/// Does it between this picture and the next, or shows why it cannot be done.
void attempt(DemoState& state, std::function<void()> work);
/// Whether no further step can be made; says so then.
bool hasFailed(DemoState& state);

void togglePlaying(DemoState& state);
void singleStep(DemoState& state);
/// The same scenario from step 0, with all changes kept. After a failure, which would only happen
/// again, with the values that the scenario was opened with, unless some have been changed since.
void restart(DemoState& state);
/// Back to the last state before a failure.
void goBack(DemoState& state);
/// Goes on making the particles of a scenario that is to begin (DemoState::beginning), for about so
/// long; the fluid that there is stands still.
void goOnBeginning(DemoState& state, double seconds);
/// Leaves the fluid as it is instead.
void stopBeginning(DemoState& state);
/// From beginRewind to endRewind the fluid goes to kept states, one change in all; it then waits
/// there.
void beginRewind(DemoState& state);
void rewindTo(DemoState& state, std::int64_t id);
void endRewind(DemoState& state);
/// Takes back the last change of any value, tool or restart, or brings it back
/// (demo/actions/undo.h).
void undo(DemoState& state);
void redo(DemoState& state);
/// Why restartAsOpened() would not help; empty: it may.
std::string whyNotAsOpened(const DemoState& state);
/// From step 0 with the values that the scenario was opened with.
void restartAsOpened(DemoState& state);
/// Another scenario or other settings, from step 0.
void restartWith(DemoState& state, const scenario::Scenario& scenario);
/// Puts the link of the present scenario into the clipboard (demo/scenario_link.h).
void copyLink(DemoState& state);
/// Opens the link in the clipboard.
void pasteLink(DemoState& state);
/// One of scenarioNames(), a link or the path of a file.
void openScenario(DemoState& state, const std::string& nameOrPath);
/// What follows a new scenario: the view to return to, the file to save it in, and a look for its
/// particles and the renderer: soft shading on a GPU, points for very many.
void setDefaults(DemoState& state);
/// Saves the present settings and view as a scenario file, and asks before it replaces one.
void saveScenario(DemoState& state, const std::string& path);
/// The same without asking.
void replaceScenario(DemoState& state, const std::string& path);
/// Files dropped onto the window: opens the first.
void openDropped(DemoState& state, const std::vector<std::string>& paths);

void setEngine(DemoState& state, texel::Engine engine);
/// The fluid goes on with what `changed` says of it, its noise, search and sort, if that differs.
void change(DemoState& state, const scenario::Scenario& changed);
void setView(DemoState& state, const scenario::View& view);
/// The camera of the scenario as it was opened.
void resetView(DemoState& state);

/// A direction to look from.
struct Viewpoint {
  std::string word, label, help;
  double azimuth, elevation;  ///< degrees
};
/// In the order of their keys.
inline const std::vector<Viewpoint> kViewpoints{
    {"front", "Front", "x to the right, z up.", 0.0, 0.0},
    {"side", "Side", "y to the right, z up.", 90.0, 0.0},
    {"top", "Top", "x to the right, y up.", 0.0, 90.0},
    {"corner", "3D", "From above a corner, in perspective.", 30.0, 20.0}};
/// Why the box is not looked at from there; empty: it is.
std::string whyNotFrom(const DemoState& state, const Viewpoint& viewpoint);
/// Shows the whole box from there.
void lookFrom(DemoState& state, const Viewpoint& viewpoint);

inline const Options<render::ParticleStyle> kStyles{
    {render::ParticleStyle::Spheres, "spheres", "Shaded spheres."},
    {render::ParticleStyle::Points, "points",
     "Points of a few pixels: quicker for many particles."},
    {render::ParticleStyle::Surface, "surface",
     "The surface of the visible species, as a liquid's. Hide one species of two to see the shape "
     "of the other."}};
inline const Options<Cut::Across> kCuts{
    {Cut::Across::Nothing, "none", "All of the fluid is drawn."},
    {Cut::Across::X, "x", "A plane across the x axis."},
    {Cut::Across::Y, "y", "A plane across the y axis."},
    {Cut::Across::Z, "z", "A plane across the z axis."},
    {Cut::Across::View, "view", "A plane across the line of sight.", "", "the line of sight"}};
void setStyle(DemoState& state, render::ParticleStyle style);

/// In the order of their keys.
inline const Options<render::Colouring> kColourings{
    {render::Colouring::Species, "species", "Every species has its own colour."},
    {render::Colouring::Speed, "speed", "The speed of each particle."},
    {render::Colouring::Cell, "cell", "The cell each particle is sorted into."},
    {render::Colouring::ListDepth, "list-depth",
     "How far each particle is from the head of its cell's list.", "", "place in its list"},
    {render::Colouring::Moved, "moved",
     "Which particles the last step has brought to another cell: a re-sort sorts these alone.", "",
     "moved to another cell"}};
void setColouring(DemoState& state, render::Colouring colouring);

void setTool(DemoState& state, PointerTool tool);
/// How far tools reach, within kReachLimits.
void setReach(DemoState& state, double reach);
/// The pointer begins to change the fluid, and ends it: what lies in between is one act of its
/// user. `what`: the word of a tool, "sphere".
void beginStroke(DemoState& state, const std::string& what);
void endStroke(DemoState& state);

/// The pointer takes the box to tip it over (demo/tools/tilt.h), and lets go of it: it springs
/// back, or `stays` so, with gravity where it is.
void beginTilt(DemoState& state);
void endTilt(DemoState& state, bool stays);

/// Adds particles in a tube, or takes those in it out, as often as their number allows while a
/// stroke lasts. `tells`: says so if there are none.
void addParticles(DemoState& state, const dpd::Tube& tube, bool tells);
void eraseParticles(DemoState& state, const dpd::Tube& tube, bool tells);
/// The species of the tool that paints or adds.
void setToolSpecies(DemoState& state, int species);
/// The same, one that the fluid has.
int toolSpecies(const DemoState& state);

/// Puts a sphere of this radius into the middle of the fluid, or resizes the one that is there; 0
/// takes it away.
void setSphere(DemoState& state, double radius);
/// Leaves the sphere at rest where it is.
void dropSphere(DemoState& state);
/// The largest sphere that the box of the fluid holds.
double largestSphere(const DemoState& state);

inline const Options<PictureSize> kPictureSizes{
    {PictureSize::Window, "window", "As many pixels as the fluid has in the window."},
    {PictureSize::FullHd, "1080p", "1920 x 1080 pixels."},
    {PictureSize::QuadHd, "1440p", "2560 x 1440 pixels."},
    {PictureSize::UltraHd, "4k", "3840 x 2160 pixels.", "", "4K"},
    {PictureSize::Own, "own", "Numbers of your own.", "", "own size"}};
void takeScreenshot(DemoState& state, bool withGui);
void toggleFilm(DemoState& state);
/// Begins a film of one turn of the camera, or ends it early.
void toggleTurntable(DemoState& state);
/// Ends the film of a turn.
void endTurntable(DemoState& state);
/// Hands a film over to ffmpeg for up to `seconds`, and says when its file is complete.
void goOnWithFilm(DemoState& state, double seconds);
/// Ends a film, and waits until its file is complete or ffmpeg has done nothing for `patience`
/// seconds.
void finishFilm(DemoState& state, double patience);

/// A time to come: "12 s", "3 minutes".
std::string secondsText(double seconds);

/// The scenarios in the binary, in the order of the picker.
std::vector<std::string> scenarioNames();
/// How many particles one of them has.
std::int64_t particlesOf(const std::string& scenarioName);
/// One of scenarioNames(), a link or the path of a file, with overrides in the form of --set.
scenario::Scenario loadScenario(const std::string& nameOrPath,
                                const std::vector<std::string>& overrides = {});

struct Shortcut {
  std::string keys;  ///< keyName()s, each of which does it: "N or →"
  std::string what;
  std::function<void(DemoState&)> run;
  bool repeats = false;  ///< while it is held
};

/// All of them, in the order of the help.
const std::vector<Shortcut>& shortcuts();
/// A key with the modifiers that are held, as the help shows it: "A", "Ctrl+S"; or empty. Letters
/// and signs are those printed on the key, in whatever layout; digits, and letters of other
/// scripts, go by the key's place.
std::string keyName(const gl::KeyPress& press);
/// Runs the shortcut of the key; false if it has none.
bool runShortcut(DemoState& state, const gl::KeyPress& press);

}  // namespace gpubuck::demo
