// Checks of pairs of particles that are far from all other particles. The forces at every distance,
// and across every side of the box, are compared with the formula in double precision.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <random>
#include <vector>

#include "dpd/steps/paper_step.h"
#include "dpd/steps/passes.h"
#include "validation/check.h"
#include "validation/runs.h"

namespace gpubuck::validation {
namespace {

/// Pairs sit around the points of a lattice, so far apart that no two pairs meet. In every second
/// round, some points of the lattice are on the faces, edges and the corner of the box, so that
/// pairs lie across the sides of the box. In the other rounds, the lattice is shifted at random.
constexpr int kSitesPerSide = 4;
constexpr int kSites = kSitesPerSide * kSitesPerSide * kSitesPerSide;
constexpr double kSiteDistance = 3.0;
constexpr double kPairBox = kSitesPerSide * kSiteDistance;
constexpr double kLongestPair = 1.25;
/// Coordinates are multiples of this unit, so that coordinates and their differences are exact as
/// floats.
constexpr double kGridUnit = 0x1p-20;
/// The time step is a power of two, so that forces follow from velocities without rounding.
constexpr double kPairTimeStep = 0x1p-7;
constexpr double kRepulsion = 25.0;
constexpr double kFriction = 4.5;
constexpr double kTemperature = 1.0;
constexpr double kNoise = 3.0;  // sqrt(2 kFriction kTemperature)
// kNoFriction and kNoiseTemperature give the same noise as kFriction and kTemperature, but such a
// small friction changes no float.
constexpr double kNoFriction = kFriction * 0x1p-40;
constexpr double kNoiseTemperature = kTemperature * 0x1p40;
constexpr int kPairRounds = 60;
/// Number of steps per round in which the noise is measured.
constexpr int kStepsOfARound = 8;

// Bounds of rounding, in units of u = 2^-24. By the GLSL specification, a product and a sum have a
// relative error of 1 u, a quotient 5 u, and a square root 9 u (as the quotient of an inverse
// square root). The relative error of r is then (1.5 + 9) u; the relative error of e is larger by
// 5 u. The absolute error of w = 1 - r is 11.5 u. Relative to a, the error of a w e is
// (11.5 + 15.5 + 2) u, and adding it to the velocity adds 2 u.
constexpr double kRepulsionTolerance = 31.0 * 0x1p-24;
/// Error of g w^2 (e.v) e relative to g |v|, in u: 2 x 11.5 + 1 for w^2, 15.5 + 4 for e.v, 3 for
/// both products, 15.5 for e, and 2 for adding it to the velocity.
constexpr double kDragTolerance = 64.0 * 0x1p-24;

/// All pairs of a round. Particles 2 k and 2 k + 1 are pair k, and have the ids 2 k and 2 k + 1.
struct PairRound {
  dpd::ParticleState state;
  std::vector<glm::dvec3> d;        ///< r_i - r_j, exact
  std::vector<glm::dvec3> v;        ///< predicted v_i - v_j
  std::vector<std::size_t> across;  ///< number of axes along which the pair lies across a side
};

/// Returns the weight of the repulsion and of the noise. Its square is the weight of the friction.
double weightAt(double r) { return std::max(0.0, 1.0 - r); }

double onGrid(double x) { return std::round(x / kGridUnit) * kGridUnit; }

class PairMaker {
 public:
  explicit PairMaker(std::uint32_t seed) : random_(seed) {}

  PairRound round(int number) {
    PairRound result;
    glm::dvec3 shift(0.0);
    if (number % 2 == 1) {
      for (int axis = 0; axis < 3; ++axis) shift[axis] = uniform(0.0, kSiteDistance);
    }
    for (int k = 0; k < kSites; ++k) {
      const glm::ivec3 site(k % kSitesPerSide, k / kSitesPerSide % kSitesPerSide,
                            k / kSitesPerSide / kSitesPerSide);
      add(kSiteDistance * glm::dvec3(site) + shift, octant(number / 2 + k) * distance(), result);
    }
    return result;
  }

 private:
  double uniform(double from, double to) {
    return from + (to - from) * static_cast<double>(random_() >> 8U) * 0x1p-24;
  }

  /// Returns the signs of the coordinates of a pair's distance, which differ from site to site and
  /// from round to round.
  static glm::dvec3 octant(int k) {
    return {k % 2 == 0 ? 1.0 : -1.0, k / 2 % 2 == 0 ? 1.0 : -1.0, k / 4 % 2 == 0 ? 1.0 : -1.0};
  }

