l/id.glsl"
  # include "sot/updatne_ext.glsl" // twice
void Lun(int i) {}
