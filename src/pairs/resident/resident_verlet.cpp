#include "pairs/resident/resident_verlet.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>

#include "pairs/verlet_pairs.h"

namespace gpubuck::pairs {
namespace {

/// The excess of what moved.glsl finds in floats.
constexpr double kFloatMargin = 1.0 + 1e-5;

/// A pass that selects from the kept pairs.
texel::MapPassInfo selectionInfo(const char* name, const ResidentLimits& limits,
                                 const texel::Block& points, std::vector<texel::Block> writes) {
  std::vector<texel::Block> reads{
      points, {"b_lattices", "double"}, "b_system", {"b_offsets", "uvec2"}, {"b_kept", "uvec4"}};
  limits.addBlocks(reads);
  return {.name = name,
          .reads = std::move(reads),
          .writes = std::move(writes),
          .prologue = limits.prologue(),
          .work = texel::Work::Uneven};
}

}  // namespace

ResidentVerlet::ResidentVerlet(const texel::Device& device, const PairSettings& settings,
                               double skin, const std::optional<TypeCutoffs>& cutoffs,
                               const texel::Block& points)
    : radius_(settings.radius),
      searched_(withSkin(settings, skin).radius),
      skin_(skin),
      limits_(settings, cutoffs),
      words_(std::string(points.type) == "double" ? 6 : 3),
      copy_(device,
            {.name = "pairs/resident/copy", .reads = {"b_from"}, .writes = {{"b_to", "uint"}}}),
      moved_(device, {.name = "pairs/resident/moved",
                      .reads = {points, {"b_kept", points.type}},
                      .writes = {"b_moved"},
                      .prologue = doubleConstant("kPerSkin", 1.0 / skin) +
                                  doubleConstant("kPerCutoff", 1.0 / searched_)}),
      count_(device, selectionInfo("pairs/resident/count_kept", limits_, points, {"b_count"})),
      store_(device, selectionInfo("pairs/resident/store_kept", limits_, points,
                                   {"b_first", {"b_slots", "uvec4"}})) {}

bool ResidentVerlet::covers(const texel::UIntBuffer& points, std::span<const std::int64_t> starts,
                            std::span<const Cell> systems) {
  if (!isKept_ || !std::ranges::equal(starts, starts_) || !std::ranges::equal(systems, systems_)) {
    return false;
  }
  constexpr std::array<std::uint32_t, 2> kNothing{};
  farthest_.upload(kNothing);
  moved_.run(points_, {{"b_points", points}, {"b_kept", *kept_}}, {{"b_moved", farthest_}});
  std::array<std::uint32_t, 2> bits{};
  farthest_.download(bits);
  const double movedSquared = std::bit_cast<float>(bits[0]);
  const double farthest = std::bit_cast<float>(bits[1]);
  if (!std::isfinite(movedSquared) || !std::isfinite(farthest)) return false;
  return isWithinSkin(radius_, searched_, kFloatMargin * std::sqrt(movedSquared) * skin_,
                      kFloatMargin * farthest * searched_);
}

texel::UIntBuffer& ResidentVerlet::begin(const texel::UIntBuffer& points,
                                         std::span<const std::int64_t> starts,
                                         std::span<const Cell> systems) {
  forget();
  parts_.clear();
  points_ = starts.back();
  starts_.assign(starts.begin(), starts.end());
  systems_.assign(systems.begin(), systems.end());
  keepPoints(points);
  if (!offsets_ || offsets_->count() < 2 * (points_ + 1)) {
    offsets_.emplace("kept offsets", 2 * (points_ + 1));
  }
  return *offsets_;
}

void ResidentVerlet::keepPoints(const texel::UIntBuffer& points) {
  if (!kept_ || kept_->count() < words_ * points_) kept_.emplace("kept points", words_ * points_);
  copy_.run(words_ * points_, {{"b_from", points}}, {{"b_to", *kept_}});
}

texel::UIntBuffer& ResidentVerlet::roomFor(const ResidentPart& part) {
  const std::int64_t before =
      parts_.empty() ? 0 : parts_.back().points.first + parts_.back().points.count;
  const std::int64_t end = part.points.first + part.points.count;
  parts_.push_back({{before, end - before},
                    part.firstRow,
                    std::make_unique<texel::UIntBuffer>("kept pairs", 4 * part.rows)});
  return *parts_.back().slots;
}

void ResidentVerlet::end() {
  // Points without pairs at the end belong to the last part.
  if (parts_.empty()) roomFor({{0, points_}, 0, 1});
  parts_.back().points.count = points_ - parts_.back().points.first;
  isKept_ = true;
}

std::vector<texel::Input> ResidentVerlet::inputsOf(const Part& part,
                                                   std::vector<texel::Input> inputs) const {
  inputs.insert(inputs.end(), {{"b_offsets", *offsets_},
                               {"b_kept", *part.slots},
                               {"u_firstKept", static_cast<GLuint>(part.firstRow)}});
  limits_.addInputs(inputs);
  return inputs;
}

void ResidentVerlet::count(const std::vector<texel::Input>& inputs, texel::UIntBuffer& counts) {
  for (const Part& part : parts_) {
    count_.run(part.points, inputsOf(part, inputs), {{"b_count", counts}});
  }
}

void ResidentVerlet::store(const std::vector<texel::Input>& inputs, const ResidentPart& part,
                           texel::UIntBuffer& first, texel::UIntBuffer& slots) {
  const std::int64_t end = part.points.first + part.points.count;
  for (const Part& from : parts_) {
    const std::int64_t begin = std::max(part.points.first, from.points.first);
    const std::int64_t count = std::min(end, from.points.first + from.points.count) - begin;
    if (count <= 0) continue;
    std::vector<texel::Input> all = inputsOf(from, inputs);
    all.emplace_back("u_firstRow", static_cast<GLuint>(part.firstRow));
    store_.run({begin, count}, all, {{"b_first", first}, {"b_slots", slots}});
  }
}

}  // namespace gpubuck::pairs
