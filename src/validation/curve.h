// Curves behind figures, as Row::curve holds them.
#pragma once

#include <nlohmann/json.hpp>
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

/// {"title", "x_label", "y_label", "series": [{"name", "x", "y", perhaps "error"}], "log"}.
nlohmann::ordered_json makeCurve(const std::string& title, const std::string& xLabel,
                                 const std::string& yLabel, const std::vector<Series>& series,
                                 Axes axes = Axes::Linear);

}  // namespace gpubuck::validation
