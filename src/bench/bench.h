// The benchmarks of `gpubuck bench`: the tables of the paper, with its figures and ours, and the
// comparisons of sorts and searches in related papers.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "bench/benchmark.h"
#include "bench/report.h"
#include "dpd/steps/step_settings.h"
#include "texel/device.h"

namespace gpubuck::bench {

/// The elements of the largest case of all: a list of keys, which have no id limit.
inline constexpr std::int64_t kLargestCase = std::int64_t{1} << 25;

/// The resources and limits of a benchmark.
struct Setup {
  /// Those to be measured, at least one; a benchmark of the paper's method takes the first.
  std::vector<texel::Engine> engines;
  gl::ShaderLibrary shaders{};
  std::shared_ptr<gl::ProgramCache> programs = std::make_shared<gl::ProgramCache>();
  Effort effort{};
  /// Cases of more elements, points or keys are left out.
  std::int64_t largest = kLargestCase;
  /// For `dpd`: the method of the steps. The one of 2007 runs on the paper engine alone.
  dpd::StepMethod method = dpd::StepMethod::Today;

  /// A device on the current context with rows that suit its largest array.
  texel::DeviceOptions deviceFor(texel::Engine engine, std::int64_t largestArray) const {
    return {
        .engine = engine, .shaders = shaders, .programs = programs, .largestArray = largestArray};
  }
};

/// A benchmark by its name on the command line.
struct Benchmark {
  const char* name;
  const char* what;  ///< a line for the help
  void (*run)(const Setup& setup, Report& report);
};

/// All there are. The papers that they are compared with: docs/benchmarks.md.
const std::vector<Benchmark>& benchmarks();

void table1(const Setup& setup, Report& report);
void table2(const Setup& setup, Report& report);
void table3(const Setup& setup, Report& report);
void sorts(const Setup& setup, Report& report);
void searches(const Setup& setup, Report& report);
void pairs(const Setup& setup, Report& report);
void neighbours(const Setup& setup, Report& report);
void radix(const Setup& setup, Report& report);
void fluidSteps(const Setup& setup, Report& report);
void pictures(const Setup& setup, Report& report);

}  // namespace gpubuck::bench
