#include "demo/journal.h"

namespace gpubuck::demo {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kNoticeStands{4};
constexpr std::chrono::seconds kErrorStands{12};
constexpr std::size_t kMostNotices = 4;

}  // namespace

Journal::Journal(const std::string& path) {
  if (!path.empty()) file_ = std::make_unique<io::FileWriter>(path);
}

void Journal::event(const std::string& what, const std::string& value) {
  if (!file_) return;
  file_->write(what + ": " + value + "\n");
  file_->flush();
}

void Journal::notice(const std::string& what, const std::string& value) {
  event(what, value);
  notices_.push_back({what + ": " + value, false, Clock::now() + kNoticeStands});
}

void Journal::error(const std::string& text) {
  event("error", text);
  notices_.push_back({text, true, Clock::now() + kErrorStands});
}

const std::deque<Notice>& Journal::notices() {
  std::erase_if(notices_, [](const Notice& notice) { return notice.until < Clock::now(); });
  while (notices_.size() > kMostNotices) notices_.pop_front();
  return notices_;
}

}  // namespace gpubuck::demo
