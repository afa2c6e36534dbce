// Reads: a number per texel. Writes: it, smoothed along u_direction. One invocation: one texel.

uniform sampler2D u_numbers;
uniform ivec2 u_direction;
uniform float u_reach;  // distance at which the weight is exp(-2), texels

out vec4 o_number;

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  ivec2 last = textureSize(u_numbers, 0) - 1;
  vec2 sum = vec2(texelFetch(u_numbers, at, 0).r, 1.0);
  int taps = int(min(ceil(u_reach), float(kMostTaps)));
  for (int k = 1; k <= taps; ++k) {
    float place = float(k) / u_reach;
    float weight = exp(-2.0 * place * place);
    float one = texelFetch(u_numbers, clamp(at + k * u_direction, ivec2(0), last), 0).r;
    float other = texelFetch(u_numbers, clamp(at - k * u_direction, ivec2(0), last), 0).r;
    sum += weight * vec2(one + other, 2.0);
  }
  o_number = vec4(sum.x / sum.y);
}
