// Chooses a level of quality by how long pictures take. Plain numbers.
#pragma once

#include <vector>

namespace gpubuck::demo {

/// Level 0 is the best. The level falls as soon as drawing takes too long. It rises again only if
/// the one above is expected to fit, by how much its time and the present one's have been: so it
/// stands still while the load does.
class QualityLevel {
 public:
  /// What drawing may take of a picture at 30 per second, seconds; steps and panels need the rest.
  static constexpr double kBudget = 0.020;
  /// A level stays for at least so long before it rises, seconds.
  static constexpr double kCalm = 4.0;

  /// Something else is drawn: starts at the best of `levels` (>= 1).
  void restart(int levels);
  /// A picture at the present level took `seconds` to draw; `now`: a clock, seconds.
  void note(double seconds, double now);

  int present() const { return level_; }

 private:
  struct Level {
    double tooLong = 0.0;  ///< what it took when it was left
    double after = 0.0;    ///< what the level below took then; 0: not known yet
  };

  void moveTo(int level, double now);

  std::vector<Level> levels_{1};
  int level_ = 0;
  int skipped_ = 0;            ///< pictures since the level began that do not count
  double begun_ = 0.0;         ///< of the level
  std::vector<double> times_;  ///< of its last pictures
};

}  // namespace gpubuck::demo
