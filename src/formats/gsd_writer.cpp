#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <span>

#include "base/error.h"
#include "file/presence.h"
#include "formats/gsd_file.h"

namespace gpubuck::formats {
namespace {

constexpr std::uint64_t kNamesAt = sizeof(GsdHeader), kIndexAt = 4096, kFirstEntries = 128;

/// The names of the chunks, by their numbers. First come the chunks that are in every frame.
constexpr std::array<std::string_view, 20> kNames{"configuration/step",
                                                  "particles/position",
                                                  "particles/velocity",
                                                  "log/time",
                                                  "configuration/box",
                                                  "configuration/dimensions",
                                                  "particles/N",
                                                  "particles/types",
                                                  "particles/typeid",
                                                  "particles/mass",
                                                  "log/box_size",
                                                  "log/periodic",
                                                  "bonds/N",
                                                  "bonds/types",
                                                  "bonds/typeid",
                                                  "bonds/group",
                                                  "angles/N",
                                                  "angles/types",
                                                  "angles/typeid",
                                                  "angles/group"};
namespace chunk {
enum Name : std::uint16_t {
  Step,
  Position,
  Velocity,
  Time,
  Box,
  Dimensions,
  N,
  Types,
  TypeId,
  Mass,
  BoxSize,
  Periodic,
  BondCount,
  BondTypes,
  BondTypeId,
  BondGroup,
  AngleCount,
  AngleTypes,
  AngleTypeId,
  AngleGroup
};
}  // namespace chunk

/// The chunks of bonds, or of angles.
struct LinkChunks {
  chunk::Name count, types, typeId, group;
};
constexpr LinkChunks kBondChunks{chunk::BondCount, chunk::BondTypes, chunk::BondTypeId,
                                 chunk::BondGroup};
constexpr LinkChunks kAngleChunks{chunk::AngleCount, chunk::AngleTypes, chunk::AngleTypeId,
                                  chunk::AngleGroup};

/// The names of species or kinds: one per row, padded with zeros.
struct NameTable {
  std::vector<std::int8_t> characters;
  std::uint32_t columns = 0;
};

template <typename Named>
NameTable tableOf(const std::vector<Named>& all) {
  std::size_t longest = 0;
  for (const Named& each : all) longest = std::max(longest, each.name.size() + 1);
  NameTable table{{}, static_cast<std::uint32_t>(longest)};
  for (const Named& each : all) {
    table.characters.insert(table.characters.end(), each.name.begin(), each.name.end());
    table.characters.resize((table.characters.size() + longest - 1) / longest * longest);
  }
  return table;
}

/// The places of the index and of free space in a file. These places depend only on the frames of
/// the file.
struct Layout {
  std::uint64_t index = kIndexAt, capacity = kFirstEntries, used = 0;
  std::uint64_t end = kIndexAt + kFirstEntries * sizeof(GsdEntry);

