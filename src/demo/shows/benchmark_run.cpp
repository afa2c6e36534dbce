#include "demo/shows/benchmark_run.h"

#include <fmt/format.h>
#include <imgui.h>

#include <cmath>

#include "base/error.h"
#include "base/number.h"
#include "demo/actions/actions.h"
#include "demo/widgets/form.h"
#include "scenario/built_in.h"

namespace gpubuck::demo {
namespace {

constexpr double kDensity = 3.0;
constexpr double kTextSize = 14.0;  // pixels
constexpr float kWidth = 32.0F;     // em

void drawTable(const Benchmark& benchmark) {
  if (!ImGui::BeginTable("paces", 3, ImGuiTableFlags_RowBg)) return;
  for (const char* const title : {"particles", "pictures/s", "M particle-steps/s"}) {
    ImGui::TableSetupColumn(title);
  }
  ImGui::TableHeadersRow();
  for (const Pace& pace : benchmark.paces()) {
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(groupDigits(pace.particles).c_str());
    ImGui::TableNextColumn();
    ImGui::Text("%.4g", pace.picturesPerSecond);
    ImGui::TableNextColumn();
    ImGui::Text("%.4g", pace.particleStepsPerSecond() * 1e-6);
  }
  ImGui::EndTable();
}

}  // namespace

scenario::Scenario benchmarkFluid(std::int64_t particles) {
  const double side = std::cbrt(double(particles) / kDensity);
  return scenario::builtIn("equilibrium", {fmt::format("box.size=[{0},{0},{0}]", side)});
}

bool BenchmarkRun::advance(DemoState& state, double seconds) {
  Benchmark& benchmark = report_.benchmark;
  const auto size = benchmark.next();
  if (!size) return true;
  try {
    if (*size != particles_) begin(state, *size);
  } catch (const Error& error) {
    if (benchmark.paces().empty()) throw;
    state.journal.event("benchmark", error.what());
    benchmark.stop();
    return true;
  }
  const Clock::time_point start = Clock::now();
  do {
    makePicture(state);
    ++pictures_;
  } while (secondsSince(start) < seconds);
  measured_ += secondsSince(start);
  if (measured_ >= benchmark.secondsEach()) {
    benchmark.add(double(pictures_) / measured_, secondsSince(begun_));
    particles_ = 0;
  }
  return !benchmark.next();
}

void BenchmarkRun::begin(DemoState& state, std::int64_t particles) {
  begun_ = Clock::now();
  particles_ = particles;
  measured_ = 0.0;
  pictures_ = 0;
  state.session.start(benchmarkFluid(particles));
  state.look = {.occlusion = false,
                .shadows = false,
                .smooth = false,
                .axes = false,
                .scaleBar = false,
                .legend = false};
  makePicture(state);  // compiles programs
  const gl::Capabilities& gpu = state.session.device().capabilities();
  report_.device = fmt::format("{}, OpenGL {}, {} engine", gpu.renderer, gpu.version,
                               texel::engineName(state.session.engine()));
}

void BenchmarkRun::makePicture(DemoState& state) {
  for (int k = 0; k < Benchmark::kStepsPerPicture; ++k) state.session.simulation().step();
  view_.draw(state, state.look, {0, 0, Benchmark::kWidth, Benchmark::kHeight}, kTextSize);
  gl::finish();
}

void BenchmarkRun::show(const glm::ivec2& windowSize) const {
  const glm::ivec2 corner = (windowSize - glm::ivec2(Benchmark::kWidth, Benchmark::kHeight)) / 2;
  view_.show({corner.x, corner.y, Benchmark::kWidth, Benchmark::kHeight});
}

void drawBenchmark(DemoState& state) {
  if (!state.benchmark) return;
  const Benchmark& benchmark = state.benchmark->benchmark;
  const bool isDone = !benchmark.next();
  const float em = ImGui::GetFontSize();
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.5F * screen.x, 0.5F * screen.y}, ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSize({std::min(kWidth * em, screen.x - em), 0.0F});
  ImGui::SetNextWindowBgAlpha(0.9F);
  ImGui::Begin("benchmark", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
  paragraph(state.benchmark->device);
  paragraph(fmt::format("{} time steps per picture of {} × {} pixels", Benchmark::kStepsPerPicture,
                        Benchmark::kWidth, Benchmark::kHeight));
  ImGui::Spacing();
  drawTable(benchmark);
  ImGui::Spacing();
  if (isDone) {
    ImGui::SetWindowFontScale(1.6F);
    ImGui::Text("Score %.4g", benchmark.score());
    ImGui::SetWindowFontScale(1.0F);
    paragraph(
        "million particle-steps per second, the highest rate of the fixed sizes: 4,096, 16,384, "
        "and so on, each four times the previous one");
    paragraph(benchmark.smoothText() + ".");
    if (button({"benchmark/close", "Close"})) state.benchmark.reset();
  } else {
    paragraph(
        fmt::format("Measuring {} particles. The benchmark takes about a minute; Esc ends it.",
                    groupDigits(*benchmark.next())));
  }
  ImGui::End();
}

}  // namespace gpubuck::demo
