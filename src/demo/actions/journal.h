// What has happened in the window, for its user and for a log.
#pragma once

#include <deque>
#include <memory>
#include <string>

#include "demo/session/clock.h"
#include "file/output_file.h"

namespace gpubuck::demo {

/// A message that stays at the bottom of the window for a while.
struct Notice {
  std::string text;
  bool error = false;
  Clock::time_point until;
};

class Journal {
 public:
  /// Every entry becomes a line of the file; an empty path: no file. Throws RunError.
  explicit Journal(const std::string& path);

  /// A line `WHAT: VALUE` of the log.
  void event(const std::string& what, const std::string& value);
  /// The same, and a message in the window.
  void notice(const std::string& what, const std::string& value);
  /// An error, which stays longer.
  void error(const std::string& text);

  /// The messages that are still shown, oldest first.
  const std::deque<Notice>& notices();
  /// Rises whenever notices() becomes another list.
  unsigned long changes();

 private:
  void add(Notice notice);

  std::unique_ptr<file::FileWriter> file_;
  std::deque<Notice> notices_;
  unsigned long changes_ = 0;
};

}  // namespace gpubuck::demo
