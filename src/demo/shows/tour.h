// The guided tour: the paper in eight scenes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "demo/ui/actions/undo.h"
#include "demo/ui/panels/show.h"
#include "demo/view/settings.h"
#include "sort/rounds.h"

namespace gpubuck::demo {

/// A scene of the tour: its text, and the state of the window.
struct TourScene {
  std::string title, text;
  render::Colouring colouring = render::Colouring::Species;
  double zoom = 1.0;  ///< zoom of the camera, in units of the scenario's zoom
  bool plays = false;
  bool lights = false;    ///< a cell near a corner of the box is lit, with the cells around it
  bool isSmall = false;   ///< the particles are small, so that they hide fewer others
  bool resorts = false;   ///< the scene's steps re-sort instead of sorting
  int subBuffers = 1;     ///< number of sub-buffers of the scene's sorts
  int rounds = 0;         ///< number of rounds of the sort to show; 0 for all
  bool inRounds = false;  ///< the scene shows one round after the other, again and again
  bool picks = false;     ///< a particle is picked
  bool counts = false;    ///< shows how many points the last sort drew
  std::string panel{};    ///< name of the panel below the text, if any
};

/// A number of points that a sort counted, and a text with its meaning.
struct SceneCount {
  std::int64_t points;
  std::string words;
};
/// Returns the number of points that the occlusion queries of a sort counted in round `round` (1 is
/// the first round), or in all rounds if `round` is 0.
SceneCount countOf(const sort::Statistics& sort, int round);

/// Returns the scenes in their order.
const std::vector<TourScene>& tourScenes();

/// Shows the scenes on a fluid of its own, one at a time, each explained in a panel to the right of
/// the fluid.
class Tour : public Show {
 public:
  static constexpr double kSecondsPerRound = 0.8;

  Tour() : Show("tour") {}
  /// Opens the tour's fluid and the first scene. The paper's sort puts the particles of this fluid
  /// into lists.
  void begin(DemoState& state) override;
  /// Ends the tour, restores panels and look, and returns to the fluid from before the tour. A
  /// fluid that the user has opened during the tour stays.
  void end(DemoState& state) override;
  bool isPlaying() const override { return isPlaying_; }
  /// Goes this number of scenes forwards, or back if it is negative. Ends the tour after the last
  /// scene.
  void go(DemoState& state, int scenes) override;
  void update(DemoState& state, double seconds) override;
  float draw(DemoState& state, WorkArea& free) override;

  std::size_t scene() const { return scene_; }
  /// Returns the number of points that the last shown sort without sub-buffers drew; 0 if none has
  /// been shown.
  std::int64_t inOnePart() const { return inOnePart_; }

 private:
  void show(DemoState& state);

  bool isPlaying_ = false;
  bool isDue_ = false;    ///< the scene waits for its fluid
  bool isStill_ = false;  ///< the scene shows the sort of one step
  std::size_t scene_ = 0;
  double shown_ = 0.0;  ///< seconds for which the scene has been shown
  std::int64_t inOnePart_ = 0;
  Settings before_{};
  std::optional<Moment> origin_{};  ///< the fluid from before the tour, if it could be kept
  std::string fluid_{};             ///< name of the tour's fluid; empty until it has begun
  bool showedControls_ = false, showedMeasurements_ = false;
};

}  // namespace gpubuck::demo
