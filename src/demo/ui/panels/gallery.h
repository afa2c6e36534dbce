// The scenarios that come with gpubuck as a gallery: titles, order and pictures.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/image.h"

namespace gpubuck::demo {

struct Workspace;  // demo/ui/actions/workspace.h

/// The scenario that the window opens by default. Its fluid moves from the first second on, even
/// with a software renderer.
inline constexpr const char* kFirstScenario = "dam-break";

enum class GallerySection { Liquids, Molecules, Paper };

struct GalleryEntry {
  std::string name;   ///< name of the scenario
  std::string title;  ///< the title that the user sees
  GallerySection section = GallerySection::Liquids;
  std::string attempt{};       ///< a suggestion, shown after "Try: "
  std::int64_t developed = 0;  ///< first step at which there is something to see
};

/// Returns all built-in scenarios by section. In a section, the scenarios with the most motion come
/// first.
const std::vector<GalleryEntry>& gallery();

/// Returns the title of a scenario, or its name if it is not in the gallery.
std::string titleOf(const std::string& scenarioName);

/// Returns the picture of a scenario, kPictureWidth x kPictureHeight pixels, on a light background
/// if `isLight` is set and there is a picture with a light background. The result is black if the
/// scenario has no picture.
Image pictureOf(const std::string& scenarioName, bool isLight = false);
inline constexpr int kPictureWidth = 432, kPictureHeight = 270;

/// Returns the gallery entry `offset` positions after a scenario, wrapping around. A scenario that
/// is not in the gallery counts as an entry between the last and the first entry.
const GalleryEntry& entryAfter(const std::string& scenarioName, int offset);

/// Opens the gallery entry `offset` positions after the present scenario.
void openNext(Workspace& state, int offset);

}  // namespace gpubuck::demo
