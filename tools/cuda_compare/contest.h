// Times algorithms of gpubuck and of CUDA side by side.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "bench/bench.h"
#include "work.h"

namespace gpubuck::cuda {

/// One of the programs that are compared.
struct Contender {
  bench::Row row;        ///< description of the algorithm; the contest adds the measured values
  bench::Job job{};      ///< the algorithm, if it is gpubuck's
  Work* work = nullptr;  ///< the algorithm, if it is CUDA's
  /// Returns kRight, or a text on what is wrong with the last result. Called after the benchmark.
  std::function<std::string()> check;
};

/// Times all contenders and checks their results. Returns a row for each contender, in the same
/// order. Each row also has the members gpu_ms (GPU time of all stages of a run) and check.
///
/// A GPU takes some time to switch from OpenGL to CUDA or back. Therefore, after each switch, the
/// next contender first has an additional run, whose time does not count.
std::vector<bench::Row> contest(std::vector<Contender> contenders, const bench::Effort& effort);

double medianOf(const bench::Row& row);

/// Makes a row for a benchmark of CUDA.
bench::Row cudaRow(const char* benchmark, const char* algorithm, std::int64_t n, const Work& work);

/// Compares sorts into lists and ranges with CUB and with CUDA's atomics.
void compareSorts(const bench::Setup& setup, bench::Report& report);
/// Compares gpubuck's radix sort of pairs with CUB's.
void compareRadix(const bench::Setup& setup, bench::Report& report);
/// Compares gpubuck's pair list with the method of "Fixed-Radius Neighbour Search Using Thrust".
void comparePairs(const bench::Setup& setup, bench::Report& report);

}  // namespace gpubuck::cuda
