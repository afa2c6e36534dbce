#include "demo/view/lit_cells.h"

namespace gpubuck::demo {

/// Makes an object of every variant of the passes of this layer (app/shader_dump.cpp).
void compileShaders(const texel::Device& device) { const LitCells litCells(device); }

}  // namespace gpubuck::demo
