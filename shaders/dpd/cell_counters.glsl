// Counts of the particles in cells, in parts of kShare cells and in blocks of kShare parts, which lie behind each other in
// b_cells, from multiples of 4 on: a cell begins behind the blocks, parts and cells before it. Behind them: of each cell, the
// particle linked last.
// kCellCount, kPartCount, kBlockCount and kShare, a power of two, 16 at least, come from the prologue
// (src/dpd/steps/cell_arrangement.h).

const uint kParts = (kCellCount + 3u) & ~3u;
const uint kBlocks = (kParts + kPartCount + 3u) & ~3u;
const uint kHeads = (kBlocks + kBlockCount + 3u) & ~3u;
