#include "cells/method.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/number.h"

namespace gpubuck::cells {
namespace {

constexpr const char* kCells27 = "cells27";
constexpr const char* kCellsPerCutoff = "cells-per-cutoff";
constexpr const char* kOctant = "octant";

}  // namespace

std::optional<Method> parseMethod(const std::string& word) {
  if (word == kCells27) return Method{};
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos) return {};
  const std::string name = word.substr(0, equals);
  const std::string value = word.substr(equals + 1);
  if (name == kCellsPerCutoff) {
    const std::optional<int> k = numberIn<int>(value);
    if (k && *k >= 1 && *k <= kMostCellsPerCutoff) return Method{.cellsPerCutoff = *k};
  }
  if (name == kOctant) {
    const std::optional<double> factor = numberIn<double>(value);
    if (factor && *factor >= 2.0) {
      return Method{.kind = Method::Kind::Octant, .cellFactor = *factor};
    }
  }
  return {};
}

Method methodNamed(const std::string& option, const std::string& word) {
  if (const std::optional<Method> method = parseMethod(word)) return *method;
  throw InputError(option, fmt::format("'{}' is not one of {}", word, kMethodWords));
}

std::string methodWord(const Method& method) {
  if (method == Method{}) return kCells27;
  if (method.kind == Method::Kind::CellsPerCutoff) {
    return fmt::format("{}={}", kCellsPerCutoff, method.cellsPerCutoff);
  }
  return fmt::format("{}={}", kOctant, method.cellFactor);
}

double leastEdge(const Method& method, double radius) {
  return method.kind == Method::Kind::Octant ? radius * method.cellFactor
                                             : radius / method.cellsPerCutoff;
}

double reachInCells(const Method& method) {
  return method.kind == Method::Kind::Octant ? 0.5 : method.cellsPerCutoff;
}

int leastPeriodicCells(const Method& method) {
  return method.kind == Method::Kind::Octant ? 1 : 2 * method.cellsPerCutoff + 1;
}

}  // namespace gpubuck::cells
