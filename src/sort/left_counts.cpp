#include "sort/left_counts.h"

#include <fmt/format.h>

#include <array>

#include "base/number.h"
#include "gl/context.h"

namespace gpubuck::sort {
namespace {

/// Enough for all ids.
constexpr std::array kNames{"u_counts0", "u_counts1", "u_counts2", "u_counts3", "u_counts4"};

std::string sizes() {
  return fmt::format("const int kLeaf = {};\nconst int kBranch = {};\n", LeftCounts::kLeaf,
                     LeftCounts::kBranch);
}

texel::MapPassInfo countInfo() {
  const bool gathers = gl::features().gathers;
  return {.name = "sort/count_left",
          .outputs = {{"o_count", texel::Format::Id}},
          .extensions =
              gathers ? std::vector<std::string>{"GL_ARB_gpu_shader5"} : std::vector<std::string>{},
          .prologue = sizes() + (gathers ? "#define GATHERS\n" : "")};
}

}  // namespace

LeftCounts::LeftCounts(const texel::Device& device, std::int64_t elements)
    : elements_(elements),
      countLeft_(device, countInfo()),
      sumLeft_(device, {.name = "sort/sum_left",
                        .outputs = {{"o_count", texel::Format::Id}},
                        .prologue = sizes()}) {
  std::int64_t blocks = divideUp(elements, kLeaf);
  while (levels_.empty() || levels_.back().count() > kBranch) {
    levels_.emplace_back(device, "left", blocks);
    blocks = divideUp(blocks, kBranch);
  }
}

void LeftCounts::count(const texel::IdArray& next) {
  countLeft_.run(levels_.front().count(),
                 {{"u_next", next}, {"u_elements", static_cast<int>(elements_)}},
                 {{"o_count", levels_.front()}});
  for (std::size_t level = 1; level < levels_.size(); ++level) {
    const texel::IdArray& below = levels_[level - 1];
    sumLeft_.run(levels_[level].count(),
                 {{"u_counts", below}, {"u_blocks", static_cast<int>(below.count())}},
                 {{"o_count", levels_[level]}});
  }
}

std::int64_t LeftCounts::total() const {
  std::int64_t sum = 0;
  for (const texel::IdTexel count : levels_.back().front(levels_.back().count())) {
    sum += texel::decodeId(count);
  }
  return sum;
}

std::string LeftCounts::prologue() const {
  return sizes() + fmt::format("#define COUNT_LEVELS {}\n", levels_.size());
}

std::vector<texel::Input> LeftCounts::inputs() const {
  std::vector<texel::Input> inputs;
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    inputs.emplace_back(kNames.at(level), levels_[level]);
  }
  return inputs;
}

}  // namespace gpubuck::sort
