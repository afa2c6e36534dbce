#include "search/pair_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>

#include "base/error.h"
#include "base/number.h"

namespace gpubuck::search {
namespace {

constexpr int kBlock = 16;      // slots of an invocation that gathers: 4 outputs of 4
constexpr int kGroupSize = 32;  // as in texel/map_pass.cpp

/// Slots the CPU takes over at once: 64 MB.
constexpr std::int64_t kPart = std::int64_t{1} << 24;

std::uint64_t low64(const glm::uvec4& ends) { return std::uint64_t{ends.y} << 32 | ends.x; }

std::string vec3Constant(const char* type, const char* name, const auto& valueOf) {
  return fmt::format("const {0} {1} = {0}({2}, {3}, {4});\n", type, name, valueOf(0), valueOf(1),
                     valueOf(2));
}

std::string number(double value) { return fmt::format("{:.9e}", static_cast<float>(value)); }

/// `beyond`: how many margins behind the radius points are still taken for possible neighbours.
std::string prologueFor(const PointLayout& layout, ListKind kind, sort::Makes makes,
                        double beyond) {
  std::string text = gridPrologue(layout.grid);
  if (makes == sort::Makes::Ranges) text += "#define SORTED\n";
  text += walkPrologue(makes);
  if (kind == ListKind::Half) text += "#define HALF_LIST\n";
  if (layout.isHashed()) {
    text += "#define HASHED\n";
    text +=
        vec3Constant("ivec3", "kHashed", [&](std::size_t k) { return layout.hashed[k] ? 1 : 0; });
    text += vec3Constant("ivec3", "kTiles", [&](std::size_t k) { return layout.tiles[k]; });
  }
  const auto& nearest = layout.nearestImage;
  if (nearest[0] || nearest[1] || nearest[2]) {
    text += "#define MINIMUM_IMAGE\n";
    const auto size = [&](std::size_t k) {
      return nearest[k] ? layout.grid.box.size[static_cast<int>(k)] : 0.0;
    };
    text += vec3Constant("vec3", "kImageSize", [&](std::size_t k) { return number(size(k)); });
    text += vec3Constant("vec3", "kPerImageSize", [&](std::size_t k) {
      return number(size(k) > 0.0 ? 1.0 / size(k) : 0.0);
    });
  }
  const double possible = layout.radius + beyond * layout.margin;
  const double sure = layout.radius - layout.margin;
  text += fmt::format(
      "const float kPossibleSquared = {};\nconst float kSureSquared = {};\nconst uint kAmbiguous = "
      "{}u;\nconst int kBlock = {};\n",
      number(possible * possible), number(sure > 0.0 ? sure * sure : -1.0), kAmbiguous, kBlock);
  return text;
}

sort::Settings resolved(const texel::Device& device, sort::Settings settings) {
  settings.algorithm = sort::resolve(settings.algorithm, device.engine(), sort::Makes::Ranges);
  return settings;
}

texel::MapPassInfo gatherPointsInfo(bool isHashed) {
  texel::MapPassInfo info{.name = "search/gather_points",
                          .outputs = {{"o_position", texel::Format::Vec4}}};
  if (isHashed) {
    info.outputs.push_back({"o_tile", texel::Format::UInt4});
    info.prologue = "#define HASHED\n";
  }
  return info;
}

texel::MapPassInfo countInfo(const PointLayout& layout, ListKind kind, sort::Makes makes) {
  return {.name = "search/count_pairs",
          .outputs = {{"o_count", texel::Format::UInt4}},
          .prologue = prologueFor(layout, kind, makes, 1.5)};
}

}  // namespace

// Two programs may round one distance differently. So that no list has less room than it needs,
// points are counted half a margin further out than they are listed.
PairList::PairList(const texel::Device& device, const PointLayout& layout, std::int64_t points,
                   ListKind kind, const sort::Settings& settings)
    : device_(&device),
      points_(points),
      isHashed_(layout.isHashed()),
      cells_(device, layout.grid, resolved(device, settings), points),
      countPairs_(device, countInfo(layout, kind, cells_.makes())),
      prefixSum_(device, points),
      counts_(device, "pair counts", points),
      ends_(device, "pair ends", points) {
  if (cells_.makes() == sort::Makes::Ranges) {
    sorted_.emplace(SortedPoints{.gather = texel::MapPass(device, gatherPointsInfo(isHashed_)),
                                 .position = texel::Vec4Array(device, "points by cell", points_),
                                 .tile = std::nullopt});
    if (isHashed_) sorted_->tile.emplace(device, "tiles by cell", points_);
  }
  const std::string prologue = prologueFor(layout, kind, cells_.makes(), 1.0);
  if (device.engine() == texel::Engine::Fast) {
    storePairs_.emplace(device, texel::BufferPassInfo{.name = "search/store_pairs",
                                                      .groupSize = kGroupSize,
                                                      .writes = {"b_slots"},
                                                      .prologue = prologue});
  } else {
    gatherPairs_.emplace(device, texel::MapPassInfo{.name = "search/gather_pairs",
                                                    .outputs = {{"o_slots0", texel::Format::UInt4},
                                                                {"o_slots1", texel::Format::UInt4},
                                                                {"o_slots2", texel::Format::UInt4},
                                                                {"o_slots3", texel::Format::UInt4}},
                                                    .prologue = prologue});
  }
}

void PairList::gatherPoints() {
  std::vector<texel::Input> inputs{{"u_order", *points()}, {"u_position", *position_}};
  std::vector<texel::Output> outputs{{"o_position", sorted_->position}};
  if (isHashed_) {
    inputs.emplace_back("u_tile", *tile_);
    outputs.emplace_back("o_tile", *sorted_->tile);
  }
  sorted_->gather.run(points_, inputs, outputs);
  position_ = &sorted_->position;
  if (isHashed_) tile_ = &*sorted_->tile;
}

std::vector<texel::Input> PairList::walkInputs() const {
  std::vector<texel::Input> inputs = cells_.inputs({{"u_position", *position_}, {"u_end", ends_}});
  if (isHashed_) inputs.emplace_back("u_tile", *tile_);
  return inputs;
}

void PairList::find(const texel::Vec4Array& position, const texel::UInt4Array* tile) {
  position_ = &position;
  tile_ = tile;
  cells_.reset();
  cells_.sort(position);
  if (sorted_) gatherPoints();
  countPairs_.run(points_, walkInputs(), {{"o_count", counts_}});
  prefixSum_.run(counts_, ends_);
}

std::uint64_t PairList::slots() const { return prefixSum_.totals()[0]; }

void PairList::fill(texel::UIntBuffer& slots) { store(0, points_, 0, slots); }

void PairList::store(std::int64_t firstList, std::int64_t lists, std::uint32_t firstSlot,
                     texel::UIntBuffer& slots) {
  std::vector<texel::Input> inputs = walkInputs();
  storePairs_->set("u_firstSlot", static_cast<GLuint>(firstSlot));
  constexpr std::int64_t kMostLists = texel::kMaxGroups * kGroupSize;
  for (std::int64_t done = 0; done < lists; done += kMostLists) {
    const std::int64_t count = std::min(lists - done, kMostLists);
    storePairs_->set("u_firstList", static_cast<int>(firstList + done));
    storePairs_->set("u_lists", static_cast<int>(count));
    storePairs_->run(divideUp(count, kGroupSize), inputs, {{"b_slots", slots}});
  }
}

void PairList::read(const Reader& reader) {
  if (slots() > std::numeric_limits<std::uint32_t>::max()) {
    throw InputError("search radius",
                     fmt::format("{} neighbours are more than the {} that can be "
                                 "listed",
                                 slots(), std::numeric_limits<std::uint32_t>::max()));
  }
  const std::vector<glm::uvec4> ends = ends_.download();
  std::vector<texel::IdTexel> pointOf;
  if (points() != nullptr) pointOf = points()->download();
  const ListReader readList = [&](std::int64_t list, std::span<const std::uint32_t> slots) {
    reader(pointOf.empty() ? list : texel::decodeId(pointOf[static_cast<std::size_t>(list)]),
           slots);
  };
  if (storePairs_) {
    readStored(ends, readList);
  } else {
    readGathered(ends, readList);
  }
}

void PairList::readStored(const std::vector<glm::uvec4>& ends, const ListReader& reader) {
  texel::UIntBuffer buffer(
      "pair slots", static_cast<std::int64_t>(std::min<std::uint64_t>(low64(ends.back()), kPart)));
  const auto endOf = [&](std::int64_t list) {
    return list < 0 ? std::int64_t{0}
                    : static_cast<std::int64_t>(low64(ends[static_cast<std::size_t>(list)]));
  };
  // No list is longer than there are ids, so at least one fits into every part.
  for (std::int64_t first = 0; first < points_;) {
    const std::int64_t begin = endOf(first - 1);
    std::int64_t last = first;
    while (last < points_ && endOf(last) - begin <= kPart) ++last;
    std::vector<std::uint32_t> slots;
    if (endOf(last - 1) > begin) {
      store(first, last - first, static_cast<std::uint32_t>(begin), buffer);
      slots = buffer.download();
    }
    for (std::int64_t list = first; list < last; ++list) {
      reader(list,
             std::span(slots).subspan(static_cast<std::size_t>(endOf(list - 1) - begin),
                                      static_cast<std::size_t>(endOf(list) - endOf(list - 1))));
    }
    first = last;
  }
}

void PairList::readGathered(const std::vector<glm::uvec4>& ends, const ListReader& reader) {
  const std::int64_t blocks = ends.back().z;
  const std::int64_t capacity = std::min(blocks, kPart / kBlock);
  std::vector<texel::UInt4Array> outputs;
  for (int k = 0; k < kBlock / 4; ++k) {
    outputs.emplace_back(*device_, "pair slots", capacity);
  }
  gatherPairs_->set("u_lastList", static_cast<int>(points_ - 1));
  std::array<std::vector<glm::uvec4>, kBlock / 4> texels;
  const std::vector<texel::Input> inputs = walkInputs();
  std::int64_t firstBlock = 0;
  std::int64_t blocksHere = 0;
  const auto gather = [&](std::int64_t block) {
    firstBlock = block;
    blocksHere = std::min(blocks - block, capacity);
    gatherPairs_->set("u_firstBlock", static_cast<GLuint>(block));
    gatherPairs_->run(blocksHere, inputs,
                      {{"o_slots0", outputs[0]},
                       {"o_slots1", outputs[1]},
                       {"o_slots2", outputs[2]},
                       {"o_slots3", outputs[3]}});
    for (std::size_t k = 0; k < texels.size(); ++k) texels[k] = outputs[k].download();
  };

  std::vector<std::uint32_t> slots;
  std::int64_t block = 0;
  for (std::int64_t list = 0; list < points_; ++list) {
    slots.clear();
    for (const std::int64_t end = ends[static_cast<std::size_t>(list)].z; block < end; ++block) {
      if (block == firstBlock + blocksHere) gather(block);
      for (const std::vector<glm::uvec4>& output : texels) {
        const glm::uvec4& four = output[static_cast<std::size_t>(block - firstBlock)];
        for (int k = 0; k < 4; ++k) slots.push_back(four[k]);
      }
    }
    reader(list, slots);
  }
}

}  // namespace gpubuck::search
