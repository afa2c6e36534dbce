// The names of the choices of a scenario, besides the names in dpd/model/fluid.h and
// sort/algorithms.h.
#pragma once

#include "base/enum_names.h"
#include "scenario/scenario.h"

namespace gpubuck::scenario {

inline const std::vector<EnumName<cells::Boundary>> kBoundaryNames{
    {cells::Boundary::Periodic, "periodic",
     "A particle that leaves the box on one side enters it on the other side."},
    {cells::Boundary::Reflecting, "reflecting",
     "A hard wall: a particle that crosses it is mirrored back, and its velocity across the wall "
     "is reversed."}};

inline const std::vector<EnumName<dpd::Integrator>> kIntegratorNames{
    {dpd::Integrator::LeapfrogAb2, "leapfrog-ab2",
     "The paper's integrator: leap-frog, with friction from the velocity that is predicted by "
     "Adams and Bashforth's formula, (3 v(n − ½) − v(n − 3/2)) / 2."},
    {dpd::Integrator::VelocityVerlet, "velocity-verlet",
     "Groot and Warren's modified velocity-Verlet, for comparison with the literature: the same "
     "leap-frog, but with friction from a velocity that is predicted with lambda."}};

inline const std::vector<EnumName<dpd::SortMode>> kSortModeNames{
    {dpd::SortMode::Sort, "sort", "All particles are sorted anew in every time step."},
    {dpd::SortMode::Resort, "resort",
     "Only particles that have moved to another cell are taken out of their lists and sorted in "
     "again (section 2.2 of the paper). Only the bucket sort does so. The other sorts sort all "
     "particles, since this takes less time than finding the moved particles."}};

inline const std::vector<EnumName<dpd::Traversal>> kTraversalNames{
    {dpd::Traversal::Copies, "copies",
     "Copies of the particles, which lie in memory in the order of their cells."},
    {dpd::Traversal::Lists, "lists",
     "The lists of the cells, element by element, as in the paper (section 3). The sort must make "
     "lists: bucket or atomic."}};

inline const std::vector<EnumName<dpd::StepMethod>> kStepMethodNames{
    {dpd::StepMethod::Today, "today",
     "The fastest method that the device can run; every key may be set."},
    {dpd::StepMethod::Year2007, "2007",
     "The method of the paper, on the engine paper: the bucket sort in contiguous parts, particles "
     "that stay where they are in memory, and forces along the lists. It sets sort.algorithm to "
     "bucket, sort.partition to contiguous, sort.reorder_every to 0 and search.traversal to lists; "
     "sort.mode, sort.sub_buffers and sort.threshold may be set."}};

inline const std::vector<EnumName<NoiseStart>> kNoiseStartNames{
    {NoiseStart::Random, "random", "A random number for each particle."},
    {NoiseStart::Zero, "zero",
     "r₀ = 0 for all particles, as the paper prints it. All sequences are then the same, and all "
     "pairs of a step feel the same noise."}};

inline const std::vector<EnumName<InitialKind>> kInitialNames{
    {InitialKind::Random, "random", "Positions anywhere, species in any order."},
    {InitialKind::Lattice, "lattice", "A cubic lattice, species in any order."},
    {InitialKind::Layers, "layers",
     "Random positions in layers that are stacked along an axis, one layer per species."},
    {InitialKind::Regions, "regions",
     "Positions in the regions of [[region]]; the rest of the box is empty."},
    {InitialKind::File, "file", "Positions from a file, whose path is the key initial.file."}};

inline const std::vector<EnumName<Places>> kPlacesNames{
    {Places::Random, "random",
     "Anywhere, as in a gas: some particles are very near to each other."},
    {Places::Even, "even",
     "Evenly: the particles are apart from each other, so that a dense liquid does not fly apart "
     "at the start."}};

inline const std::vector<EnumName<int>> kAxisNames{{0, "x"}, {1, "y"}, {2, "z"}};
inline const std::vector<EnumName<dpd::ParticleStyle>> kParticleStyleNames{
    {dpd::ParticleStyle::Spheres, "spheres", "Shaded spheres."},
    {dpd::ParticleStyle::Points, "points",
     "Small points; with view.particle_radius = 1, they are 1 to 2 pixels wide."},
    {dpd::ParticleStyle::Surface, "surface", "The surface of the fluid, as a liquid."}};

inline const std::vector<EnumName<dpd::FrameBackground>> kFrameBackgroundNames{
    {dpd::FrameBackground::Paper, "paper", "White, with a column of text at the left."},
    {dpd::FrameBackground::Dark, "dark",
     "A picture as in the window, without text, on a dark background."},
    {dpd::FrameBackground::Light, "light",
     "A picture as in the window, without text, on a light background."}};

inline const std::vector<EnumName<int>> kSliceAxisNames{{-1, "none"}, {0, "x"}, {1, "y"}, {2, "z"}};

}  // namespace gpubuck::scenario
