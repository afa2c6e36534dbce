// Levels of quality of the picture. The level follows from the times to draw pictures, so that the
// window keeps 30 pictures per second.
#pragma once

#include <string>
#include <vector>

#include "demo/view/settings.h"

namespace gpubuck::demo {

/// Level 0 is the best and highest level; level 1 is the level below it, and so on. The level falls
/// as soon as drawing takes too long. It rises again only if a picture at the level above is
/// expected to be quick enough. The expected time follows from the ratio of the times measured at
/// both levels. Under a constant load the level therefore does not change.
class QualityLevel {
 public:
  /// Seconds that drawing the fluid may take, at 30 pictures per second. The steps and the panels
  /// take the rest of the time.
  static constexpr double kBudget = 0.020;
  /// Least time at a level before the level rises, seconds.
  static constexpr double kCalm = 4.0;

  /// Restarts at the best of `levels` levels (>= 1). Call it when something else is drawn.
  void restart(int levels);
  /// Adds the time in seconds to draw a picture at the present level. `now` is the time of a clock,
  /// seconds.
  void note(double seconds, double now);

  int present() const { return level_; }
  /// Returns whether more times are needed to find the usual time of the present level.
  bool isUnknown() const;

 private:
  struct Level {
    double tooLong = 0.0;  ///< time per picture when the level was left
    double after = 0.0;    ///< time per picture at the level below after the level was left; 0 if
                           ///< not known yet
  };

  void moveTo(int level, double now);
  /// Moves to the level below.
  void leave(double tooLong, double now);

  std::vector<Level> levels_{1};
  int level_ = 0;
  int skipped_ = 0;            ///< pictures at the begin of the level that were not counted
  bool hasBeenQuick_ = false;  ///< whether a picture of the level took at most kHopeless budgets
  double begun_ = 0.0;         ///< start of the level, seconds
  std::vector<double> times_;  ///< times of the last pictures at this level
};

/// Returns the chosen look, and then looks that are quicker and quicker to draw: with one sample
/// per pixel, without shadows, without soft shading, with a coarser surface, as points.
std::vector<Look> lookLevels(const Look& chosen);

/// Returns the chosen look with a fine surface, for a picture that does not change.
Look fullLook(Look chosen);

/// Returns a text that lists the reductions of a level, or an empty string for full quality.
std::string lookLossText(const Look& chosen, const Look& level);

}  // namespace gpubuck::demo
