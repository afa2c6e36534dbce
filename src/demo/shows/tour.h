// The guided tour: the paper in eight scenes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "demo/ui/panels/show.h"
#include "demo/view/settings.h"

namespace gpubuck::demo {

/// A scene of the tour: what it says, and what it shows meanwhile.
struct TourScene {
  std::string title, text;
  render::Colouring colouring = render::Colouring::Species;
  double zoom = 1.0;  ///< of the camera, in units of the scenario's
  bool plays = false;
  bool resorts = false;   ///< the sort mode of its steps
  int subBuffers = 1;     ///< of its sorts
  int rounds = 0;         ///< rounds of the sort that it shows; 0 for all
  bool inRounds = false;  ///< goes on round after round, again and again
  bool picks = false;     ///< a particle is picked
  std::string panel{};    ///< the floating panel that is open, if any
};

/// The scenes in their order.
const std::vector<TourScene>& tourScenes();

/// Shows the scenes on a fluid of its own, one at a time, each with a card over the fluid.
class Tour : public Show {
 public:
  static constexpr double kSecondsPerRound = 0.8;

  Tour() : Show("tour") {}
  /// Opens the tour's fluid, which the paper's sort puts into lists, and the first scene.
  void begin(DemoState& state) override;
  /// Ends it, with panels and look as they were before. Its fluid goes on.
  void end(DemoState& state) override;
  bool isPlaying() const override { return isPlaying_; }
  /// Goes to a later scene, or to an earlier one; after the last scene ends the tour.
  void go(DemoState& state, int scenes) override;
  void update(DemoState& state, double seconds) override;
  float draw(DemoState& state, const WorkArea& free) override;

  std::size_t scene() const { return scene_; }

 private:
  void show(DemoState& state);

  bool isPlaying_ = false;
  bool isLarge_ = false;  ///< large type, for an audience
  bool isDue_ = false;    ///< the scene waits for its fluid
  std::size_t scene_ = 0;
  double shown_ = 0.0;  ///< seconds
  Settings before_{};
  bool showedControls_ = false, showedMeasurements_ = false;
};

}  // namespace gpubuck::demo
