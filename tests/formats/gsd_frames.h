// Files in the format GSD for tests.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "file/temporary_folder.h"
#include "formats/particles.h"
#include "formats/trajectory.h"

namespace gpubuck::formats {

/// The fixture of tests of GSD: a fluid without molecules, and a folder. Its functions return the
/// fluid's frames, and files of these frames.
struct Gsd : ::testing::Test {
  test::TemporaryFolder folder;
  dpd::Fluid fluid;
  dpd::Molecules molecules;

  Gsd() {
    fluid.box.size = {8.0, 10.1, 12.0};
    fluid.box.boundary[2] = cells::Boundary::Reflecting;
    fluid.species = {{"light", 1.0, 0.5, ""}, {"heavy", 3.0, 0.5, ""}};
  }

  std::unique_ptr<TrajectoryWriter> make(const std::string& name,
                                         file::Opening opening = file::Opening::Replace,
                                         Keep keep = Keep::EachFrame) const {
    return makeGsdWriter(folder / name, fluid, molecules, opening, keep);
  }

  /// Returns frame k, which has the step number 10 k. Its three particles move a little from frame
  /// to frame.
  static Frame frameOf(int k) {
    const float shift = 0.01f * static_cast<float>(k);
    return {10 * k,
            0.1 * k,
            {{{4.5f, 0.0f, 11.5f - shift}, {1.5f + shift, 2.5f, 3.5f}, {7.75f, 10.0f, 6.0f}},
             {{1.0f, 2.0f, 3.0f}, {0.25f, -0.5f, 1e-10f}, {shift, 0.0f, 0.0f}},
             {0, 1, 0}}};
  }

  /// Returns the bytes of a file of `frames` frames.
  std::string fileOf(int frames) const {
    const auto writer = make("made.gsd", file::Opening::Replace, Keep::Whole);
    for (int k = 0; k < frames; ++k) writer->append(frameOf(k));
    return folder.get("made.gsd");
  }

  std::string errorOf(const std::string& bytes) {
    return test::messageOf<InputError>([&] { readGsd(folder.put("x.gsd", bytes), fluid); }, folder);
  }
};

/// Returns all frames of a trajectory, and the warning about the frames left out.
inline std::pair<std::vector<Frame>, std::string> readAll(const std::string& path) {
  std::vector<Frame> frames;
  const auto reader = makeGsdReader(path);
  for (Frame frame; reader->next(frame);) frames.push_back(frame);
  return {frames, reader->leftOut()};
}

/// Returns the number at offset `at` in the bytes of a file.
template <typename T>
T numberAt(const std::string& bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}
template <typename T>
std::string with(std::string bytes, std::size_t at, T value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
  return bytes;
}

}  // namespace gpubuck::formats
