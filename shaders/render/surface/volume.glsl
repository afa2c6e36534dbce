// The volume in which a channel is shown. Functions; the includer includes render/surface/density.glsl.

// Relative change of the shares by which cell_sums.frag finds how the volume depends on the shares.
const float kLarger = 0.05;
// A cell counts in part if its shares are in a range of this width around the shares at a surface.
const float kRamp = 0.4;

// Returns the share of a cell in which each channel is shown. `fill` is the share of the volume that the fluid fills,
// `ahead` the amount by which each channel fills more than any other channel.
vec4 shownShare(vec4 fill, vec4 ahead) {
  vec4 inFluid = clamp(0.5 + (fill - kLevel) / kRamp, 0.0, 1.0);
  return inFluid * clamp(0.5 + ahead / kRamp, 0.0, 1.0);
}
