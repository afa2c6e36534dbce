// The inputs of the benchmarks: the same numbers on every machine, for every program.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

namespace gpubuck::bench {

/// Random bits that depend on `seed` and `index` alone: Steele, Lea and Flood, "Fast Splittable
/// Pseudorandom Number Generators" (2014), SplitMix64.
constexpr std::uint64_t randomBits(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t bits = seed + (index + 1) * 0x9e3779b97f4a7c15;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

/// A random number in 0..limit - 1, limit <= 2^32. All numbers are equally probable up to 2^-32.
constexpr std::uint32_t randomBelow(std::uint64_t limit, std::uint64_t seed, std::uint64_t index) {
  return static_cast<std::uint32_t>(((randomBits(seed, index) >> 32) * limit) >> 32);
}

/// A number in [0, 1), a multiple of 2^-53.
constexpr double randomUnit(std::uint64_t seed, std::uint64_t index) {
  return static_cast<double>(randomBits(seed, index) >> 11) * 0x1p-53;
}

/// The order of elements in memory.
enum class Order {
  Random,  ///< in no order
  Cell     ///< in ascending order of buckets, like particles that have been reordered
};

/// Returns "random" or "cell".
const char* orderWord(Order order);

/// Returns the bucket of each element, drawn at random.
std::vector<std::uint32_t> randomBuckets(std::int64_t elements, std::int64_t buckets, Order order);

/// Returns the mapping after `moved` elements, drawn at random, have gone to another bucket.
std::vector<std::uint32_t> moveElements(std::vector<std::uint32_t> bucketOf, std::int64_t moved,
                                        std::int64_t buckets);

/// Returns keys of `bits` bits, drawn at random.
std::vector<std::uint32_t> randomKeys(std::int64_t keys, int bits);

/// Returns points drawn uniformly from the unit cube. With Order::Cell they are sorted by cells of
/// edge `edge`; x varies fastest.
std::vector<glm::dvec3> uniformPoints(std::int64_t points, Order order, double edge);

/// Returns the mean number of neighbours within `radius`, 0..1, of `points` points in the unit
/// cube. Points near a side have fewer neighbours, since there are no points outside of the cube.
double neighboursInCube(std::int64_t points, double radius);

/// Returns the radius, 0..1, for which neighboursInCube() returns `neighbours`, or 1 if no radius
/// in 0..1 does.
double radiusFor(std::int64_t points, double neighbours);

/// Returns element `index` of van der Corput's sequence, in [0, 1). Its digits in `base` after the
/// point are the digits of the index in reverse order.
double vanDerCorput(std::uint32_t base, std::uint64_t index);

/// Returns the cells of particles in a plane of 32 x 32 cells. The particles were in the order of
/// the cells, and have then moved by at most a cell.
std::vector<std::uint32_t> weaklyDisorderedCells(std::int64_t particles);

}  // namespace gpubuck::bench
