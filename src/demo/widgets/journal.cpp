#include "demo/widgets/journal.h"

#include <utility>

#include "base/error.h"

namespace gpubuck::demo {
namespace {

constexpr std::chrono::seconds kNoticeDuration{4};
constexpr std::chrono::seconds kErrorDuration{12};
constexpr std::size_t kMostNotices = 4;

}  // namespace

Journal::Journal(const std::string& path) {
  if (!path.empty()) file_ = std::make_unique<file::FileWriter>(path);
}

void Journal::event(const std::string& what, const std::string& value) {
  if (!file_) return;
  try {
    file_->write(what + ": " + value + "\n");
    file_->flush();
  } catch (const RunError& failure) {
    file_.reset();
    error(failure.what());
  }
}

void Journal::notice(const std::string& what, const std::string& value) {
  event(what, value);
  add({what + ": " + value, false, Clock::now() + kNoticeDuration});
}

void Journal::error(const std::string& text) {
  event("error", text);
  add({text, true, Clock::now() + kErrorDuration});
}

void Journal::add(Notice notice) {
  std::erase_if(notices_, [&](const Notice& earlier) { return earlier.text == notice.text; });
  notices_.push_back(std::move(notice));
  if (notices_.size() > kMostNotices) notices_.pop_front();
  ++changes_;
}

void Journal::clearNotices() {
  changes_ += notices_.size();
  notices_.clear();
}

const std::deque<Notice>& Journal::notices() {
  const auto now = Clock::now();
  changes_ += std::erase_if(notices_, [&](const Notice& notice) { return notice.until < now; });
  return notices_;
}

std::size_t Journal::changes() {
  notices();
  return changes_;
}

}  // namespace gpubuck::demo
