// Means and their errors, tests and fits for simulated data. Plain C++; no OpenGL.
#pragma once

#include <span>
#include <vector>

namespace gpubuck::validation {

struct Estimate {
  double mean = 0.0;
  double error = 0.0;  ///< standard error of the mean
};

/// Mean of two or more independent values.
Estimate average(std::span<const double> values);

/// Mean of a time series whose neighbours are correlated: pairs of entries are averaged repeatedly,
/// and the error is the largest of the naive errors of all levels with 16 blocks or more (Flyvbjerg
/// and Petersen 1989, J. Chem. Phys. 91, 461). Throws std::invalid_argument for fewer than 16
/// entries.
Estimate blockAverage(std::span<const double> series);

/// The largest distance between the cumulative distribution of `values` and the normal one of
/// variance 1, times sqrt(n): the Kolmogorov-Smirnov statistic, above 1.63 in 1 % of all cases for
/// independent normal values.
double kolmogorovSmirnov(std::vector<double> values);

struct Line {
  double slope = 0.0;
  double intercept = 0.0;
  double slopeError = 0.0;  ///< from the scatter about the line, for independent points
};

/// Least squares of y = intercept + slope x, all points weighted equally. Throws
/// std::invalid_argument for fewer than three points.
Line fitLine(std::span<const double> x, std::span<const double> y);

}  // namespace gpubuck::validation
