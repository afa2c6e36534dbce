// Runs the LAMMPS of the Linux distribution, for tests of the files that gpubuck writes for LAMMPS
// and reads from it.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <glm/vec3.hpp>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "file/temporary_folder.h"

namespace gpubuck::test {

/// Runs `lmp -in SCRIPT` in the folder. The test fails if LAMMPS is missing or fails.
inline ::testing::AssertionResult runLammps(const std::string& folder, const std::string& script) {
  const std::string command =
      "cd '" + folder + "' && lmp -in '" + script + "' -log log.lammps >screen.txt 2>&1";
  const int status = std::system(command.c_str());
  if (status == 0) return ::testing::AssertionSuccess();
  std::ostringstream screen;
  screen << std::ifstream(folder + "/screen.txt").rdbuf();
  return ::testing::AssertionFailure() << command << "\n" << screen.str();
}

/// The rows of the log, each with its values by the names of their columns.
inline std::vector<std::map<std::string, double>> lammpsLog(const std::string& text) {
  std::vector<std::map<std::string, double>> rows;
  std::vector<std::string> columns;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    const std::vector<std::string> all{std::istream_iterator<std::string>(words), {}};
    words = std::istringstream(line);
    if (all.size() > 1 && all[0] == "Step" && all[1] == "Time") {
      columns = all;
    } else if (line.starts_with("Loop time")) {
      columns.clear();
    } else if (!columns.empty()) {
      std::map<std::string, double> row;
      for (const std::string& column : columns) words >> row[column];
      EXPECT_FALSE(words.fail()) << line;
      rows.push_back(row);
    }
  }
  return rows;
}

/// The rows of observables.csv, each with its values by the names of their columns.
inline std::vector<std::map<std::string, double>> csvRows(const std::string& text) {
  std::vector<std::map<std::string, double>> rows;
  std::istringstream lines(text);
  std::string header;
  std::getline(lines, header);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream columns(header), words(line);
    std::map<std::string, double>& row = rows.emplace_back();
    for (std::string column, word; std::getline(columns, column, ',');) {
      std::getline(words, word, ',');
      if (!word.empty()) row[column] = std::stod(word);
    }
  }
  return rows;
}

/// A frame of a dump with the columns id and two vectors, sorted by id.
struct LammpsFrame {
  int step = 0;
  std::vector<glm::dvec3> first, second;
};

inline std::vector<LammpsFrame> lammpsFrames(const std::string& text) {
  std::vector<LammpsFrame> frames;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("ITEM: TIMESTEP")) {
      lines >> frames.emplace_back().step;
    } else if (line.starts_with("ITEM: ATOMS")) {
      int id;
      glm::dvec3 a, b;
      while (lines >> id >> a.x >> a.y >> a.z >> b.x >> b.y >> b.z) {
        frames.back().first.push_back(a);
        frames.back().second.push_back(b);
        EXPECT_EQ(frames.back().first.size(), static_cast<std::size_t>(id));
      }
      lines.clear();
    }
  }
  return frames;
}

}  // namespace gpubuck::test
