#include "texel/part_scan.h"

#include <fmt/format.h>

#include <algorithm>

namespace gpubuck::texel {
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
