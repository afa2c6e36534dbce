// Reads: the smoothed density. Writes: the kind of a brick (render/surface/brick.glsl), divided by 255. An interpolated
// density is within the range of the densities of the cells around its place. One invocation: one brick.

#include "render/surface/density.glsl"
#include "render/surface/brick.glsl"

out vec4 o_kind;

// A brick that almost has a surface does not count as empty, because the rim of a surface in the picture is smooth.
const float kMostInEmpty = 0.4;

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  ivec3 count = bricks();
  ivec2 tile = texel / count.xy;
  ivec3 brick = ivec3(texel - tile * count.xy, tile.y * u_brickColumns + tile.x);
  vec4 scale = texelFetch(u_scale, ivec2(0), 0);
  float least = 1e9;
  float most = 0.0;
  vec4 ahead = vec4(1e9);  // for each channel, the least amount by which it exceeds every other channel
  ivec3 first = brick * kBrick - 1;
  ivec3 last = min(brick * kBrick + kBrick, ivec3(u_cells));
  for (int z = first.z; z <= last.z; ++z) {
    for (int y = first.y; y <= last.y; ++y) {
      ivec2 row = texelOfCell(ivec3(first.x, y, z));
      for (int x = 0; x <= last.x - first.x; ++x) {
        vec4 share = sharesOf(texelFetch(u_density, row + ivec2(x, 0), 0), scale);
        float all = fillOf(share);
        least = min(least, all);
        most = max(most, all);
        ahead = min(ahead, share - othersOf(share));
      }
    }
  }
  int kind = kCrossed;
  if (most < kMostInEmpty) kind = kEmpty;
  if (least > kLevel && !u_blends) {
    for (int k = 0; k < 4; ++k) {
      if (ahead[k] > 0.0) kind = kFilled + k;
    }
  }
  o_kind = vec4(float(kind) / 255.0);
}
