#include "pairs/pair_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "base/number.h"

namespace gpubuck::pairs {
namespace {

/// Number of slots that are downloaded at once: 64 MB.
constexpr std::int64_t kPart = std::int64_t{1} << 24;

/// Number of positions that an invocation reads at once. It may thus read beyond the last position.
constexpr std::int64_t kReadTogether = 4;
constexpr const char* kPointsInBuffer = "#define POINTS_IN_BUFFER\n";

/// Returns whether passes read vectors from buffers. A GPU reads vectors faster from buffers than
/// from textures, a software renderer more slowly.
bool readsBuffer(const texel::Device& device) {
  return device.engine() == texel::Engine::Fast && !device.isSoftware();
}

std::uint64_t low64(const glm::uvec4& ends) { return std::uint64_t{ends.y} << 32 | ends.x; }

/// Returns the size of the buffer through which `slots` slots are downloaded part by part.
std::int64_t partRoom(std::int64_t slots) {
  return PairList::roomFor(std::min(slots + slots / 16, kPart));
}

std::string number(double value) { return fmt::format("{:.9e}", static_cast<float>(value)); }

/// Returns the GLSL with which the passes of lists begin. Points whose distance exceeds the radius
/// by up to `beyond` margins count as possible neighbours.
std::string prologueFor(const PointLayout& layout, ListKind kind, double beyond) {
  std::string text = cells::gridPrologue(layout.grid);
  text += "#define SORTED\n";
  text += cells::walkPrologue(sort::ResultKind::Ranges);
  if (kind == ListKind::Half) text += "#define HALF_LIST\n";
  if (kind == ListKind::HalfCells) text += "#define HALF_CELLS\n";
  if (layout.isHashed()) {
    text += "#define HASHED\n";
    text += fmt::format("const ivec3 kHashed = ivec3({:d}, {:d}, {:d});\n", layout.hashed[0],
                        layout.hashed[1], layout.hashed[2]);
  }
  const double possible = layout.radius + beyond * layout.margin;
  const double sure = layout.floatsDecide ? layout.radius - layout.margin : 0.0;
  text += fmt::format(
      "const float kPossibleSquared = {};\nconst float kSureSquared = {};\nconst uint kAmbiguous = "
      "{}u;\n",
      number(possible * possible), number(sure > 0.0 ? sure * sure : -1.0), kAmbiguous);
  return text;
}

sort::Settings resolved(const texel::Device& device, sort::Settings settings) {
  settings.algorithm = sort::resolve(settings.algorithm, device.engine(), sort::ResultKind::Ranges);
  return settings;
}

/// Returns the blocks from which the passes of lists read positions.
std::vector<texel::Block> positionBlocks(const texel::Device& device) {
  if (!readsBuffer(device)) return {};
  return {{"b_position", "vec4"}};
}

/// Returns the GLSL by which the passes of lists read positions, from a buffer or a texture.
const char* positionForm(const texel::Device& device) {
  return readsBuffer(device) ? kPointsInBuffer : "#define SOFTWARE\n";
}

texel::MapPassInfo gatherPointsInfo(bool isInBuffer, bool isHashed) {
  texel::MapPassInfo info{.name = "pairs/gather_points"};
  if (isInBuffer) {
    info.writes = {{"b_position", "vec4"}};
    info.prologue = kPointsInBuffer;
  } else {
    info.outputs = {{"o_position", texel::Format::Vec4}};
  }
  if (isHashed) {
    info.outputs.push_back({"o_tile", texel::Format::UInt4});
    info.prologue += "#define HASHED\n";
  }
  return info;
}

}  // namespace

PairList::PairList(const texel::Device& device, const PointLayout& layout, std::int64_t points,
                   ListKind kind, const sort::Settings& settings, std::int64_t partWindows)
    : device_(&device),
      points_(points),
      partWindows_(partWindows),
      prologue_(prologueFor(layout, kind, 1.0)),
      roles_{.centres = points, .firstListed = 0, .endListed = points},
      cells_(device, layout.grid, resolved(device, settings), points),
      ranges_(device, cells_),
      gatherPoints_(device, gatherPointsInfo(readsBuffer(device), layout.isHashed())) {
  if (readsBuffer(device)) {
    positionBuffer_.emplace("points by cell", 4 * (points + kReadTogether));
  } else {
    position_.emplace(device, "points by cell", points);
  }
  if (layout.isHashed()) tile_.emplace(device, "tiles by cell", points);
  if (device.engine() == texel::Engine::Paper) {
    windows_.emplace(device, prologue_, points, partWindows);
    return;
  }
  const std::string form = positionForm(device);
  const std::vector<texel::Block> blocks = positionBlocks(device);
  // Two programs may round the same distance differently. Points are therefore counted up to a
  // distance that is half a margin larger than the distance up to which they are listed, so that
  // every list has enough room.
  counted_.emplace(
      Counted{.count = {device,
                        {.name = "pairs/count_pairs",
                         .outputs = {{"o_count", texel::Format::UInt4}},
                         .reads = blocks,
                         .prologue = form + prologueFor(layout, kind, 1.5),
                         .work = texel::Work::Uneven}},
              .store = {device,
                        {.name = "pairs/store_pairs",
                         .reads = blocks,
                         .writes = {{"b_slots", readsBuffer(device) ? "uvec4" : "uint"}},
                         .prologue = form + prologue_,
                         .work = texel::Work::Uneven}},
              .prefixSum = {device, points},
              .counts = {device, "pair counts", points},
              .ends = {device, "pair ends", points}});
}

void PairList::gatherPoints(const texel::Vec4Array& position, const texel::UInt4Array* tile) {
  std::vector<texel::Input> inputs{{"u_order", points()}, {"u_position", position}};
  std::vector<texel::Output> outputs;
  if (position_) {
    outputs.emplace_back("o_position", *position_);
  } else {
    outputs.emplace_back("b_position", *positionBuffer_);
  }
  if (tile_) {
    inputs.emplace_back("u_tile", *tile);
    outputs.emplace_back("o_tile", *tile_);
  }
  gatherPoints_.run(points_, inputs, outputs);
}

std::vector<texel::Input> PairList::walkInputs() const {
  std::vector<texel::Input> inputs{{"u_start", ranges_.start(cells_)},
                                   {"u_centres", static_cast<int>(roles_.centres)},
                                   {"u_firstListed", static_cast<int>(roles_.firstListed)},
                                   {"u_endListed", static_cast<int>(roles_.endListed)}};
  if (position_) inputs.emplace_back("u_position", *position_);
  if (positionBuffer_) inputs.emplace_back("b_position", *positionBuffer_);
  if (tile_) inputs.emplace_back("u_tile", *tile_);
  return inputs;
}

void PairList::find(const texel::Vec4Array& position, const texel::UInt4Array* tile,
                    const ShareDone& progress) {
  clock_.reset();
  cells_.reset();
  cells_.sort(position);
  ranges_.find(cells_);
  gatherPoints(position, tile);
  const std::vector<texel::Input> inputs = walkInputs();
  inWindows_ = !counted_ || !count(inputs, progress);
  if (!inWindows_) return;
  if (!windows_) windows_.emplace(*device_, prologue_, points_, partWindows_);
  windows_->find(inputs, clock_, progress);
}

bool PairList::count(const std::vector<texel::Input>& inputs, const ShareDone& progress) {
  counted_->countSlices.run(
      {.first = 0, .count = points_},
      [&](const texel::Range& lists) {
        counted_->count.run(lists, inputs, {{"o_count", counted_->counts}});
      },
      progress);
  counted_->prefixSum.run(counted_->counts, counted_->ends);
  clock_.searched();
  return !device_->isSoftware() || counted_->prefixSum.totals()[1] == 0;
}

std::uint64_t PairList::slots() const {
  if (!inWindows_) return counted_->prefixSum.totals()[0];
  const std::vector<std::uint32_t>& lengths = windows_->lengths();
  return std::accumulate(lengths.begin(), lengths.end(), std::uint64_t{0});
}

std::uint64_t PairList::potential() {
  if (!potential_) {
    const auto info = [&](const char* name, const char* output) {
      texel::MapPassInfo pass{.name = name,
                              .outputs = {{output, texel::Format::UInt4}},
                              .reads = positionBlocks(*device_),
                              .prologue = prologue_};
      if (device_->engine() == texel::Engine::Fast) pass.prologue += positionForm(*device_);
      return pass;
    };
    potential_.emplace(Potential{.listed = {*device_, info("pairs/listed_places", "o_listed")},
                                 .count = {*device_, info("pairs/count_potential", "o_potential")},
                                 .prefixSum = {*device_, points_},
                                 .counts = {*device_, "potential pair counts", points_},
                                 .ends = {*device_, "potential pair ends", points_}});
  }
  Potential& potential = *potential_;
  std::vector<texel::Input> inputs = walkInputs();
  potential.listed.run(points_, inputs, {{"o_listed", potential.counts}});
  potential.prefixSum.run(potential.counts, potential.ends);
  inputs.emplace_back("u_listedEnds", potential.ends);
  potential.count.run(points_, inputs, {{"o_potential", potential.counts}});
  potential.prefixSum.run(potential.counts, potential.ends);
  return potential.prefixSum.totals()[0];
}

PairList::Lists PairList::lists() {
  Lists lists;
  clock_.begin();
  lists.points.reserve(static_cast<std::size_t>(points_));
  lists.ends.reserve(static_cast<std::size_t>(points_));
  for (const texel::IdTexel& point : points().download()) {
    lists.points.push_back(texel::decodeId(point));
  }
  if (!inWindows_) {
    for (const glm::uvec4& end : counted_->ends.download()) {
      lists.ends.push_back(static_cast<std::int64_t>(low64(end)));
    }
  } else {
    std::int64_t end = 0;
    for (const std::uint32_t length : windows_->lengths()) lists.ends.push_back(end += length);
  }
  clock_.downloaded();
  return lists;
}

std::int64_t PairList::roomFor(std::int64_t slots) { return 4 * divideUp(slots, 4); }

void PairList::fill(texel::UIntBuffer& slots) { store({.first = 0, .count = points_}, 0, slots); }

void PairList::store(const texel::Range& lists, std::uint32_t firstSlot, texel::UIntBuffer& slots) {
  std::vector<texel::Input> inputs = walkInputs();
  inputs.emplace_back("u_end", counted_->ends);
  counted_->store.set("u_firstSlot", static_cast<GLuint>(firstSlot));
  counted_->store.run(lists, inputs, {{"b_slots", slots}});
}

std::int64_t PairList::readBytes(std::int64_t slots) const {
  if (inWindows_) return windows_->readBytes(slots);
  constexpr std::int64_t kBytesPerSlot = sizeof(std::uint32_t);
  const std::int64_t part = std::min(slots, kPart);
  // Counted::part and Counted::read are allocated together. On a software renderer, Counted::part,
  // which shaders write, is in main memory, too.
  if (counted_->part && counted_->part->count() >= part) return 0;
  return kBytesPerSlot * partRoom(slots) * (device_->isSoftware() ? 2 : 1);
}

void PairList::read(const Lists& lists, const Reader& reader, const ShareDone& progress) {
  if (inWindows_) {
    windows_->read(walkInputs(), reader, clock_, progress);
  } else {
    readStored(lists, reader, progress);
  }
}

void PairList::readStored(const Lists& lists, const Reader& reader, const ShareDone& progress) {
  const auto endOf = [&](std::int64_t list) {
    return list < 0 ? std::int64_t{0} : lists.ends[static_cast<std::size_t>(list)];
  };
  const std::int64_t all = endOf(points_ - 1);
  std::optional<texel::UIntBuffer>& part = counted_->part;
  if (!part || part->count() < std::min(all, kPart)) {
    part.emplace("pair slots", partRoom(all));
    counted_->read.emplace("pair slots, to read", partRoom(all));
  }
  // Lists have at most as many points as there are ids, so that at least one list fits into each
  // part. Shaders count slots from the first slot of a part, in 32 bits. The number of the first
  // slot itself may be longer; its low 32 bits are enough.
  for (std::int64_t first = 0; first < points_;) {
    const std::int64_t begin = endOf(first - 1);
    std::int64_t last = first;
    while (last < points_ && endOf(last) - begin <= kPart) ++last;
    const std::int64_t slots = endOf(last - 1) - begin;
    const auto ends =
        std::span(lists.ends)
            .subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first));
    if (slots == 0) {
      PairWindows::readLists(reader, first, ends, begin, {});
    } else {
      const auto done = [&](double share) {
        progress((static_cast<double>(begin) + share * static_cast<double>(slots)) /
                 static_cast<double>(all));
      };
      clock_.begin();
      counted_->storeSlices.run(
          {.first = first, .count = last - first},
          [&](const texel::Range& slice) {
            store(slice, static_cast<std::uint32_t>(begin), *part);
          },
          progress ? ShareDone(done) : ShareDone());
      clock_.searched();
      const texel::ReadBuffer::Mapped stored = counted_->read->copy(*part, slots);
      clock_.downloaded();
      PairWindows::readLists(reader, first, ends, begin, stored.numbers());
    }
    first = last;
  }
}

}  // namespace gpubuck::pairs
