// Smooths the edges in a picture that has one sample per pixel. On either side of a pixel along an edge the edge is
// followed to its next step. The pixel then takes a share of the colour beyond the edge, as if the edge were a straight
// line from step to step (the idea of FXAA: T. Lottes, NVIDIA white paper, 2009). Reads: u_colour, the picture. Writes
// nothing. Functions.

const float kLeastContrast = 0.04;   // an edge has at least this difference of brightness
const float kLeastShare = 0.1;       // and at least this share of the brightest of the pixels next to it
const int kFarthestStep = 12;        // pixels
const float kStepShare = 0.25;       // a step has at least this share of the contrast of the edge
const float kMostOfCorner = 0.75;    // largest share of the colour beyond a corner

vec4 colourAt(ivec2 texel) {
  return texelFetch(u_colour, clamp(texel, ivec2(0), textureSize(u_colour, 0) - 1), 0);
}

float brightnessOf(vec4 colour) {
  return dot(colour.rgb, vec3(0.3, 0.59, 0.11));
}

float brightnessAt(ivec2 texel) {
  return brightnessOf(colourAt(texel));
}

/// Returns how much the brightness on both sides of an edge at `texel` differs from `middle`. `across` is the step to
/// the other side.
float changeAt(ivec2 texel, ivec2 across, float middle) {
  return 0.5 * (brightnessAt(texel) + brightnessAt(texel + across)) - middle;
}

/// Returns the colour of a pixel.
vec4 smoothedColourAt(ivec2 texel) {
  vec4 own = colourAt(texel);
  float centre = brightnessOf(own);
  float right = brightnessAt(texel + ivec2(1, 0));
  float left = brightnessAt(texel - ivec2(1, 0));
  float above = brightnessAt(texel + ivec2(0, 1));
  float below = brightnessAt(texel - ivec2(0, 1));
  float most = max(centre, max(max(right, left), max(above, below)));
  float least = min(centre, min(min(right, left), min(above, below)));
  vec4 colour = own;
  // This is a loop, since a software renderer executes an `if` even if no pixel needs it.
  for (bool isEdge = most - least >= max(kLeastContrast, kLeastShare * most); isEdge; isEdge = false) {
    float rightAbove = brightnessAt(texel + ivec2(1, 1));
    float leftAbove = brightnessAt(texel + ivec2(-1, 1));
    float rightBelow = brightnessAt(texel + ivec2(1, -1));
    float leftBelow = brightnessAt(texel - ivec2(1, 1));
    float upwards = 2.0 * abs(above + below - 2.0 * centre) + abs(rightAbove + rightBelow - 2.0 * right) +
                    abs(leftAbove + leftBelow - 2.0 * left);
    float sideways = 2.0 * abs(right + left - 2.0 * centre) + abs(rightAbove + leftAbove - 2.0 * above) +
                     abs(rightBelow + leftBelow - 2.0 * below);
    bool isLevel = upwards >= sideways;
    float forth = isLevel ? above : right;
    float back = isLevel ? below : left;
    ivec2 along = isLevel ? ivec2(1, 0) : ivec2(0, 1);
    bool goesForth = abs(forth - centre) >= abs(back - centre);
    ivec2 across = (isLevel ? ivec2(0, 1) : ivec2(1, 0)) * (goesForth ? 1 : -1);
    float beyond = goesForth ? forth : back;
    float middle = 0.5 * (centre + beyond);
    float enough = kStepShare * abs(beyond - centre);
    ivec2 distance = ivec2(0);
    vec2 change = vec2(0.0);
    for (int k = 1; k <= kFarthestStep && (abs(change.x) < enough || abs(change.y) < enough); ++k) {
      if (abs(change.x) < enough) {
        change.x = changeAt(texel + k * along, across, middle);
        distance.x = k;
      }
      if (abs(change.y) < enough) {
        change.y = changeAt(texel - k * along, across, middle);
        distance.y = k;
      }
    }
    // The edge bends towards the pixel's side at the nearer step only if the brightness there changes away from the
    // pixel's own.
    bool isFirst = distance.x < distance.y;
    float nearer = isFirst ? change.x : change.y;
    bool bends = (nearer < 0.0) != (centre < middle) && abs(nearer) >= enough;
    float share = bends ? 0.5 - float(min(distance.x, distance.y)) / float(distance.x + distance.y) : 0.0;
    // A step of every pixel or two has no length to measure. A corner of such an edge differs from the mean of the
    // pixels around it. A line that is one pixel wide does, too, but it differs from both sides.
    float around = (2.0 * (right + left + above + below) + rightAbove + leftAbove + rightBelow + leftBelow) / 12.0;
    float apart = abs(around - centre) / (most - least);  // 1/3 at a straight edge, 5/12 at a diagonal edge
    float corner = clamp(1.5 * (apart - 1.0 / 3.0), 0.0, kMostOfCorner);
    float other = goesForth ? back : forth;
    bool isLine = abs(other - centre) >= enough;
    if (!isLine) share = max(share, corner);
    colour.rgb = mix(own.rgb, colourAt(texel + across).rgb, share);
  }
  return colour;
}