  /// Adds a frame whose data end at `dataEnd`. Returns true if the entries of the frame did not fit
  /// into the index, which then has a new place.
  bool add(std::size_t entries, std::uint64_t dataEnd) {
    used += entries;
    end = dataEnd;
    if (used <= capacity) return false;
    while (capacity < used) capacity *= 2;
    index = (end + kIndexAt - 1) / kIndexAt * kIndexAt;
    end = index + capacity * sizeof(GsdEntry);
    return true;
  }
};

std::string_view bytesOf(const GsdHeader& header) {
  return {reinterpret_cast<const char*>(&header), sizeof header};
}

std::string_view bytesOf(std::span<const GsdEntry> entries) {
  return {reinterpret_cast<const char*>(entries.data()), entries.size_bytes()};
}

GsdHeader headerOf(const Layout& layout) {
  GsdHeader header{};
  header.magic = GsdHeader::kMagic;
  header.indexLocation = layout.index;
  header.indexEntries = layout.capacity;
  header.namesLocation = kNamesAt;
  header.namesParts = (kIndexAt - kNamesAt) / GsdHeader::kNameBytes;
  header.schemaVersion = 1 << 16 | 4;
  header.version = 2 << 16;
  std::ranges::copy(std::string_view("gpubuck"), header.application.begin());
  std::ranges::copy(std::string_view("hoomd"), header.schema.begin());
  return header;
}

/// Returns the header, the names and the empty index of a file without frames.
std::string head() {
  std::string bytes(bytesOf(headerOf({})));
  for (const std::string_view name : kNames) (bytes += name) += '\0';
  bytes.resize(Layout{}.end, '\0');
  return bytes;
}

/// The state of a file that gpubuck writes, after a whole frame.
struct State {
  Layout layout;
  std::vector<GsdEntry> entries;
};

/// Adds a frame of a file to a state. Returns false if the frame is not at the place at which
/// gpubuck would have written it.
bool addFrame(State& state, std::span<const GsdEntry> entries) {
  std::uint64_t end = state.layout.end;
  for (const GsdEntry& entry : entries) {
    if (static_cast<std::uint64_t>(entry.location) != end) return false;
    end = endOf(entry);
  }
  state.entries.insert(state.entries.end(), entries.begin(), entries.end());
  state.layout.add(entries.size(), end);
  return true;
}

/// Returns the first bytes of a file. Throws InputError.
std::string beginOf(const std::filesystem::path& path, std::size_t size) {
  file::InputFile file(path.string());
  std::string bytes(size, '\0');
  bytes.resize(file.read(bytes.data(), size));
  return bytes;
}

/// The state of a file that gpubuck has written, and its state after truncation.
struct States {
  State all, kept;
  std::vector<std::int64_t> steps;  ///< steps of all whole frames
  std::uint64_t bytes = 0;          ///< length of the file
};

/// Returns the states of a file before and after the removal of the frames of step `from` and later
/// steps. Returns an empty optional for a file that is only a part of head().
std::optional<States> readStates(const std::filesystem::path& path, std::int64_t from) {
  const std::string empty = head();
  const std::string begin = beginOf(path, empty.size());
  if (begin.size() < empty.size() && empty.starts_with(begin)) return {};
  GsdFile file(path.string());
  States states;
  State &all = states.all, &kept = states.kept;
  bool isOurs =
      begin.substr(kNamesAt, kIndexAt - kNamesAt) == empty.substr(kNamesAt, kIndexAt - kNamesAt);
  for (std::int64_t k = 0; isOurs && k < file.frames(); ++k) {
    states.steps.push_back(stepOf(file, k));
    const bool isKept = kept.entries.size() == all.entries.size() && states.steps.back() < from;
    isOurs = addFrame(all, file.entriesOf(k));
    if (isKept) kept = all;
  }
  isOurs = isOurs && bytesOf(headerOf(all.layout)) == bytesOf(file.header());
  if (!isOurs) file.fail("was not written by a run, so that no run can continue it");
  states.bytes = file.bytes();
  return states;
}

/// Throws InputError if the frames of a file have another box, or other species or kinds of bonds
/// and angles.
void requireSame(const std::filesystem::path& path, const dpd::Fluid& fluid) {
  GsdFile file(path.string());
  const dpd::Fluid held = fluidOf(file);
  const auto haveSameNames = [](const auto& some, const auto& others) {
    return std::ranges::equal(some, others,
                              [](const auto& a, const auto& b) { return a.name == b.name; });
  };
  if (held.box.dimensions != fluid.box.dimensions || held.box.size != fluid.box.size ||
      periodicAxes(held.box) != periodicAxes(fluid.box) ||
      !haveSameNames(held.species, fluid.species)) {
    file.fail("has another box or other species than this run: it is of another scenario");
  }
  const std::vector<std::optional<float>> masses = massesOf(file, 0, fluid);
  for (std::size_t k = 0; k < masses.size(); ++k) {
    if (!masses[k] || *masses[k] == static_cast<float>(fluid.species[k].mass)) continue;
    file.fail("has other masses than this run: it is of another scenario");
  }
  if (!haveSameNames(held.bondKinds, fluid.bondKinds) ||
      !haveSameNames(held.angleKinds, fluid.angleKinds)) {
    file.fail("has other kinds of bonds or angles than this run: it is of another scenario");
  }
}

/// Truncates a file so that it keeps the whole frames before step `from`. If this process is
/// interrupted, the file still has only whole frames.
State cut(const std::filesystem::path& path, std::int64_t from) {
  const auto states = readStates(path, from);
  if (!states) {
    file::resizeFile(path, 0);
    return {};
  }
  const State &all = states->all, &kept = states->kept;
  if (kept.layout.end == states->bytes) return kept;

  file::FileWriter writer(path, file::Opening::Change);
  const auto writeAt = [&](std::uint64_t at, std::string_view bytes) {
    writer.seek(at);
    writer.write(bytes);
    writer.sync();
  };
  constexpr std::size_t kEntry = sizeof(GsdEntry);
  if (kept.layout.index != all.layout.index) {
    std::string index(bytesOf(kept.entries));
    index.resize(static_cast<std::size_t>(kept.layout.capacity) * kEntry, '\0');
    writeAt(kept.layout.index, index);
    writeAt(0, bytesOf(headerOf(kept.layout)));
  } else if (kept.layout.used < all.layout.used) {
    // Readers take the first empty entry as the end of the index.
    const std::uint64_t first = kept.layout.index + kept.layout.used * kEntry;
    const auto entries = static_cast<std::size_t>(all.layout.used - kept.layout.used);
    const std::string none(entries * kEntry, '\0');
    writeAt(first, std::string_view(none).substr(0, kEntry));
    writeAt(first, none);
  }
  writer.close();
  file::resizeFile(path, kept.layout.end);
  return kept;
}

/// Converts a coordinate of gpubuck to a coordinate relative to the middle of a side. The result is
/// rounded such that converting it back gives a coordinate in the box.
float fromMiddle(float coordinate, double side) {
  const double half = 0.5 * side;
  auto x = static_cast<float>(double{coordinate} - half);
  constexpr float kAway = std::numeric_limits<float>::infinity();
  while (double{x} + half >= side) x = std::nextafter(x, -kAway);
  while (double{x} + half < 0.0) x = std::nextafter(x, kAway);
  return x;
}

class GsdWriter : public TrajectoryWriter {
 public:
  GsdWriter(const std::filesystem::path& path, const dpd::Fluid& fluid,
            const dpd::Molecules& molecules, file::Opening opening, Keep keep)
      : fluid_(fluid), molecules_(molecules), keep_(keep) {
    if (opening == file::Opening::Append && file::isThere(path)) {
      state_ = cut(path, std::numeric_limits<std::int64_t>::max());
      if (!state_.entries.empty()) requireSame(path, fluid);
    }
    const bool isNew = state_.entries.empty();
    file_.emplace(path, isNew ? file::Opening::Replace : file::Opening::Change);
    if (!isNew) return;
    file_->write(head());
    settle();
    file_->flush();
  }

