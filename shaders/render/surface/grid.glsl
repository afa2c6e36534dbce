// The grid on which a fluid is smoothed (src/render/surface/surface_density.h): the texel of each cell. Functions.

uniform vec3 u_cells;           // number of cells along each axis
uniform vec3 u_cellsPerLength;
uniform int u_columns;          // number of layers side by side on the texture

ivec2 tileSize() {
  return ivec2(u_cells.xy) + 2;
}

// Returns the row and the column of a number, for rows of this length. The division is in floats, since a software
// renderer divides integers one by one.
ivec2 rowAndColumn(int number, int columns) {
  int row = int((float(number) + 0.5) / float(columns));
  return ivec2(row, number - row * columns);
}

// Returns the texel of the first cell of a layer; -1 is the layer before the first layer.
ivec2 tileOf(int layer) {
  return kDimensions == 2 ? ivec2(1) : rowAndColumn(layer + 1, u_columns).yx * tileSize() + 1;
}

// Coordinates of a cell are -1 .. u_cells.
ivec2 texelOfCell(ivec3 cell) {
  return tileOf(cell.z) + cell.xy;
}

// Returns the cell of a texel; layers after the last layer of the grid are unused.
ivec3 cellOfTexel(ivec2 texel) {
  ivec2 tile = ivec2((vec2(texel) + 0.5) / vec2(tileSize()));
  ivec2 within = texel - tile * tileSize() - 1;
  return ivec3(within, kDimensions == 2 ? 0 : tile.y * u_columns + tile.x - 1);
}
