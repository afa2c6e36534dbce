// Means and their errors, tests, fits and curves of simulated data. Plain C++; no OpenGL.
#pragma once

#include <cmath>
#include <span>
#include <string>
#include <vector>

namespace gpubuck::validation {

struct Estimate {
  Estimate() = default;
  Estimate(double value, double itsError = 0.0) : mean(value), error(itsError) {}

  double mean = 0.0;
  double error = 0.0;  ///< standard error of the mean, 0 if there is no error
};

/// Returns the mean of two or more independent values.
Estimate average(std::span<const double> values);

/// Returns the mean of a time series whose successive entries are correlated. Pairs of entries are
/// averaged repeatedly to blocks, and the error is the largest naive error among the levels with at
/// least 16 blocks (Flyvbjerg and Petersen 1989, J. Chem. Phys. 91, 461). Throws
/// std::invalid_argument for fewer than 16 entries.
Estimate blockAverage(std::span<const double> series);

/// Returns the larger of both numbers, or NaN if either number is NaN.
inline double largest(double a, double b) { return std::isnan(a) || a >= b ? a : b; }

/// Returns the largest distance between the cumulative distribution of `values` and the normal
/// distribution of variance 1, times sqrt(n). This is the Kolmogorov-Smirnov statistic, which for
/// independent normal values exceeds 1.63 in 1 % of all cases.
double kolmogorovSmirnov(std::vector<double> values);

struct Line {
  double slope = 0.0;
  double intercept = 0.0;
  double slopeError = 0.0;  ///< standard error from the scatter of independent points
};

/// Fits y = intercept + slope x by least squares. All points have equal weight. Throws
/// std::invalid_argument for fewer than three points, and if x and y differ in size.
Line fitLine(std::span<const double> x, std::span<const double> y);

/// Returns the exponent p of |y| = c x^p, with the error that follows from the errors of y. The
/// method is least squares of the logarithms, each weighted by its error. Throws
/// std::invalid_argument for fewer than two points, and if x and y differ in size.
Estimate fitPowerLaw(std::span<const double> x, std::span<const Estimate> y);

struct Series {
  std::string name;
  std::vector<double> x{};
  std::vector<double> y{};
  std::vector<double> error{};  ///< standard errors of y; empty if y has no errors

  void add(double newX, double newY) {
    x.push_back(newX);
    y.push_back(newY);
  }
  void add(double newX, const Estimate& newY) {
    add(newX, newY.mean);
    error.push_back(newY.error);
  }
};

enum class Axes { Linear, Logarithmic };

/// The data from which a figure follows.
struct Curve {
  std::string title;
  std::string xLabel;
  std::string yLabel;
  std::vector<Series> series;
  Axes axes = Axes::Linear;
};

}  // namespace gpubuck::validation
