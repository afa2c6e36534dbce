// The words that stand for enumerators in TOML and on the command line: read and written from one
// table.
#pragma once

#include <map>
#include <string>

#include "scenario/scenario.h"
#include "sort/algorithms.h"

namespace gpubuck::scenario {

template <typename T>
using Words = std::map<std::string, T>;

inline const Words<search::Boundary> kBoundaryWords{{"periodic", search::Boundary::Periodic},
                                                    {"reflecting", search::Boundary::Reflecting}};
inline const Words<dpd::NoiseKind> kNoiseWords{
    {"karpinski", dpd::NoiseKind::Karpinski},
    {"karpinski-sequence", dpd::NoiseKind::KarpinskiSequence},
    {"philox", dpd::NoiseKind::Philox}};
inline const Words<sort::Algorithm> kAlgorithmWords = [] {
  Words<sort::Algorithm> words;
  for (const sort::AlgorithmInfo& info : sort::algorithms()) words[info.name] = info.algorithm;
  return words;
}();
inline const Words<dpd::SortMode> kModeWords{{"sort", dpd::SortMode::Sort},
                                             {"resort", dpd::SortMode::Resort}};
inline const Words<sort::Partition> kPartitionWords{{"contiguous", sort::Partition::Contiguous},
                                                    {"interleaved", sort::Partition::Interleaved},
                                                    {"grouped", sort::Partition::Grouped}};
inline const Words<sort::PointSource> kPointSourceWords{
    {"pixel-buffer", sort::PointSource::PixelBuffer},
    {"texel-fetch", sort::PointSource::TexelFetch}};
inline const Words<InitialKind> kInitialWords{{"random", InitialKind::Random},
                                              {"lattice", InitialKind::Lattice},
                                              {"layers", InitialKind::Layers},
                                              {"mixed", InitialKind::Mixed},
                                              {"file", InitialKind::File}};
inline const Words<int> kAxisWords{{"x", 0}, {"y", 1}, {"z", 2}};
inline const Words<int> kSliceAxisWords{{"none", -1}, {"x", 0}, {"y", 1}, {"z", 2}};
inline const Words<dpd::Integrator> kIntegratorWords{
    {"leapfrog-ab2", dpd::Integrator::LeapfrogAb2},
    {"velocity-verlet", dpd::Integrator::VelocityVerlet}};

/// The word of a value that the table holds.
template <typename T>
const std::string& wordOf(const Words<T>& words, T value) {
  auto word = words.begin();
  while (word->second != value) ++word;
  return word->first;
}

}  // namespace gpubuck::scenario