  /// Returns r_i - r_j with positive coordinates and a length below 1.25, which is often near the
  /// cut-off or near zero.
  glm::dvec3 distance() {
    const double kind = uniform(0.0, 1.0);
    if (kind < 0.1) {  // along an axis, of length 1 or of 1 -+ kGridUnit
      glm::dvec3 d(0.0);
      d[static_cast<int>(random_() % 3)] = 1.0 + kGridUnit * std::round(uniform(-1.5, 1.5));
      return d;
    }
    glm::dvec3 direction(0.0);
    double length = 0.0;
    while (length < 0.1 || length > 1.0) {
      direction = {uniform(0.0, 1.0), uniform(0.0, 1.0), uniform(0.0, 1.0)};
      length = glm::length(direction);
    }
    double r = uniform(0.0, 1.0);
    if (kind < 0.2) r = std::pow(10.0, uniform(-5.0, -1.0));
    if (kind > 0.7) r = uniform(0.999, 1.001);
    if (kind > 0.8) r = uniform(1.0, kLongestPair);
    direction *= r / length;
    return {onGrid(direction.x), onGrid(direction.y), onGrid(direction.z)};
  }

  void add(const glm::dvec3& site, const glm::dvec3& d, PairRound& round) {
    glm::dvec3 first(0.0), second(0.0);
    std::size_t across = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const double middle = site[axis] + uniform(-0.2, 0.2) * d[axis];
      second[axis] = onGrid(middle - 0.5 * d[axis]);
      first[axis] = second[axis] + d[axis];
      const double firstPage = std::floor(first[axis] / kPairBox);
      const double secondPage = std::floor(second[axis] / kPairBox);
      if (firstPage != secondPage) ++across;
      first[axis] -= kPairBox * firstPage;
      second[axis] -= kPairBox * secondPage;
    }
    const auto place = static_cast<float>(round.state.count());
    std::array<glm::vec3, 2> v{};
    for (glm::vec3& one : v) one = {uniform(-2.0, 2.0), uniform(-2.0, 2.0), uniform(-2.0, 2.0)};
    // The velocity is 0, but the predicted velocity is not, so that the new velocity is due to the
    // force alone.
    for (const glm::dvec3& r : {first, second}) {
      round.state.position.emplace_back(glm::vec3(r), 0.0F);
      round.state.velocity.emplace_back(0.0F, 0.0F, 0.0F, uniform(0.0, 1.0));
    }
    round.state.predicted.emplace_back(v[0], place);
    round.state.predicted.emplace_back(v[1], place + 1.0F);
    round.d.push_back(d);
    round.v.push_back(glm::dvec3(v[0]) - glm::dvec3(v[1]));
    round.across.push_back(across);
  }

  std::mt19937 random_;
};

/// Runs the passes of a time step on one state after another.
class PairFixture {
 public:
  explicit PairFixture(const Setup& setup)
      : fluid_(water(setup, glm::dvec3(kPairBox)).fluid),
        device_(setup.deviceFor(kCount)),
        now_(device_, kCount, ""),
        next_(device_, kCount, " (next)"),
        cells_(device_, cells::makeCellGrid(fluid_.box, 1.0), {.subBuffers = 1}, kCount),
        copies_(device_, fluid_, cells_),
        forceMove_(device_, fluid_, cells_.grid()) {
    fluid_.dt = kPairTimeStep;
  }

  void take(const dpd::ParticleState& state) {
    now_.position.upload(state.position);
    now_.velocity.upload(state.velocity);
    now_.predicted.upload(state.predicted);
    cells_.sort(now_.position);
    copies_.make(now_, cells_);
  }

  /// Returns the force on every particle of the last state.
  std::vector<glm::dvec3> forces(const dpd::PairCoefficients& coefficients, double kT,
                                 std::int64_t step = 0) {
    fluid_.pairs = {coefficients};
    fluid_.kT = kT;
    forceMove_.setFluid(fluid_);
    std::vector<texel::Input> inputs = now_.inputs();
    const std::vector<texel::Input> copies = copies_.inputs(cells_);
    inputs.insert(inputs.end(), copies.begin(), copies.end());
    forceMove_.run({.step = step}, 0, {0, kCount}, inputs, next_);
    std::vector<glm::dvec3> result;
    for (const glm::vec4& velocity : next_.velocity.download()) {
      result.push_back(glm::dvec3(velocity.x, velocity.y, velocity.z) / kPairTimeStep);
    }
    return result;
  }

 private:
  static constexpr std::int64_t kCount = 2 * kSites;

