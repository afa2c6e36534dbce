#include "gl/program_cache.h"

#include <fmt/format.h>

#include <algorithm>

namespace gpubuck::gl {
namespace {

std::string sourceOf(const std::vector<Stage>& stages) {
  std::string source;
  for (const Stage& stage : stages) {
    source += fmt::format("{:x} {}\n{}", stage.kind, stage.version, stage.source.text);
  }
  return source;
}

}  // namespace

Program ProgramCache::get(const std::string& label, const std::vector<Stage>& stages) {
  std::string source = sourceOf(stages);
  const auto found = std::ranges::find(entries_, source, &Entry::source);
  if (found != entries_.end()) {
    entries_.splice(entries_.begin(), entries_, found);
  } else {
    entries_.push_front({std::move(source), Program(label, stages)});
  }
  Program program = entries_.front().program.share(label);
  dropUnused();
  return program;
}

void ProgramCache::dropUnused() {
  std::size_t unused = 0;
  entries_.remove_if(
      [&](const Entry& entry) { return !entry.program.isShared() && ++unused > kMaxUnused; });
}

}  // namespace gpubuck::gl
