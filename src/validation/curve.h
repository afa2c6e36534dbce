// Curves behind figures. Plain data.
#pragma once

#include <string>
#include <vector>

namespace gpubuck::validation {

struct Series {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> error{};  ///< of y; empty where there is none
};

enum class Axes { Linear, Logarithmic };

struct Curve {
  std::string title;
  std::string xLabel;
  std::string yLabel;
  std::vector<Series> series;
  Axes axes = Axes::Linear;
};

}  // namespace gpubuck::validation
