#include "texel/prefix_sum.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/number.h"

namespace gpubuck::texel {
namespace {

constexpr int kGroupSize = 256;
constexpr std::int64_t kShare = 4;  // elements per invocation

std::variant<MapPass, BufferPass> makePass(const Device& device, const char* byInvocations,
                                           const char* byGroups, const char* output) {
  if (device.engine() == Engine::Fast && !device.isSoftware()) {
    return BufferPass(device, {.name = byGroups,
                               .groupSize = kGroupSize,
                               .images = {{output, Format::UInt4}},
                               .prologue = fmt::format("const int kShare = {};\n", kShare)});
  }
  return MapPass(device, {.name = byInvocations, .outputs = {{output, Format::UInt4}}});
}

}  // namespace

PrefixSum::PrefixSum(const Device& device, std::int64_t count)
    : count_(count),
      up_(makePass(device, "texel/prefix_sum_up", "texel/prefix_sum_totals", "o_total")),
      down_(makePass(device, "texel/prefix_sum_down", "texel/prefix_sum_ends", "o_end")) {
  do {
    count = divideUp(count, block(totals_.size()));
    totals_.emplace_back(device, "prefix sum totals", count);
    if (count > 1) blockEnds_.emplace_back(device, "prefix sum ends", count);
  } while (count > 1);
}

std::int64_t PrefixSum::block(std::size_t level) const {
  if (isByGroups()) return kGroupSize * kShare;
  return level == 0 ? 8 : 32;
}

void PrefixSum::run(AnyPass& pass, std::int64_t elements, std::int64_t blocks,
                    const std::vector<Input>& inputs, const std::vector<Output>& outputs) {
  if (auto* byInvocations = std::get_if<MapPass>(&pass)) {
    byInvocations->run(elements, inputs, outputs);
  } else {
    std::get<BufferPass>(pass).run(blocks, inputs, outputs);
  }
}

void PrefixSum::run(const UInt4Array& values, UInt4Array& ends) {
  const auto valuesOf = [&](std::size_t level) -> const UInt4Array& {
    return level == 0 ? values : totals_[level - 1];
  };
  const auto countOf = [&](std::size_t level) {
    return level == 0 ? count_ : totals_[level - 1].count();
  };
  const auto inputsOf = [&](std::size_t level) {
    return std::vector<Input>{{"u_values", valuesOf(level)},
                              {"u_elements", static_cast<int>(countOf(level))},
                              {"u_block", static_cast<int>(block(level))}};
  };
  for (std::size_t level = 0; level < totals_.size(); ++level) {
    const std::int64_t blocks = totals_[level].count();
    run(up_, blocks, blocks, inputsOf(level), {{"o_total", totals_[level]}});
  }
  for (std::size_t level = totals_.size(); level-- > 0;) {
    // The last level has only one block, and the end of this block is never read.
    const UInt4Array& blockEnds = level < blockEnds_.size() ? blockEnds_[level] : totals_[level];
    UInt4Array& target = level == 0 ? ends : blockEnds_[level - 1];
    std::vector<Input> inputs = inputsOf(level);
    inputs.emplace_back("u_blockEnds", blockEnds);
    run(down_, countOf(level), totals_[level].count(), inputs, {{"o_end", target}});
  }
}

PrefixSum::Totals PrefixSum::totals() const {
  if (count_ == 0) return {};
  const glm::uvec4 total = totals_.back().first();
  return {std::uint64_t{total.y} << 32 | total.x, std::uint64_t{total.w} << 32 | total.z};
}

namespace {

BufferPassInfo passInfo(const PartScanInfo& info) {
  const std::int64_t chunk = std::int64_t{PartScan::kItems} * info.threadsPerGroup;
  return {
      .name = "texel/part_scan",
      .groupSize = info.threadsPerGroup,
      .writes = {"b_counts", "b_partSums"},
      .extensions = info.subgroups ? subgroupExtensions() : std::vector<std::string>{},
      .prologue = fmt::format("const uint kChunk = {}u;\nconst uint kPoolSize = {}u;\n{}", chunk,
                              paddedWords(chunk), info.subgroups ? "#define SUBGROUPS\n" : "")};
}

}  // namespace

std::int64_t paddedWords(std::int64_t words) { return words + words / 32 + 1; }

std::vector<std::string> subgroupExtensions() {
  return {"GL_KHR_shader_subgroup_basic", "GL_KHR_shader_subgroup_arithmetic",
          "GL_KHR_shader_subgroup_ballot", "GL_KHR_shader_subgroup_shuffle"};
}

BufferPassInfo withSubgroups(const Device& device, BufferPassInfo info) {
  if (!device.computeLimits("pass " + info.name).subgroups32) return info;
  info.extensions = subgroupExtensions();
  info.prologue += "#define SUBGROUPS\n";
  return info;
}

PartScanInfo PartScanInfo::ofCounts(const Device& device, const char* what, std::int64_t counts) {
  constexpr std::int64_t kMostParts = 1024;
  PartScanInfo info{.length = counts, .subgroups = device.computeLimits(what).subgroups32};
  const std::int64_t share = std::int64_t{PartScan::kItems} * info.threadsPerGroup;
  info.parts = std::clamp<std::int64_t>(divideUp(counts, share), 1, kMostParts);
  return info;
}

PartScan::PartScan(const Device& device, const PartScanInfo& info)
    : parts_(info.parts),
      partLength_(divideUp(info.length, info.parts)),
      partScan_(device, passInfo(info)) {
  partScan_.set("u_length", static_cast<GLuint>(info.length));
  partScan_.set("u_partLength", static_cast<GLuint>(partLength_));
}

void PartScan::run(UIntBuffer& counts, UIntBuffer& partSums) {
  partScan_.run(parts_, {}, {{"b_counts", counts}, {"b_partSums", partSums}});
}

}  // namespace gpubuck::texel
