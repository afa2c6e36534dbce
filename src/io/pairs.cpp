#include "io/pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>

#include "base/error.h"
#include "base/id.h"
#include "io/input_file.h"
#include "io/npy.h"
#include "io/output_file.h"
#include "io/xyz.h"

namespace gpubuck::io {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// The columns of a header line, 2 or 3; 0 if it is not a header.
int headerColumns(std::string_view line) {
  std::string names;
  for (const char c : line) {
    const bool isLeftOut = kBlanks.find(c) != std::string_view::npos || c == '"';
    if (!isLeftOut) names += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return names == "x,y,z" ? 3 : names == "x,y" ? 2 : 0;
}

void readCsv(InputFile& file, Points& points) {
  LineReader lines(file);
  int columns = 0;
  std::int64_t blankLine = 0;  // the first one, which only others may follow
  for (std::string_view text; lines.next(text);) {
    const bool isFirst = lines.number() == 1;
    if (isFirst && text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    if (trimmed(text).empty()) {
      if (blankLine == 0) blankLine = lines.number();
      continue;
    }
    if (blankLine != 0) {
      throw InputError(fmt::format("{}:{}", points.name, blankLine),
                       "blank line, expected a point");
    }
    if (isFirst) columns = headerColumns(text);
    if (isFirst && columns != 0) continue;
    if (points.positions.empty()) points.firstLine = lines.number();
    const int here = 1 + static_cast<int>(std::ranges::count(text, ','));
    if (columns == 0 && (here == 2 || here == 3)) columns = here;
    if (here != columns) {
      lines.fail(fmt::format("{} columns, expected {}", here,
                             columns == 0 ? "x,y or x,y,z" : std::to_string(columns)));
    }
    if (std::ssize(points.positions) == kMaxCount) {
      lines.fail(fmt::format("more than {} points", kMaxCount));
    }
    glm::dvec3 position(0.0);
    for (int axis = 0; axis < columns; ++axis) {
      const std::size_t comma = std::min(text.find(','), text.size());
      const std::string_view word = trimmed(text.substr(0, comma));
      if (word.empty()) lines.fail("a coordinate is missing");
      position[axis] = lines.real<double>(word);
      text.remove_prefix(std::min(comma + 1, text.size()));
    }
    points.positions.push_back(position);
  }
  if (columns == 0) file.fail("holds blank lines only, expected points");
  points.dimensions = columns;
}

void readLastFrame(InputFile& file, Points& points) {
  XyzReader frames(file, {.elements = "points", .moreColumns = true});
  while (frames.readFrame([&] {
    frames.require("pos", 3);
    const std::int64_t firstLine = frames.lines().number() + 1;
    std::vector<glm::dvec3> positions;
    while (frames.nextElement()) positions.push_back(frames.vector<double>("pos"));
    points.positions = std::move(positions);
    points.firstLine = firstLine;
  })) {
  }
}

void readArray(InputFile& file, Points& points) {
  const auto [values, shape] = readNpyReals(file, 3 * kMaxCount);
  if (shape.size() != 2 || (shape[1] != 2 && shape[1] != 3)) {
    file.fail(fmt::format("has the shape {}, expected (n, 3) or (n, 2)", shapeText(shape)));
  }
  if (shape[0] > kMaxCount) {
    file.fail(fmt::format("{} points are more than {}", shape[0], kMaxCount));
  }
  points.dimensions = static_cast<int>(shape[1]);
  points.positions.assign(static_cast<std::size_t>(shape[0]), glm::dvec3(0.0));
  for (std::size_t k = 0; k < values.size(); ++k) {
    const auto [point, axis] = std::div(static_cast<std::int64_t>(k), shape[1]);
    if (!std::isfinite(values[k])) {
      throw InputError(points.where(point), fmt::format("{} is not finite", values[k]));
    }
    points.positions[static_cast<std::size_t>(point)][static_cast<int>(axis)] = values[k];
  }
}

template <typename Visit>
void forEachEntry(const search::NeighbourList& neighbours, const Visit& visit) {
  for (std::int64_t i = 0; i + 1 < std::ssize(neighbours.offsets); ++i) {
    for (const std::int32_t j : neighbours.of(i)) visit(i, j);
  }
}

template <typename Visit>
void forEachPair(const search::NeighbourList& neighbours, const Visit& visit) {
  forEachEntry(neighbours, [&](std::int64_t i, std::int32_t j) {
    if (i < j) visit(i, j);
  });
}

template <typename Value>
void writeBytes(FileWriter& file, const Value& value) {
  file.write({reinterpret_cast<const char*>(&value), sizeof value});
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
    file.fail("empty file, expected points (zero points: the header x,y,z alone)");
  }
  if (isNpy(file) || pathOrDash.ends_with(".npy")) {
    readArray(file, points);
  } else if (pathOrDash.ends_with(".xyz")) {
    readLastFrame(file, points);
  } else {
    readCsv(file, points);
  }
  return points;
}

void writePairsCsv(const std::filesystem::path& path, const search::NeighbourList& neighbours,
                   const search::Distances* distances) {
  writeFile(path, [&](FileWriter& file) {
    file.write(distances != nullptr ? "i,j,distance\n" : "i,j\n");
    forEachPair(neighbours, [&](std::int64_t i, std::int32_t j) {
      if (distances != nullptr) {
        file.print("{},{},{}\n", i, j, std::sqrt(distances->squared(i, j)));
      } else {
        file.print("{},{}\n", i, j);
      }
    });
  });
}

void writePairsNpy(const std::filesystem::path& path, const search::NeighbourList& neighbours,
                   const search::Distances* distances) {
  const std::int64_t pairs = neighbours.pairs();
  std::vector<NewFile> files{{path, [&](FileWriter& file) {
                                file.write(npyHead("i4", {pairs, 2}));
                                forEachPair(neighbours, [&](std::int64_t i, std::int32_t j) {
                                  writeBytes(file, std::array{static_cast<std::int32_t>(i), j});
                                });
                              }}};
  if (distances != nullptr) {
    files.push_back({distancesPath(path), [&](FileWriter& file) {
                       file.write(npyHead("f8", {pairs}));
                       forEachPair(neighbours, [&](std::int64_t i, std::int32_t j) {
                         writeBytes(file, std::sqrt(distances->squared(i, j)));
                       });
                     }});
  }
  writeTogether(files);
}

std::filesystem::path distancesPath(const std::filesystem::path& pairs) {
  return pairs.parent_path() / (pairs.stem().string() + "-distances.npy");
}

void writeNeighbours(const std::filesystem::path& folder, const search::NeighbourList& neighbours,
                     const search::Distances* distances) {
  const auto array = [&](const char* name, const auto& values) {
    return NewFile{folder / name,
                   [&values](FileWriter& file) { writeNpy(file, values, {std::ssize(values)}); }};
  };
  std::vector<NewFile> files{array("offsets.npy", neighbours.offsets),
                             array("ids.npy", neighbours.ids)};
  if (distances != nullptr) {
    files.push_back({folder / "distances.npy", [&](FileWriter& file) {
                       file.write(npyHead("f8", {std::ssize(neighbours.ids)}));
                       forEachEntry(neighbours, [&](std::int64_t i, std::int32_t j) {
                         writeBytes(file, std::sqrt(distances->squared(i, j)));
                       });
                     }});
  }
  writeTogether(files);
}

}  // namespace gpubuck::io
