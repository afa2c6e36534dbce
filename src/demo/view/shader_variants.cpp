#include "demo/view/lit_cells.h"

namespace gpubuck::demo {

/// Makes an object of each variant of the passes in this folder, which compiles their shaders
/// (app/shader_dump.cpp).
void compileShaders(const texel::Device& device) { const LitCells litCells(device); }

}  // namespace gpubuck::demo
