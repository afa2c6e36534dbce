// Scripts that read files of gpubuck, or write files for it, with libraries of other programs.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace gpubuck::test {

/// Runs a Python script of tests/ on a file, and returns its output. The script must succeed.
/// Warnings of its libraries go to the standard error of the test.
inline std::string outputOfPython(const std::string& script, const std::string& file) {
  const std::string command =
      "/usr/bin/python3 " GPUBUCK_SOURCE_DIR "/tests/" + script + " '" + file + "'";
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) {
    ADD_FAILURE() << command;
    return {};
  }
  std::string output;
  for (int c; (c = std::getc(pipe)) != EOF;) output += static_cast<char>(c);
  EXPECT_EQ(pclose(pipe), 0) << output;
  return output;
}

}  // namespace gpubuck::test
