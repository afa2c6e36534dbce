// The 24-bit id of an RGBA8 texel: R + 256 G + 65536 B; (255,255,255) is NULL. A holds a flag.
// Every channel is one byte, so the conversions are exact.

#include "texel/layout.glsl"

const int kNull = 0xFFFFFF;

int decodeId(vec4 texel) {
  ivec3 bytes = ivec3(texel.rgb * 255.0 + 0.5);
  return bytes.r | (bytes.g << 8) | (bytes.b << 16);
}

vec4 encodeId(int id, float flag) {
  return vec4(vec3(id & 255, (id >> 8) & 255, (id >> 16) & 255) / 255.0, flag);
}

int fetchId(sampler2D ids, int i) {
  return decodeId(texelFetch(ids, texelOf(i), 0));
}
