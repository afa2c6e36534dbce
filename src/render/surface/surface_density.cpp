#include "render/surface/surface_density.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <numbers>
#include <utility>

#include "base/number.h"
#include "gl/context.h"

namespace gpubuck::render {
namespace {

constexpr double kWidthOfDistance = 0.9;
// The mean distance of particles counts as at most this number of cut-offs, which is the mean
// distance at density 2.7. A DPD liquid is denser.
constexpr double kMostDistance = 0.72;
// A coarser grid would show in the normals.
constexpr double kCellsPerWidth = 1.25;
constexpr double kReachInWidths = 4.0;
constexpr double kCoarser = 1.05;
// Two opposite sides of the box must not share a cell.
constexpr int kLeastCells = 2;

}  // namespace

glm::ivec2 SurfaceGrid::texelOf(const glm::ivec3& cell) const {
  const int layer = dimensions == 2 ? 0 : cell.z + 1;
  return glm::ivec2(layer % columns, layer / columns) * tile() + glm::ivec2(cell) + 1;
}

std::vector<float> SurfaceGrid::weights(int axis) const {
  const double spread = width / edge[axis];
  const int reach =
      std::min(static_cast<int>(std::ceil(kReachInWidths * spread)), kMostSurfaceReach);
  std::vector<double> all;
  double sum = 0.0;
  for (int k = 0; k <= reach; ++k) {
    all.push_back(std::exp(-0.5 * k * k / (spread * spread)));
    sum += (k == 0 ? 1.0 : 2.0) * all.back();
  }
  std::vector<float> weights;
  for (const double weight : all) weights.push_back(static_cast<float>(weight / sum));
  return weights;
}

double SurfaceGrid::ownDensity() const {
  double density = 1.0;
  for (int axis = 0; axis < dimensions; ++axis) {
    // The scatter and the interpolation each add the variance of a triangular weight, edge^2 / 6.
    const double square = width * width + edge[axis] * edge[axis] / 3.0;
    density *= edge[axis] / std::sqrt(2.0 * std::numbers::pi * square);
  }
  return density;
}

SurfaceGrid surfaceGrid(const cells::Box& box, std::int64_t count, int longestSide) {
  const double each = box.volume() / static_cast<double>(std::max(count, std::int64_t{1}));
  const double distance = std::min(std::pow(each, 1.0 / box.dimensions), kMostDistance);
  SurfaceGrid grid;
  grid.dimensions = box.dimensions;
  const double width = kWidthOfDistance * distance;
  for (double edge = width / kCellsPerWidth;; edge *= kCoarser) {
    for (int axis = 0; axis < box.dimensions; ++axis) {
      grid.cells[axis] =
          std::max(kLeastCells, static_cast<int>(std::ceil(std::min(box.size[axis] / edge, 1e6))));
    }
    // Makes the texture about as wide as high.
    const glm::ivec2 tile = grid.tile();
    const int layers = grid.layers();
    const double perRow = std::sqrt(double(layers) * tile.y / tile.x);
    grid.columns = std::clamp(static_cast<int>(std::lround(perRow)), 1, layers);
    while (grid.columns > 1 && grid.columns * tile.x > longestSide) --grid.columns;
    const glm::ivec2 texels = grid.texels();
    grid.width = std::max(width, edge);
    if (std::max(texels.x, texels.y) <= longestSide &&
        std::int64_t{texels.x} * texels.y <= kMostSurfaceTexels) {
      break;
    }
  }
  for (int axis = 0; axis < 3; ++axis) grid.edge[axis] = box.size[axis] / grid.cells[axis];
  return grid;
}

namespace {

constexpr const char* kOverViewport = "texel/map_pass.vert";
// Number of parts of the particles between which the scatter alternates. With 16 parts or 1 part,
// the scatter is slower.
constexpr int kStreams = 256;
// Cells along a side of a brick.
constexpr int kBrick = 8;

constexpr int kNoChannel = 15;

GLenum formatFor(int channels) {
  return channels == 1 ? GL_R16F : channels == 2 ? GL_RG16F : GL_RGBA16F;
}

glm::ivec3 bricksOf(const SurfaceGrid& grid) { return (grid.cells + kBrick - 1) / kBrick; }

int brickColumns(const SurfaceGrid& grid) { return std::min(bricksOf(grid).z, 16); }

glm::ivec2 brickTexels(const SurfaceGrid& grid) {
  const glm::ivec3 bricks = bricksOf(grid);
  const int columns = brickColumns(grid);
  return glm::ivec2(bricks) * glm::ivec2(columns, (bricks.z + columns - 1) / columns);
}

void filterLinearly(const gl::Texture& texture) {
  glBindTexture(GL_TEXTURE_2D, texture.id());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glBindTexture(GL_TEXTURE_2D, 0);
}

}  // namespace

SurfaceChannels SurfaceChannels::of(const SceneLook& look, std::span<const glm::vec3> colours) {
  SurfaceChannels channels;
  for (std::size_t k = 0; k < colours.size(); ++k) {
    const bool isHidden = std::ranges::count(look.view.hidden, static_cast<int>(k)) > 0;
    std::uint64_t channel = kNoChannel;
    if (!isHidden) {
      if (channels.count < 4)
        channels.colours[static_cast<std::size_t>(channels.count)] = colours[k];
      channel = static_cast<std::uint64_t>(std::min(channels.count++, kNoChannel));
    }
    channels.ofSpecies |= channel << (4 * k);
  }
  channels.blends = look.colours != nullptr || channels.count > 4;
  if (channels.blends) channels.count = 4;
  return channels;
}

void SurfaceChannels::setIn(texel::Pass& pass) const {
  pass.set("u_channels", static_cast<GLuint>(ofSpecies));
  pass.set("u_moreChannels", static_cast<GLuint>(ofSpecies >> 32));
  pass.set("u_blends", blends ? 1 : 0);
}

SurfaceDensity::Sums::Sums(int width, int height)
    : first("surface sums", GL_RGBA32F, width, height),
      second("surface sums", GL_RGBA32F, width, height),
      third("surface sums", GL_RGBA32F, width, height) {}

SurfaceDensity::Textures::Textures(const SurfaceGrid& grid, GLenum format)
    : density("surface density", format, grid.texels().x, grid.texels().y),
      spare("surface spare", format, grid.texels().x, grid.texels().y),
      ofRows(grid.cells.y, grid.cells.z),
      ofLayers(grid.cells.z, 1),
      all(1, 1),
      scale("surface scale", GL_RGBA32F, 1, 1),
      spareScale("surface scale", GL_RGBA32F, 1, 1),
      bricks("surface bricks", GL_RGBA8, brickTexels(grid).x, brickTexels(grid).y) {
  filterLinearly(density);
  filterLinearly(spare);
}

std::string SurfaceDensity::prologue(const cells::Box& box) {
  return fmt::format("#define kDimensions {}\nconst int kBrick = {};\nconst int kMostReach = {};\n",
                     box.dimensions, kBrick, kMostSurfaceReach);
}

SurfaceDensity::SurfaceDensity(const texel::Device& device, const cells::Box& box,
                               std::span<const glm::vec3> colours)
    : box_(box),
      colours_(colours.begin(), colours.end()),
      longestSide_(gl::queryCapabilities().maxTextureSize),
      scatter_(device, "render/surface/scatter", "render/surface/scatter", "render/surface/scatter",
               box, colours, prologue(box) + fmt::format("const int kStreams = {};\n", kStreams)),
      fold_(device, "render/surface/fold", kOverViewport, "render/surface/fold.frag",
            prologue(box)),
      smooth_(device, "render/surface/smooth", kOverViewport, "render/surface/smooth.frag",
              prologue(box)),
      moments_(device, "render/surface/cell_sums", kOverViewport, "render/surface/cell_sums.frag",
               prologue(box)),
      volumes_(device, "render/surface/cell_sums", kOverViewport, "render/surface/cell_sums.frag",
               prologue(box) + "#define VOLUMES\n"),
      sumRows_(device, "render/surface/sum_rows", kOverViewport, "render/surface/sum_rows.frag"),
      scaleByDensity_(device, "render/surface/scale", kOverViewport, "render/surface/scale.frag",
                      prologue(box)),
      scaleByVolume_(device, "render/surface/scale", kOverViewport, "render/surface/scale.frag",
                     prologue(box) + "#define VOLUMES\n"),
      bricks_(device, "render/surface/bricks", kOverViewport, "render/surface/bricks.frag",
              prologue(box)),
      framebuffer_("surface density") {}

void SurfaceDensity::compute(const texel::Vec4Array& position, const SceneLook& look) {
  const SurfaceGrid grid = surfaceGrid(box_, position.count(), longestSide_);
  const SurfaceChannels channels = SurfaceChannels::of(look, colours_);
  const GLenum format = formatFor(channels.count);
  if (!textures_ || !(grid == grid_) || textures_->density.internalFormat() != format) {
    textures_.reset();  // frees the memory for the new textures
    textures_.emplace(grid, format);
    grid_ = grid;
  }
  channels_ = channels;
  scatter(position, look);
  addUpSides();
  smooth();
  addUp(moments_, scaleByDensity_);
  addUp(volumes_, scaleByVolume_);
  findBricks();
}

void SurfaceDensity::bind(std::span<const gl::Texture* const> targets) {
  framebuffer_.bind(targets);
  glViewport(0, 0, targets.front()->width(), targets.front()->height());
}

void SurfaceDensity::setGrid(DrawPass& pass) const {
  pass.set("u_cells", glm::vec3(grid_.cells));
  pass.set("u_cellsPerLength", glm::vec3(1.0 / grid_.edge));
  pass.set("u_columns", grid_.columns);
}

void SurfaceDensity::scatter(const texel::Vec4Array& position, const SceneLook& look) {
  bind(std::array<const gl::Texture*, 1>{&textures_->density});
  glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
  glClear(GL_COLOR_BUFFER_BIT);
  SceneLook whole = look;
  whole.view.sliceAxis = -1;
  whole.cut = SceneLook{}.cut;
  const auto inputs = scatter_.show(position, {}, whole);
  setGrid(scatter_);
  channels_.setIn(scatter_);
  scatter_.set("u_texels", glm::vec2(grid_.texels()));
  const std::int64_t perStream = divideUp(position.count(), kStreams);
  scatter_.set("u_particles", static_cast<int>(position.count()));
  scatter_.set("u_perStream", static_cast<int>(perStream));
  const int layers = box_.dimensions == 2 ? 1 : 2;
  scatter_.addPoints(layers * kStreams * perStream, inputs);
}

void SurfaceDensity::addUpSides() {
  setGrid(fold_);
  fold_.set("u_isPeriodic", glm::vec3(box_.isPeriodic(0), box_.isPeriodic(1), box_.isPeriodic(2)));
  bind(std::array<const gl::Texture*, 1>{&textures_->spare});
  fold_.drawViewport({{"u_values", textures_->density}});
  std::swap(textures_->density, textures_->spare);
}

void SurfaceDensity::smooth() {
  setGrid(smooth_);
  for (int axis = 0; axis < box_.dimensions; ++axis) {
    const std::vector<float> weights = grid_.weights(axis);
    bind(std::array<const gl::Texture*, 1>{&textures_->spare});
    smooth_.set("u_axis", axis);
    smooth_.set("u_isPeriodic", box_.isPeriodic(axis) ? 1 : 0);
    smooth_.set("u_reach", static_cast<int>(weights.size()) - 1);
    smooth_.set("u_weights", weights);
    smooth_.drawViewport({{"u_values", textures_->density}});
    std::swap(textures_->density, textures_->spare);
  }
}

void SurfaceDensity::addUp(DrawPass& cells, DrawPass& scale) {
  const auto sum = [&](DrawPass& pass, const Sums& sums, const std::vector<texel::Input>& inputs) {
    bind(std::array<const gl::Texture*, 3>{&sums.first, &sums.second, &sums.third});
    pass.drawViewport(inputs);
  };
  const auto inputs = [](const Sums& sums) {
    return std::vector<texel::Input>{
        {"u_first", sums.first}, {"u_second", sums.second}, {"u_third", sums.third}};
  };
  const int count = channels_.count;
  cells.set("u_counted", channels_.blends ? glm::vec4(0.0f, 0.0f, 0.0f, 1.0f)
                                          : glm::vec4(count > 0, count > 1, count > 2, count > 3));
  sum(cells, textures_->ofRows, show(cells));
  sum(sumRows_, textures_->ofLayers, inputs(textures_->ofRows));
  sum(sumRows_, textures_->all, inputs(textures_->ofLayers));
  std::vector<texel::Input> all = inputs(textures_->all);
  all.emplace_back("u_scale", textures_->scale);
  bind(std::array<const gl::Texture*, 1>{&textures_->spareScale});
  scale.drawViewport(all);
  std::swap(textures_->scale, textures_->spareScale);
}

void SurfaceDensity::findBricks() {
  bind(std::array<const gl::Texture*, 1>{&textures_->bricks});
  bricks_.drawViewport(show(bricks_));
}

std::vector<texel::Input> SurfaceDensity::show(DrawPass& pass) const {
  setGrid(pass);
  channels_.setIn(pass);
  pass.set("u_brickColumns", brickColumns(grid_));
  return {{"u_density", textures_->density},
          {"u_scale", textures_->scale},
          {"u_bricks", textures_->bricks}};
}

}  // namespace gpubuck::render
