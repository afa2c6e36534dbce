// Neighbours of a user's points as files: the output of `gpubuck pairs`.
#pragma once

#include <filesystem>

#include "search/neighbours.h"

namespace gpubuck::io {

/// A file appears complete or not at all, and is written part by part; a failure is a RunError.
/// If `distances` is given, the distance of every pair is written, too, as a double.

/// Lines `i,j` or `i,j,distance` under that header, for `pairs` of search::ListKind::Half: i < j,
/// sorted by i, then j. Distances have the fewest digits that reproduce the same double.
void writePairsCsv(const std::filesystem::path& path, const search::NeighbourList& pairs,
                   const search::Distances* distances);

/// The same as an array of shape (pairs, 2), int32. A NumPy array has one type, so the distances of
/// PAIRS.npy become a second file, PAIRS-distances.npy, float64 of shape (pairs,).
void writePairsNpy(const std::filesystem::path& path, const search::NeighbourList& pairs,
                   const search::Distances* distances);

/// offsets.npy (points + 1, int64) and ids.npy (int32) in `folder`, with distances also
/// distances.npy (float64, one for each id): the neighbours of point i are ids[offsets[i] :
/// offsets[i + 1]], by rising number. For search::ListKind::Full.
void writeNeighbours(const std::filesystem::path& folder, const search::NeighbourList& neighbours,
                     const search::Distances* distances);

}  // namespace gpubuck::io
