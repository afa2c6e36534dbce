#include "demo/panels/gallery.h"

#include <algorithm>

#include "base/embedded.h"
#include "demo/actions/actions.h"
#include "file/pictures.h"

namespace gpubuck::demo {
namespace {

constexpr int kThumbnailWidth = 320, kThumbnailHeight = 200;

}  // namespace

const std::vector<GalleryEntry>& gallery() {
  static const std::vector<GalleryEntry> all{
      {"dam-break", "Dam break"},
      {"liquid-drop", "Liquid drop"},
      {"falling-drop", "Falling drop"},
      {"merging-drops", "Merging drops"},
      {"breaking-cylinder", "Breaking threads"},
      {"oscillating-drop", "Swinging drop"},
      {"drop-on-wall", "Drop on a wall"},
      {"micelles", "Micelles"},
      {"membrane", "Membrane"},
      {"vesicle", "Vesicle"},
      {"soap", "Soap"},
      {"lamellae", "Layers of chains"},
      {"polymer", "Polymer"},
      {"rayleigh-taylor-16k", "Rayleigh-Taylor"},
      {"phase-separation-16k", "Phase separation"},
      {"rayleigh-taylor", "Rayleigh-Taylor, large"},
      {"phase-separation", "Phase separation, large"},
      {"phase-separation-2d", "Phase separation, flat"},
      {"rayleigh-taylor-multi-mode", "Several waves"},
      {"rayleigh-taylor-single-mode", "One wave"},
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
