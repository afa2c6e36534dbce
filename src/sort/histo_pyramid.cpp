#include "sort/histo_pyramid.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/number.h"
#include "gl/context.h"

namespace gpubuck::sort {
namespace {

/// Size of a tile, in texels.
constexpr std::int64_t kTileWidth = 8;
constexpr std::int64_t kTileHeight = 2;

/// Consecutive elements that are counted together.
constexpr std::int64_t kEight = 8;

/// Inputs per level; 4 levels are enough for all ids.
constexpr std::array kNames{"u_counts0", "u_counts1", "u_counts2", "u_counts3"};

std::int64_t tilesAcross(const texel::Device& device, std::int64_t elements) {
  return divideUp(std::clamp<std::int64_t>(elements, 1, device.textureWidth()), kTileWidth);
}

/// Returns the number of rows of tiles, enough for whole eights, which are longer than a row on
/// devices with narrow textures.
std::int64_t tilesDown(const texel::Device& device, std::int64_t elements) {
  const std::int64_t whole = divideUp(elements, kEight) * kEight;
  return divideUp(divideUp(whole, device.textureWidth()), kTileHeight);
}

std::string sizes(std::int64_t tilesAcross) {
  return fmt::format(
      "const int kTilesAcross = {};\nconst int kBranch = {};\nconst int kMostCounts = {};\n",
      tilesAcross, HistoPyramid::kBranch, HistoPyramid::kMostCounts);
}

texel::MapPassInfo findInfo(std::int64_t tilesAcross) {
  const bool gathers = gl::features().gathers;
  return {.name = "sort/find_unvisited",
          .outputs = {{"o_unvisited", texel::Format::Id}},
          .extensions =
              gathers ? std::vector<std::string>{"GL_ARB_gpu_shader5"} : std::vector<std::string>{},
          .prologue = sizes(tilesAcross) + (gathers ? "#define GATHERS\n" : "")};
}

texel::MapPassInfo sumInfo(std::int64_t tilesAcross, const char* variant) {
  return {.name = "sort/sum_unvisited",
          .outputs = {{"o_count", texel::Format::Id}},
          .prologue = sizes(tilesAcross) + variant};
}

}  // namespace

HistoPyramid::HistoPyramid(const texel::Device& device, std::int64_t elements)
    : elements_(elements),
      tilesAcross_(tilesAcross(device, elements)),
      tiles_(device, "unvisited tiles", tilesAcross_ * tilesDown(device, elements)),
      findUnvisited_(device, findInfo(tilesAcross_)),
      sumTiles_(device, sumInfo(tilesAcross_, "#define OF_TILES\n")),
      sumLevel_(device, sumInfo(tilesAcross_, "")) {
  std::int64_t blocks = divideUp(elements, kEight * kBranch);
  while (levels_.empty() || levels_.back().count() > kMostCounts) {
    levels_.emplace_back(device, "histo pyramid", blocks);
    blocks = divideUp(blocks, kBranch);
  }
}

void HistoPyramid::count(const texel::IdArray& next) {
  findUnvisited_.run(tiles_.count(),
                     {{"u_next", next}, {"u_elements", static_cast<int>(elements_)}},
                     {{"o_unvisited", tiles_}});
  sumTiles_.run(levels_.front().count(),
                {{"u_counts", tiles_}, {"u_blocks", static_cast<int>(divideUp(elements_, kEight))}},
                {{"o_count", levels_.front()}});
  for (std::size_t level = 1; level < levels_.size(); ++level) {
    const texel::IdArray& below = levels_[level - 1];
    sumLevel_.run(levels_[level].count(),
                  {{"u_counts", below}, {"u_blocks", static_cast<int>(below.count())}},
                  {{"o_count", levels_[level]}});
  }
}

std::int64_t HistoPyramid::total() const {
  std::int64_t sum = 0;
  for (const texel::IdTexel count : levels_.back().front(levels_.back().count())) {
    sum += texel::decodeId(count);
  }
  return sum;
}

std::string HistoPyramid::prologue() const {
  return sizes(tilesAcross_) + fmt::format("#define COUNT_LEVELS {}\n", levels_.size());
}

std::vector<texel::Input> HistoPyramid::inputs() const {
  std::vector<texel::Input> inputs{{"u_tiles", tiles_}};
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    inputs.emplace_back(kNames.at(level), levels_[level]);
  }
  return inputs;
}

}  // namespace gpubuck::sort
