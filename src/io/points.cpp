#include "io/points.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>

#include "base/error.h"
#include "base/id.h"
#include "base/number.h"
#include "io/input_file.h"
#include "io/npy.h"
#include "io/xyz_reader.h"

namespace gpubuck::io {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

double coordinateIn(std::string_view word, const LineReader& lines) {
  if (word.empty()) throw InputError(lines.where(), "a coordinate is missing");
  const std::optional<double> value = numberIn<double>(withoutPlus(word));
  if (!value) throw InputError(lines.where(), inQuotes(word) + " is not a finite number");
  return *value;
}

void requireRoom(std::size_t points, const std::string& where) {
  if (static_cast<std::int64_t>(points) == kMaxCount) {
    throw InputError(where, fmt::format("more than {} points", kMaxCount));
  }
}

/// The columns of a header line, 2 or 3; none if it is not a header.
std::optional<int> headerColumns(std::string_view line) {
  std::string names;
  for (const char c : line) {
    const bool isLeftOut = kBlanks.find(c) != std::string_view::npos || c == '"';
    if (!isLeftOut) names += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  if (names == "x,y,z") return 3;
  if (names == "x,y") return 2;
  return {};
}

void readCsv(InputFile& file, Points& points) {
  LineReader lines(file);
  int columns = 0;
  std::int64_t blankLine = 0;
  for (std::string_view text; lines.next(text);) {
    if (lines.number() == 1 && text.starts_with(kByteOrderMark)) {
      text.remove_prefix(kByteOrderMark.size());
    }
    if (trimmed(text).empty()) {
      if (blankLine == 0) blankLine = lines.number();
      continue;
    }
    if (blankLine != 0) {
      throw InputError(fmt::format("{}:{}", points.name, blankLine),
                       "blank line, expected a point");
    }
    if (lines.number() == 1) {
      if (const auto header = headerColumns(text)) {
        columns = *header;
        continue;
      }
    }
    if (points.positions.empty()) points.firstLine = lines.number();
    const int here = 1 + static_cast<int>(std::count(text.begin(), text.end(), ','));
    if (columns == 0 && (here == 2 || here == 3)) columns = here;
    if (here != columns) {
      throw InputError(lines.where(),
                       fmt::format("{} columns, expected {}", here,
                                   columns == 0 ? "x,y or x,y,z" : std::to_string(columns)));
    }
    requireRoom(points.positions.size(), lines.where());
    glm::dvec3 position(0.0);
    for (int axis = 0; axis < columns; ++axis) {
      const std::size_t comma = std::min(text.find(','), text.size());
      position[axis] = coordinateIn(trimmed(text.substr(0, comma)), lines);
      text.remove_prefix(std::min(comma + 1, text.size()));
    }
    points.positions.push_back(position);
  }
  points.dimensions = columns == 2 ? 2 : 3;
  if (columns == 0) throw InputError(points.name, "holds blank lines only, expected points");
}

void readXyz(InputFile& file, Points& points) {
  XyzReader frames(file, {.elements = "points", .moreColumns = true});
  while (frames.nextFrame()) {
    frames.require("pos", 3);
    points.positions.clear();
    points.firstLine = frames.line() + 1;
    while (std::ssize(points.positions) < frames.count()) {
      frames.nextElement();
      points.positions.push_back(frames.vector<double>("pos"));
    }
  }
}

void readArray(InputFile& file, Points& points) {
  const NpyReals array = readNpyReals(file, 3 * kMaxCount);
  const std::vector<std::int64_t>& shape = array.shape;
  if (shape.size() != 2 || (shape[1] != 2 && shape[1] != 3)) {
    throw InputError(file.name(),
                     fmt::format("has the shape {}, expected (n, 3) or (n, 2)", shapeText(shape)));
  }
  if (shape[0] > kMaxCount) {
    throw InputError(file.name(), fmt::format("{} points are more than {}", shape[0], kMaxCount));
  }
  points.dimensions = static_cast<int>(shape[1]);
  points.positions.assign(static_cast<std::size_t>(shape[0]), glm::dvec3(0.0));
  const double* value = array.values.data();
  for (std::size_t i = 0; i < points.positions.size(); ++i) {
    for (int axis = 0; axis < points.dimensions; ++axis) {
      if (!std::isfinite(*value)) {
        throw InputError(points.where(static_cast<std::int64_t>(i)),
                         fmt::format("{} is not finite", *value));
      }
      points.positions[i][axis] = *value++;
    }
  }
}

}  // namespace

std::string Points::where(std::int64_t point) const {
  return firstLine > 0 ? fmt::format("{}:{}", name, firstLine + point)
                       : fmt::format("{}: point {}", name, point);
}

Points readPoints(const std::string& pathOrDash) {
  InputFile file(pathOrDash);
  Points points;
  points.name = file.name();
  if (file.peek() == EOF) {
    throw InputError(file.name(),
                     "empty file, expected points (zero points: the header x,y,z alone)");
  }
  if (isNpy(file) || pathOrDash.ends_with(".npy")) {
    readArray(file, points);
  } else if (pathOrDash.ends_with(".xyz")) {
    readXyz(file, points);
  } else {
    readCsv(file, points);
  }
  return points;
}

}  // namespace gpubuck::io
