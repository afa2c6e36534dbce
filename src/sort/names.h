// The names of the settings of a sort.
#pragma once

#include "base/enum_names.h"
#include "sort/algorithms.h"

namespace gpubuck::sort {

inline const std::vector<EnumName<Algorithm>> kAlgorithmNames = [] {
  std::vector<EnumName<Algorithm>> names;
  for (const AlgorithmInfo& info : algorithms()) {
    names.push_back({info.algorithm, info.name, info.help});
  }
  return names;
}();

inline const std::vector<EnumName<Partition>> kPartitionNames{
    {Partition::Contiguous, "contiguous",
     "A sub-buffer is a stretch of particles that follow each other in memory, as in the paper. "
     "Best where their order is random."},
    {Partition::Interleaved, "interleaved",
     "A sub-buffer is every K-th particle. Best where neighbours in memory are neighbours in the "
     "fluid, as after a reordering."},
    {Partition::Grouped, "grouped",
     "Groups of K consecutive particles; a scatter draws one of every group that is not in its "
     "list yet. The fewest points."}};

inline const std::vector<EnumName<PointSource>> kPointSourceNames{
    {PointSource::PixelBuffer, "pixel-buffer",
     "The mapping texture is copied through a pixel buffer object into a vertex buffer, whose "
     "vertices are then drawn, as in the paper."},
    {PointSource::TexelFetch, "texel-fetch",
     "The vertex shader fetches the cell from the mapping texture itself; nothing is copied."}};

}  // namespace gpubuck::sort
