#include "library/boxes.h"

#include <fmt/format.h>

#include "base/error.h"

namespace gpubuck::library {

search::Box searchBox(const Box& box) {
  if (box.dimensions != 2 && box.dimensions != 3) {
    throw InputError("box", fmt::format("{} dimensions are neither 2 nor 3", box.dimensions));
  }
  if (box.dimensions == 2 && box.periodic[2]) {
    throw InputError("box", "is periodic along z, but has two dimensions");
  }
  search::Box result;
  result.size = {box.size[0], box.size[1], box.dimensions == 3 ? box.size[2] : 1.0};
  result.dimensions = box.dimensions;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    result.boundary[axis] =
        box.periodic[axis] ? search::Boundary::Periodic : search::Boundary::Reflecting;
  }
  return result;
}

Box publicBox(const search::Box& box) {
  Box result{.size = {box.size.x, box.size.y, box.size.z}, .dimensions = box.dimensions};
  for (int axis = 0; axis < box.dimensions; ++axis) {
    result.periodic[static_cast<std::size_t>(axis)] = box.isPeriodic(axis);
  }
  return result;
}

}  // namespace gpubuck::library
