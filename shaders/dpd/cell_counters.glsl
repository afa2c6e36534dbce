// Counts of the particles in cells, in parts of kShare cells and in blocks of kShare parts. b_cells holds the counts of
// cells, parts and blocks one after the other, each array from a multiple of 4 on. A fourth array, with the particle
// that was linked last in each cell, follows these three arrays. The start of a cell is the sum of the counts of the
// blocks, parts and cells before it. kCellCount, kPartCount, kBlockCount and kShare (a power of two, at least 16) come
// from the prologue (src/dpd/steps/ordered_step.h).

const uint kParts = (kCellCount + 3u) & ~3u;
const uint kBlocks = (kParts + kPartCount + 3u) & ~3u;
const uint kHeads = (kBlocks + kBlockCount + 3u) & ~3u;
