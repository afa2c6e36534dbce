#include "dpd/particle_state.h"

#include <algorithm>
#include <numeric>

namespace gpubuck::dpd {

std::vector<std::size_t> placesById(const ParticleState& state) {
  std::vector<std::size_t> places(state.count());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::sort(places.begin(), places.end(), [&](std::size_t i, std::size_t j) {
    return state.predicted[i].w < state.predicted[j].w;
  });
  return places;
}

}  // namespace gpubuck::dpd
