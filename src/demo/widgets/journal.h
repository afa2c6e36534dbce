// The events of the window: notices for its user, and lines of a log.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <string>

#include "demo/widgets/clock.h"
#include "file/output_file.h"

namespace gpubuck::demo {

/// A message that the window shows for a while.
struct Notice {
  std::string text;
  bool error = false;
  Clock::time_point until;
};

class Journal {
 public:
  /// Writes each event as a line of the file; without a path it writes nothing. Throws RunError if
  /// the file cannot be opened. If the file fails later, an error message says so, and the window
  /// continues without the file.
  explicit Journal(const std::string& path);

  /// Writes a line `WHAT: VALUE` to the log.
  void event(const std::string& what, const std::string& value);
  /// Writes the line `WHAT: VALUE` to the log, and shows it in the window as a notice.
  void notice(const std::string& what, const std::string& value);
  /// Writes and shows an error, which is shown longer than a notice.
  void error(const std::string& text);

  /// Removes all messages. Call it when the messages are about a fluid that is no longer shown.
  void clearNotices();
  /// Returns the messages that are still shown, oldest first.
  const std::deque<Notice>& notices();
  /// Returns a number that increases whenever notices() changes.
  std::size_t changes();

 private:
  void add(Notice notice);

  std::unique_ptr<file::FileWriter> file_;
  std::deque<Notice> notices_;
  std::size_t changes_ = 0;
};

}  // namespace gpubuck::demo