  dpd::Fluid fluid_;
  texel::Device device_;
  dpd::ParticleArrays now_;
  dpd::ParticleArrays next_;
  cells::CellIndex cells_;
  dpd::NeighbourCopies copies_;
  dpd::ForceMove forceMove_;
};

/// The largest deviations from the formula, and the variance of the random force.
class PairFigures {
 public:
  void addRound(PairFixture& fixture, const PairRound& round) {
    fixture.take(round.state);
    const std::vector<glm::dvec3> repulsion = fixture.forces({kRepulsion, 0.0}, 0.0);
    const std::vector<glm::dvec3> drag = fixture.forces({0.0, kFriction}, 0.0);
    for (std::size_t k = 0; k < round.d.size(); ++k) {
      const double r = glm::length(round.d[k]);
      const double w = weightAt(r);
      const glm::dvec3 e = round.d[k] / r;
      const double approach = glm::dot(e, round.v[k]);
      compare(repulsion, k, kRepulsion * w * e, kRepulsion, repulsion_[round.across[k]]);
      compare(drag, k, -kFriction * w * w * approach * e, kFriction * glm::length(round.v[k]),
              drag_[round.across[k]]);
      ++pairs_[round.across[k]];
    }
  }

  /// Takes the sum of all three forces, and then the random force alone, in the last state.
  void addNoise(PairFixture& fixture, const PairRound& round, std::int64_t step) {
    const auto all = fixture.forces({kRepulsion, kFriction}, kTemperature, step);
    const auto random = fixture.forces({0.0, kNoFriction}, kNoiseTemperature, step);
    for (std::size_t k = 0; k < round.d.size(); ++k) {
      const glm::dvec3 sum = all[2 * k] + all[2 * k + 1];
      opposite_ = largest(opposite_, glm::length(sum));
      const double r = glm::length(round.d[k]);
      if (r >= 1.0 + kGridUnit) {
        beyond_ = largest(beyond_, std::max(glm::length(all[2 * k]), glm::length(all[2 * k + 1])));
      } else if (r < kLongestForNoise && r > 0.0) {
        const double theta = glm::dot(random[2 * k], round.d[k]) / r * std::sqrt(kPairTimeStep) /
                             (kNoise * weightAt(r));
        squares_.push_back(theta * theta);
      }
    }
  }

  void tell(const Report& report) const {
    constexpr std::array kWhere{"inside the box", "across a face", "across an edge",
                                "across a corner"};
    for (std::size_t across = 0; across < kWhere.size(); ++across) {
      const bool isMeasured = pairs_[across] > 0;
      report({fmt::format("repulsion of pairs {}, largest error / a", kWhere[across]),
              isMeasured ? repulsion_[across] : NAN, 0.0, kRepulsionTolerance});
      report({fmt::format("drag of pairs {}, largest error / (gamma v)", kWhere[across]),
              isMeasured ? drag_[across] : NAN, 0.0, kDragTolerance});
    }
    report({"pairs beyond the cut-off, largest force", beyond_, 0.0, 0.0});
    report({"the two forces of a pair, largest sum", opposite_, 0.0, 0.0});
    report({"random force of pairs, variance / (sigma^2 w^2 / dt)", blockAverage(squares_), 1.0,
            0.03});
  }

 private:
  /// Nearer to the cut-off, the weight consists mostly of rounding errors.
  static constexpr double kLongestForNoise = 0.999;

  /// Compares the forces on both particles of pair k with `expected`, the force on the first
  /// particle by the formula, in units of `scale`.
  static void compare(const std::vector<glm::dvec3>& forces, std::size_t k,
                      const glm::dvec3& expected, double scale, double& worst) {
    worst = largest(worst, glm::length(forces[2 * k] - expected) / scale);
    worst = largest(worst, glm::length(forces[2 * k + 1] + expected) / scale);
  }

  std::array<double, 4> repulsion_{};
  std::array<double, 4> drag_{};
  std::array<int, 4> pairs_{};
  double beyond_ = 0.0;
  double opposite_ = 0.0;
  std::vector<double> squares_;
};

}  // namespace

void checkPairs(const Setup& setup, const Report& report) {
  PairFixture fixture(setup);
  PairMaker maker(setup.seed);
  PairFigures figures;
  const auto rounds = static_cast<int>(std::ceil(kPairRounds * setup.length));
  for (int k = 0; k < rounds; ++k) {
    const PairRound round = maker.round(k);
    figures.addRound(fixture, round);
    for (int step = 0; step < kStepsOfARound; ++step) {
      figures.addNoise(fixture, round, std::int64_t{k} * kStepsOfARound + step);
    }
  }
  figures.tell(report);
}

}  // namespace gpubuck::validation
