#include "demo/view/lit_cells.h"

namespace gpubuck::demo {

/// Compiles the shaders of this folder, by making an object of each variant of its passes
/// (app/shader_dump.cpp).
void compileShaders(const texel::Device& device) { const LitCells litCells(device); }

}  // namespace gpubuck::demo
