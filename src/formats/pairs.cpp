#include "formats/pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <iterator>

#include "base/error.h"
#include "base/id.h"
#include "file/input_file.h"
#include "file/npy.h"
#include "file/output_file.h"
#include "formats/xyz.h"

namespace gpubuck::formats {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// The columns of a header line, 2 or 3; 0 if it is not a header.
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
  std::int64_t blankLine = 0;  // the first one, which only others may follow
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
      lines.fail(fmt::format("{} columns, expected {}", here,
                             columns == 0 ? "x,y or x,y,z" : std::to_string(columns)));
    }
    if (std::ssize(points.positions) == kMaxCount) {
      lines.fail(fmt::format("more than {} points", kMaxCount));
    }
    glm::dvec3 position(0.0);
    for (int axis = 0; axis < columns; ++axis) {
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

void readLastFrame(file::InputFile& file, Points& points) {
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
    std::vector<glm::dvec3> positions;
    while (frames.nextElement()) positions.push_back(frames.vector<double>("pos"));
    points.positions = std::move(positions);
    points.cell = cell;
    points.firstLine = firstLine;
  })) {
  }
  points.leftOut = frames.leftOut();
}

void readArray(file::InputFile& file, Points& points) {
  const auto [values, shape] = file::readNpyReals(file, 3 * kMaxCount);
  if (shape.size() != 2 || (shape[1] != 2 && shape[1] != 3)) {
    file.fail(fmt::format("has the shape {}, expected (n, 3) or (n, 2)", file::shapeText(shape)));
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

template <typename Value>
void writeBytes(file::FileWriter& file, const Value& value) {
  file.write({reinterpret_cast<const char*>(&value), sizeof value});
}

/// An entry of a list: a pair.
struct Entry {
  std::int32_t i;
  std::int32_t j;
  std::size_t row;
};

/// The entries of lists in open space or in a box.
class BoxEntries {
 public:
  BoxEntries(const pairs::NeighbourList& lists, const pairs::Distances* distances)
      : lists_(lists), distances_(distances) {}

  std::int64_t count() const { return std::ssize(lists_.ids); }
  std::int64_t pairs() const { return lists_.pairs(); }
  bool hasDistances() const { return distances_ != nullptr; }
  double distance(const Entry& entry) const {
    return std::sqrt(distances_->squared(entry.i, entry.j));
  }
  static bool hasShifts() { return false; }
  static pairs::Shift shift(const Entry&) { return {}; }

  template <typename Visit>
  void forEach(const Visit& visit) const {
    std::size_t row = 0;
    for (std::int64_t i = 0; i + 1 < std::ssize(lists_.offsets); ++i) {
      for (const std::int32_t j : lists_.of(i)) {
        visit(Entry{static_cast<std::int32_t>(i), j, row++});
      }
    }
  }
  template <typename Visit>
  void forEachPair(const Visit& visit) const {
    forEach([&](const Entry& entry) {
      if (entry.i < entry.j) visit(entry);
    });
  }

 private:
  const pairs::NeighbourList& lists_;
  const pairs::Distances* distances_;
};

/// Those of a table.
class CellEntries {
 public:
  explicit CellEntries(const CellPairs& pairs) : pairs_(pairs), table_(pairs.table) {
    if (pairs.onlyHalf) forEachPair([&](const Entry&) { ++half_; });
  }

  std::int64_t count() const { return table_.size(); }
  std::int64_t pairs() const { return pairs_.onlyHalf ? half_ : count(); }
  bool hasDistances() const { return pairs_.written.distances; }
  double distance(const Entry& entry) const { return table_.distances[entry.row]; }
  bool hasShifts() const { return pairs_.written.shifts; }
  const pairs::Shift& shift(const Entry& entry) const { return table_.shifts[entry.row]; }

  template <typename Visit>
  void forEach(const Visit& visit) const {
    for (std::size_t row = 0; row < table_.first.size(); ++row) {
      visit(Entry{table_.first[row], table_.second[row], row});
    }
  }
  template <typename Visit>
  void forEachPair(const Visit& visit) const {
    forEach([&](const Entry& entry) {
      if (pairs_.onlyHalf && !pairs::isInHalfList(entry.i, entry.j, shift(entry))) return;
      visit(entry);
    });
  }

 private:
  const CellPairs& pairs_;
  const pairs::PairTable& table_;
  std::int64_t half_ = 0;
};

template <typename Entries>
void writeCsv(const std::filesystem::path& path, const Entries& entries) {
  file::writeFile(path, [&](file::FileWriter& file) {
    file.print("i,j{}{}\n", entries.hasShifts() ? ",s0,s1,s2" : "",
               entries.hasDistances() ? ",distance" : "");
    fmt::memory_buffer line;
    const auto end = std::back_inserter(line);
    entries.forEachPair([&](const Entry& entry) {
      line.clear();
      fmt::format_to(end, "{},{}", entry.i, entry.j);
      if (entries.hasShifts()) {
        const pairs::Shift& s = entries.shift(entry);
        fmt::format_to(end, ",{},{},{}", s[0], s[1], s[2]);
      }
      if (entries.hasDistances()) fmt::format_to(end, ",{}", entries.distance(entry));
      line.push_back('\n');
      file.write({line.data(), line.size()});
    });
  });
}

template <typename Entries>
void writeNpyOfPairs(const std::filesystem::path& path, const Entries& entries) {
  const auto column = [&](const std::filesystem::path& name, const char* type,
                          const file::NpyShape& shape, const auto& valueOf) {
    return file::NewFile{
        name, [&entries, head = file::npyHead(type, shape), valueOf](file::FileWriter& file) {
          file.write(head);
          entries.forEachPair([&](const Entry& entry) { writeBytes(file, valueOf(entry)); });
        }};
  };
  const std::int64_t pairs = entries.pairs();
  std::vector<file::NewFile> files{column(path, "i4", {pairs, 2}, [](const Entry& entry) {
    return std::array{entry.i, entry.j};
  })};
  if (entries.hasShifts()) {
    files.push_back(column(besidePairs(path, "shifts"), "i4", {pairs, 3},
                           [&](const Entry& entry) { return entries.shift(entry); }));
  }
  if (entries.hasDistances()) {
    files.push_back(column(besidePairs(path, "distances"), "f8", {pairs},
                           [&](const Entry& entry) { return entries.distance(entry); }));
  }
  file::writeTogether(files);
}

template <typename Entries, typename Ids>
void writeLists(const std::filesystem::path& folder, const Entries& entries,
                const std::vector<std::int64_t>& offsets, const Ids& ids) {
  const auto array = [&](const char* name, const auto& values) {
    return file::NewFile{folder / name, [&values](file::FileWriter& file) {
                           file::writeNpy(file, values, {std::ssize(values)});
                         }};
  };
  std::vector<file::NewFile> files{array("offsets.npy", offsets), array("ids.npy", ids)};
  if (entries.hasShifts()) {
    files.push_back({folder / "shifts.npy", [&](file::FileWriter& file) {
                       file.write(file::npyHead("i4", {entries.count(), 3}));
                       entries.forEach(
                           [&](const Entry& entry) { writeBytes(file, entries.shift(entry)); });
                     }});
  }
  if (entries.hasDistances()) {
    files.push_back({folder / "distances.npy", [&](file::FileWriter& file) {
                       file.write(file::npyHead("f8", {entries.count()}));
                       entries.forEach(
                           [&](const Entry& entry) { writeBytes(file, entries.distance(entry)); });
                     }});
  }
  file::writeTogether(files);
}

}  // namespace

std::string Points::where(std::int64_t point) const {
  return firstLine > 0 ? fmt::format("{}:{}", name, firstLine + point)
                       : fmt::format("{}: point {}", name, point);
}

Points readPoints(const std::string& pathOrDash) {
  file::InputFile file(pathOrDash);
  Points points;
  points.name = file.name();
  if (file.peek() == EOF) {
    file.fail("empty file, expected points (zero points: the header x,y,z alone)");
  }
  if (file::isNpy(file) || pathOrDash.ends_with(".npy")) {
    readArray(file, points);
  } else if (pathOrDash.ends_with(".xyz")) {
    readLastFrame(file, points);
  } else {
    readCsv(file, points);
  }
  return points;
}

void writePairsCsv(const std::filesystem::path& path, const pairs::NeighbourList& neighbours,
                   const pairs::Distances* distances) {
  writeCsv(path, BoxEntries(neighbours, distances));
}

void writePairsCsv(const std::filesystem::path& path, const CellPairs& pairs) {
  writeCsv(path, CellEntries(pairs));
}

void writePairsNpy(const std::filesystem::path& path, const pairs::NeighbourList& neighbours,
                   const pairs::Distances* distances) {
  writeNpyOfPairs(path, BoxEntries(neighbours, distances));
}

void writePairsNpy(const std::filesystem::path& path, const CellPairs& pairs) {
  writeNpyOfPairs(path, CellEntries(pairs));
}

void writeNeighbours(const std::filesystem::path& folder, const pairs::NeighbourList& neighbours,
                     const pairs::Distances* distances) {
  writeLists(folder, BoxEntries(neighbours, distances), neighbours.offsets, neighbours.ids);
}

void writeNeighbours(const std::filesystem::path& folder, const CellPairs& pairs) {
  writeLists(folder, CellEntries(pairs), pairs.table.offsets, pairs.table.second);
}

std::filesystem::path besidePairs(const std::filesystem::path& pairs, std::string_view what) {
  return pairs.parent_path() / fmt::format("{}-{}.npy", pairs.stem().string(), what);
}

}  // namespace gpubuck::formats
