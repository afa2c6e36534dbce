#include "bench/bench.h"

namespace gpubuck::bench {

const std::vector<Benchmark>& benchmarks() {
  static const std::vector<Benchmark> kAll{
      {"table1", "the paper's table 1: sorts by elements and elements per cell", table1},
      {"table2", "the paper's table 2: re-sorts by elements moved", table2},
      {"table3", "the paper's table 3: bucket sort, re-sort, merge sort", table3},
      {"sorts", "all sorts, 65,536 to 16,777,215 elements, 1 to 16 per cell", sorts},
      {"searches", "all searches by points and density, and the octant search's claim", searches},
      {"pairs", "the pair list of 1,000,000 points, radius 0.03", pairs},
      {"neighbours", "lists of neighbours in a periodic cell, 1,000 to 1,000,000 points",
       neighbours},
      {"radix", "the radix sort of random lists and of particles in cells", radix},
      {"dpd", "whole time steps of a fluid, 16,384 to 16,777,215 particles", fluidSteps},
      {"pictures", "pictures of 16,384 to 3,000,000 particles, as spheres and as a surface",
       pictures},
  };
  return kAll;
}

}  // namespace gpubuck::bench
