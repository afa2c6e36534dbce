// Everything that the library does, in one program: sorts, neighbours, a fluid.
#include <gpubuck/gpubuck.h>

#include <cstdio>

int main() try {
  // The library's own OpenGL context. A program that has a context uses gpubuck::Context::adopt().
  const gpubuck::Context context = gpubuck::Context::headless();
  std::printf("on %s\n", context.description().c_str());

  // The bucket of each of seven elements. There are four buckets, and bucket 1 is empty.
  const std::vector<std::uint32_t> bucketOf{2, 0, 3, 2, 0, 2, 3};
  const gpubuck::Ranges ranges = gpubuck::sortIntoRanges(context, bucketOf, 4);
  for (std::size_t c = 0; c < 4; ++c) {
    std::printf("bucket %zu:", c);
    for (int k = ranges.start[c]; k < ranges.start[c + 1]; ++k) {
      std::printf(" %d", ranges.order[static_cast<std::size_t>(k)]);
    }
    std::printf("\n");
  }

  // A fluid of 375 particles in a periodic box, after 300 time steps.
  auto fluid = gpubuck::Fluid::fromText(context, "box.size = [5, 5, 5]\nfluid.density = 3.0\n");
  fluid.step(300);
  const gpubuck::Measurement now = fluid.measure();
  std::printf("fluid: %lld particles at t = %.2f, kT = %.2f, pressure %.1f\n",
              static_cast<long long>(fluid.count()), now.time, now.temperature, now.pressure);

  // The neighbours of the fluid's particles.
  gpubuck::NeighbourList list(context, 1.0);
  const gpubuck::Box box = fluid.box();
  const gpubuck::PairTable near =
      list.find(fluid.particles().positions, gpubuck::Cell::rectangular(box.size, box.periodic));
  std::printf("%.1f neighbours per particle; the neighbours of particle 0:",
              static_cast<double>(near.size()) / static_cast<double>(fluid.count()));
  for (const int id : near.of(0)) std::printf(" %d", id);
  std::printf("\n");
} catch (const gpubuck::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return error.exitCode();
}
