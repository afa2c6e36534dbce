#include "base/progress.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "base/terminal.h"

namespace gpubuck {
namespace {

std::string clockText(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::llround(seconds));
  return whole >= 3600 ? fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60)
                       : fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace

std::string progressText(std::int64_t step, std::int64_t first, std::int64_t last,
                         std::int64_t particles, double seconds) {
  const auto done = static_cast<double>(step - first);
  const auto all = static_cast<double>(last - first);
  const double share = all > 0.0 ? 100.0 * done / all : 100.0;
  std::string text = fmt::format("step {} of {} ({:.0f} %)", step, last, share);
  if (done > 0.0 && seconds > 0.0) {
    const double rate = done / seconds;
    text +=
        fmt::format(", {:.3g} steps/s, {:.3g} M particle-steps/s, {} left", rate,
                    rate * static_cast<double>(particles) * 1e-6, clockText((all - done) / rate));
  }
  return text;
}

std::string shareText(double share, double seconds) {
  std::string text = fmt::format("{:.0f} %", 100.0 * share);
  if (share > 0.0) text += fmt::format(", {} left", clockText(seconds * (1.0 - share) / share));
  return text;
}

Status::~Status() { clearLine(); }

void Status::show(std::string_view text) { showLine(printable(text)); }

ProgressLine::ProgressLine(bool quiet)
    : shown_(!quiet && isTerminal(stderr)), start_(Clock::now()), lastShown_(start_) {}

ProgressLine::~ProgressLine() { endLine(); }

void ProgressLine::show(bool isEnd, const std::function<std::string(double)>& text) {
  if (!shown_) return;
  const Clock::time_point now = Clock::now();
  if (!isEnd && now - lastShown_ < std::chrono::milliseconds(200)) return;
  lastShown_ = now;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  showLine(text(seconds));
}

void Progress::update(std::int64_t step) {
  line_.show(step == last_, [&](double seconds) {
    return progressText(step, first_, last_, particles_, seconds);
  });
}

void ShareProgress::update(double share) {
  line_.show(share >= 1.0, [&](double seconds) { return shareText(share, seconds); });
}

}  // namespace gpubuck
