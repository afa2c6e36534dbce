// gpubuck's algorithms and CUDA's timed side by side.
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
  bench::Row row;        ///< what it is; the contest adds what was measured
  bench::Job job{};      ///< gpubuck's
  Work* work = nullptr;  ///< or CUDA's
  /// Returns kRight, or the fault of the last result. It is called after the benchmark.
  std::function<std::string()> check;
};

/// Races all and checks their results. The rows come back in the order of the contenders, with the
/// members gpu_ms, GPU time of all stages of one run, and check.
///
/// A GPU takes some time to switch from OpenGL to CUDA or back. So each side's first contender runs
/// once more just before its turn, and its time is not in the rows.
std::vector<bench::Row> contest(std::vector<Contender> contenders, const bench::Effort& effort);

double medianOf(const bench::Row& row);

/// Makes a row for a benchmark of CUDA.
bench::Row cudaRow(const char* benchmark, const char* algorithm, std::int64_t n, const Work& work);

/// Sorts into lists and ranges against CUB and CUDA's atomics.
void compareSorts(const bench::Setup& setup, bench::Report& report);
/// gpubuck's radix sort of pairs against CUB's.
void compareRadix(const bench::Setup& setup, bench::Report& report);
/// gpubuck's pair list against the method of "Fixed-Radius Neighbour Search Using Thrust".
void comparePairs(const bench::Setup& setup, bench::Report& report);

}  // namespace gpubuck::cuda
