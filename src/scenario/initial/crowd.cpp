#include "scenario/initial/crowd.h"

#include <glm/geometric.hpp>

namespace gpubuck::scenario {

Crowd::Crowd(const cells::Box& box) : box_(box), cells_(box, 1.0), heads_(cells_.count(), 0) {}

void Crowd::add(const glm::vec3& place) {
  std::size_t& head = heads_[cells_.at(place)];
  nexts_.push_back(head);
  places_.push_back(place);
  head = places_.size();
}

void Crowd::keep(std::size_t count) {
  while (places_.size() > count) {
    heads_[cells_.at(places_.back())] = nexts_.back();
    nexts_.pop_back();
    places_.pop_back();
  }
}

double Crowd::at(const glm::vec3& place) const {
  double sum = 0.0;
  cells_.visitNear(place, [&](std::size_t cell) {
    for (std::size_t next = heads_[cell]; next > 0; next = nexts_[next - 1]) {
      const glm::dvec3 separation = glm::dvec3(place) - glm::dvec3(places_[next - 1]);
      const double r = glm::length(box_.nearestImage(separation));
      if (r < 1.0) sum += (1.0 - r) * (1.0 - r);
    }
  });
  return sum;
}

}  // namespace gpubuck::scenario
