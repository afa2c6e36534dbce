#include "validation/curve.h"

namespace gpubuck::validation {

nlohmann::ordered_json makeCurve(const std::string& title, const std::string& xLabel,
                                 const std::string& yLabel, const std::vector<Series>& series,
                                 Axes axes) {
  nlohmann::ordered_json curve{{"title", title},
                               {"x_label", xLabel},
                               {"y_label", yLabel},
                               {"series", nlohmann::ordered_json::array()},
                               {"log", axes == Axes::Logarithmic}};
  for (const Series& one : series) {
    curve["series"].push_back({{"name", one.name}, {"x", one.x}, {"y", one.y}});
    if (!one.error.empty()) curve["series"].back()["error"] = one.error;
  }
  return curve;
}

}  // namespace gpubuck::validation
