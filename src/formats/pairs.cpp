#include "formats/pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iterator>

#include "base/error.h"
#include "base/id.h"
#include "base/text.h"
#include "file/input_file.h"
#include "file/npy.h"
#include "file/output_file.h"
#include "formats/format.h"
#include "formats/xyz.h"
#include "pairs/pair_rule.h"
#include "pairs/periodic_images.h"

namespace gpubuck::formats {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Returns the number of columns of a header line, 2 or 3, or 0 if the line is not a header.
int headerColumns(std::string_view line) {
  std::string names;
  for (const char c : line) {
    const bool isLeftOut = file::kBlanks.find(c) != std::string_view::npos || c == '"';
    if (!isLeftOut) names += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return names == "x,y,z" ? 3 : names == "x,y" ? 2 : 0;
}

void readCsv(file::InputFile& file, Points& points) {
  file::LineReader lines(file);
  int columns = 0;
  std::int64_t blankLine = 0;  // number of the first blank line, after which all lines must be
                               // blank
  for (std::string_view text; lines.next(text);) {
    const bool isFirst = lines.number() == 1;
    if (isFirst && text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    if (file::trimmed(text).empty()) {
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
      lines.fail(fmt::format("{}, expected {}", counted(here, "column"),
                             columns == 0 ? "x,y or x,y,z" : std::to_string(columns)));
    }
    if (std::ssize(points.positions) == kMaxCount) {
      lines.fail(fmt::format("more than {} points", kMaxCount));
    }
    std::array<double, 3> position{};
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(columns); ++axis) {
      const std::size_t comma = std::min(text.find(','), text.size());
      const std::string_view word = file::trimmed(text.substr(0, comma));
      if (word.empty()) lines.fail("a coordinate is missing");
      position[axis] = lines.real<double>(word);
      text.remove_prefix(std::min(comma + 1, text.size()));
    }
    points.positions.push_back(position);
  }
  if (columns == 0) file.fail("holds blank lines only, expected points");
  points.dimensions = columns;
}

/// The rows of a table that are written: all rows, or the rows of a half list.
class Rows {
 public:
  Rows(const pairs::PairTable& table, bool onlyHalf) : table_(table), onlyHalf_(onlyHalf) {
    forEach([&](std::int32_t, std::size_t) { ++count_; });
  }

  std::int64_t count() const { return count_; }

  /// Calls `visit(i, row)`.
  template <typename Visit>
  void forEach(const Visit& visit) const {
    std::size_t row = 0;
    for (std::int32_t i = 0; i + 1 < std::ssize(table_.offsets); ++i) {
      const auto end = static_cast<std::size_t>(table_.offsets[static_cast<std::size_t>(i) + 1]);
      for (; row < end; ++row) {
        if (!onlyHalf_ || isInHalf(i, row)) visit(i, row);
      }
    }
  }

 private:
  bool isInHalf(std::int32_t i, std::size_t row) const {
    const std::int32_t j = table_.second[row];
    return i != j ? i < j : pairs::isInHalfList(i, j, table_.shifts[row]);
  }

  const pairs::PairTable& table_;
  bool onlyHalf_;
  std::int64_t count_ = 0;
};

/// Returns a file of an array with a value for each row. `rows` must outlive the returned object.
template <typename Value>
file::NewFile arrayFile(const std::filesystem::path& path, const char* type,
                        const file::NpyShape& shape, const Rows& rows, const Value& valueOf) {
  return {path, [&rows, head = file::npyHead(type, shape), valueOf](file::FileWriter& file) {
            file.write(head);
            rows.forEach([&](std::int32_t i, std::size_t row) {
              const auto value = valueOf(i, row);
              file.write({reinterpret_cast<const char*>(&value), sizeof value});
            });
          }};
}

/// Appends the files of the quantities that are written in addition to i and j. `pairs` and `rows`
/// must outlive `files`.
void appendQuantities(std::vector<file::NewFile>& files, const PairsToWrite& pairs,
                      const Rows& rows,
                      const std::function<std::filesystem::path(const char*)>& pathOf) {
  const pairs::PairTable& table = pairs.table;
  const pairs::PairQuantities& written = pairs.written;
  const auto append = [&](const char* name, const char* type, const file::NpyShape& shape,
                          const auto& column) {
    files.push_back(arrayFile(pathOf(name), type, shape, rows,
                              [&column](std::int32_t, std::size_t row) { return column[row]; }));
  };
  if (written.shifts) append("shifts", "i4", {rows.count(), 3}, table.shifts);
  if (written.distances) append("distances", "f8", {rows.count()}, table.distances);
  if (written.vectors) append("vectors", "f8", {rows.count(), 3}, table.vectors);
}

}  // namespace

std::string Points::where(std::int64_t point) const {
  return firstLine > 0 ? fmt::format("{}:{}", name, firstLine + point)
                       : fmt::format("{}: point {}", name, point);
}

void readXyzPoints(file::InputFile& file, Points& points) {
  XyzReader frames(file, {.elements = "points", .moreColumns = true});
  while (frames.readFrame([&] {
    frames.require("pos", 3);
    const std::int64_t firstLine = frames.lines().number() + 1;
    const std::optional<pairs::Cell> cell = frames.cell();
    try {
      if (cell) pairs::Lattice{*cell};
    } catch (const InputError& error) {
      frames.lines().fail(error.what());
    }
    std::vector<std::array<double, 3>> positions;
    while (frames.nextElement()) {
      const auto r = frames.vector<double>("pos");
      positions.push_back({r.x, r.y, r.z});
    }
    points.positions = std::move(positions);
    points.cell = cell;
    points.firstLine = firstLine;
  })) {
  }
  points.leftOut = frames.leftOut();
}

void readNpyPoints(file::InputFile& file, Points& points) {
  const auto [values, shape] = file::readNpyReals(file, 3 * kMaxCount);
  if (shape.size() != 2 || (shape[1] != 2 && shape[1] != 3)) {
    file.fail(fmt::format("has the shape {}, expected (n, 3) or (n, 2)", file::shapeText(shape)));
  }
  if (shape[0] > kMaxCount) {
    file.fail(fmt::format("{} points; at most {} are allowed", shape[0], kMaxCount));
  }
  points.dimensions = static_cast<int>(shape[1]);
  points.positions.assign(static_cast<std::size_t>(shape[0]), {});
  for (std::size_t k = 0; k < values.size(); ++k) {
    const auto [point, axis] = std::div(static_cast<std::int64_t>(k), shape[1]);
    if (!std::isfinite(values[k])) {
      throw InputError(points.where(point), fmt::format("{} is not finite", values[k]));
    }
    points.positions[static_cast<std::size_t>(point)][static_cast<std::size_t>(axis)] = values[k];
  }
}

Points readPoints(const std::string& pathOrDash) {
  file::InputFile file(pathOrDash);
  Points points;
  points.name = file.name();
  if (file.peek() == EOF) {
    file.fail("empty file, expected points (zero points: the header x,y,z alone)");
  }
  const Format* const format = formatOf(pathOrDash, &Format::readPoints);
  if (file::isNpy(file)) {
    readNpyPoints(file, points);
  } else if (format != nullptr) {
    format->readPoints(file, points);
  } else {
    readCsv(file, points);
  }
  return points;
}

void writePairsCsv(const std::filesystem::path& path, const PairsToWrite& pairs) {
  const pairs::PairTable& table = pairs.table;
  const pairs::PairQuantities& written = pairs.written;
  file::writeFile(path, [&](file::FileWriter& file) {
    file.print("i,j{}{}{}\n", written.shifts ? ",s0,s1,s2" : "",
               written.distances ? ",distance" : "", written.vectors ? ",dx,dy,dz" : "");
    fmt::memory_buffer line;
    const auto append = [&](const auto& value) {
      fmt::format_to(std::back_inserter(line), ",{}", value);
    };
    Rows(table, pairs.onlyHalf).forEach([&](std::int32_t i, std::size_t row) {
      line.clear();
      fmt::format_to(std::back_inserter(line), "{}", i);
      append(table.second[row]);
      if (written.shifts) {
        for (const auto shift : table.shifts[row]) append(shift);
      }
      if (written.distances) append(table.distances[row]);
      if (written.vectors) {
        for (const double part : table.vectors[row]) append(part);
      }
      line.push_back('\n');
      file.write({line.data(), line.size()});
    });
  });
}

void writePairsNpy(const std::filesystem::path& path, const PairsToWrite& pairs) {
  const Rows rows(pairs.table, pairs.onlyHalf);
  std::vector<file::NewFile> files{arrayFile(
      path, "i4", {rows.count(), 2}, rows, [&table = pairs.table](std::int32_t i, std::size_t row) {
        return std::array{i, table.second[row]};
      })};
  appendQuantities(files, pairs, rows, [&](const char* what) { return besidePairs(path, what); });
  file::writeTogether(files);
}

void writeNeighbours(const std::filesystem::path& folder, const PairsToWrite& pairs) {
  const Rows rows(pairs.table, false);
  const auto array = [&](const char* name, const auto& values) {
    return file::NewFile{folder / name, [&values](file::FileWriter& file) {
                           file::writeNpy(file, values, {std::ssize(values)});
                         }};
  };
  std::vector<file::NewFile> files{array("offsets.npy", pairs.table.offsets),
                                   array("ids.npy", pairs.table.second)};
  appendQuantities(files, pairs, rows,
                   [&](const char* what) { return folder / fmt::format("{}.npy", what); });
  file::writeTogether(files);
}

void writeClusters(const std::filesystem::path& path, const pairs::Clusters& clusters) {
  file::writeFile(path, [&](file::FileWriter& file) {
    if (path.extension() == ".npy") {
      return file::writeNpy(file, clusters.ofPoint, {std::ssize(clusters.ofPoint)});
    }
    file.write("cluster\n");
    for (const std::int32_t cluster : clusters.ofPoint) file.print("{}\n", cluster);
  });
}

std::filesystem::path besidePairs(const std::filesystem::path& pairs, std::string_view what) {
  return pairs.parent_path() / fmt::format("{}-{}.npy", pairs.stem().string(), what);
}

}  // namespace gpubuck::formats
