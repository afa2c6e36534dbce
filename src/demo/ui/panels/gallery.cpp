#include "demo/ui/panels/gallery.h"

#include <algorithm>

#include "base/embedded.h"
#include "demo/ui/actions/actions.h"
#include "file/pictures.h"

namespace gpubuck::demo {
namespace {

constexpr int kThumbnailWidth = 320, kThumbnailHeight = 200;

}  // namespace

const std::vector<GalleryEntry>& gallery() {
  static const std::vector<GalleryEntry> all{
      {"dam-break", "Dam break", 150},
      {"double-dam", "Two dams", 300},
      {"lava-lamp", "Lava lamp", 600},
      {"wave-tank", "Wave tank", 300},
      {"keyhole", "Keyhole"},
      {"liquid-drop", "Liquid drop", 200},
      {"falling-drop", "Falling drop", 150},
      {"merging-drops", "Merging drops", 80},
      {"breaking-cylinder", "Breaking threads", 1'200},
      {"oscillating-drop", "Swinging drop"},
      {"drop-on-wall", "Drop on a wall", 400},
      {"honey-coil", "Honey coil", 2'400},
      {"snow-globe", "Snow globe"},
      {"micelles", "Micelles", 12'000},
      {"membrane", "Membrane", 12'000},
      {"vesicle", "Vesicle", 30'000},
      {"soap", "Soap", 30'000},
      {"lamellae", "Layers of chains", 12'000},
      {"polymer", "Polymer", 400},
      {"rayleigh-taylor-16k", "Rayleigh-Taylor", 1'000},
      {"phase-separation-16k", "Phase separation", 600},
      {"rayleigh-taylor", "Rayleigh-Taylor, large", 1'200},
      {"phase-separation", "Phase separation, large", 800},
      {"phase-separation-2d", "Phase separation, flat", 800},
      {"rayleigh-taylor-multi-mode", "Several waves", 1'200},
      {"rayleigh-taylor-single-mode", "One wave", 1'500},
      {"equilibrium", "Equilibrium"},
  };
  return all;
}

Image pictureOf(const std::string& scenarioName) {
  const auto& pictures = embedded::files("pictures");
  const auto found = pictures.find(scenarioName + ".jpg");
  if (found != pictures.end()) return file::readJpeg(found->second, found->first);
  return {kThumbnailWidth, kThumbnailHeight,
          std::vector<std::uint8_t>(std::size_t{3} * kThumbnailWidth * kThumbnailHeight)};
}

const GalleryEntry& entryAfter(const std::string& scenarioName, int offset) {
  const auto& all = gallery();
  const auto count = static_cast<std::ptrdiff_t>(all.size());
  const auto present = std::ranges::find(all, scenarioName, &GalleryEntry::name) - all.begin();
  const std::ptrdiff_t next = present + offset - (present == count && offset > 0 ? 1 : 0);
  return all[static_cast<std::size_t>((next % count + count) % count)];
}

void openNext(DemoState& state, int offset) {
  openScenario(state, entryAfter(state.session.scenario().name, offset).name);
}

}  // namespace gpubuck::demo
