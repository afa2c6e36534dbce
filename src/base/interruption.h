// SIGINT, SIGTERM and SIGHUP, for work that ends in good order when one of them comes.
#pragma once

#include <string>

#include "base/error.h"

namespace gpubuck {

/// While one lives, the first of these signals is noted, and a second ends the process at once. A
/// signal that was ignored before, as nohup does with SIGHUP, stays ignored. One at a time.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  /// The number of the signal that came; 0: none yet.
  int signal() const;
};

/// Work that a signal ended early but in good order: exit code 128 + its number, as shells count.
class Interrupted : public Error {
 public:
  /// "WHAT: ended by SIGINT WHY".
  Interrupted(const std::string& what, int signal, const std::string& why);
};

}  // namespace gpubuck
