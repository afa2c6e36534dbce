// Expectations on the errors that functions throw. Errors are judged by the facts that they name,
// so that a better sentence breaks no test.
#pragma once

#include <gtest/gtest.h>

#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace gpubuck::test {

/// Returns the message of the error of type Expected (InputError, RunError) that `action` throws.
/// If it throws nothing or another kind of error, the test fails and an empty text is returned.
template <typename Expected, typename Action>
std::string messageOf(Action action) {
  try {
    action();
  } catch (const Error& error) {
    if (dynamic_cast<const Expected*>(&error) != nullptr) return error.what();
    ADD_FAILURE() << "an error of another kind: " << error.what();
    return {};
  }
  ADD_FAILURE() << "no error is thrown";
  return {};
}

/// Returns whether `text` contains `part`. A failure prints both.
inline ::testing::AssertionResult contains(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "no \"" << part << "\" in \"" << text << "\"";
}

/// The facts that a message must name, in any order: the file with its line, the key, the value at
/// fault, and what is allowed. If a message has fewer than two facts, a characteristic word of it
/// is added.
using Facts = std::vector<std::string>;

/// Returns whether `fact` occurs in `text` as a whole: "1" is not in "12", "1.5", "-1", "x1" or
/// "kT=1", nor "fluid.kT" in "fluid.kT.0" or "fluid.kT=1", nor "x.toml" in "x.toml:4". A folder may
/// precede the name of a file. Both ends of "1..16" occur as a whole, and "folder/" stands for any
/// file in the folder.
inline bool hasWhole(std::string_view text, std::string_view fact) {
  const auto at = [&](std::size_t place) { return place < text.size() ? text[place] : ' '; };
  const auto isInWord = [&](std::size_t place) {
    return std::isalnum(static_cast<unsigned char>(at(place))) != 0 || at(place) == '_';
  };
  const auto isJoint = [&](std::size_t place, std::string_view joints) {
    const bool isRange = at(place) == '.' && (at(place - 1) == '.' || at(place + 1) == '.');
    return joints.find(at(place)) != std::string_view::npos && !isRange;
  };
  for (std::size_t begin = text.find(fact); begin != std::string_view::npos;
       begin = text.find(fact, begin + 1)) {
    const std::size_t end = begin + fact.size();
    const bool goesOnBefore = begin > 0 && (isInWord(begin - 1) || isJoint(begin - 1, ".:+-="));
    const bool goesOnAfter =
        isInWord(end - 1) && (isInWord(end) || (isJoint(end, ".:+-/") && isInWord(end + 1)) ||
                              (at(end) == '=' && at(end + 1) != ' '));
    if (!fact.empty() && !goesOnBefore && !goesOnAfter) return true;
  }
  return false;
}

/// Returns whether the message is one line that names every fact. A failure prints the message and
/// the fact that it lacks.
inline ::testing::AssertionResult names(const std::string& message, const Facts& facts) {
  if (message.find('\n') != std::string::npos) {
    return ::testing::AssertionFailure() << "more than one line: \"" << message << "\"";
  }
  for (const std::string& fact : facts) {
    if (!hasWhole(message, fact)) {
      return ::testing::AssertionFailure() << "no \"" << fact << "\" in \"" << message << "\"";
    }
  }
  return ::testing::AssertionSuccess();
}

}  // namespace gpubuck::test
