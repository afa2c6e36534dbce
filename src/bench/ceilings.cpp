#include "bench/ceilings.h"

#include <cstdint>
#include <memory>
#include <string>

#include "bench/fixtures.h"

namespace gpubuck::bench {
namespace {

/// 128 MB to read and as many to write: more than caches hold, and what a software renderer allows.
constexpr std::int64_t kCopied = 8'388'608;
constexpr std::int64_t kComputed = 4'194'304;
/// Floating-point operations per element of shaders/bench/multiply_add.glsl.
constexpr double kOperationsPerElement = 64 * 8 * 4 * 2;

/// A pass over elements that a row describes.
class CeilingFixture : public Fixture {
 public:
  using Fixture::Fixture;

  virtual Job passJob() = 0;

 protected:
  /// To be called when all is made: what other fixtures take comes later.
  void noteMemory() { memory_ = memorySinceBegin(); }
  void describePass(Row& row, const texel::Pass& pass, std::int64_t elements) const {
    row.algorithm = pass.name();
    row.n = elements;
    row.memory = memory_;
  }

 private:
  std::int64_t memory_ = 0;
};

/// From array to array.
class ArrayFixture : public CeilingFixture {
 public:
  ArrayFixture(const texel::DeviceOptions& device, const texel::MapPassInfo& pass,
               std::int64_t elements)
      : CeilingFixture(device),
        pass_(device_, pass),
        from_(device_, "values", elements),
        to_(device_, "results", elements) {
    from_.fill(glm::vec4(1.0f));
    noteMemory();
  }

  Job passJob() override {
    return job([this] { pass_.run(from_.count(), {{"u_value", from_}}, {{"o_value", to_}}); });
  }
  void describe(Row& row) const override { describePass(row, pass_, from_.count()); }

 private:
  texel::MapPass pass_;
  texel::Vec4Array from_;
  texel::Vec4Array to_;
};

/// From buffer to buffer, which is what the fast engine's steps do.
class BufferFixture : public CeilingFixture {
 public:
  BufferFixture(const texel::DeviceOptions& device, const texel::MapPassInfo& pass,
                std::int64_t elements)
      : CeilingFixture(device),
        elements_(elements),
        pass_(device_, pass),
        from_("values", 4 * elements),
        to_("copies", 4 * elements) {
    noteMemory();
  }

  Job passJob() override {
    return job([this] { pass_.run(elements_ / 4, {{"b_value", from_}}, {{"b_copy", to_}}); });
  }
  void describe(Row& row) const override { describePass(row, pass_, elements_); }

 private:
  std::int64_t elements_;
  texel::MapPass pass_;
  texel::UIntBuffer from_;
  texel::UIntBuffer to_;
};

std::unique_ptr<CeilingFixture> copyFixture(const Setup& setup, texel::Engine engine) {
  const texel::DeviceOptions device = setup.deviceFor(engine, kCopied);
  const texel::MapPassInfo pass = ceilingPasses(engine).copy;
  if (engine == texel::Engine::Fast) return std::make_unique<BufferFixture>(device, pass, kCopied);
  return std::make_unique<ArrayFixture>(device, pass, kCopied);
}

}  // namespace

CeilingPasses ceilingPasses(texel::Engine engine) {
  const std::vector<texel::MapPassInfo::Variable> value{{"o_value", texel::Format::Vec4}};
  CeilingPasses passes{.copy = {.name = "bench/copy", .outputs = value},
                       .arithmetic = {.name = "bench/multiply_add", .outputs = value}};
  if (engine == texel::Engine::Fast) {
    passes.copy = {.name = "bench/copy",
                   .reads = {{"b_value", "vec4"}},
                   .writes = {{"b_copy", "vec4"}},
                   .prologue = "#define BUFFERS\n"};
  }
  return passes;
}

std::vector<Ceilings> measureCeilings(const Setup& setup, Report& report) {
  report.begin(
      "dpd-ceilings", "Peak rates of passes here: a copy in memory, and products with sums.",
      {"engine", "algorithm: shader of the pass", "n: elements", "median_ms: ms", "min_ms: least",
       "gigabytes_per_second: GB per s", "gigaoperations_per_second: 10^9 operations per s"});
  std::vector<std::unique_ptr<CeilingFixture>> fixtures;
  std::vector<Job> jobs;
  for (const texel::Engine engine : setup.engines) {
    fixtures.push_back(copyFixture(setup, engine));
    fixtures.push_back(std::make_unique<ArrayFixture>(setup.deviceFor(engine, kComputed),
                                                      ceilingPasses(engine).arithmetic, kComputed));
  }
  for (const auto& fixture : fixtures) jobs.push_back(fixture->passJob());
  const std::vector<Row> rows = benchmark(jobs, setup.effort);
  std::vector<Ceilings> ceilings;
  for (std::size_t k = 0; k < rows.size(); k += 2) {
    Row copy = rows[k];
    Row arithmetic = rows[k + 1];
    const auto perSecond = [](const Row& row, double work) {
      return work * static_cast<double>(row.n) / (1e-3 * row.spread.median);
    };
    ceilings.push_back({.bytesPerSecond = perSecond(copy, 2.0 * sizeof(glm::vec4)),
                        .operationsPerSecond = perSecond(arithmetic, kOperationsPerElement)});
    copy.more["gigabytes_per_second"] = 1e-9 * ceilings.back().bytesPerSecond;
    arithmetic.more["gigaoperations_per_second"] = 1e-9 * ceilings.back().operationsPerSecond;
    report.add(std::move(copy));
    report.add(std::move(arithmetic));
  }
  return ceilings;
}

}  // namespace gpubuck::bench
