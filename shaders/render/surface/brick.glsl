// Bricks of kBrick x kBrick x kBrick cells, with which a line of sight skips empty and filled places. Functions.

#include "render/surface/grid.glsl"

uniform int u_brickColumns;  // number of layers of bricks side by side on their texture

// Kinds of bricks; a brick that only channel k fills is of the kind kFilled + k.
const int kCrossed = 0;
const int kEmpty = 1;
const int kFilled = 2;

ivec3 bricks() {
  return (ivec3(u_cells) + kBrick - 1) / kBrick;
}

ivec2 texelOfBrick(ivec3 brick) {
  return rowAndColumn(brick.z, u_brickColumns).yx * bricks().xy + brick.xy;
}
