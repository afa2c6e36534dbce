// Counts of the particles in cells, in parts of kShare cells and in blocks of kShare parts, which lie behind each other in
// b_cells: a cell begins behind the blocks, parts and cells before it. Behind them: of each cell, the particle linked last.
// kCellCount, kPartCount, kBlockCount and kShare, a power of two, come from the prologue (src/dpd/cell_arrangement.h).

const uint kParts = kCellCount;
const uint kBlocks = kParts + kPartCount;
const uint kHeads = kBlocks + kBlockCount;
