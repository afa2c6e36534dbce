// Expectations on the errors that calls throw.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "base/error.h"

namespace gpubuck::test {

/// Returns the message of the Expected (InputError, RunError) that `action` throws. Fails, and
/// returns an empty text, if it throws nothing or another kind of error.
template <typename Expected, typename Action>
std::string messageOf(Action action) {
  try {
    action();
  } catch (const Expected& error) {
    return error.what();
  } catch (const Error& error) {
    ADD_FAILURE() << "an error of another kind: " << error.what();
    return {};
  }
  ADD_FAILURE() << "no error is thrown";
  return {};
}

/// Returns whether `text` contains `part`; a failure prints both.
inline ::testing::AssertionResult contains(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "no \"" << part << "\" in \"" << text << "\"";
}

}  // namespace gpubuck::test
