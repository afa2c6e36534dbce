// Reads: the picture and its depth, kSampling x kSampling samples a pixel. Writes: their mean,
// darkened where nearer things close by keep the light away (screen-space ambient occlusion).
// One invocation: one pixel of the finished picture.

uniform sampler2D u_colour;
uniform sampler2D u_depth;
uniform mat4 u_projection;
uniform float u_reach;           // how far away things still take light; length
uniform float u_samplesPerUnit;  // samples a length covers at clip w = 1
uniform float u_strength;        // 0: no darkening

out vec4 o_colour;

const int kDirections = 6;
const int kRings = 3;

// The eye's z of a depth-buffer value: the inverse of the projection's last two rows.
float eyeZ(float depth) {
  float ndc = 2.0 * depth - 1.0;
  return (u_projection[3][2] - ndc * u_projection[3][3]) /
         (ndc * u_projection[2][3] - u_projection[2][2]);
}

// How much nearer to the eye than z the picture is at some place, in units of the reach. What is
// farther away counts as open space; what is much nearer is another part of the scene and counts
// as neither.
float rise(vec2 at, float z) {
  ivec2 last = textureSize(u_depth, 0) - 1;
  ivec2 texel = clamp(ivec2(round(at)), ivec2(0), last);
  float nearer = (eyeZ(texelFetch(u_depth, texel, 0).r) - z) / u_reach;
  return clamp(nearer, -1.0, 1.0) * (1.0 - smoothstep(2.0, 6.0, nearer));
}

// Samples come in opposite pairs whose rises are added: a slope, such as a sphere towards its rim,
// does not darken itself, a crease or a hollow does.
float occlusion(vec2 at, float depth) {
  float z = eyeZ(depth);
  float w = u_projection[2][3] * z + u_projection[3][3];
  float samples = u_reach * u_samplesPerUnit / w;
  float sum = 0.0;
  for (int ring = 1; ring <= kRings; ++ring) {
    for (int k = 0; k < kDirections; ++k) {
      float angle = 3.14159265 * (float(k) + float(ring) / float(kRings)) / float(kDirections);
      vec2 step = vec2(cos(angle), sin(angle)) * samples * float(ring) / float(kRings);
      sum += max(rise(at + step, z) + rise(at - step, z), 0.0);
    }
  }
  return sum / float(2 * kDirections * kRings);
}

void main() {
  ivec2 corner = ivec2(gl_FragCoord.xy) * kSampling;
  vec3 sum = vec3(0.0);
  float nearest = 1.0;
  for (int y = 0; y < kSampling; ++y) {
    for (int x = 0; x < kSampling; ++x) {
      sum += texelFetch(u_colour, corner + ivec2(x, y), 0).rgb;
      nearest = min(nearest, texelFetch(u_depth, corner + ivec2(x, y), 0).r);
    }
  }
  vec3 mean = sum / float(kSampling * kSampling);
  vec2 centre = vec2(corner) + 0.5 * float(kSampling - 1);
  float dark = nearest < 1.0 ? u_strength * occlusion(centre, nearest) : 0.0;
  o_colour = vec4(mean * (1.0 - dark), 1.0);
}
