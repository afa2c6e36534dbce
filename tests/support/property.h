// RapidCheck properties of tests that draw. A case that uses the GPU takes longer than other cases,
// since it often has shaders of its own. Each test therefore sets its number of cases.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <sstream>

#include "support/long_tests.h"

namespace gpubuck::test {

/// Checks a RapidCheck property on `cases` random cases in long tests, and on 40 % of them in other
/// tests. A failure prints the shrunk case and how to repeat it. The property uses RC_ASSERT.
template <typename Property>
void expectProperty(int cases, Property&& property) {
  rc::detail::TestParams params = rc::detail::configuration().testParams;
  params.maxSuccess = longTests() ? cases : (2 * cases + 4) / 5;
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  rc::detail::TestMetadata metadata;
  metadata.id = std::string(test->test_suite_name()) + "/" + test->name();
  metadata.description = test->name();
  const rc::detail::TestResult result =
      rc::detail::checkTestable(std::forward<Property>(property), metadata, params);
  if (result.is<rc::detail::SuccessResult>()) return;
  std::ostringstream message;
  rc::detail::printResultMessage(result, message);
  ADD_FAILURE() << message.str();
}

}  // namespace gpubuck::test
