#include "texel/profiler.h"

#include <utility>

#include "gl/context.h"

namespace gpubuck::texel {

Profiler::Scope::Scope(Profiler& profiler, const std::string& name, std::int64_t bytes)
    : profiler_(profiler.enabled_ ? &profiler : nullptr), bytes_(bytes) {
  if (profiler_ == nullptr) return;
  isWaitedFor_ = profiler.waits_ || !gl::features().timers;
  if (isWaitedFor_) {
    pass_ = profiler.indexOf(name);
    gl::finish();
    begun_ = profiler.now_();
    return;
  }
  profiler.harvest(false);
  gl::Query query(GL_TIME_ELAPSED);
  if (!profiler.idle_.empty()) {
    query = std::move(profiler.idle_.back());
    profiler.idle_.pop_back();
  }
  query.begin();
  profiler.pending_.push_back({profiler.indexOf(name), std::move(query), profiler.now_(), bytes});
}

Profiler::Scope::~Scope() {
  if (profiler_ == nullptr) return;
  if (!isWaitedFor_) {
    profiler_->pending_.back().query.end();
    return;
  }
  gl::finish();
  const std::chrono::duration<double, std::milli> duration = profiler_->now_() - begun_;
  profiler_->add(pass_, duration.count(), bytes_);
}

std::vector<PassTime> Profiler::times() {
  harvest(true);
  return times_;
}

std::vector<PassTime> Profiler::latest() {
  harvest(false);
  return times_;
}

void Profiler::reset() {
  harvest(true);
  times_.clear();
  index_.clear();
}

void Profiler::harvest(bool wait) {
  while (!pending_.empty() && (wait || pending_.front().query.available())) {
    Pending& first = pending_.front();
    const double milliseconds = static_cast<double>(first.query.result()) * 1e-6;
    const std::chrono::duration<double, std::milli> possible = now_() - first.begun;
    // For a query that began before any drawing, llvmpipe (Mesa 22.3) returns the time since boot.
    if (milliseconds <= possible.count()) add(first.pass, milliseconds, first.bytes);
    idle_.push_back(std::move(first.query));
    pending_.pop_front();
  }
}

std::size_t Profiler::indexOf(const std::string& name) {
  const auto [entry, added] = index_.emplace(name, times_.size());
  if (added) times_.push_back({name});
  return entry->second;
}

void Profiler::add(std::size_t pass, double milliseconds, std::int64_t bytes) {
  times_[pass].milliseconds += milliseconds;
  times_[pass].bytes += bytes;
  ++times_[pass].runs;
}

}  // namespace gpubuck::texel
