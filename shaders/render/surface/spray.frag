// Reads: the place on the disc of a lone particle's sphere. Writes: the shaded colour of a drop of the particle's
// liquid or of foam, the share of this colour that is left in shadow, and the depth. A drop shows the studio upside
// down; foam is a group of white bubbles. One invocation: one fragment of one particle; without a drop or a bubble at
// its place it writes nothing.

#include "render/haze.glsl"
#include "render/light.glsl"
#include "render/sphere_depth.glsl"

uniform mat4 u_view;
uniform vec3 u_foamColour;
uniform float u_foamShare;  // largest share of u_foamColour in the colour of foam

#include "render/surface/liquid.glsl"

in vec2 v_disc;
flat in vec3 v_colour;
flat in float v_foam;
flat in int v_particle;

out vec4 o_colour;

const float kDropClear = 0.2;   // share of the light that a drop transmits
const float kDropLight = 1.2;  // brightness of a drop's own colour
const float kDropBends = 0.9;   // strength with which a drop turns the studio upside down
const float kFoamInShade = 0.8;  // brightness of the shaded side of foam, which scatters light within
const int kBubbles = 7;
const float kBubbleRing = 0.55;   // largest distance of a bubble from the middle, in radii of the sphere
const vec2 kBubble = vec2(0.3, 0.5);  // radii of the last and the first bubble, in radii of the sphere

// Finds the point of the group of bubbles that is nearest to the eye. Returns the point's height towards the eye, in
// radii, and sets `normal` to the normal there. Returns -1 if there is no bubble.
float bubbles(out vec3 normal) {
  float nearest = -1.0;
  normal = vec3(0.0, 0.0, 1.0);
  for (int k = 0; k < kBubbles; ++k) {
    float turn = 2.399963 * float(k) + float(v_particle);
    float share = float(k) / float(kBubbles - 1);
    float radius = mix(kBubble.y, kBubble.x, share);
    vec2 from = (v_disc - kBubbleRing * sqrt(share) * vec2(cos(turn), sin(turn))) / radius;
    float across = dot(from, from);
    float height = radius * sqrt(max(1.0 - across, 0.0));
    if (across < 1.0 && height > nearest) {
      nearest = height;
      normal = vec3(from, sqrt(1.0 - across));
    }
  }
  return nearest;
}

void main() {
  float across = dot(v_disc, v_disc);
  if (across > 1.0) discard;
  vec3 normal = vec3(v_disc, sqrt(1.0 - across));
  float height = normal.z;
  vec3 bent = normalize(vec3(-kDropBends * normal.xy, -1.0));
  o_colour = liquid(v_colour, kDropLight, kDropClear, studio(bent), normal, vec3(0.0, 0.0, 1.0));
  if (v_foam > 0.0) {
    height = bubbles(normal);
    if (height < 0.0) discard;
    float light = mix(kFoamInShade, 1.0, max(dot(normal, kLight), 0.0));
    o_colour = vec4(mix(v_colour, u_foamColour, u_foamShare * v_foam) * light, 1.0);
  }
  writeDepth(height);
}
