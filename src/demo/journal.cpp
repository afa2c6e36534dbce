#include "demo/journal.h"

#include <utility>

namespace gpubuck::demo {
namespace {

constexpr std::chrono::seconds kNoticeStands{4};
constexpr std::chrono::seconds kErrorStands{12};
constexpr std::size_t kMostNotices = 4;

}  // namespace

Journal::Journal(const std::string& path) {
  if (!path.empty()) file_ = std::make_unique<io::FileWriter>(path);
}

void Journal::event(const std::string& what, const std::string& value) {
  write(what + ": " + value);
}

void Journal::notice(const std::string& what, const std::string& value) {
  event(what, value);
  notices_.push_back(
      {what + ": " + value, false, std::chrono::steady_clock::now() + kNoticeStands});
}

void Journal::error(const std::string& text) {
  event("error", text);
  notices_.push_back({text, true, std::chrono::steady_clock::now() + kErrorStands});
}

const std::deque<Notice>& Journal::notices() {
  const auto now = std::chrono::steady_clock::now();
  std::erase_if(notices_, [now](const Notice& notice) { return notice.until < now; });
  while (notices_.size() > kMostNotices) notices_.pop_front();
  return notices_;
}

void Journal::write(const std::string& line) {
  if (!file_) return;
  file_->write(line + "\n");
  file_->flush();
}

}  // namespace gpubuck::demo