  void append(const Frame& frame) override {
    file_->seek(state_.layout.end);
    std::uint64_t end = state_.layout.end;
    std::vector<GsdEntry>& entries = state_.entries;
    const std::uint64_t number = entries.empty() ? 0 : entries.back().frame + 1;
    const std::size_t before = entries.size();
    const auto put = [&]<typename T>(chunk::Name name, const std::vector<T>& values,
                                     std::uint32_t columns = 1) {
      const std::string_view bytes(reinterpret_cast<const char*>(values.data()),
                                   values.size() * sizeof(T));
      entries.push_back({.frame = number,
                         .rows = values.size() / columns,
                         .location = static_cast<std::int64_t>(end),
                         .columns = columns,
                         .name = name,
                         .type = gsdType<T>(),
                         .flags = 0});
      file_->write(bytes);
      end += bytes.size();
    };
    const dpd::Particles& particles = frame.particles;
    put(chunk::Step, std::vector{static_cast<std::uint64_t>(frame.step)});
    put(chunk::Position, centred(particles.position), 3);
    if (!particles.velocity.empty()) put(chunk::Velocity, numbersOf(particles.velocity), 3);
    put(chunk::Time, std::vector{frame.time});
    if (number == 0) putConstants(particles.species, put);

    const bool moved = state_.layout.add(entries.size() - before, end);
    const std::span<const GsdEntry> added = std::span(entries).subspan(before);
    if (moved) {
      file_->seek(state_.layout.index);
      file_->write(bytesOf(entries));
      const std::size_t unused = static_cast<std::size_t>(state_.layout.capacity) - entries.size();
      file_->write(std::string(unused * sizeof(GsdEntry), '\0'));
    }
    settle();
    if (moved) {
      file_->seek(0);
      file_->write(bytesOf(headerOf(state_.layout)));
      settle();
    } else {
      enter(added, before);
    }
    file_->flush();
  }

  void sync() override { file_->sync(); }

 private:
  /// Makes sure that later data reach the disk only after all earlier data.
  void settle() {
    if (keep_ == Keep::EachFrame) file_->sync();
  }

