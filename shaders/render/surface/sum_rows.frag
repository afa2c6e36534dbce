// Reads: three numbers per texel and channel. Writes: their sums along x. One invocation: a row of texels.

uniform sampler2D u_first;
uniform sampler2D u_second;
uniform sampler2D u_third;

layout(location = 0) out vec4 o_first;
layout(location = 1) out vec4 o_second;
layout(location = 2) out vec4 o_third;

void main() {
  int row = int(gl_FragCoord.x);
  o_first = vec4(0.0);
  o_second = vec4(0.0);
  o_third = vec4(0.0);
  for (int x = 0; x < textureSize(u_first, 0).x; ++x) {
    o_first += texelFetch(u_first, ivec2(x, row), 0);
    o_second += texelFetch(u_second, ivec2(x, row), 0);
    o_third += texelFetch(u_third, ivec2(x, row), 0);
  }
}
