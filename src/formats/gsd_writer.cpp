#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <optional>
#include <span>

#include "base/error.h"
#include "formats/gsd.h"

namespace gpubuck::formats {
namespace {

constexpr std::uint64_t kNamesAt = sizeof(GsdHeader), kIndexAt = 4096, kFirstEntries = 128;

/// The chunks' names, by their numbers: first those of every frame.
constexpr std::array<std::string_view, 12> kNames{
    "configuration/step", "particles/position",       "particles/velocity", "log/time",
    "configuration/box",  "configuration/dimensions", "particles/N",        "particles/types",
    "particles/typeid",   "particles/mass",           "log/box_size",       "log/periodic"};
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
  Periodic
};
}  // namespace chunk

/// Where things are in a file, which follows from its frames alone. Four entries of a frame, twelve
/// of the first, never lie on two sectors of the disk: a frame is entered whole or not at all.
struct Layout {
  std::uint64_t index = kIndexAt, capacity = kFirstEntries, used = 0;
  std::uint64_t end = kIndexAt + kFirstEntries * sizeof(GsdEntry);

  /// Adds a frame whose data end at `dataEnd`. True: its index does not fit and has a new place.
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

/// Header, names and the empty index of a file without frames.
std::string head() {
  std::string bytes(bytesOf(headerOf({})));
  for (const std::string_view name : kNames) (bytes += name) += '\0';
  bytes.resize(Layout{}.end, '\0');
  return bytes;
}

/// A file of ours between two frames.
struct State {
  Layout layout;
  std::vector<GsdEntry> entries;
};

/// Adds a frame of a file to a state; false where it is not where a writer of ours has put it.
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

/// The first bytes of a file.
std::string beginOf(const std::filesystem::path& path, std::size_t size) {
  std::string bytes(size, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), static_cast<std::streamsize>(size));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

/// A file of ours as it is, and as it is to be cut.
struct States {
  State all, kept;
  std::vector<std::int64_t> steps;  ///< of all whole frames
  std::uint64_t bytes = 0;          ///< of the file
};

/// The states of a file that keeps its frames before the first of step `from` or later; none for a
/// file that ends within its head.
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
  if (!isOurs) file.fail("is not as a run writes it: a run cannot continue it");
  states.bytes = file.bytes();
  return states;
}

/// Throws InputError where the frames of a file are of another box or other species.
void requireSame(const std::filesystem::path& path, const dpd::Fluid& fluid) {
  GsdFile file(path.string());
  const dpd::Fluid held = fluidOf(file);
  if (held.box.size == fluid.box.size && periodicAxes(held.box) == periodicAxes(fluid.box) &&
      std::ranges::equal(held.species, fluid.species, {}, &dpd::Species::name,
                         &dpd::Species::name)) {
    return;
  }
  file.fail("has another box or other species than this run: it is of another scenario");
}

/// Truncates a file before its first frame of step `from` or later, and after its last whole frame.
/// At every moment it is a file of whole frames.
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
    index.resize(kept.layout.capacity * kEntry, '\0');
    writeAt(kept.layout.index, index);
    writeAt(0, bytesOf(headerOf(kept.layout)));
  } else if (kept.layout.used < all.layout.used) {
    // The index ends at its first empty entry.
    const std::uint64_t first = kept.layout.index + kept.layout.used * kEntry;
    const std::string none((all.layout.used - kept.layout.used) * kEntry, '\0');
    writeAt(first, std::string_view(none).substr(0, kEntry));
    writeAt(first, none);
  }
  writer.close();
  file::resizeFile(path, kept.layout.end);
  return kept;
}

/// A coordinate of ours as one from the middle of a side, so that the way back ends in the box.
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
  GsdWriter(const std::filesystem::path& path, const dpd::Fluid& fluid, file::Opening opening,
            Keep keep)
      : box_(fluid.box), species_(fluid.species), keep_(keep) {
    if (opening == file::Opening::Append && std::filesystem::is_regular_file(path)) {
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
      const std::size_t unused = state_.layout.capacity - entries.size();
      file_->write(std::string(unused * sizeof(GsdEntry), '\0'));
    }
    settle();
    file_->seek(moved ? 0 : state_.layout.index + before * sizeof(GsdEntry));
    file_->write(moved ? bytesOf(headerOf(state_.layout)) : bytesOf(added));
    settle();
    file_->flush();
  }

  void sync() override { file_->sync(); }

 private:
  /// Makes sure that later data reach the disk only after all earlier ones.
  void settle() {
    if (keep_ == Keep::EachFrame) file_->sync();
  }

  /// Puts the chunks that all frames share.
  template <typename Put>
  void putConstants(const std::vector<int>& species, const Put& put) const {
    const bool isFlat = box_.dimensions == 2;
    const glm::dvec3& size = box_.size;
    const glm::vec3 held(size);
    std::size_t longest = 0;
    for (const dpd::Species& each : species_) longest = std::max(longest, each.name.size() + 1);
    std::vector<std::int8_t> names;
    for (const dpd::Species& each : species_) {
      names.insert(names.end(), each.name.begin(), each.name.end());
      names.resize((names.size() + longest - 1) / longest * longest);
    }
    std::vector<float> masses;
    for (const int k : species) {
      masses.push_back(static_cast<float>(species_[static_cast<std::size_t>(k)].mass));
    }
    const std::array<bool, 3> periodic = periodicAxes(box_);
    put(chunk::Box, std::vector{held.x, held.y, isFlat ? 0.0f : held.z, 0.0f, 0.0f, 0.0f});
    put(chunk::Dimensions, std::vector{static_cast<std::uint8_t>(box_.dimensions)});
    put(chunk::N, std::vector{static_cast<std::uint32_t>(species.size())});
    put(chunk::Types, names, static_cast<std::uint32_t>(longest));
    put(chunk::TypeId, std::vector<std::uint32_t>(species.begin(), species.end()));
    put(chunk::Mass, masses);
    put(chunk::BoxSize, std::vector{size.x, size.y, size.z});
    put(chunk::Periodic, std::vector<std::uint8_t>(periodic.begin(), periodic.end()));
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
      if (axis < box_.dimensions) numbers[k] = fromMiddle(numbers[k], box_.size[axis]);
    }
    return numbers;
  }

  cells::Box box_;
  std::vector<dpd::Species> species_;
  Keep keep_;
  State state_;
  std::optional<file::FileWriter> file_;
};

}  // namespace

std::unique_ptr<TrajectoryWriter> makeGsdWriter(const std::filesystem::path& path,
                                                const dpd::Fluid& fluid, file::Opening opening,
                                                Keep keep) {
  return std::make_unique<GsdWriter>(path, fluid, opening, keep);
}

std::vector<std::int64_t> stepsOfGsd(const std::filesystem::path& path, const dpd::Fluid& fluid) {
  const auto states = readStates(path, std::numeric_limits<std::int64_t>::max());
  if (!states) return {};
  if (!states->steps.empty()) requireSame(path, fluid);
  return states->steps;
}

void cutGsd(const std::filesystem::path& path, std::int64_t from) { cut(path, from); }

}  // namespace gpubuck::formats