  /// Enters a frame in the index, after `before` entries. Without its first entry, a frame does not
  /// exist for readers. The sector of the disk that has the first entry is therefore written last.
  /// A disk writes a sector completely or not at all. The entries of a frame fit into two sectors,
  /// except in a first frame with molecules.
  void enter(std::span<const GsdEntry> added, std::size_t before) {
    constexpr std::size_t kInSector = 512 / sizeof(GsdEntry);
    const std::size_t inFirst = std::min(added.size(), kInSector - before % kInSector);
    const auto write = [&](std::size_t at, std::span<const GsdEntry> entries) {
      if (entries.empty()) return;
      file_->seek(state_.layout.index + at * sizeof(GsdEntry));
      file_->write(bytesOf(entries));
      settle();
    };
    write(before + inFirst, added.subspan(inFirst));
    write(before, added.first(inFirst));
  }

  /// Calls `put` for the chunks of bonds or of angles, if the fluid has kinds of them.
  template <typename Kind, typename Link, typename Put>
  static void putLinks(const LinkChunks& chunks, const std::vector<Kind>& kinds,
                       const std::vector<Link>& links, const Put& put) {
    if (kinds.empty()) return;
    const NameTable names = tableOf(kinds);
    put(chunks.count, std::vector{static_cast<std::uint32_t>(links.size())});
    put(chunks.types, names.characters, names.columns);
    if (links.empty()) return;
    std::vector<std::uint32_t> types, ids;
    for (const Link& link : links) {
      types.push_back(static_cast<std::uint32_t>(link.kind));
      ids.insert(ids.end(), link.ids.begin(), link.ids.end());
    }
    put(chunks.typeId, types);
    put(chunks.group, ids, static_cast<std::uint32_t>(links.front().ids.size()));
  }

  /// Calls `put` for the chunks that only the first frame has, since they hold for all frames.
  template <typename Put>
  void putConstants(const std::vector<int>& species, const Put& put) const {
    const cells::Box& box = fluid_.box;
    const bool isFlat = box.dimensions == 2;
    const glm::dvec3& size = box.size;
    const glm::vec3 held(size);
    const NameTable names = tableOf(fluid_.species);
    std::vector<float> masses;
    for (const int k : species) {
      masses.push_back(static_cast<float>(fluid_.species[static_cast<std::size_t>(k)].mass));
    }
    const std::array<bool, 3> periodic = periodicAxes(box);
    put(chunk::Box, std::vector{held.x, held.y, isFlat ? 0.0f : held.z, 0.0f, 0.0f, 0.0f});
    put(chunk::Dimensions, std::vector{static_cast<std::uint8_t>(box.dimensions)});
    put(chunk::N, std::vector{static_cast<std::uint32_t>(species.size())});
    put(chunk::Types, names.characters, names.columns);
    put(chunk::TypeId, std::vector<std::uint32_t>(species.begin(), species.end()));
    put(chunk::Mass, masses);
    put(chunk::BoxSize, std::vector{size.x, size.y, size.z});
    put(chunk::Periodic, std::vector<std::uint8_t>(periodic.begin(), periodic.end()));
    putLinks(kBondChunks, fluid_.bondKinds, molecules_.bonds, put);
    putLinks(kAngleChunks, fluid_.angleKinds, molecules_.angles, put);
  }

  static std::vector<float> numbersOf(const std::vector<glm::vec3>& vectors) {
    std::vector<float> numbers;
    numbers.reserve(3 * vectors.size());
    for (const glm::vec3& v : vectors) numbers.insert(numbers.end(), {v.x, v.y, v.z});
    return numbers;
  }

  std::vector<float> centred(const std::vector<glm::vec3>& positions) const {
    std::vector<float> numbers = numbersOf(positions);
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      const int axis = static_cast<int>(k % 3);
      const cells::Box& box = fluid_.box;
      if (axis < box.dimensions) numbers[k] = fromMiddle(numbers[k], box.size[axis]);
    }
    return numbers;
  }

  dpd::Fluid fluid_;
  dpd::Molecules molecules_;
  Keep keep_;
  State state_;
  std::optional<file::FileWriter> file_;
};

}  // namespace

std::unique_ptr<TrajectoryWriter> makeGsdWriter(const std::filesystem::path& path,
                                                const dpd::Fluid& fluid,
                                                const dpd::Molecules& molecules,
                                                file::Opening opening, Keep keep) {
  return std::make_unique<GsdWriter>(path, fluid, molecules, opening, keep);
}

std::vector<std::int64_t> stepsOfGsd(const std::filesystem::path& path, const dpd::Fluid& fluid) {
  const auto states = readStates(path, std::numeric_limits<std::int64_t>::max());
  if (!states) return {};
  if (!states->steps.empty()) requireSame(path, fluid);
  return states->steps;
}

void cutGsd(const std::filesystem::path& path, std::int64_t from) { cut(path, from); }

}  // namespace gpubuck::formats
